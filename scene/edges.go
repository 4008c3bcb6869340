package scene

import (
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/interaction"
	"tiv/lod"
	"tiv/scene/paint"
	"tiv/tracefeed"
)

// edgePainter draws the links of a picture as triangles.
type edgePainter struct {
	fv    *frontView
	graph *linkGraph
	// names holds the labels of edges, each with its candidate places.
	names []edgeName
	// lines are the middles of the edges, in pixels.
	lines [][]mgl32.Vec2
}

// paint draws a triangle for each link: its narrow end at the waiting thread,
// its wide end at the blocker, as thick as the share of the history spent
// waiting. Observed edges are filled, inferred ones outlined, signal edges
// thin. Shorter waits are fainter.
func (p *edgePainter) paint() {
	longest := tracefeed.Time(1)
	for i := range p.graph.drawn {
		longest = max(longest, p.graph.drawn[i].Total)
	}
	p.bendAll()
	for i := range p.graph.drawn {
		l := &p.graph.drawn[i]
		if l.lanes == 0 {
			continue // drawn as part of a deadlock
		}
		w := p.wedge(l)
		alpha, pick := p.alpha(l, longest)*crowdAlpha(p.graph.inDegree[l.blocker]), PickID{PickEdge, int32(i)}
		if pick == p.fv.look.Hovered {
			alpha = 0.9
		}
		d, between := p.fv.pen, !p.onDisc(l)
		if between {
			d.mesh = &p.fv.view.Between
		}
		p.edge(d, l, w, alpha)
		p.fv.view.hit(w.outline(), pick, between)
		p.fv.direction(d, w, edgeColor(p.fv.sheet.colors, l.Kind).Alpha(min(1, alpha+0.4)), func(at mgl32.Vec2) bool {
			return between && p.graph.course.overFront(at, d.size().Mul(5*p.fv.sheet.canvas.Scale))
		})
		p.lines = append(p.lines, p.fv.view.middle(w))
		p.name(w, l)
	}
	for i := range p.graph.ends {
		if e := &p.graph.ends[i]; e.name != "" {
			p.disc(e)
		}
	}
}

// wedge returns the shape of a link. Links between the same two endpoints are
// side by side.
func (p *edgePainter) wedge(l *Link) wedge {
	share := p.graph.share(l)
	a, b := &p.graph.ends[l.blocked], &p.graph.ends[l.blocker]
	size := 2 * min(b.half[0], b.half[1])
	least := p.fv.pen.pixel * p.fv.sheet.canvas.Scale
	if p.fv.density != lod.Busy { // others have few
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
		return p.fv.layout.loop(w, a.face, l.lane)
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
	w.bend = l.bend * b.at.Sub(a.at).Len()
	return between(w, a.face, b.face, aside)
}

// alpha returns the opacity of an edge, given the longest time of all. It is
// lower for shorter waits, and for edges outside the selection or the chain
// while there is one.
func (p *edgePainter) alpha(l *Link, longest tracefeed.Time) float32 {
	a, b := &p.graph.ends[l.blocked], &p.graph.ends[l.blocker]
	strength := float32(math.Sqrt(float64(l.Total) / float64(longest)))
	alpha := 0.25 + 0.4*strength
	switch {
	case p.graph.isMarked(l) && (len(p.fv.look.Chain) < 2 || p.fv.look.Lit != nil):
		return 0.4 + 0.45*strength
	case p.fv.anySelected() || p.fv.look.Lit != nil:
		alpha = 0.16
	}
	if a.dimmed || b.dimmed {
		alpha *= 0.4
	}
	return alpha
}

// crowdAlpha returns the factor by which edges that end at the same bar are
// fainter, so that overlapping edges leave the background visible.
func crowdAlpha(edges int) float32 {
	const few = 16
	return min(1, float32(math.Sqrt(few/float64(edges))))
}

// onDisc reports whether a link leads from a disc to itself. It lies above the bars,
// as the disc does.
func (p *edgePainter) onDisc(l *Link) bool {
	return l.blocked == l.blocker && p.graph.ends[l.blocked].name != ""
}

// edge draws one edge.
func (p *edgePainter) edge(d pen, l *Link, w wedge, alpha float32) {
	color, pixel := edgeColor(p.fv.sheet.colors, l.Kind), p.fv.sheet.canvas.Scale
	if p.fv.density >= lod.Dense {
		var under paint.Color
		alpha, under = p.fv.sheet.colors.OverBars(alpha)
		d.fill(w, 0, under)
		d.stroke(w, 0, 3*pixel, under)
	}
	if l.Evidence == interaction.Observed || l.Kind == interaction.Signal {
		d.fill(w, 0, color.Alpha(alpha))
		return
	}
	d.fill(w, 0, color.Alpha(alpha*0.22))
	d.stroke(w, 0, 1.3*pixel, color.Alpha(min(1, alpha+0.1)))
}

// direction marks the direction of a wait, from the waiting thread to the one it
// waits for: with an arrow head across a thin edge, with some inside a wide one
// if it is long enough. Heads are at places that are not hidden, if there are any.
func (fv *frontView) direction(d pen, w wedge, color paint.Color, hidden func(mgl32.Vec2) bool) {
	k, size := fv.sheet.canvas.Scale, d.size()
	along := w.b.Sub(w.a)
	long := mgl32.Vec2{along[0] / size[0], along[1] / size[1]}.Len()
	across := func(u float32) float32 { return (w.from + (w.to-w.from)*u) / size[1] }
	thin := across(0.55) < 14*k
	places := []float32{0.4, 0.58, 0.76}
	switch {
	case thin:
		places = []float32{0.45}
	case long < 5*across(0.58):
		places = places[1:2]
	}
	for _, u := range w.seen(places, hidden) {
		if thin {
			d.chevron(w, u, 0, max(8*k, across(u)+5*k), 1.7*k, color)
		} else {
			d.chevron(w, u, 0, 0.6*across(u), max(1.6*k, 0.08*across(u)), fv.sheet.colors.Ground)
		}
	}
}

// seen returns the places along a wedge that are not hidden, or else another one, or
// else all.
func (w wedge) seen(places []float32, hidden func(mgl32.Vec2) bool) (seen []float32) {
	see := func(u float32) bool {
		at, _ := w.at(u)
		return !hidden(at)
	}
	for _, u := range places {
		if see(u) {
			seen = append(seen, u)
		}
	}
	if len(seen) > 0 {
		return seen
	}
	others := []float32{0.45, 0.55, 0.35, 0.65, 0.28, 0.72, 0.2, 0.8}
	if i := slices.IndexFunc(others, see); i >= 0 {
		return others[i : i+1]
	}
	return places
}

// edgeColor returns the colour of edges of a kind.
func edgeColor(c *paint.Palette, kind interaction.Kind) paint.Color {
	if kind == interaction.Signal {
		return c.SignalEdge
	}
	return c.LockEdge
}

// disc draws a disc at an endpoint that several bars share, with its name.
func (p *edgePainter) disc(e *endpoint) {
	color := p.fv.sheet.colors.Text
	if e.color.A > 0 {
		color = e.color
	}
	border := 2 * p.fv.sheet.canvas.Scale
	if e.pick == p.fv.look.Hovered {
		border *= 2
	}
	p.fv.pen.disc(e.face, p.fv.sheet.colors.Ground, color, border)
	p.fv.view.hit(e.round(), e.pick, false)
	p.nameDisc(e, color)
}
