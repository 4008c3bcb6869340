package workspace

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"tiv/execution/slice"
	"tiv/expression"
	"tiv/scene/paint"
	"tiv/scene/view"
)

// Commands about slices, which are named by their index in Look.Slices. Those of an ancestor
// are changed there. Commands with an index out of range, or with a definition that this
// program does not know, do nothing.
type (
	// AddSlices adds slices to the shown workspace, behind its others, as many as there is
	// room for. One without a colour gets one, and one with the name of another slice a name
	// of its own.
	AddSlices struct{ Definitions []slice.Definition }
	SetSlice  struct {
		Index      int
		Definition slice.Definition
	}
	RemoveSlice struct{ Index int }
	// MoveSlice moves a slice to the place of another one of its workspace.
	MoveSlice struct{ From, To int }
)

func (c AddSlices) apply(w *Workspace) {
	w.Spaces = w.Spaces.withMore(w.Spaces.at(w.Shown), c.Definitions)
}

// OfferSlices gives a workspace the slices that it has until another view is restored. Nothing
// is to be undone or saved then.
func OfferSlices(w *Workspace, list []slice.Definition) {
	AddSlices{list}.apply(w)
	see(w)
}

// tidySlice returns a definition with a name that no other slice has, and a colour. ok is
// false if this program does not know such slices. A wrong condition is kept.
func tidySlice(d slice.Definition, others []slice.Definition) (tidy slice.Definition, ok bool) {
	if d.Name = sliceName(d.Name); d.Name == "" {
		d.Name = "slice"
	}
	name := shorten(d.Name, maxNameLen-len(" 64"))
	for n := 2; slice.Find(others, d.Name) >= 0; n++ {
		d.Name = fmt.Sprint(name, " ", n)
	}
	d.Where = strings.ToValidUTF8(d.Where, "\uFFFD")
	if d.Colour &= 0xFFFFFF; d.Colour == 0 {
		d.Colour = freeColour(others)
	}
	var wrong *expression.Error
	err := d.Check()
	return d, (err == nil || errors.As(err, &wrong)) && len(d.Where) <= expression.MaxLength
}

// sliceName returns a name in one line, and not too long.
func sliceName(name string) string {
	return strings.TrimSpace(shorten(view.OneLine(name, len(name)), maxNameLen))
}

// freeColour returns the colour for slices that the fewest have.
func freeColour(of []slice.Definition) (free uint32) {
	least := len(of) + 1
	for _, c := range paint.SliceColors {
		n := 0
		for i := range of {
			if of[i].Colour == c {
				n++
			}
		}
		if n < least {
			free, least = c, n
		}
	}
	return free
}

func (c SetSlice) apply(w *Workspace) {
	if !hasSlice(w, c.Index) {
		return
	}
	space, i := w.Spaces.owner(w.Shown, c.Index)
	own := w.Spaces[space].Slices
	before := own[i].Name
	others, _ := w.Spaces.others(space)
	d, ok := tidySlice(c.Definition, slices.DeleteFunc(slices.Clone(others), func(d slice.Definition) bool { return d.Name == before }))
	if !ok {
		return
	}
	own = slices.Clone(own)
	own[i] = d
	w.Spaces = w.Spaces.withSlices(space, own)
	w.Spaces = w.Spaces.renamed(space, before, d.Name)
}

func (c RemoveSlice) apply(w *Workspace) {
	if hasSlice(w, c.Index) {
		space, i := w.Spaces.owner(w.Shown, c.Index)
		w.Spaces = w.Spaces.withSlices(space, slices.Delete(slices.Clone(w.Spaces[space].Slices), i, i+1))
	}
}

func (c MoveSlice) apply(w *Workspace) {
	if !hasSlice(w, c.From) || !hasSlice(w, c.To) {
		return
	}
	space, from := w.Spaces.owner(w.Shown, c.From)
	if other, to := w.Spaces.owner(w.Shown, c.To); other == space {
		own := w.Spaces[space].Slices
		w.Spaces = w.Spaces.withSlices(space, slices.Insert(slices.Delete(slices.Clone(own), from, from+1), to, own[from]))
	}
}

func hasSlice(w *Workspace, i int) bool { return i >= 0 && i < len(w.Look.Slices) }

func (AddSlices) Info() Info { return Info{label: "add slices", Effects: Undoable} }
func (c SetSlice) Info() Info {
	return Info{label: "change slice", run: fmt.Sprint("slice ", c.Index), Effects: Undoable}
}
func (RemoveSlice) Info() Info { return Info{label: "delete slice", Effects: Undoable} }
func (MoveSlice) Info() Info   { return Info{label: "move slice", Effects: Undoable} }
