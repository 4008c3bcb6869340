package scene

import (
	"slices"

	"tiv/scene/shape"
	"tiv/tracefeed"
)

// At returns the thing at a pixel, and the index of its view; view is -1
// outside all views.
func (f *Frame) At(x, y float32) (pick shape.PickID, view int) {
	for i := range f.Flags {
		if n := &f.Flags[i]; n.Box.Holds(x, y) || n.Label.Holds(x, y) {
			return shape.PickID{Kind: shape.PickNote, Index: int32(n.Note)}, n.View
		}
	}
	view = f.viewAt(x, y)
	if view < 0 {
		return shape.PickID{}, -1
	}
	if bar, ok := f.NameAt(x, y); ok {
		return bar, view
	}
	return f.Views[view].Strike(f.Shares, f.Scale, x, y).Pick, view
}

// NameAt returns the bar whose name is at a pixel; ok is false if no name is
// there.
func (f *Frame) NameAt(x, y float32) (bar shape.PickID, ok bool) {
	i := slices.IndexFunc(f.Names, func(n Name) bool { return n.Box.Holds(x, y) })
	if i < 0 {
		return shape.PickID{}, false
	}
	return f.Names[i].Pick, true
}

// viewAt returns the index of the view at a pixel, -1 outside all views.
func (f *Frame) viewAt(x, y float32) int {
	return slices.IndexFunc(f.Views, func(v shape.View) bool { return v.Rect.Holds(x, y) })
}

// TimeAt returns the time at a pixel: that of its column if time lies along x,
// in the 3D view that of the nearest bar at the point under the pixel. The front
// of a bar shows the moment, or the end of its threads. ok is false if neither is
// there.
func (f *Frame) TimeAt(x, y float32) (t tracefeed.Time, ok bool) {
	i := f.viewAt(x, y)
	if i < 0 {
		return 0, false
	}
	if v, g := &f.Views[i], f.depths.Grid; v.TimeAxis {
		return v.TimeIn(g.From, g.To, x), true
	}
	s := f.Views[i].Strike(f.Shares, f.Scale, x, y)
	return f.depths.Time(s.At[2]), s.Bar >= 0
}
