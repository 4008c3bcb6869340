package workspace

import (
	"math"

	"tiv/scene"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Commands about the interval that is shown. It stays in the trace, and contains
// the moment: at an edge, it takes the moment along.
type (
	// ZoomTime shows a shorter interval around the moment, by some notches, or a
	// longer one if Notches is negative. ZoomTimeAt does so around any time, which
	// stays at its place in the view.
	ZoomTime   struct{ Notches int }
	ZoomTimeAt struct {
		Notches int
		At      tracefeed.Time
	}
	// PanTime shows a later interval of the same length.
	PanTime struct{ By tracefeed.Time }
	// ShowRange shows an interval, FitTime the whole trace.
	ShowRange struct{ From, To tracefeed.Time }
	FitTime   struct{}
	// StretchRange shows an interval of which one end is being dragged; the other
	// end stays, however the length is rounded to steps.
	StretchRange struct{ From, To tracefeed.Time }
	// SelectInterval selects an interval, which sums then cover and the playback
	// can repeat; an empty one is none. ShowInterval shows the selected one.
	SelectInterval struct{ From, To tracefeed.Time }
	ShowInterval   struct{}
)

func (c ZoomTime) apply(w *Workspace) { ZoomTimeAt{c.Notches, w.Playback.Moment}.apply(w) }

func (c ZoomTimeAt) apply(w *Workspace) {
	w.touched = true
	l := &w.Look
	from, to := l.Window()
	at := min(max(c.At, from), to)
	part := float64(at-from) / float64(to-from)
	for range c.Notches {
		l.Step = shorter(l.Step)
	}
	for n := c.Notches; n < 0 && l.Length() < w.Timeline.End; n++ {
		l.Step = longer(l.Step)
	}
	showFrom(w, at-tracefeed.Time(math.Round(part*float64(min(l.Length(), max(w.Timeline.End, 1))))))
}

// longer and shorter return the next of 1, 2, 5, 10, 20, … µs. A step beyond
// LongestStep, which a trace of days opens with, becomes no longer.
func longer(step tracefeed.Time) tracefeed.Time {
	return max(step, scene.NiceStep(step+1, 1))
}

func shorter(step tracefeed.Time) tracefeed.Time {
	if step > scene.LongestStep {
		return scene.LongestStep
	}
	s := scene.ShortestStep
	for next := longer(s); next < step; next = longer(s) {
		s = next
	}
	return s
}

func (c PanTime) apply(w *Workspace) {
	w.touched = true
	from, _ := w.Look.Window()
	showFrom(w, addWithin(from, c.By, w.Timeline.End))
}

// addWithin returns t+by, limited to a trace that ends at end.
func addWithin(t, by, end tracefeed.Time) tracefeed.Time {
	if by > 0 {
		return t + min(by, end-t)
	}
	return t + max(by, -t)
}

func (c ShowRange) apply(w *Workspace) {
	if c.From < c.To {
		setLength(w, c.To-c.From)
		showFrom(w, c.From)
	}
}

// setLength sets the length of the interval that is shown, in suitable steps.
func setLength(w *Workspace, length tracefeed.Time) {
	w.touched = true
	w.Look.Step, w.Look.Steps = scene.Steps(length)
	w.Look.History = min(max(w.Look.History, 1), w.Look.Steps)
}

func (c StretchRange) apply(w *Workspace) {
	from, to := max(c.From, 0), min(c.To, w.Timeline.End)
	if from >= to {
		return
	}
	_, end := w.Look.Window()
	setLength(w, to-from)
	if to == end {
		from = to - min(w.Look.Length(), to)
	}
	showFrom(w, from)
}

func (c SelectInterval) apply(w *Workspace) {
	from, to := max(c.From, 0), min(c.To, w.Timeline.End)
	if from >= to {
		from, to = 0, 0
	}
	w.Look.Interval = timeline.Interval{Start: from, End: to}
}

func (ShowInterval) apply(w *Workspace) {
	ShowRange{w.Look.Interval.Start, w.Look.Interval.End}.apply(w)
}

func (FitTime) apply(w *Workspace) { ShowRange{0, w.Timeline.End}.apply(w) }

// showFrom shows an interval of the present length from a time on, moved into the
// trace.
func showFrom(w *Workspace, from tracefeed.Time) {
	l, p := &w.Look, &w.Playback
	end := max(w.Timeline.End, 1)
	length := min(l.Length(), end)
	from = min(max(from, 0), end-length)
	if moment := min(max(p.Moment, from), from+length); moment != p.Moment {
		p.Moment, w.following = moment, false
	}
	l.Ahead = float64(from+length-p.Moment) / float64(length)
	// At an end of the trace there is less ahead, or more, than usual.
	if from+length == end {
		l.Ahead = max(l.Ahead, scene.StartAhead)
	}
	if from == 0 {
		l.Ahead = min(l.Ahead, scene.StartAhead)
	}
}

func (ZoomTime) Info() Info   { return Info{Label: "step", Run: "step", Effects: Undoable} }
func (ZoomTimeAt) Info() Info { return Info{Label: "step", Run: "step", Effects: Undoable} }
func (PanTime) Info() Info    { return Info{Label: "move through time", Effects: Scrubs} }
func (ShowRange) Info() Info  { return Info{Label: "show range", Effects: Undoable | Jumps} }
func (StretchRange) Info() Info {
	return Info{Label: "visible range", Run: "visible range", Effects: Undoable}
}
func (FitTime) Info() Info { return Info{Label: "whole trace", Effects: Undoable | Jumps} }
func (SelectInterval) Info() Info {
	return Info{Label: "select interval"}
}
func (ShowInterval) Info() Info { return Info{Label: "show interval", Effects: Undoable | Jumps} }
