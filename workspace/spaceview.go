package workspace

import (
	"slices"

	"tiv/scene/shape"
	"tiv/scene/view"
)

// viewOf returns the view of the shown workspace, without the parts that belong to the
// trace.
func viewOf(s *State) View {
	v := View{s.Look.State, s.Look.Cursor, s.Runtime, s.Hidden, s.Dimmed, s.Aside, s.HiddenProcesses, s.Filter}
	v.setCommon(&view.State{})
	v.Hovered = shape.PickID{}
	return v
}

// setView shows a view.
func setView(s *State, v View) {
	v.setCommon(&s.Look.State)
	s.Look.State, s.Look.Cursor = v.State, v.Cursor
	s.Runtime, s.Hidden, s.Dimmed, s.Aside, s.Filter = v.Runtime, v.Hidden, v.Dimmed, v.Aside, v.Filter
	s.HiddenProcesses = v.HiddenProcesses
}

// setCommon sets the parts of a view that are those of the trace.
func (v *View) setCommon(from *view.State) {
	v.Clusters, v.LockNames, v.Notes = from.Clusters, from.LockNames, from.Notes
	v.Palette, v.Plain = from.Palette, from.Plain
}

// showing returns the state with another workspace shown; the same one if there is no
// such workspace.
func showing(s State, id int) State {
	from, to := s.Spaces.at(s.Shown), s.Spaces.at(id)
	if to < 0 || to == from {
		return s
	}
	s.Spaces = slices.Clone(s.Spaces)
	s.Spaces[from].View = viewOf(&s)
	setView(&s, s.Spaces[to].View)
	s.Spaces[to].View, s.Shown = View{}, id
	return s
}

// cursorOf returns the cursor of a workspace; ok is false if there is no such workspace.
func cursorOf(s *State, id int) (c view.Cursor, ok bool) {
	switch i := s.Spaces.at(id); {
	case i < 0:
		return c, false
	case id == s.Shown:
		return s.Look.Cursor, true
	default:
		return s.Spaces[i].View.Cursor, true
	}
}

// withCursors returns the state with the cursors of another, as far as that has the same
// workspaces.
func withCursors(s State, from *State) State {
	if c, ok := cursorOf(from, s.Shown); ok {
		s.Look.Cursor = c
	}
	s.Spaces = slices.Clone(s.Spaces)
	for i := range s.Spaces {
		if x := &s.Spaces[i]; x.ID != s.Shown {
			if c, ok := cursorOf(from, x.ID); ok {
				x.View.Cursor = c
			}
		}
	}
	return s
}

// arrive follows a change of the state that may show another workspace than before.
func arrive(w *Workspace, before int) {
	if w.touched = true; w.Shown != before && w.Look.Moment != w.Playback.Moment {
		w.Playback.Moment, w.following = w.Look.Moment, false
	}
	see(w)
	w.chooseThreads()
}

// see sets the slices and the base that the shown workspace sees.
func see(w *Workspace) {
	w.Look.Slices, w.Look.Base = w.Spaces.seen(w.Spaces.at(w.Shown)), w.Spaces.Base(w.Shown)
}
