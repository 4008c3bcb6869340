package scene

import (
	"slices"

	"tiv/interaction"
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
	l := &Lit{Kind: f.Kind, Threads: slices.Clone(f.Threads), Interval: timeline.Interval{Start: f.Start, End: f.End}}
	for _, t := range []tracefeed.ThreadID{f.Culprit(), f.Gone()} {
		if t != tracefeed.NoThread {
			l.Threads = append(l.Threads, t)
		}
	}
	if h := f.CostliestHold(); h != nil {
		l.Threads = append(l.Threads, h.Thread)
	}
	for _, o := range f.Orders() {
		l.Threads = append(l.Threads, o.Thread)
	}
	for _, m := range f.Monitors {
		if m != tracefeed.NoMonitor {
			l.Monitors = append(l.Monitors, m)
		}
	}
	if b := f.Blame(); b != nil && b.Through != tracefeed.NoMonitor {
		l.Monitors = append(l.Monitors, b.Through)
	}
	slices.Sort(l.Threads)
	slices.Sort(l.Monitors)
	l.Threads, l.Monitors = slices.Compact(l.Threads), slices.Compact(l.Monitors)
	return l
}

// holds reports whether a bar of some threads is lit; without a finding all are.
func (l *Lit) holds(threads []tracefeed.ThreadID) bool {
	return l == nil || slices.ContainsFunc(threads, func(t tracefeed.ThreadID) bool { return Has(l.Threads, t) })
}

// waits reports whether a wait at a monitor between lit bars is lit. NoMonitor is for
// several ones.
func (l *Lit) waits(kind interaction.Kind, m tracefeed.MonitorID) bool {
	return l == nil || len(l.Monitors) == 0 || kind == interaction.Lock && (m == tracefeed.NoMonitor || slices.Contains(l.Monitors, m))
}

// litPart returns the part in view of the interval of the finding; ok is false if there is
// none.
func (l *Look) litPart() (start, end tracefeed.Time, ok bool) {
	if l.Lit == nil {
		return 0, 0, false
	}
	from, to := l.Window()
	start, end = max(l.Lit.Interval.Start, from), min(l.Lit.Interval.End, to)
	return start, end, start < end
}

// litInterval shades the interval of the finding in the rows, with a line at each end that
// is in view.
func (sv *sideView) litInterval() {
	start, end, ok := sv.look.litPart()
	if !ok {
		return
	}
	d, color := sv.above(), sv.sheet.colors.Text
	low, high := sv.flat.low[1], sv.flat.high[1]
	d.rect(sv.depths.of(start), sv.depths.of(end), low, high, color.Alpha(0.07))
	for _, t := range []tracefeed.Time{sv.look.Lit.Interval.Start, sv.look.Lit.Interval.End} {
		if t == start || t == end {
			d.line(sv.depths.of(t), low, high, sv.sheet.canvas.Scale, color.Alpha(0.6))
		}
	}
}
