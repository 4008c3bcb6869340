package workspace

import (
	"tiv/execution/slice"
	"tiv/workspace/saved"
)

// entries returns the saved form of slices.
func entries(list []slice.Definition) (saved []slice.Entry) {
	for _, d := range list {
		saved = append(saved, slice.EntryOf(d))
	}
	return saved
}

// spaces returns the saved form of workspaces; none if there is only the root.
func (v viewWriter) spaces(w *Workspace) (list []saved.Space) {
	if len(w.Spaces) == 1 {
		return nil
	}
	for _, x := range w.Spaces {
		s := saved.Space{ID: x.ID, Parent: x.Parent, Base: x.Base}
		if x.ID != 0 {
			s.Slices = entries(x.Slices)
		}
		if x.ID != w.Shown {
			other := *w
			other.State = showing(other.State, x.ID)
			own := v.own(&other)
			s.View = &own
		}
		list = append(list, s)
	}
	return list
}

// spaces restores the workspaces, as far as they are a tree within the limits. The view of
// the shown one must be restored after it, and then come those that are missing.
func (v viewReader) spaces(s *saved.View) {
	w := v.w
	w.Spaces, w.Shown = Tree{{}}, 0
	for i := range s.Slices[:min(len(s.Slices), slice.Max)] {
		v.slice(0, &s.Slices[i])
	}
	for i := range s.Spaces[:min(len(s.Spaces), maxSpaces)] {
		v.space(&s.Spaces[i])
	}
	if w.Spaces.at(s.Shown) >= 0 {
		w.Shown = s.Shown
	}
	if len(w.Spaces) == 1 && slice.Find(w.Spaces[0].Slices, s.Base) >= 0 {
		w.Spaces, w.Shown = w.Spaces.with(0, s.Base, View{})
	}
}

// setViews gives workspaces without a saved view the one that is shown.
func (v viewReader) setViews() {
	for i := range v.w.Spaces {
		switch x := &v.w.Spaces[i]; {
		case x.ID == v.w.Shown:
			x.View = View{}
		case x.View.Kind == nil:
			x.View = viewOf(&v.w.State)
		}
	}
}

// space restores a workspace. Its parent must be there before.
func (v viewReader) space(s *saved.Space) {
	w, at := v.w, 0
	if s.ID != 0 {
		parent := w.Spaces.at(s.Parent)
		base := sliceName(s.Base)
		if s.ID < 0 || s.ID > maxSpaceID || w.Spaces.at(s.ID) >= 0 || parent < 0 || base == "" || !w.Spaces.hasRoom(parent) {
			return
		}
		at = len(w.Spaces)
		w.Spaces = append(w.Spaces, Space{ID: s.ID, Parent: s.Parent, Base: base})
		for i := range s.Slices[:min(len(s.Slices), slice.Max)] {
			v.slice(at, &s.Slices[i])
		}
	}
	if s.View != nil {
		v.own(s.View)
		w.Look.Moment = w.Playback.Moment
		w.Spaces[at].View = viewOf(&w.State)
	}
}

// maxSpaceID limits the saved IDs of workspaces.
const maxSpaceID = 1 << 30

// slice restores a slice of a workspace, if this program knows its kind.
func (v viewReader) slice(space int, s *slice.Entry) {
	if d, err := s.Definition(); err == nil {
		v.w.Spaces = v.w.Spaces.withSlice(space, d)
	}
}
