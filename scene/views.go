package scene

import (
	"github.com/go-gl/mathgl/mgl32"
)

// Axes of the world.
var (
	right = mgl32.Vec3{1, 0, 0}
	up    = mgl32.Vec3{0, 1, 0}
	near  = mgl32.Vec3{0, 0, 1}
)

// freeView draws the scene in perspective.
func (p *picture) freeView(r Rect) {
	v := View{Rect: r}
	v.Camera, v.Eye = p.look.Camera.free(p.l, r)
	p.floor(&v)
	p.grounds(&v, p.behind(&v))
	p.bars(&v, p.l.half, false)
	size := p.l.high.Sub(p.l.low)
	pen := pen{mesh: &v.Above, pixel: max(size[0], size[1]) / max(r.Height(), 1)}
	if p.look.InTime {
		p.edgesInTime(&v, pen)
	}
	p.edges(&v, pen)
	p.ringsOnSides(&v, pen)
	p.rulers(&v)
	p.flagFronts(&v)
	p.frontLabels(&v, p.l.half)
	p.f.Views = append(p.f.Views, v)
}

// interactionView draws the moment from the front.
func (p *picture) interactionView(r Rect) {
	fl := p.look.Camera.front(p.l, p.pad(r), p.overhang(r.Width()))
	v := View{Rect: r, Eye: mgl32.Vec3{0, 0, 1e6}}
	fl = fl.fill(r)
	v.Camera = fl.matrix(right, up, near.Mul(-1), 4*p.l.depth+10)
	half := p.l.half
	p.grounds(&v, 0)
	p.outlineGone(&v, pen{mesh: &v.Below, pixel: fl.perPixel()})
	p.bars(&v, half, true)
	p.edges(&v, pen{mesh: &v.Above, pixel: fl.perPixel(), across: (fl.high[0] - fl.low[0]) / max(fl.rect.Width(), 1)})
	p.flagFronts(&v)
	p.frontLabels(&v, half)
	p.f.Views = append(p.f.Views, v)
}

// timelineView draws the time that is shown from the side. Its view is clipped to
// the rows, so that none covers the axis, however near the camera is.
func (p *picture) timelineView(r Rect) {
	lanes := p.pad(r)
	gutter, names := p.gutter(r.Width())
	lanes.X0 += gutter
	lanes.X1 -= p.em()
	fl := p.look.Camera.side(p.l, lanes, p.look.Kind == Timeline)
	v := View{Rect: Rect{lanes.X0, lanes.Y0, lanes.X1 + p.em(), lanes.Y1}, Eye: mgl32.Vec3{-1e6, 0, 0}}
	all := fl.fill(v.Rect)
	v.Camera = all.matrix(near, up, right, 4*max(p.l.high[0]-p.l.low[0], 10)+abs(p.l.high[0])+abs(p.l.low[0]))
	p.collections(&v, fl)
	p.grid(&v, fl)
	p.bars(&v, mgl32.Vec2{}, true)
	p.momentLine(&v, fl)
	p.ringsInTime(&v, fl)
	p.stripes(fl)
	p.flagRows(fl)
	p.rowLabels(r, fl, names)
	p.axis(fl)
	p.f.Views = append(p.f.Views, v)
}

func abs(x float32) float32 { return mgl32.Abs(x) }

// pad keeps room for the axis below and the bands above the lanes. It is the
// same in both flat views, so that they line up.
func (p *picture) pad(r Rect) Rect {
	r.Y0 += 1.2 * p.em()
	r.Y1 -= 2 * p.em()
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

// bars adds the bar of every slot. A zero half selects the rows of the timeline
// view.
func (p *picture) bars(v *View, half mgl32.Vec2, flat bool) {
	for i := range p.l.slots {
		s := &p.l.slots[i]
		h := half
		if half == (mgl32.Vec2{}) {
			h = mgl32.Vec2{0.01, s.row / 2}
		}
		v.Bars = append(v.Bars, Bar{
			Center:    s.at.Vec3(0),
			HalfWidth: h[0], HalfHeight: h[1],
			Depth:    p.l.depth,
			Row:      int32(i),
			Emphasis: p.emphasis(s),
			Outlined: s.selected || p.isHovered(i),
			Flat:     flat,
			Close:    p.isClose(s),
			Pick:     p.pick(i),
		})
	}
}
