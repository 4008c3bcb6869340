package workspace

import "slices"

// Commands about the workspaces of a trace.
type (
	// OpenSpace shows a slice of the shown workspace as a workspace below it, which begins
	// with the same view, in the colours of states: slices divide the whole, and seldom a part of
	// it. One that is there already is shown.
	OpenSpace struct{ Base string }
	// ShowSpace shows a workspace.
	ShowSpace struct{ ID int }
	// CloseSpace removes a workspace, and all below it. The root stays.
	CloseSpace struct{ ID int }
)

func (c OpenSpace) apply(w *Workspace) {
	if w.Spaces.Refuses(w.Shown, c.Base) != "" {
		return
	}
	id := w.Spaces.child(w.Shown, c.Base)
	if id == 0 {
		v := viewOf(&w.State)
		v.SliceColours = false
		w.Spaces, id = w.Spaces.with(w.Shown, c.Base, v)
	}
	showSpace(w, id)
}

// showSpace shows a workspace.
func showSpace(w *Workspace, id int) {
	before := w.Shown
	w.Look.Moment = w.Playback.Moment
	if w.State = showing(w.State, id); w.Shown != before {
		arrive(w, before)
	}
}

func (c ShowSpace) apply(w *Workspace) { showSpace(w, c.ID) }

func (c CloseSpace) apply(w *Workspace) {
	i := w.Spaces.at(c.ID)
	if i <= 0 {
		return
	}
	closed := w.Spaces.below(i)
	if slices.Contains(closed, w.Spaces.at(w.Shown)) {
		showSpace(w, w.Spaces[i].Parent)
	}
	var left Tree
	for k, x := range w.Spaces {
		if !slices.Contains(closed, k) {
			left = append(left, x)
		}
	}
	w.Spaces = left
}

func (OpenSpace) Info() Info {
	return Info{label: "open workspace", Effects: Undoable | Jumps | MovesThreads | MovesCamera}
}
func (ShowSpace) Info() Info {
	return Info{label: "show workspace", Effects: Jumps | MovesThreads | MovesCamera}
}
func (CloseSpace) Info() Info {
	return Info{label: "close workspace", Effects: Undoable | Jumps | MovesThreads | MovesCamera}
}
