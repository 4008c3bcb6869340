package workspace

import (
	"reflect"
	"slices"
)

// ShowBeside shows another workspace of the trace of of in w, as far as the two are not
// coupled: what two sides have in common, as the times, is that of of. w is a Clone of of,
// or has been one; nothing else changes it. of keeps the view, so that it shows the same
// once it shows that workspace itself.
func ShowBeside(w, of *Workspace, id int) {
	old := *w
	*w = *of.Clone()
	w.State = showing(of.State, id)
	w.filter, w.unhidden, w.listable, w.sliced = old.filter, old.unhidden, old.listable, old.sliced
	l := &w.Look
	l.Threads, l.Dimmed, l.FilterPending, l.Slicing = old.Look.Threads, old.Look.Dimmed, old.Look.FilterPending, old.Look.Slicing
	l.Cursor = of.Look.Cursor
	l.Hovered = old.Look.Hovered
	MatchView{SharedBy(of)}.apply(w)
	w.Playback, w.following = of.Playback, of.following
	if see(w); old.Timeline != w.Timeline || old.Shown != id || !old.same(&w.State) {
		w.chooseThreads()
	}
	w.sync()
	of.Spaces = of.Spaces.withView(id, viewOf(&w.State))
}

// Beside returns the workspace to show beside one: its parent, or, for the root, the first
// of the others; 0, the root, if there is no other.
func (s Tree) Beside(id int) int {
	if ids := s.IDs(); id == 0 && len(ids) > 1 {
		return ids[1]
	}
	return s.Parent(id)
}

// Has reports whether there is a workspace.
func (s Tree) Has(id int) bool { return s.at(id) >= 0 }

// withView returns the tree with another view of a workspace.
func (s Tree) withView(id int, v View) Tree {
	i := s.at(id)
	if reflect.DeepEqual(s[i].View, v) {
		return s
	}
	s = slices.Clone(s)
	s[i].View = v
	return s
}
