package scene

import (
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/interaction"
	"tiv/lod"
	"tiv/tracefeed"
)

// edges draws a triangle for each link: its narrow end at the waiting thread,
// its wide end at the blocker, as thick as the share of the history spent
// waiting. Observed edges are filled, inferred ones outlined, signal edges
// thin. Shorter waits are fainter.
func (p *picture) edges(v *View, d pen) {
	all := p.allLinks()
	p.waited = slices.ContainsFunc(all, func(l Link) bool { return l.Kind == interaction.Lock })
	p.growEnds(v)
	p.chooseLinks(v, all)
	most := tracefeed.Time(1)
	p.inDegree = make([]int, len(p.ends.list))
	for _, l := range p.f.Links {
		most = max(most, l.Total)
		p.inDegree[l.blocker]++
	}
	for i := range p.f.Links {
		l := &p.f.Links[i]
		if l.lanes == 0 {
			continue // drawn as part of the ring
		}
		w := p.wedge(l, d)
		alpha, pick := p.edgeAlpha(l, most)*fan(p.inDegree[l.blocker]), PickID{PickEdge, int32(i)}
		if pick == p.look.Hovered {
			alpha = 0.9
		}
		p.drawEdge(d, l, w, alpha)
		v.hit(w.outline(), pick)
		p.nameEdge(v, w, l)
	}
	p.drawEnds(v, d)
	for i := range p.rings {
		p.ring(v, d, &p.rings[i])
	}
	p.chain(v, d)
}

// wedge returns the shape of a link. Links between the same two bars are side
// by side.
func (p *picture) wedge(l *Link, d pen) wedge {
	share := l.share(p)
	a, b := &p.ends.list[l.blocked], &p.ends.list[l.blocker]
	size := 2 * min(b.half[0], b.half[1])
	least := d.pixel * p.canvas.Scale
	if p.level != lod.Mid { // other levels have few
		least *= 2
	}
	w := wedge{from: 0.6 * least, to: max(0.8*size*share, 2*least)}
	if l.Kind == interaction.Signal {
		w.to = 2 * least
	}
	switch {
	case l.blocked == l.blocker && a.name != "":
		w.to = min(w.to, 0.9*size)
		w.bend = -(2.8 + float32(l.lane)) * a.half[0]
		w.a, w.b = a.at.Add(mgl32.Vec2{0, -a.half[1]}), a.at.Add(mgl32.Vec2{0, a.half[1]})
		return w
	case l.blocked == l.blocker:
		return p.loop(w, a.face, l.lane)
	}
	aside := mgl32.Vec2{}
	if l.lanes > 1 {
		gap := 2 * 0.52 * size / float32(l.lanes)
		across := leftOf(b.at.Sub(a.at))
		if l.blocked > l.blocker {
			across = across.Mul(-1)
		}
		aside = across.Mul((float32(l.lanes-1)/2 - float32(l.lane)) * gap)
		w.to = min(w.to, 0.92*gap) // or it would cover the next, or reach beyond the bar
	}
	return between(w, a.face, b.face, aside)
}

// face is the rectangle of a bar's front, or of a shared end of several bars.
type face struct{ at, half mgl32.Vec2 }

// face returns the face of a slot.
func (p *picture) face(i int) face { return face{p.l.slots[i].at, p.l.half} }

// between starts and ends a wedge at the borders of two faces, offset by aside.
func between(w wedge, a, b face, aside mgl32.Vec2) wedge {
	w.a, w.b = a.at.Add(aside), b.at.Add(aside)
	start, end := w.b, w.a
	if w.bend != 0 {
		middle, _ := w.at(0.5)
		start, end = middle, middle
	}
	w.a, w.b = a.border(w.a, start), b.border(w.b, end)
	return w
}

// border returns the point at which the line from a point in a face to a point
// outside leaves it.
func (f face) border(from, to mgl32.Vec2) mgl32.Vec2 {
	d, within := to.Sub(from), from.Sub(f.at)
	scale := float32(1)
	for k := range d {
		if d[k] > 0 {
			scale = min(scale, (f.half[k]-within[k])/d[k])
		} else if d[k] < 0 {
			scale = min(scale, (-f.half[k]-within[k])/d[k])
		}
	}
	return from.Add(d.Mul(max(scale, 0)))
}

// loop bends a wedge of a bar that waits for itself around the bar's side.
// Later loops enclose earlier ones. A loop is on the right, or on the left if
// the picture ends on the right.
func (p *picture) loop(w wedge, f face, lane int) wedge {
	h, side := f.half, float32(1)
	size := min(h[0], h[1])
	bend := (0.7 + 0.5*float32(lane)) * size
	low, high := p.l.low[0], p.l.high[0]
	if f.at[0]+h[0]+bend > high+0.05*(high-low) && f.at[0]-h[0] > (low+high)/2 {
		side = -1
	}
	w.a = f.at.Add(mgl32.Vec2{side * h[0], -0.5 * h[1]})
	w.b = f.at.Add(mgl32.Vec2{side * h[0], 0.5 * h[1]})
	w.to = min(w.to, 0.6*size)
	w.bend = -side * bend
	return w
}

// edgeAlpha returns the opacity of an edge. It is lower for shorter waits, and
// for edges outside the selection or the chain while there is one.
func (p *picture) edgeAlpha(l *Link, most tracefeed.Time) float32 {
	a, b := &p.ends.list[l.blocked], &p.ends.list[l.blocker]
	strength := float32(math.Sqrt(float64(l.Total) / float64(most)))
	alpha := 0.25 + 0.4*strength
	switch {
	case p.isMarked(l) && len(p.look.Chain) < 2:
		return 0.4 + 0.45*strength
	case p.anySelected():
		alpha = 0.16
	}
	if a.dimmed || b.dimmed {
		alpha *= 0.4
	}
	return alpha
}

// fan returns the factor by which edges that end at the same bar are fainter,
// so that overlapping edges leave the background visible.
func fan(edges int) float32 {
	const few = 16
	return min(1, float32(math.Sqrt(few/float64(edges))))
}

func (p *picture) drawEdge(d pen, l *Link, w wedge, alpha float32) {
	color := p.colors.LockEdge
	if l.Kind == interaction.Signal {
		color = p.colors.SignalEdge
	}
	if p.level >= lod.Far {
		var under Color
		alpha, under = p.colors.overBars(alpha)
		d.fill(w, 0, under)
		d.stroke(w, 0, 3*p.canvas.Scale, under)
	}
	if l.Evidence == interaction.Observed || l.Kind == interaction.Signal {
		d.fill(w, 0, color.Alpha(alpha))
		return
	}
	d.fill(w, 0, color.Alpha(alpha*0.22))
	d.stroke(w, 0, 1.3*p.canvas.Scale, color.Alpha(min(1, alpha+0.1)))
}

// overBars returns the opacity of an edge of clusters, given its usual opacity,
// and the colour of its border and underlay. Such edges cross many bars of
// similar colours, so they are drawn on the colour of the ground.
func (c *Palette) overBars(alpha float32) (more float32, under Color) {
	more = 1 - (1-alpha)*(1-alpha)*(1-alpha)
	return more, c.Ground.Alpha(0.95 * more)
}

// drawEnds draws a disc at each end that several bars share.
func (p *picture) drawEnds(v *View, d pen) {
	for i := range p.ends.list {
		e := &p.ends.list[i]
		if e.name == "" {
			continue
		}
		color := p.colors.Text
		if e.color.A > 0 {
			color = e.color
		}
		border := 2 * p.canvas.Scale
		if e.pick == p.look.Hovered {
			border *= 2
		}
		d.disc(e.face, p.colors.Ground, color, border)
		v.hit(e.round(), e.pick)
		p.nameEnd(v, e)
	}
}
