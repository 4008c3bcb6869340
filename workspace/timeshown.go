package workspace

import (
	"math"

	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Commands about the interval that is shown. It stays in the trace. In the
// timeline it can leave the moment behind. Other views show the moment: an interval
// that is moved takes it along at its edge, and so does one that is zoomed beside a
// time axis. Without an axis, a zoomed one stops at the moment.
type (
	// ZoomTime shows a shorter interval around the moment, by some notches of
	// ZoomNotch, or a longer one if Notches is negative. ZoomTimeAt does so around any
	// time, which stays at its place in the view.
	ZoomTime   struct{ Notches float64 }
	ZoomTimeAt struct {
		Notches float64
		At      tracefeed.Time
	}
	// PanTime shows a later interval of the same length.
	PanTime struct{ By tracefeed.Time }
	// ShowRange shows an interval, FitTime the whole trace.
	ShowRange struct{ From, To tracefeed.Time }
	FitTime   struct{}
	// ShowMoment moves the interval, at the same length, so that the moment is at
	// its usual place.
	ShowMoment struct{}
	// StretchRange shows an interval of which one end is being dragged; the other
	// end stays, however the length is rounded to steps.
	StretchRange struct{ From, To tracefeed.Time }
	// SelectInterval selects an interval, which sums then cover and the playback
	// can repeat; an empty one is none. ShowInterval shows the selected one.
	SelectInterval struct{ From, To tracefeed.Time }
	ShowInterval   struct{}
)

// ZoomNotch is the factor by which a notch zooms time. shortestRange is the shortest
// interval that zooming shows.
const (
	ZoomNotch     = 1.2
	shortestRange = 5 * tracefeed.Nanosecond
)

func (c ZoomTime) apply(w *Workspace) { ZoomTimeAt{c.Notches, w.Playback.Moment}.apply(w) }

func (c ZoomTimeAt) apply(w *Workspace) {
	l, end := &w.Look, max(w.Timeline.End, 1)
	from, to := l.Window()
	at := min(max(c.At, from), to)
	part := float64(at-from) / float64(to-from)
	wanted := math.Round(float64(to-from) * math.Pow(ZoomNotch, -c.Notches))
	length := tracefeed.Time(min(max(wanted, float64(shortestRange)), float64(end)))
	if length == to-from {
		return
	}
	setLength(w, length)
	shown := min(l.Length(), end)
	from = at - tracefeed.Time(math.Round(part*float64(shown)))
	switch {
	case l.Kind.FreeRange():
	case l.Kind.TimeAxis:
		takeMoment(w, from)
	default:
		from = min(max(from, w.Playback.Moment-shown), w.Playback.Moment)
	}
	showFrom(w, from)
}

func (c PanTime) apply(w *Workspace) {
	w.touched = true
	from, _ := w.Look.Window()
	moveTo(w, addWithin(from, c.By, w.Timeline.End))
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
		takeMoment(w, c.From)
		showFrom(w, c.From)
	}
}

// setLength sets the length of the interval that is shown, in suitable steps.
func setLength(w *Workspace, length tracefeed.Time) {
	w.touched = true
	w.Look.Step, w.Look.Steps = view.Steps(length)
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
	moveTo(w, from)
}

func (ShowMoment) apply(w *Workspace) { w.Look.Ahead = view.StartAhead }

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

// moveTo shows an interval of the present length from a time on, and takes the
// moment along in views that show it.
func moveTo(w *Workspace, from tracefeed.Time) {
	if !w.Look.Kind.FreeRange() {
		takeMoment(w, from)
	}
	showFrom(w, from)
}

// takeMoment moves the moment into the interval of the present length from a time
// on.
func takeMoment(w *Workspace, from tracefeed.Time) {
	p := &w.Playback
	from, length := inTrace(w, from)
	if moment := min(max(p.Moment, from), from+length); moment != p.Moment {
		p.Moment, w.following = moment, false
	}
}

// inTrace returns the begin and the length of the interval of the present length
// from a time on, moved into the trace.
func inTrace(w *Workspace, from tracefeed.Time) (begin, length tracefeed.Time) {
	end := max(w.Timeline.End, 1)
	length = min(w.Look.Length(), end)
	return min(max(from, 0), end-length), length
}

// showFrom shows an interval of the present length from a time on, moved into the
// trace. If it does not contain the moment, that no longer follows the end.
func showFrom(w *Workspace, from tracefeed.Time) {
	l, p := &w.Look, &w.Playback
	from, length := inTrace(w, from)
	l.Ahead = float64(from+length-p.Moment) / float64(length)
	// At an end of the trace there is less ahead, or more, than usual.
	if from+length == max(w.Timeline.End, 1) {
		l.Ahead = max(l.Ahead, view.StartAhead)
	}
	if from == 0 {
		l.Ahead = min(l.Ahead, view.StartAhead)
	}
	if p.Moment < from || p.Moment > from+length {
		w.following = false
	}
}

// meetMoment shows the moment again after it has moved, if it was not in the
// interval from one time to another that was shown before: there, or else at its
// usual place.
func meetMoment(w *Workspace, from, to tracefeed.Time) {
	if p := &w.Playback; p.Moment >= from && p.Moment <= to {
		showFrom(w, from)
		return
	}
	ShowMoment{}.apply(w)
}

// keepRange keeps the middle of an interval that does not contain the moment, if
// a command changed only its length.
func keepRange(w *Workspace, before *view.Look) {
	l := &w.Look
	if l.Length() == before.Length() || l.Ahead != before.Ahead || before.MomentShown() {
		return
	}
	from, to := before.Window()
	showFrom(w, from+(to-from)/2-l.Length()/2)
}

func (ZoomTime) Info() Info {
	return Info{label: "zoom time", run: "zoom time", Effects: Undoable | ZoomsTime}
}
func (ZoomTimeAt) Info() Info { return ZoomTime{}.Info() }
func (PanTime) Info() Info    { return Info{label: "move through time", Effects: Scrubs} }
func (ShowRange) Info() Info  { return Info{label: "show range", Effects: Undoable | Jumps} }
func (StretchRange) Info() Info {
	return Info{label: "visible range", run: "visible range", Effects: Undoable}
}
func (ShowMoment) Info() Info { return Info{label: "show moment", Effects: Jumps} }
func (FitTime) Info() Info    { return Info{label: "whole trace", Effects: Undoable | Jumps | ZoomsTime} }
func (SelectInterval) Info() Info {
	return Info{label: "select interval"}
}
func (ShowInterval) Info() Info { return Info{label: "show interval", Effects: Undoable | Jumps} }

// Interval returns the interval that counts, in the trace: the selected one, or else the one that
// is shown, or with whole all of it.
func Interval(l *view.Look, whole bool) (from, to tracefeed.Time) {
	if whole {
		return 0, l.End
	}
	from, to = l.Counted()
	return from, min(to, l.End)
}
