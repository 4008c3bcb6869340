package scene

import "github.com/go-gl/mathgl/mgl32"

// Free is the 3D view: bars go back in time, seen in perspective from any side.
var Free = &ViewKind{
	Name: "3d", Title: "3D view", Label: "3D", Key: "1",
	Help:   "Threads as bars that go back in time, with their waits for each other at the moment.",
	Moment: true,
	Turns:  true,
	draw:   drawFree,
}

// afterPlane is the opacity of the moment's plane between the times before and
// after it.
const afterPlane = 0.1

// timeAfter makes the bars go on in front of the moment, if the view shows that,
// and draws the plane of the moment between.
func (fv *frontView) timeAfter() {
	near := fv.layout.front
	if near <= 0 {
		return
	}
	for i := range fv.view.Bars {
		fv.view.Bars[i].Ahead = near
	}
	low, high := fv.layout.low, fv.layout.high
	low[1] = fv.layout.floor()
	fv.pen.quad(low.Vec3(0), mgl32.Vec3{high[0], low[1], 0}, high.Vec3(0), mgl32.Vec3{low[0], high[1], 0},
		fv.sheet.colors.Moment.Alpha(afterPlane))
	fv.pen.frame(low.Add(high).Mul(0.5), high.Sub(low).Mul(0.5), fv.sheet.canvas.Scale, fv.sheet.colors.Faint)
}

// drawFree draws the scene in perspective.
func drawFree(p *picture, r Rect) View {
	v := View{Rect: r}
	v.Camera, v.Eye = p.look.Camera.free(p.layout, r)
	p.walls(&v)
	size := p.layout.high.Sub(p.layout.low)
	fv := &frontView{p.stage, p.sheet, &v, pen{mesh: &v.Above, pixel: max(size[0], size[1]) / max(r.Height(), 1)}}
	ground := floor{p.stage, p.sheet, &v}
	ground.draw()
	fv.grounds(p.layout.behind(&v), p.layout.floor())
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
	sight := newSight(p.f, &v)
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
