package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/shape"
	"tiv/scene/stage"
)

// afterPlane is the opacity of the moment's plane between the times before and
// after it.
const afterPlane = 0.1

// timeAfter makes the bars go on in front of the moment, if the view shows that,
// and draws the plane of the moment between.
func timeAfter(fv *stage.Front) {
	near := fv.Layout.Ahead
	if near <= 0 {
		return
	}
	for i := range fv.View.Bars {
		fv.View.Bars[i].Ahead = near
	}
	low, high := fv.Layout.Low, fv.Layout.High
	low[1] = fv.Layout.Floor()
	fv.Pen.Quad(low.Vec3(0), mgl32.Vec3{high[0], low[1], 0}, high.Vec3(0), mgl32.Vec3{low[0], high[1], 0},
		fv.Sheet.Colors.Moment.Alpha(afterPlane))
	fv.Pen.Frame(low.Add(high).Mul(0.5), high.Sub(low).Mul(0.5), fv.Sheet.Canvas.Scale, fv.Sheet.Colors.Faint)
}

// drawFree draws the scene in perspective.
func drawFree(p *picture, r shape.Rect) shape.View {
	v := shape.View{Rect: r}
	v.Camera, v.Eye = p.Layout.Perspective(p.Look.Camera, r)
	p.walls(&v)
	size := p.Layout.High.Sub(p.Layout.Low)
	fv := &stage.Front{Stage: p.Stage, Sheet: p.Sheet, View: &v, Deep: true,
		Pen: shape.Pen{Mesh: &v.Above, Pixel: max(size[0], size[1]) / max(r.Height(), 1)}}
	ground := stage.Floor{Stage: p.Stage, Sheet: p.Sheet, View: &v}
	ground.Draw()
	fv.Grounds(stage.PlaneBehind(p.Layout, &v), p.Layout.Floor())
	v.Bars = p.Fronts()
	timeAfter(fv)
	omitted := 0
	if p.Look.InTime {
		omitted = inTime(fv)
	}
	fv.Brackets()
	edges := p.edges(fv)
	p.f.LinksOmitted += omitted
	rails(fv)
	ground.Axis()
	remarks(fv, p.graph, p.f)
	sight := shape.NewSight(p.f.Shares, &v)
	p.f.Flags = append(p.f.Flags, flagsOfFront(fv, len(p.f.Views), p.graph, sight)...)
	names := barNamesOf(fv, sight, p.kept)
	p.nameFront(fv, names, func() {})
	p.drawn.WriteNames(sight)
	edges.writeNames(sight)
	return v
}
