package workspace

import (
	"tiv/interaction"
	"tiv/scene/view"
	"tiv/tracefeed"
)

// Viewpoint is an entry of the navigation history: the moment, the camera and
// the selected thread.
type Viewpoint struct {
	Moment, Step   tracefeed.Time
	Ahead          float64
	Steps, History int
	Kind           *view.Kind
	Camera         view.Camera
	Selected       tracefeed.ThreadID
	Selection      []tracefeed.ThreadID
}

// Bookmark is a saved viewpoint, if it is set.
type Bookmark struct {
	Set bool
	Viewpoint
}

// viewpoint returns the present viewpoint.
func (w *Workspace) viewpoint() Viewpoint {
	l := &w.Look
	return Viewpoint{l.Moment, l.Step, l.Ahead, l.Steps, l.History, l.Kind, l.Camera, l.Selected, l.Selection}
}

// goTo sets the moment, the camera and the selection to a viewpoint.
func (w *Workspace) goTo(p Viewpoint) {
	SeekTo{p.Moment}.apply(w)
	l := &w.Look
	l.Step, l.Ahead, l.Steps, l.History, l.Kind, l.Camera = p.Step, p.Ahead, p.Steps, p.History, p.Kind, p.Camera
	SelectMany{p.Selection, SelectOnly}.apply(w)
	if view.Has(l.Selection, p.Selected) {
		l.Selected = p.Selected
	}
}

// visit is a viewpoint in a workspace.
type visit struct {
	Viewpoint
	space int
}

// viewHistory is the history of viewpoints.
type viewHistory struct {
	history[visit]
	// scrubbing is set after a command that scrubs, so that of successive ones
	// only the first records a viewpoint.
	scrubbing bool
}

// maxViewpoints is the largest number of recorded viewpoints.
const maxViewpoints = 200

// note records the viewpoint before a command, if the user may want to go back
// there.
func (v *viewHistory) note(c Info, before visit) {
	if c.Effects.Has(Passive | Navigates) {
		return
	}
	scrubs := c.Effects.Has(Scrubs)
	if c.Effects.Has(Jumps) || scrubs && !v.scrubbing {
		v.record(before, maxViewpoints)
	}
	v.scrubbing = scrubs
}

// Commands that go to places.
type (
	// Back goes to the viewpoint before the last jump, Forward to the one after.
	Back    struct{}
	Forward struct{}
	// SetBookmark stores the present viewpoint under a number from 0 to 9.
	SetBookmark struct{ Number int }
	// GoToBookmark goes to a bookmark's viewpoint; it does nothing if there is
	// no such bookmark.
	GoToBookmark struct{ Number int }
)

func (Back) apply(w *Workspace) { w.visit(w.visits.back) }

func (Forward) apply(w *Workspace) { w.visit(w.visits.forward) }

// visit goes to the next viewpoint in the history and stores the present one
// there.
func (w *Workspace) visit(step func(now func(visit) visit) (visit, bool)) {
	if p, ok := step(func(visit) visit { return visit{w.viewpoint(), w.Shown} }); ok {
		showSpace(w, p.space)
		w.goTo(p.Viewpoint)
	}
}

func (c SetBookmark) apply(w *Workspace) {
	if c.Number >= 0 && c.Number < len(w.Bookmarks) {
		w.Bookmarks[c.Number] = Bookmark{true, w.viewpoint()}
	}
}

func (SetBookmark) Info() Info { return Info{label: "set bookmark", Effects: Undoable} }

func (c GoToBookmark) apply(w *Workspace) {
	if c.Number >= 0 && c.Number < len(w.Bookmarks) && w.Bookmarks[c.Number].Set {
		w.goTo(w.Bookmarks[c.Number].Viewpoint)
	}
}

func (GoToBookmark) Info() Info {
	return Info{label: "go to bookmark", Effects: Undoable | MovesCamera | Jumps}
}

// GraphChange returns the next moment (or, with -1, the previous one) at which
// a shown thread begins or ceases to block; ok is false if there is none.
func (w *Workspace) GraphChange(direction int) (at tracefeed.Time, ok bool) {
	threads := union(w.Timeline, w.Look.Threads)
	if direction < 0 {
		return interaction.LastChange(w.Timeline, threads, w.Look.Moment)
	}
	return interaction.NextChange(w.Timeline, threads, w.Look.Moment)
}

func (Back) Info() Info { return Info{label: "back", Effects: Navigates | MovesThreads | MovesCamera} }
func (Forward) Info() Info {
	return Info{label: "forward", Effects: Navigates | MovesThreads | MovesCamera}
}

// StartAfresh shows the trace as when it was opened first, at the moment of its opening. The
// user's notes, names, slices, palette, bookmarks, panels and judgements of findings stay.
type StartAfresh struct{}

func (StartAfresh) apply(w *Workspace) {
	l, first := &w.Look, view.LookAt(w.Timeline)
	first.Palette, first.Notes, first.LockNames, first.Input = l.Palette, l.Notes, l.LockNames, l.Input
	*l = first
	w.Hidden, w.Dimmed, w.Aside, w.HiddenProcesses, w.Runtime, w.Filter = nil, nil, nil, nil, false, Filter{}
	w.Playback.Speed, w.Playback.Loop = startSpeed(w.Timeline.End), false
	w.chooseThreads()
	SeekEnd{}.apply(w)
	w.opensAt.seek(w)
}

func (StartAfresh) Info() Info {
	return Info{label: "start afresh", Effects: Undoable | MovesThreads | MovesCamera | Jumps}
}
