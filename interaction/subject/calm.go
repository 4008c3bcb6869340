package subject

import (
	"strings"

	"tiv/interaction"
	"tiv/interaction/detect"
	"tiv/interaction/verdict"
	"tiv/tracefeed"
)

// whole returns the figures of the whole trace. The first time it adds them up.
func (t *Teller) whole() verdict.Figures {
	if t.figures == nil {
		f := verdict.Whole(t.Timeline, t.Locks)
		t.figures = &f
	}
	return *t.figures
}

// verdict returns what the search of the whole trace means; "" while the trace is incomplete, and if
// findings accuse.
func (t *Teller) verdict() string {
	if !t.Timeline.Complete || t.Report.End < t.Timeline.End {
		return ""
	}
	if t.said == nil {
		text := verdict.Text(t.Timeline, t.Locks, t.Report, t.whole())
		t.said = &text
	}
	return *t.said
}

// calm says that no finding is in progress, and what that means: the verdict on the trace, its
// first sentence apart from the details, or that there are findings at other times. All are
// empty before the trace was searched.
func (t *Teller) calm() (sentence string, details, others []string) {
	elsewhere := 0
	for i := range t.Report.Findings {
		if t.Report.Findings[i].Severity > detect.Note {
			elsewhere++
		}
	}
	switch {
	case t.Report.End == 0:
		return "", nil, nil
	case elsewhere > 0:
		return "Nothing found at this moment", nil, []string{tracefeed.Plural(elsewhere, "finding") + " at other times"}
	case !t.Timeline.Complete:
		return "Nothing found so far", nil, nil
	case t.Report.End < t.Timeline.End:
		return "", nil, nil // it is being searched
	}
	sentence, rest, _ := strings.Cut(strings.TrimSuffix(t.verdict(), "."), ". ")
	if t.Dismissed > 0 {
		return sentence, nil, []string{"apart from " + tracefeed.Plural(t.Dismissed, "dismissed finding")}
	}
	var parts []string
	if !strings.HasPrefix(sentence, noDeadlock) { // it says what is not known
		beside := "Nothing else was found"
		if len(interaction.At(t.Timeline, t.Timeline.End)) == 0 {
			beside = "No thread waits for a lock at the end, and nothing else was found"
		}
		parts = append(parts, beside)
	}
	if rest != "" {
		parts = append(parts, strings.Split(rest, ". ")...)
	}
	return sentence, shorter(parts), nil
}

// noDeadlock begins the verdicts that say that all is well.
const noDeadlock = "No deadlock, no stuck thread"
