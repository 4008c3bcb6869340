package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"tiv/interaction"
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
	for i, l := range links {
		w := p.wedge(&l, both[[2]int{l.blocker, l.blocked}], d)
		p.drawEdge(d, &l, w)
		v.hit(w.outline(), PickID{PickEdge, int32(i)})
	}
	p.f.Links, p.f.LinksLeft = links, left
	for i := range p.rings {
		p.ring(v, d, &p.rings[i])
	}
}

// wedge returns the shape of a link. Links in both directions between the same
// two bars bend away from each other.
func (p *picture) wedge(l *Link, both bool, d pen) wedge {
	share := l.share(p)
	a, b := &p.l.slots[l.blocked], &p.l.slots[l.blocker]
	size := 2 * min(p.l.half[0], p.l.half[1])
	w := wedge{from: 1.5 * d.pixel, to: max(0.8*size*share, 4*d.pixel)}
	if l.Kind == interaction.Signal {
		w.to = 4 * d.pixel
	}
	if l.blocked == l.blocker {
		return p.loop(w, a)
	}
	if both {
		w.bend = 0.12 * b.at.Sub(a.at).Len()
	}
	return p.between(w, a.at, b.at)
}

// between lets a wedge begin and end at the borders of the bars at a and b.
func (p *picture) between(w wedge, a, b mgl32.Vec2) wedge {
	w.a, w.b = a, b
	start, _ := w.at(0.25)
	end, _ := w.at(0.75)
	w.a, w.b = p.border(a, start), p.border(b, end)
	return w
}

// border returns where the line from a bar's middle to a point leaves the bar.
func (p *picture) border(middle, to mgl32.Vec2) mgl32.Vec2 {
	d := to.Sub(middle)
	scale := float32(1)
	for k := range d {
		if reach := abs(d[k]); reach > 0 {
			scale = min(scale, p.l.half[k]/reach)
		}
	}
	return middle.Add(d.Mul(scale))
}

// loop bends a wedge around the corner of the bar that waits for itself.
func (p *picture) loop(w wedge, s *slot) wedge {
	h := p.l.half
	w.a = s.at.Add(mgl32.Vec2{h[0], 0.2 * h[1]})
	w.b = s.at.Add(mgl32.Vec2{0.2 * h[0], h[1]})
	w.to = min(w.to, 0.8*min(h[0], h[1]))
	w.bend = -0.9 * min(h[0], h[1])
	return w
}

func (p *picture) drawEdge(d pen, l *Link, w wedge) {
	color := p.colors.LockEdge
	if l.Kind == interaction.Signal {
		color = p.colors.SignalEdge
	}
	alpha := float32(0.62)
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
