package subject

import (
	"strings"

	"tiv/interaction/detect"
	"tiv/interaction/verdict"
	"tiv/tracefeed"
)

// calm says that no finding is in progress, and what that means: the verdict on the trace, its
// first sentence apart from the others, or that there are findings at other times. Both are
// empty before the trace was searched. It adds up the whole trace.
func (t *Teller) calm() (sentence string, others []string) {
	elsewhere := 0
	for i := range t.Report.Findings {
		if t.Report.Findings[i].Severity > detect.Note {
			elsewhere++
		}
	}
	switch {
	case t.Report.End == 0:
		return "", nil
	case elsewhere > 0:
		return "Nothing found at this moment", []string{tracefeed.Plural(elsewhere, "finding") + " at other times"}
	case !t.Timeline.Complete:
		return "Nothing found so far", nil
	case t.Report.End < t.Timeline.End:
		return "", nil // it is being searched
	}
	text := verdict.Text(t.Timeline, t.Locks, t.Report, verdict.Whole(t.Timeline, t.Locks))
	sentence, rest, _ := strings.Cut(strings.TrimSuffix(text, "."), ". ")
	if t.Dismissed > 0 {
		others = append(others, "apart from "+tracefeed.Plural(t.Dismissed, "dismissed finding"))
	} else if rest != "" {
		first, _, _ := strings.Cut(rest, ". ")
		others = append(others, rest, first)
	}
	return sentence, others
}
