package view

import (
	"slices"

	"tiv/interaction/detect"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Lit is the part of the picture that a finding is about. Everything else is fainter.
type Lit struct {
	// Kind is the kind of the finding.
	Kind string
	// Threads are sorted.
	Threads []tracefeed.ThreadID
	// Monitors are those of the waits, sorted; empty for all waits among Threads.
	Monitors []tracefeed.MonitorID
	Interval timeline.Interval
}

// LitBy returns the threads, monitors and interval of a finding: those that wait, the one
// that they wait for or may have waited for, and those that acquire locks.
func LitBy(f *detect.Finding) *Lit {
	l := &Lit{Kind: f.Kind, Threads: f.Involved(), Monitors: f.Known(), Interval: timeline.Interval{Start: f.Start, End: f.End}}
	slices.Sort(l.Monitors)
	l.Monitors = slices.Compact(l.Monitors)
	return l
}

// LitPart returns the part in view of the interval of the finding; ok is false if there is
// none.
func (l *Look) LitPart() (start, end tracefeed.Time, ok bool) {
	if l.Lit == nil {
		return 0, 0, false
	}
	from, to := l.Window()
	start, end = max(l.Lit.Interval.Start, from), min(l.Lit.Interval.End, to)
	return start, end, start < end
}

// HistoryPart returns the part of the history that is in view; ok is false if there is none,
// if a selected interval counts instead, or if the view shows nothing but calls or tasks.
func (l *Look) HistoryPart() (start, end tracefeed.Time, ok bool) {
	from, to := l.Window()
	start, end = l.Past()
	start, end = max(start, from), min(end, to)
	none := l.Kind.Calls && !l.Kind.Moment || l.Kind.Tasks
	return start, end, !none && !l.HasInterval() && start < end
}

// SelectedPart returns the part of the selected interval that is in view; ok is
// false if there is none.
func (l *Look) SelectedPart() (start, end tracefeed.Time, ok bool) {
	from, to := l.Window()
	start, end = max(l.Interval.Start, from), min(l.Interval.End, to)
	return start, end, start < end
}
