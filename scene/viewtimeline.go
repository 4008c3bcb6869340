package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/place"
	"tiv/scene/shape"
)

// sideways returns the flat view of a rectangle from the side, and its column of names. The
// view is clipped to the rows, so that none covers the axis, however near the camera is.
func (p *picture) sideways(r shape.Rect) (shape.Flat, shape.View, rowNames) {
	lanes, names := p.Pad(r), p.rowNames(r.Width())
	lanes.X0 += names.wide
	lanes.X1 -= p.Em
	fl := p.layout.SidePlane(p.look.Camera, lanes, p.depths.far(), p.depths.near(), p.layout.Margin(p.look.Kind))
	v := shape.View{Rect: shape.Rect{X0: lanes.X0, Y0: lanes.Y0, X1: lanes.X1 + p.Em, Y1: lanes.Y1}, Eye: mgl32.Vec3{-1e6, 0, 0},
		Time: lanes}
	low, high := p.layout.Low[0], p.layout.High[0]
	v.Camera = fl.Fill(v.Rect).Matrix(shape.Forward, shape.Up, shape.Right, 4*max(high-low, 10)+mgl32.Abs(high)+mgl32.Abs(low))
	return fl, v, names
}

// drawTimeline draws the time that is shown from the side.
func drawTimeline(p *picture, r shape.Rect) shape.View {
	fl, v, names := p.sideways(r)
	sv := &sideView{p.stage, p.Sheet, &v, fl}
	sv.collections()
	sv.grid()
	v.Bars = flatBars(p.bars(func(s *place.Slot) mgl32.Vec2 { return mgl32.Vec2{0.01, s.Row / 2} }))
	for i := range v.Bars {
		v.Bars[i].Ahead = p.depths.near()
	}
	sv.litInterval()
	sv.selectedInterval()
	sv.momentLine()
	sv.frameDeadlocks()
	sv.stripes()
	p.f.Flags = append(p.f.Flags, sv.flags(len(p.f.Views))...)
	sv.nameRows(r.X0, r.Y0, names.size)
	sv.axis()
	return v
}
