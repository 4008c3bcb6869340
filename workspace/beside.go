package workspace

import (
	"reflect"
	"slices"

	"tiv/scene/paint"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Shared is the part of a view that two traces side by side have in common, in the times
// and threads of one of them.
type Shared struct {
	Viewpoint
	// From is the begin of the interval shown, in place of Ahead.
	From     tracefeed.Time
	Interval timeline.Interval
	// Options are without the layout and the colours of slices, which each trace has of its own.
	view.Options
	Palette     *paint.Palette
	Highlighted string
	Speed       float64
	Loop        bool
}

// SharedBy returns the present view of a workspace.
func SharedBy(w *Workspace) Shared {
	l, p := &w.Look, &w.Playback
	from, _ := l.Window()
	o := l.Options
	o.Arrangement, o.SliceColours = view.Rows, false
	return Shared{w.viewpoint(), from, l.Interval, o, l.Palette, l.Highlighted, p.Speed, p.Loop}
}

// Equal reports whether two views are the same.
func (s Shared) Equal(other Shared) bool {
	same := slices.Equal(s.Selection, other.Selection)
	s.Selection, other.Selection = nil, nil
	return same && reflect.DeepEqual(s, other)
}

// MatchView takes the view of another trace beside this one. A moment other than the
// present one pauses.
type MatchView struct{ Shared }

func (c MatchView) apply(w *Workspace) {
	w.touched, w.ownSpeed, w.ownHistory = true, true, true
	l, p := &w.Look, &w.Playback
	if c.Moment != p.Moment {
		p.Moment, p.Playing, w.following = min(max(c.Moment, 0), w.Timeline.End), false, false
	}
	l.Moment = p.Moment
	cam := c.Camera
	cam.Pitch, cam.Zoom = view.Tilt(cam.Pitch), min(max(cam.Zoom, minZoom), maxZoom)
	cam.Target = known(w.Timeline, cam.Target)
	l.Kind, l.Camera, l.Palette, l.Highlighted = c.Kind, cam, c.Palette, c.Highlighted
	o := c.Options
	o.Arrangement, o.SliceColours = l.Arrangement, l.SliceColours
	l.Options = o
	l.Step, l.Steps, l.History = max(c.Step, view.ShortestStep), min(max(c.Steps, MinSteps), MaxSteps), min(max(c.History, 1), MaxHistory)
	showFrom(w, c.From)
	SelectInterval{c.Interval.Start, c.Interval.End}.apply(w)
	SelectMany{c.Selection, SelectOnly}.apply(w)
	if view.Has(l.Selection, c.Selected) {
		l.Selected = c.Selected
	}
	p.SetSpeed(c.Speed, w.Timeline.End)
	p.Loop = c.Loop
}

func (MatchView) Info() Info {
	return Info{label: "view of the other trace", run: "view of the other trace", Effects: Undoable | MovesThreads | MovesCamera}
}

// MarkChanges sets the threads to mark as different from those of another trace.
type MarkChanges struct {
	Of map[tracefeed.ThreadID]view.Change
}

func (c MarkChanges) apply(w *Workspace) { w.Look.Changes = c.Of }

// MarkHandlers marks the calls of functions that process events; nil marks none.
type MarkHandlers struct{ Of *view.Functions }

func (c MarkHandlers) apply(w *Workspace) { w.Look.Handlers = c.Of }

func (MarkHandlers) Info() Info { return Info{label: "mark handlers", Effects: Passive} }

func (MarkChanges) Info() Info { return Info{label: "mark differences", Effects: Passive} }
