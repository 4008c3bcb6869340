package workspace

import (
	"fmt"
	"slices"

	"tiv/execution/slice"
	"tiv/scene/view"
	"tiv/tracefeed"
)

// Space is a workspace in the tree of those of a trace: the time in its base, its slices,
// and its view. The root's base is the whole trace. Every other base is a slice of the
// parent, named and not copied, so that a change of a parent passes to all below.
type Space struct {
	// ID identifies it; the root's is 0. Parent is the ID of the parent.
	ID, Parent int
	// Base is the name of a slice that the parent sees. If there is none, nothing counts.
	Base string
	// Slices are its own slices. It sees those of its ancestors in front of them.
	Slices []slice.Definition
	// View is its view while another workspace is shown.
	View View
}

// Tree is the workspaces of a trace, parents in front of their children; the first is the
// root. It is never changed in place.
type Tree []Space

// View is the view of one workspace. Clusters, names, notes and colours are those of the
// trace, and not in it.
type View struct {
	view.State
	view.Cursor
	Runtime               bool
	Hidden, Dimmed, Aside []tracefeed.ThreadID
	HiddenProcesses       []string
	Filter                Filter
}

// Limits of the tree: the number of workspaces, and of those on the way from the root.
const (
	maxSpaces     = 64
	maxSpaceDepth = 16
)

// at returns the index of a workspace; -1 for none.
func (s Tree) at(id int) int {
	return slices.IndexFunc(s, func(x Space) bool { return x.ID == id })
}

// path returns the indices of a workspace and of its ancestors, the root's first.
func (s Tree) path(i int) []int {
	path := []int{i}
	for s[i].ID != 0 {
		i = s.at(s[i].Parent)
		path = append(path, i)
	}
	slices.Reverse(path)
	return path
}

// below returns the indices of a workspace and of all below it. Parents are in front
// of their children.
func (s Tree) below(i int) []int {
	ids, list := []int{s[i].ID}, []int{i}
	for k := i + 1; k < len(s); k++ {
		if x := &s[k]; slices.Contains(ids, x.Parent) {
			ids, list = append(ids, x.ID), append(list, k)
		}
	}
	return list
}

// seen returns the slices that a workspace sees.
func (s Tree) seen(i int) (list []slice.Definition) {
	for _, k := range s.path(i) {
		if own := s[k].Slices; list == nil {
			list = slices.Clip(own)
		} else {
			list = append(list, own...)
		}
	}
	return list
}

// Owner returns the ID of the workspace with a slice, given by its index among those that a
// workspace sees.
func (s Tree) Owner(id, i int) int {
	space, _ := s.owner(id, i)
	return s[space].ID
}

// owner returns the index of the workspace with a slice, given as for Owner, and the index
// of the slice there.
func (s Tree) owner(id, i int) (space, index int) {
	for _, k := range s.path(s.at(id)) {
		if n := len(s[k].Slices); i >= n {
			i -= n
			continue
		}
		return k, i
	}
	panic("no such slice")
}

// Parent returns the ID of the parent of a workspace; the root is its own parent.
func (s Tree) Parent(id int) int { return s[s.at(id)].Parent }

// Base returns the path of the bases of a workspace, see slice.Within.
func (s Tree) Base(id int) (path string) {
	for _, k := range s.path(s.at(id))[1:] {
		path = slice.Within(path, s[k].Base)
	}
	return path
}

// Missing returns the first base on the way to a workspace that there is no slice for;
// "" for none.
func (s Tree) Missing(id int) string {
	return slice.MissingBase(s.seen(s.at(id)), s.Base(id))
}

// Title returns the name of a workspace; that of the root is name.
func (s Tree) Title(id int, name string) string {
	if i := s.at(id); i > 0 {
		return s[i].Base
	}
	return name
}

// IDs returns all workspaces, each before those below it.
func (s Tree) IDs() (ids []int) {
	for i := range s {
		at := len(ids)
		if x := &s[i]; i > 0 {
			// Behind the parent and what is below it already.
			at = slices.Index(ids, x.Parent) + len(slices.DeleteFunc(s.below(s.at(x.Parent)), func(k int) bool { return k >= i }))
		}
		ids = slices.Insert(ids, at, s[i].ID)
	}
	return ids
}

// others returns the slices that one of a workspace could be taken for: those that it
// sees, its bases, if they are missing, and those of all below. most is the largest number
// that one of these sees.
func (s Tree) others(i int) (list []slice.Definition, most int) {
	list = slices.Clip(s.seen(i))
	most = len(list)
	for _, k := range s.path(i)[1:] {
		list = append(list, slice.Definition{Name: s[k].Base})
	}
	for _, k := range s.below(i)[1:] {
		list = append(list, s[k].Slices...)
		most = max(most, len(s.seen(k)))
	}
	return list, most
}

// Room returns the number of slices that can be added to a workspace.
func (s Tree) Room(id int) int {
	_, most := s.others(s.at(id))
	return max(0, slice.Max-most)
}

// withSlices returns the tree with other own slices of a workspace.
func (s Tree) withSlices(i int, list []slice.Definition) Tree {
	if s = slices.Clone(s); len(list) == 0 {
		list = nil
	}
	s[i].Slices = list
	return s
}

// withSlice returns the tree with another slice of a workspace, if that fits there and in
// all below.
func (s Tree) withSlice(i int, d slice.Definition) Tree {
	others, most := s.others(i)
	if most >= slice.Max {
		return s
	}
	if d, ok := tidySlice(d, others); ok {
		return s.withSlices(i, append(slices.Clip(s[i].Slices), d))
	}
	return s
}

// Adds returns the slices that AddSlices adds to a workspace, with names and colours.
func (s Tree) Adds(id int, more []slice.Definition) []slice.Definition {
	i := s.at(id)
	return s.withMore(i, more)[i].Slices[len(s[i].Slices):]
}

// withMore returns the tree with further slices of a workspace, as far as they fit.
func (s Tree) withMore(i int, more []slice.Definition) Tree {
	for _, d := range more {
		s = s.withSlice(i, d)
	}
	return s
}

// renamed returns the tree with a new name of the slice of a workspace as the base of those
// below it.
func (s Tree) renamed(space int, before, name string) Tree {
	s = slices.Clone(s)
	for _, k := range s.below(space)[1:] {
		if s[k].Base == before {
			s[k].Base = name
		}
	}
	return s
}

// with returns the tree with another workspace below one, and the ID of that.
func (s Tree) with(parent int, base string, v View) (tree Tree, id int) {
	for i := range s {
		id = max(id, s[i].ID+1)
	}
	return append(slices.Clip(s), Space{ID: id, Parent: parent, Base: base, View: v}), id
}

// hasRoom reports whether there is room for a workspace below one.
func (s Tree) hasRoom(parent int) bool {
	return len(s) < maxSpaces && len(s.path(parent)) < maxSpaceDepth
}

// child returns the ID of the workspace with a base below one; 0 for none.
func (s Tree) child(parent int, base string) int {
	if i := slices.IndexFunc(s, func(x Space) bool { return x.ID != 0 && x.Parent == parent && x.Base == base }); i >= 0 {
		return s[i].ID
	}
	return 0
}

// Refuses returns why a slice that a workspace sees cannot be opened as a workspace below
// it; "" if it can.
func (s Tree) Refuses(parent int, base string) string {
	at := s.at(parent)
	switch {
	case slice.Find(s.seen(at), base) < 0:
		return "There is no such slice."
	case slice.OnPath(s.Base(parent), base):
		return "The slice is a base of this workspace already."
	case s.child(parent, base) == 0 && !s.hasRoom(at):
		return fmt.Sprintf("There is room for %d workspaces, %d within each other.", maxSpaces, maxSpaceDepth)
	}
	return ""
}
