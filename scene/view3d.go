package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/shape"
)

// afterPlane is the opacity of the moment's plane between the times before and
// after it.
const afterPlane = 0.1

// timeAfter makes the bars go on in front of the moment, if the view shows that,
// and draws the plane of the moment between.
func (fv *frontView) timeAfter() {
	near := fv.layout.Ahead
	if near <= 0 {
		return
	}
	for i := range fv.view.Bars {
		fv.view.Bars[i].Ahead = near
	}
	low, high := fv.layout.Low, fv.layout.High
	low[1] = fv.layout.Floor()
	fv.pen.Quad(low.Vec3(0), mgl32.Vec3{high[0], low[1], 0}, high.Vec3(0), mgl32.Vec3{low[0], high[1], 0},
		fv.sheet.Colors.Moment.Alpha(afterPlane))
	fv.pen.Frame(low.Add(high).Mul(0.5), high.Sub(low).Mul(0.5), fv.sheet.Canvas.Scale, fv.sheet.Colors.Faint)
}

// drawFree draws the scene in perspective.
func drawFree(p *picture, r shape.Rect) shape.View {
	v := shape.View{Rect: r}
	v.Camera, v.Eye = p.layout.Perspective(p.look.Camera, r)
	p.walls(&v)
	size := p.layout.High.Sub(p.layout.Low)
	fv := &frontView{p.stage, p.Sheet, &v, shape.Pen{Mesh: &v.Above, Pixel: max(size[0], size[1]) / max(r.Height(), 1)}}
	ground := floor{p.stage, p.Sheet, &v}
	ground.draw()
	fv.grounds(planeBehind(p.layout, &v), p.layout.Floor())
	v.Bars = p.fronts()
	fv.timeAfter()
	omitted := 0
	if p.look.InTime {
		omitted = fv.edgesInTime()
	}
	edges := p.edges(fv)
	p.f.LinksOmitted += omitted
	fv.rails()
	ground.axis()
	fv.remarks(p.graph, p.f)
	sight := shape.NewSight(p.f.Shares, &v)
	p.f.Flags = append(p.f.Flags, fv.flags(len(p.f.Views), p.graph, sight)...)
	names := fv.names(sight)
	names.room /= 3 // they lie over the sides of bars
	order, important := p.frontOrder()
	names.write(order[:important])
	names.write(order[important:])
	edges.writeNames(sight)
	p.f.Names = append(p.f.Names, names.placed...)
	return v
}
