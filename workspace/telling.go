package workspace

import (
	"slices"

	"tiv/interaction/detect"
	"tiv/interaction/lockname"
	"tiv/interaction/subject"
	"tiv/interaction/threadname"
	"tiv/scene/view"
	"tiv/task/course"
	"tiv/timeline"
	"tiv/tracefeed"
)

// telling keeps the story of the picture (package subject) and the short names of threads, and
// what they were made of.
type telling struct {
	named  int // threads with a name
	of     told
	teller subject.Teller
	moment tracefeed.Time
	lit    *view.Lit
	course *course.Course
	chosen *detect.Finding
	// selected are the selected threads.
	selected []tracefeed.ThreadID
}

// told is what stories of all moments are made of.
type told struct {
	tl      *timeline.Timeline
	locks   *lockname.Names
	names   *threadname.Names
	found   tracefeed.Time  // the end of the part that was searched
	reports *detect.Finding // the first of the findings
	dropped int             // dismissals
}

// update sets the story and the names of a look.
func (c *telling) update(w *Workspace) {
	look := &w.Look
	if look.Names == nil || c.named != len(w.Timeline.Threads) {
		c.named, look.Names = len(w.Timeline.Threads), threadname.New(w.Timeline.Threads)
	}
	of := told{w.Timeline, look.Locks, look.Names, look.Searched, nil, len(w.Dismissed)}
	if len(w.Report.Findings) > 0 {
		of.reports = &w.Report.Findings[0]
	}
	fresh := of != c.of
	if fresh {
		report := w.Report
		report.Findings = FindingsOf(w).Counted()
		c.of, c.teller = of, subject.Teller{Timeline: w.Timeline, Report: report,
			Dismissed: len(w.Report.Findings) - len(report.Findings), Locks: look.Locks, Names: look.Names}
	}
	if fresh || look.Lit != c.lit {
		c.chosen = chosen(c.teller.Report.Findings, look.Lit)
	}
	if !fresh && look.Lit == c.lit && look.Course == c.course && look.Moment == c.moment && slices.Equal(look.Selection, c.selected) {
		return
	}
	c.lit, c.course, c.moment, c.selected = look.Lit, look.Course, look.Moment, look.Selection
	look.Story = c.teller.At(look.Moment, c.chosen, look.Selection)
	tellTask(w.Timeline, look)
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
