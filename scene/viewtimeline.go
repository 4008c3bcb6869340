package scene

import "github.com/go-gl/mathgl/mgl32"

// Timeline looks from the side: time to the right, and the moment a line in it.
var Timeline = &ViewKind{
	Name: "timeline", Title: "Timeline view", Label: "Timeline", Key: "2",
	Help:     "The states of each thread over time, before the moment and, fainter, after it.",
	TimeAxis: true,
	draw:     drawTimeline,
}

// sideways returns the flat view of a rectangle from the side, and its column of names. The
// view is clipped to the rows, so that none covers the axis, however near the camera is.
func (p *picture) sideways(r Rect) (flat, View, rowNames) {
	lanes, names := p.pad(r), p.rowNames(r.Width())
	lanes.X0 += names.wide
	lanes.X1 -= p.em
	fl := p.look.Camera.side(p.layout, lanes, p.depths.far(), p.depths.near(), p.look.Kind.margin(p.layout))
	v := View{Rect: Rect{lanes.X0, lanes.Y0, lanes.X1 + p.em, lanes.Y1}, Eye: mgl32.Vec3{-1e6, 0, 0}, Time: lanes}
	low, high := p.layout.low[0], p.layout.high[0]
	v.Camera = fl.fill(v.Rect).matrix(forward, up, right, 4*max(high-low, 10)+abs(high)+abs(low))
	return fl, v, names
}

// drawTimeline draws the time that is shown from the side.
func drawTimeline(p *picture, r Rect) View {
	fl, v, names := p.sideways(r)
	sv := &sideView{stage: p.stage, sheet: p.sheet, view: &v, flat: fl}
	sv.collections()
	sv.grid()
	v.Bars = flatBars(p.bars(func(s *slot) mgl32.Vec2 { return mgl32.Vec2{0.01, s.row / 2} }))
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
