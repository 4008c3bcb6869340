package workspace

import (
	"slices"

	"tiv/interaction/detect"
	"tiv/interaction/lockname"
	"tiv/interaction/subject"
	"tiv/interaction/threadname"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
)

// telling keeps the story of the picture (package subject) and the short names of threads, and
// what they were made of.
type telling struct {
	named   int // threads with a name
	tl      *timeline.Timeline
	moment  tracefeed.Time
	locks   *lockname.Names
	found   tracefeed.Time  // the end of the part that was searched
	reports *detect.Finding // the first of the findings
	lit     *view.Lit
	dropped int // dismissals
	chosen  *detect.Finding
	// selected are the selected threads.
	selected []tracefeed.ThreadID
}

// update sets the story and the names of a look.
func (c *telling) update(w *Workspace) {
	look := &w.Look
	if look.Names == nil || c.named != len(w.Timeline.Threads) {
		c.named, look.Names = len(w.Timeline.Threads), threadname.New(w.Timeline.Threads)
	}
	now := telling{c.named, w.Timeline, look.Moment, look.Locks, look.Searched, nil, look.Lit, len(w.Dismissed), nil, look.Selection}
	if len(w.Report.Findings) > 0 {
		now.reports = &w.Report.Findings[0]
	}
	if now.same(c) {
		return
	}
	counted := FindingsOf(w).Counted()
	now.chosen = c.chosen
	if now.lit != c.lit || now.reports != c.reports || now.dropped != c.dropped {
		now.chosen = chosen(counted, look.Lit)
	}
	*c = now
	report := w.Report
	report.Findings = counted
	t := subject.Teller{Timeline: w.Timeline, Report: report, Dismissed: len(w.Report.Findings) - len(counted),
		Locks: look.Locks, Names: look.Names}
	look.Story = t.At(look.Moment, c.chosen, look.Selection)
}

// same reports whether two stories are made of the same.
func (c *telling) same(other *telling) bool {
	return c.tl == other.tl && c.moment == other.moment && c.locks == other.locks && c.found == other.found &&
		c.reports == other.reports && c.lit == other.lit &&
		c.dropped == other.dropped && slices.Equal(c.selected, other.selected)
}

// chosen returns the finding that a part of a picture is about; nil if there is none.
func chosen(findings []detect.Finding, lit *view.Lit) *detect.Finding {
	if lit == nil {
		return nil
	}
	i := slices.IndexFunc(findings, func(f detect.Finding) bool {
		return f.Kind == lit.Kind && f.Start == lit.Interval.Start && f.End == lit.Interval.End &&
			slices.Equal(view.LitBy(&f).Threads, lit.Threads)
	})
	if i < 0 {
		return nil
	}
	return &findings[i]
}
