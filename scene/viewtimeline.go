package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/place"
	"tiv/scene/shape"
	"tiv/scene/stage"
)

// sideways returns the flat view of a rectangle from the side, and its column of names. The
// view is clipped to the rows, so that none covers the axis, however near the camera is.
func (p *picture) sideways(r shape.Rect) (shape.Flat, shape.View, rowNames) {
	lanes, names := p.Pad(r), p.rowNames(r.Width())
	lanes.X0 += names.wide
	lanes.X1 -= p.Em
	fl := p.Layout.SidePlane(p.Look.Camera, lanes, p.Depths.Far(), p.Depths.Near(), p.Layout.Margin(p.Look.Kind))
	v := shape.View{Rect: shape.Rect{X0: lanes.X0, Y0: lanes.Y0, X1: lanes.X1 + p.Em, Y1: lanes.Y1}, Eye: mgl32.Vec3{-1e6, 0, 0},
		Time: lanes}
	if strip := p.f.Processors; strip != nil {
		strip.Draw(p.Stage, p.Sheet, r.X0, lanes.X0, lanes.X1)
	}
	low, high := p.Layout.Low[0], p.Layout.High[0]
	v.Camera = fl.Fill(v.Rect).Matrix(shape.Forward, shape.Up, shape.Right, 4*max(high-low, 10)+mgl32.Abs(high)+mgl32.Abs(low))
	return fl, v, names
}

// sidePose returns the camera of the timeline view in a rectangle, of which a flat view has a part.
func sidePose(fl shape.Flat, r shape.Rect, p *picture) place.Pose {
	return place.SidePose(fl.Fill(r), (p.Layout.Low[0]+p.Layout.High[0])/2, p.Depths.Near())
}

// poseSideways returns the camera of a view from the side.
func poseSideways(r shape.Rect, p *picture) place.Pose {
	fl, _, _ := p.sideways(r)
	return sidePose(fl, r, p)
}

// drawTimeline draws the time that is shown from the side.
func drawTimeline(p *picture, r shape.Rect) shape.View {
	fl, v, names := p.sideways(r)
	p.pose = sidePose(fl, r, p)
	sv := &stage.Side{Stage: p.Stage, Sheet: p.Sheet, View: &v, Flat: fl}
	sv.Collections()
	sv.Grid()
	v.Bars = stage.FlatBars(p.Bars(func(s *place.Slot) mgl32.Vec2 { return mgl32.Vec2{0.01, s.Row / 2} }))
	for i := range v.Bars {
		v.Bars[i].Ahead = p.Depths.Near()
	}
	sv.LitInterval()
	sv.SelectedInterval()
	sv.History()
	sv.MomentLine()
	stage.Course{Of: p.Look.Course}.Rows(sv)
	frameDeadlocks(sv)
	sv.FrameStuck()
	sv.Stripes()
	p.f.Flags = append(p.f.Flags, flagsOfSide(sv, len(p.f.Views))...)
	newRowNamer(sv, &p.links.pairs, r.X0, r.Y0, names.size).names()
	sv.Axis()
	return v
}
