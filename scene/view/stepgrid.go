package view

import (
	"math"

	"tiv/tracefeed"
)

// StepGrid is the interval that a picture shows, in cells: steps of a grid of
// multiples of their length. Cell 0 is the latest. The end of the trace cuts its
// last step.
type StepGrid struct {
	// Moment is the moment or, if that is not shown, the end of the interval next
	// to it: all of the interval is before the moment, or after it.
	Moment, Step tracefeed.Time
	// From and to are the ends of the interval, end is that of the trace.
	From, To, end tracefeed.Time
	// Cells is the number of cells: as many as an interval of this length can
	// touch, so it stays the same while the interval moves.
	Cells int
}

// Grid returns the steps that the look shows.
func (l *Look) Grid() StepGrid {
	from, to := l.Window()
	return StepGrid{min(max(l.Moment, from), to), l.Step, from, to, max(l.End, 1), int((to-from-1)/l.Step) + 2}
}

// Window returns the interval that is shown. It is in the trace, and it contains
// the moment unless the view has a free range.
func (l *Look) Window() (from, to tracefeed.Time) {
	end := max(l.End, 1)
	length := min(l.Length(), end)
	const farthest = math.MaxInt64 - 1023 // a float64, too
	ahead := tracefeed.Time(min(max(math.Round(l.Ahead*float64(length)), -farthest), farthest))
	if !l.Kind.FreeRange() {
		ahead = min(max(ahead, 0), length)
	}
	to = max(l.Moment+min(max(ahead, -l.Moment), end-l.Moment), length)
	return to - length, to
}

// MomentName formats the moment with enough digits to differ from one a step away.
func (l *Look) MomentName() string { return l.Clock().Name(l.Moment, l.Step) }

// When names the moment in the trace, and the part that is shown if that is not all of it:
// "moment 300 ms of 1 s, 500 ms shown".
func (l *Look) When() []string {
	when := []string{"moment " + l.MomentName() + " of " + StepName(l.End)}
	if from, to := l.Window(); from > 0 || to < l.End {
		when = append(when, StepName(to-max(from, 0))+" shown")
	}
	return when
}

// MomentShown reports whether the interval that is shown contains the moment.
func (l *Look) MomentShown() bool {
	from, to := l.Window()
	return from <= l.Moment && l.Moment <= to
}

// CountedName names the interval that sums cover: "whole trace", "500 ms shown".
func (l *Look) CountedName() string {
	from, to := l.Counted()
	base := ""
	if l.Base != "" {
		base = "base in "
	}
	switch {
	case l.HasInterval():
		return base + "selected " + StepName(to-from)
	case from <= 0 && to >= l.End:
		return base + "whole trace"
	}
	return base + StepName(to-from) + " shown"
}

// Counted returns the interval that sums cover: the selected one, or else the one
// that is shown.
func (l *Look) Counted() (from, to tracefeed.Time) {
	if l.HasInterval() {
		return l.SelectedInterval()
	}
	return l.Window()
}

// HasInterval reports whether an interval of the trace is selected.
func (l *Look) HasInterval() bool {
	from, to := l.SelectedInterval()
	return from < to
}

// SelectedInterval returns the part of the selected interval in the trace.
func (l *Look) SelectedInterval() (from, to tracefeed.Time) {
	return max(l.Interval.Start, 0), min(l.Interval.End, l.End)
}

// Length returns the length of the interval to show: Steps steps. The trace can
// be shorter.
func (l *Look) Length() tracefeed.Time {
	if l.Step > math.MaxInt64/tracefeed.Time(max(l.Steps, 1)) {
		return math.MaxInt64
	}
	return max(l.Step*tracefeed.Time(l.Steps), 1)
}

// Past returns the time that edges add up over: the selected interval or else
// the history, whole steps that end at the moment. At the start of the trace it is
// shorter.
func (l *Look) Past() (from, to tracefeed.Time) {
	if l.HasInterval() {
		return l.SelectedInterval()
	}
	n := tracefeed.Time(max(l.History, 1))
	if l.Step > l.Moment/n {
		return 0, l.Moment
	}
	return l.Moment - n*l.Step, l.Moment
}

// Newest returns the number of the step of cell 0, from the begin of the trace.
func (g StepGrid) Newest() tracefeed.Time { return (g.To - 1) / g.Step }

// Start returns the begin of a cell, which is before the trace if it is
// negative.
func (g StepGrid) Start(cell int) tracefeed.Time { return (g.Newest() - tracefeed.Time(cell)) * g.Step }

// Length returns the time that a cell covers in the trace, at least 1 ns.
func (g StepGrid) Length(cell int) tracefeed.Time {
	if start := g.Start(cell); cell == 0 && g.end-start < g.Step {
		return max(1, g.end-start)
	}
	return g.Step
}

// First returns the part of cell 0 in the trace, above 0 and at most 1.
func (g StepGrid) First() float32 { return float32(g.Length(0)) / float32(g.Step) }

// Cut returns the cell that the moment cuts: the one that ends there, or later.
func (g StepGrid) Cut() int { return int(g.Newest() - max(0, g.Moment-1)/g.Step) }

// Last returns the step that ends at the moment. At the start of the trace it is
// shorter.
func (g StepGrid) Last() (from, to tracefeed.Time) { return max(0, g.Moment-g.Step), g.Moment }

// Position returns the position of the moment in cells: a number in cell cut,
// however short its part before the moment is.
func (g StepGrid) Position() float32 {
	const most = 0.999
	cut := g.Cut()
	in := 1 - float64(g.Moment-g.Start(cut))/float64(g.Step)
	return float32(cut) + float32(min(in, most))
}
