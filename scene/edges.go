package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"tiv/interaction"
	"tiv/lod"
)

// edges draws a triangle for each link: its narrow end at the thread that
// waits, its wide end at the thread it waits for, as thick as the share of the
// history spent waiting. What the trace names is filled, what is inferred
// outlined, signal edges are thin.
func (p *picture) edges(v *View, d pen) {
	links, left := p.links()
	both := map[[2]int]bool{}
	for _, l := range links {
		both[[2]int{l.blocked, l.blocker}] = true
	}
	inRing := p.ringPairs()
	p.f.Links, p.f.LinksLeft = links, left
	for i, l := range links {
		w := p.wedge(&l, both[[2]int{l.blocker, l.blocked}], d)
		if inRing[[2]int{l.blocked, l.blocker}] && l.Kind == interaction.Lock {
			continue // drawn as part of the ring
		}
		p.drawEdge(d, &l, w)
		v.hit(w.outline(), PickID{PickEdge, int32(i)})
	}
	for i := range p.rings {
		p.ring(v, d, &p.rings[i])
	}
}

// wedge returns the shape of a link. Links in both directions between the same
// two bars stand side by side.
func (p *picture) wedge(l *Link, both bool, d pen) wedge {
	share := l.share(p)
	a, b := &p.l.slots[l.blocked], &p.l.slots[l.blocker]
	size := 2 * min(p.l.half[0], p.l.half[1])
	least := d.pixel * p.canvas.Scale
	if p.level == lod.Near {
		least *= 2
	}
	w := wedge{from: 0.6 * least, to: max(0.8*size*share, 2*least)}
	if l.Kind == interaction.Signal {
		w.to = 2 * least
	}
	if l.blocked == l.blocker {
		return p.loop(w, a)
	}
	aside := mgl32.Vec2{}
	if both {
		aside = leftOf(b.at.Sub(a.at)).Mul(0.26 * size)
		w.to = min(w.to, 0.48*size) // or it would reach beyond the bar
	}
	return p.between(w, a.at, b.at, aside)
}

// between lets a wedge begin and end at the borders of the bars at a and b,
// and moves it aside.
func (p *picture) between(w wedge, a, b, aside mgl32.Vec2) wedge {
	w.a, w.b = a.Add(aside), b.Add(aside)
	start, end := w.b, w.a
	if w.bend != 0 {
		middle, _ := w.at(0.5)
		start, end = middle, middle
	}
	w.a, w.b = p.border(a, w.a, start), p.border(b, w.b, end)
	return w
}

// border returns where the line from a point in the bar at middle to a point
// outside leaves the bar.
func (p *picture) border(middle, from, to mgl32.Vec2) mgl32.Vec2 {
	d, within := to.Sub(from), from.Sub(middle)
	scale := float32(1)
	for k := range d {
		if d[k] > 0 {
			scale = min(scale, (p.l.half[k]-within[k])/d[k])
		} else if d[k] < 0 {
			scale = min(scale, (-p.l.half[k]-within[k])/d[k])
		}
	}
	return from.Add(d.Mul(max(scale, 0)))
}

// loop bends a wedge beside the bar that waits for itself.
func (p *picture) loop(w wedge, s *slot) wedge {
	h := p.l.half
	w.a = s.at.Add(mgl32.Vec2{h[0], -0.5 * h[1]})
	w.b = s.at.Add(mgl32.Vec2{h[0], 0.5 * h[1]})
	w.to = min(w.to, 0.6*min(h[0], h[1]))
	w.bend = -0.7 * min(h[0], h[1])
	return w
}

// edgeAlpha is how opaque edges are: less where there are many.
func (p *picture) edgeAlpha() float32 {
	return min(0.62, max(0.22, 40/float32(len(p.f.Links)+1)))
}

func (p *picture) drawEdge(d pen, l *Link, w wedge) {
	color := p.colors.LockEdge
	if l.Kind == interaction.Signal {
		color = p.colors.SignalEdge
	}
	alpha := p.edgeAlpha()
	if p.look.Selected != 0 {
		alpha = 0.18
		if l.Blocked == p.look.Selected || l.Blocker == p.look.Selected {
			alpha = 0.85
		}
	}
	if l.Evidence == interaction.Observed || l.Kind == interaction.Signal {
		d.fill(w, 0, color.Alpha(alpha))
		return
	}
	d.fill(w, 0, color.Alpha(alpha*0.22))
	d.stroke(w, 0, 1.3*p.canvas.Scale, color.Alpha(alpha+0.1))
}
