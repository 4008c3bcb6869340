package scene

// sideView draws the timeline view: a row for each bar, seen from the side.
type sideView struct {
	*stage
	sheet *sheet
	view  *View
	// flat maps the plane of heights and depths to pixels.
	flat flat
	// middles are the pixel lines of the names of rows, by slot; without one, a name is at the
	// middle of its row.
	middles map[int]float32
}

// x returns the pixel column of a depth.
func (sv *sideView) x(z float32) float32 { return sv.flat.pixel([2]float32{z, 0})[0] }

// y returns the pixel line of a height.
func (sv *sideView) y(height float32) float32 { return sv.flat.pixel([2]float32{0, height})[1] }

// below returns the pen that draws behind all bars.
func (sv *sideView) below() sidePen {
	return sidePen{pen{mesh: &sv.view.Below}, sv.flat, sv.layout.high[0] + 1}
}

// above returns the pen that draws in front of all bars.
func (sv *sideView) above() sidePen {
	return sidePen{pen{mesh: &sv.view.Above}, sv.flat, sv.layout.low[0] - 1}
}
