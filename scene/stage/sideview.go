package stage

import "tiv/scene/shape"

// Side draws the timeline view: a row for each bar, seen from the side.
type Side struct {
	*Stage
	Sheet *shape.Sheet
	View  *shape.View
	// Flat maps the plane of heights and depths to pixels.
	Flat shape.Flat
	// Middles are the pixel lines of the names of rows, by slot; without one, a name is at the
	// middle of its row.
	Middles map[int]float32
}

// X returns the pixel column of a depth.
func (sv *Side) X(z float32) float32 { return sv.Flat.Pixel([2]float32{z, 0})[0] }

// Y returns the pixel line of a height.
func (sv *Side) Y(height float32) float32 { return sv.Flat.Pixel([2]float32{0, height})[1] }

// below returns the pen that draws behind all bars.
func (sv *Side) below() shape.SidePen {
	return shape.SidePen{Pen: shape.Pen{Mesh: &sv.View.Below}, Flat: sv.Flat, X: sv.Layout.High[0] + 1}
}

// Above returns the pen that draws in front of all bars.
func (sv *Side) Above() shape.SidePen {
	return shape.SidePen{Pen: shape.Pen{Mesh: &sv.View.Above}, Flat: sv.Flat, X: sv.Layout.Low[0] - 1}
}
