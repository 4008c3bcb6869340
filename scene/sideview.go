package scene

import "tiv/scene/shape"

// sideView draws the timeline view: a row for each bar, seen from the side.
type sideView struct {
	*stage
	sheet *shape.Sheet
	view  *shape.View
	// flat maps the plane of heights and depths to pixels.
	flat shape.Flat
}

// x returns the pixel column of a depth.
func (sv *sideView) x(z float32) float32 { return sv.flat.Pixel([2]float32{z, 0})[0] }

// y returns the pixel line of a height.
func (sv *sideView) y(height float32) float32 { return sv.flat.Pixel([2]float32{0, height})[1] }

// below returns the pen that draws behind all bars.
func (sv *sideView) below() shape.SidePen {
	return shape.SidePen{Pen: shape.Pen{Mesh: &sv.view.Below}, Flat: sv.flat, X: sv.layout.High[0] + 1}
}

// above returns the pen that draws in front of all bars.
func (sv *sideView) above() shape.SidePen {
	return shape.SidePen{Pen: shape.Pen{Mesh: &sv.view.Above}, Flat: sv.flat, X: sv.layout.Low[0] - 1}
}
