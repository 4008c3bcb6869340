package workspace

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"tiv/execution/slice"
	"tiv/expression"
	"tiv/scene"
)

// Commands about slices, which are named by their index in Look.Slices. Those with an index
// out of range, or with a definition that this program does not know, do nothing.
type (
	// AddSlices adds slices behind the others, as many as there is room for. One without a
	// colour gets one, and one with the name of another slice a name of its own.
	AddSlices struct{ Definitions []slice.Definition }
	SetSlice  struct {
		Index      int
		Definition slice.Definition
	}
	RemoveSlice struct{ Index int }
	// MoveSlice moves a slice to another place in the list.
	MoveSlice struct{ From, To int }
	// SetBase makes a slice the base, outside of which nothing counts; "" for none.
	SetBase struct{ Name string }
	// ToggleSliceColours colours bars by slices, or by states.
	ToggleSliceColours struct{}
)

func (c AddSlices) apply(w *Workspace) {
	w.Look.Slices = WithSlices(w.Look.Slices, c.Definitions)
}

// WithSlices returns the list that AddSlices makes of one, with names and colours.
func WithSlices(list, more []slice.Definition) []slice.Definition {
	for _, d := range more {
		list = withSlice(list, d)
	}
	return list
}

// withSlice returns a list with another slice at its end, if it fits.
func withSlice(list []slice.Definition, d slice.Definition) []slice.Definition {
	if len(list) >= slice.Max {
		return list
	}
	if d, ok := tidySlice(d, list); ok {
		return append(slices.Clip(list), d)
	}
	return list
}

// tidySlice returns a definition with a name that no other slice has, and a colour. ok is
// false if this program does not know such slices. A wrong condition is kept.
func tidySlice(d slice.Definition, others []slice.Definition) (tidy slice.Definition, ok bool) {
	d.Name = strings.TrimSpace(shorten(scene.OneLine(d.Name, len(d.Name)), maxNameLen))
	if d.Name == "" {
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

// freeColour returns the colour for slices that the fewest have.
func freeColour(of []slice.Definition) (free uint32) {
	least := slice.Max + 1
	for _, c := range scene.SliceColors {
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
	before := w.Look.Slices[c.Index].Name
	d, ok := tidySlice(c.Definition, slices.Delete(slices.Clone(w.Look.Slices), c.Index, c.Index+1))
	if !ok {
		return
	}
	w.Look.Slices = slices.Clone(w.Look.Slices)
	w.Look.Slices[c.Index] = d
	if w.Look.Base == before {
		w.Look.Base = d.Name
	}
}

func (c RemoveSlice) apply(w *Workspace) {
	if !hasSlice(w, c.Index) {
		return
	}
	if w.Look.Base == w.Look.Slices[c.Index].Name {
		w.Look.Base = ""
	}
	if w.Look.Slices = slices.Delete(slices.Clone(w.Look.Slices), c.Index, c.Index+1); len(w.Look.Slices) == 0 {
		w.Look.Slices = nil
	}
}

func (c MoveSlice) apply(w *Workspace) {
	if hasSlice(w, c.From) && hasSlice(w, c.To) {
		d := w.Look.Slices[c.From]
		w.Look.Slices = slices.Insert(slices.Delete(slices.Clone(w.Look.Slices), c.From, c.From+1), c.To, d)
	}
}

func (c SetBase) apply(w *Workspace) {
	if c.Name == "" || slice.Find(w.Look.Slices, c.Name) >= 0 {
		w.Look.Base = c.Name
	}
}

func (c SetBase) on(w *Workspace) bool { return w.Look.Base == c.Name }

func (ToggleSliceColours) apply(w *Workspace) { w.Look.SliceColours = !w.Look.SliceColours }

func (ToggleSliceColours) on(w *Workspace) bool { return w.Look.SliceColours }

func hasSlice(w *Workspace, i int) bool { return i >= 0 && i < len(w.Look.Slices) }

func (AddSlices) Info() Info { return Info{Label: "add slices", Effects: Undoable} }
func (c SetSlice) Info() Info {
	return Info{Label: "change slice", Run: fmt.Sprint("slice ", c.Index), Effects: Undoable}
}
func (RemoveSlice) Info() Info        { return Info{Label: "delete slice", Effects: Undoable} }
func (MoveSlice) Info() Info          { return Info{Label: "move slice", Effects: Undoable} }
func (SetBase) Info() Info            { return Info{Label: "base", Effects: Undoable} }
func (ToggleSliceColours) Info() Info { return Info{Label: "colour by slice", Effects: Undoable} }
