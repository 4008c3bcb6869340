package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// Axes of the world.
var (
	right = mgl32.Vec3{1, 0, 0}
	up    = mgl32.Vec3{0, 1, 0}
	near  = mgl32.Vec3{0, 0, 1}
)

// picture is one frame in the making: it draws the views of a stage.
type picture struct {
	*stage
	*sheet
	f     *Frame
	links *linkCache
	// quick says that a history with many waits is summed up in part only.
	quick bool
	// graph has the links of the view that draws links, if there is one.
	graph *linkGraph
}

// views draws the view or views that the Look selects.
func (p *picture) views(space Rect) {
	switch p.look.Kind {
	case Timeline:
		p.timelineView(space)
	case Interaction:
		p.interactionView(space)
	case Split:
		left, right := splitRect(space)
		p.timelineView(left)
		p.interactionView(right)
	default:
		p.freeView(space)
	}
}

// splitRect cuts the space of two views that line up.
func splitRect(r Rect) (left, right Rect) {
	mid := r.X0 + 0.58*r.Width()
	left, right = r, r
	left.X1, right.X0 = mid, mid
	return left, right
}

// freeView draws the scene in perspective.
func (p *picture) freeView(r Rect) {
	v := View{Rect: r}
	v.Camera, v.Eye = p.look.Camera.free(p.layout, r)
	size := p.layout.high.Sub(p.layout.low)
	fv := &frontView{p.stage, p.sheet, &v, pen{mesh: &v.Above, pixel: max(size[0], size[1]) / max(r.Height(), 1)}}
	ground := floor{p.stage, p.sheet, &v}
	ground.draw()
	fv.grounds(p.layout.behind(&v), p.layout.floor())
	v.Bars = p.fronts()
	omitted := 0
	if p.look.InTime {
		omitted = fv.edgesInTime()
	}
	edges := p.edges(fv)
	p.f.LinksLeft += omitted
	fv.rails()
	ground.axis()
	p.f.Flags = append(p.f.Flags, fv.flags(len(p.f.Views), p.graph)...)
	names := fv.names()
	names.room /= 3 // they lie over the sides of bars
	order, important := p.frontOrder()
	names.write(order[:important])
	names.write(order[important:])
	edges.writeNames()
	p.f.Views = append(p.f.Views, v)
}

// interactionView draws the moment from the front.
func (p *picture) interactionView(r Rect) {
	fl := p.look.Camera.front(p.layout, p.pad(r), p.overhang(r.Width())).fill(r)
	v := View{Rect: r, Eye: mgl32.Vec3{0, 0, 1e6}, Camera: fl.matrix(right, up, near.Mul(-1), 4*p.layout.depth+10)}
	across := (fl.high[0] - fl.low[0]) / max(fl.rect.Width(), 1)
	fv := &frontView{p.stage, p.sheet, &v, pen{mesh: &v.Above, pixel: fl.perPixel(), across: across}}
	fv.grounds(0, float32(math.Inf(-1)))
	fv.outlineGone(pen{mesh: &v.Below, pixel: fl.perPixel()})
	v.Bars = flatBars(p.fronts())
	edges := p.edges(fv)
	p.f.Flags = append(p.f.Flags, fv.flags(len(p.f.Views), p.graph)...)
	names := fv.names()
	order, important := p.frontOrder()
	names.write(order[:important])
	fv.nameGrounds()
	names.write(order[important:])
	edges.writeNames()
	p.f.Views = append(p.f.Views, v)
}

// frontOrder returns the order in which bars are named in a view from the front.
// The first important slots must be named.
func (p *picture) frontOrder() (order []int, important int) {
	return p.byImportance(p.graph.isNotable, func(i int) int { return p.layout.slots[i].order })
}

// edges draws the links, deadlocks and the chain of a view from the front. It
// returns the painter, which has the names of edges to write.
func (p *picture) edges(fv *frontView) *edgePainter {
	g := newLinkGraph(p.stage, p.links, len(p.f.Clusters), p.quick)
	p.graph = g
	p.f.Clusters = append(p.f.Clusters, g.clusters...)
	p.f.LinksFrom, p.f.LinksDraft, p.f.LinksNote = g.from, g.partial, g.note()
	g.growEnds(fv.view, p.canvas.Scale)
	g.choose(fv.view)
	p.f.Links, p.f.LinksLeft, p.f.LeftShare = g.drawn, g.omitted, g.omittedShare
	painter := &edgePainter{frontView: fv, graph: g}
	painter.paint()
	wedges := map[[2]int]wedge{}
	for _, d := range p.deadlocks {
		fv.deadlock(d.slots, wedges)
	}
	fv.chain(wedges)
	return painter
}

// timelineView draws the time that is shown from the side. Its view is clipped to
// the rows, so that none covers the axis, however near the camera is.
func (p *picture) timelineView(r Rect) {
	lanes, names := p.pad(r), p.rowNames(r.Width())
	lanes.X0 += names.wide
	lanes.X1 -= p.em
	fl := p.look.Camera.side(p.layout, lanes, p.look.Kind == Timeline)
	v := View{Rect: Rect{lanes.X0, lanes.Y0, lanes.X1 + p.em, lanes.Y1}, Eye: mgl32.Vec3{-1e6, 0, 0}, Time: lanes}
	low, high := p.layout.low[0], p.layout.high[0]
	v.Camera = fl.fill(v.Rect).matrix(near, up, right, 4*max(high-low, 10)+abs(high)+abs(low))
	sv := &sideView{p.stage, p.sheet, &v, fl}
	sv.collections()
	sv.grid()
	v.Bars = flatBars(p.bars(func(s *slot) mgl32.Vec2 { return mgl32.Vec2{0.01, s.row / 2} }))
	sv.momentLine()
	sv.frameDeadlocks()
	sv.stripes()
	p.f.Flags = append(p.f.Flags, sv.flags(len(p.f.Views))...)
	sv.nameRows(r.X0, r.Y0, names.size)
	sv.axis()
	p.f.Views = append(p.f.Views, v)
}

func abs(x float32) float32 { return mgl32.Abs(x) }

// pad keeps room for the axis below and the bands above the lanes. It is the
// same in both flat views, so that they line up.
func (sh *sheet) pad(r Rect) Rect {
	r.Y0 += 1.2 * sh.em
	r.Y1 -= 2 * sh.em
	return r
}

// fill returns the part of the plane that a larger rectangle shows at the same
// scale.
func (f flat) fill(r Rect) flat {
	g := f
	sx, sy := (f.high[0]-f.low[0])/f.rect.Width(), (f.high[1]-f.low[1])/f.rect.Height()
	g.rect = r
	g.low[0] -= (f.rect.X0 - r.X0) * sx
	g.high[0] += (r.X1 - f.rect.X1) * sx
	g.low[1] -= (r.Y1 - f.rect.Y1) * sy
	g.high[1] += (f.rect.Y0 - r.Y0) * sy
	return g
}
