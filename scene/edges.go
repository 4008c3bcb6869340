package scene

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/assets"
	"tiv/interaction"
	"tiv/lod"
	"tiv/scene/paint"
	"tiv/scene/place"
	"tiv/scene/shape"
	"tiv/scene/stage"
	"tiv/tracefeed"
)

// edgePainter draws the links of a picture as triangles.
type edgePainter struct {
	fv    *stage.Front
	graph *linkGraph
	// names holds the labels of edges, each with its candidate places.
	names []edgeName
	// lines are the middles of the edges, in pixels.
	lines [][]mgl32.Vec2
	// arms are the middles of the lines from locks to the threads that held them, in pixels.
	arms [][]mgl32.Vec2
	// sides are those of locks where their names are, as in the last picture.
	sides map[tracefeed.MonitorID]int
	// rings draw the waits within groups.
	rings []func()
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
	p.paintWeb()
	p.bendAll()
	for i := range p.graph.drawn {
		l := &p.graph.drawn[i]
		if l.lanes == 0 {
			continue // drawn as part of a deadlock
		}
		w := p.wedge(l)
		alpha, pick := p.alpha(l, longest)*crowdAlpha(p.graph.inDegree[l.blocker]), shape.PickID{Kind: shape.PickEdge, Index: int32(i)}
		if pick == p.fv.Look.Hovered {
			alpha = 0.9
		}
		if l.isWithin(p.graph) {
			p.rings = append(p.rings, func() { p.within(l, alpha, pick) })
			continue
		}
		d := p.fv.Pen
		d.Mesh = &p.fv.View.Between
		if p.graph.ends[l.blocked].lock > 0 {
			p.hold(d, l, w)
			continue
		}
		p.edge(d, l, w, alpha)
		p.fv.View.AddHit(w.Outline(), pick, true)
		head := alpha + 0.4
		if p.fv.Look.HasSubject() && !p.graph.isMarked(l) {
			head = alpha + 0.1
		}
		p.graph.heads.direction(p.fv, d, w, edgeColor(p.fv.Sheet.Colors, l.Kind).Alpha(min(1, head)), func(at mgl32.Vec2) bool {
			return p.graph.course.overFront(at, d.Size().Mul(5*p.fv.Sheet.Canvas.Scale))
		})
		p.lines = append(p.lines, p.fv.View.Middle(w))
		p.name(w, l)
		p.nameExit(l, p.lines[len(p.lines)-1], len(p.lines)-1)
	}
}

// wedge returns the shape of a link. Links between the same two endpoints are
// side by side.
func (p *edgePainter) wedge(l *Link) shape.Wedge {
	share := p.graph.share(l)
	a, b := &p.graph.ends[l.blocked], &p.graph.ends[l.blocker]
	size := 2 * min(b.Half[0], b.Half[1])
	if l.through { // as wide as the lock
		size = 2.2 * p.graph.ends[p.graph.locks[max(a.lock, b.lock)-1].end].Half[1]
	}
	least := p.fv.Pen.Pixel * p.fv.Sheet.Canvas.Scale
	if p.fv.Density != lod.Busy { // others have few
		least *= 2
	}
	w := shape.Wedge{From: 0.6 * least, To: max(0.8*size*share, 2*least), Aspect: p.graph.aspect}
	if l.Kind == interaction.Signal {
		w.To = 2 * least
	}
	switch {
	case l.blocked == l.blocker:
		return loop(p.fv.Layout, w, a.Face, l.lane)
	}
	aside := mgl32.Vec2{}
	if l.lanes > 1 {
		gap := 2 * 0.52 * size / float32(l.lanes)
		across := shape.LeftOf(b.At.Sub(a.At))
		if l.blocked > l.blocker {
			across = across.Mul(-1)
		}
		aside = across.Mul((float32(l.lanes-1)/2 - float32(l.lane)) * gap)
		w.To = min(w.To, 0.92*gap) // or it would cover the next, or reach beyond the bar
	}
	w.Bend = l.bend * b.At.Sub(a.At).Len()
	return shape.Between(w, a.Face, b.Face, aside)
}

// alpha returns the opacity of an edge, given the longest time of all. It is
// lower for shorter waits, and for edges outside the selection or the chain
// while there is one.
func (p *edgePainter) alpha(l *Link, longest tracefeed.Time) float32 {
	a, b := &p.graph.ends[l.blocked], &p.graph.ends[l.blocker]
	strength := float32(math.Sqrt(float64(l.Total) / float64(longest)))
	alpha := 0.25 + 0.4*strength
	switch {
	case p.graph.isMarked(l) && (len(p.fv.Look.Chain) < 2 || p.fv.Look.Lit != nil):
		return 0.4 + 0.45*strength
	case p.fv.Look.HasSubject():
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

// edge draws one edge.
func (p *edgePainter) edge(d shape.Pen, l *Link, w shape.Wedge, alpha float32) {
	color, pixel := edgeColor(p.fv.Sheet.Colors, l.Kind), p.fv.Sheet.Canvas.Scale
	if p.fv.Density == lod.Crowded {
		var under paint.Color
		alpha, under = p.fv.Sheet.Colors.OverBars(alpha)
		d.Fill(w, 0, under)
		d.Stroke(w, 0, 3*pixel, under)
	}
	if l.Evidence == interaction.Observed || l.Kind == interaction.Signal {
		d.Fill(w, 0, color.Alpha(alpha))
		return
	}
	d.Fill(w, 0, color.Alpha(alpha*0.22))
	d.Stroke(w, 0, 1.3*pixel, color.Alpha(min(1, alpha+0.1)))
}

// arrowHeads are the places of the arrow heads in a picture.
type arrowHeads []shape.Rect

// direction marks the direction of a wait, from the waiting thread to the one it
// waits for: with an arrow head across a thin edge, with some inside a wide one
// if it is long enough. Heads are at places that are not hidden, if there are any.
func (h *arrowHeads) direction(fv *stage.Front, d shape.Pen, w shape.Wedge, color paint.Color, hidden func(mgl32.Vec2) bool) {
	k, size := fv.Sheet.Canvas.Scale, d.Size()
	along := w.B.Sub(w.A)
	long := mgl32.Vec2{along[0] / size[0], along[1] / size[1]}.Len()
	across := func(u float32) float32 { return (w.From + (w.To-w.From)*u) / size[1] }
	thin := across(0.55) < 14*k
	places := []float32{0.4, 0.58, 0.76}
	switch {
	case thin:
		places = []float32{0.45}
	case long < 5*across(0.58):
		places = places[1:2]
	}
	for _, u := range w.Seen(places, hidden) {
		high, thick := max(8*k, across(u)+5*k), 1.7*k
		if !thin {
			high, thick, color = 0.6*across(u), max(1.6*k, 0.08*across(u)), fv.Sheet.Colors.Ground
		}
		d.Chevron(w, u, 0, high, thick, color)
		mid, _ := w.At(u)
		if at, ok := fv.View.Project(mid.Vec3(0)); ok {
			half := 0.5*high + thick/2
			*h = append(*h, shape.Rect{X0: at[0] - half, Y0: at[1] - half, X1: at[0] + half, Y1: at[1] + half})
		}
	}
}

// meet reports whether an arrow head lies in a rectangle of the picture.
func (h arrowHeads) meet(box shape.Rect) bool {
	return slices.ContainsFunc(h, box.Meets)
}

// isWithin reports whether the link is between the threads of one bar or cluster.
func (l *Link) isWithin(g *linkGraph) bool {
	return l.blocked == l.blocker && g.ends[l.blocked].threads > 1
}

// The radius of the ring for waits within a group, in sizes of text, its largest part of the height of a
// bar, and the least radius with room for a number.
const withinRadius, withinPart, leastNumber = 0.9, 0.4, 0.6

// within draws the waits of the threads of a group for each other: a ring beside the bar with their number,
// thin if they are inferred.
func (p *edgePainter) within(l *Link, alpha float32, pick shape.PickID) {
	sh, e := p.fv.Sheet, &p.graph.ends[l.blocked]
	unit, ok := pixels(p.fv.View, p.fv.Layout)
	if !ok {
		return
	}
	r := min(withinRadius*sh.Em, withinPart*2*e.Half[1]*unit[1])
	f := ringBeside(p.fv.Layout, e.Face, mgl32.Vec2{r / unit[0], r / unit[1]}, l.lane)
	color, thick := edgeColor(sh.Colors, l.Kind).Alpha(min(1, alpha+0.25)), 2.2*sh.Canvas.Scale
	if l.Evidence != interaction.Observed {
		thick /= 2
	}
	p.fv.Pen.Disc(f, sh.Colors.Ground, color, thick)
	p.fv.View.AddHit(f.Round(), pick, false)
	p.lines = append(p.lines, nil)
	p.name(loop(p.fv.Layout, shape.Wedge{From: r / unit[1], To: r / unit[1]}, e.Face, l.lane), l)
	at, ok := p.fv.View.Project(f.At.Vec3(0))
	if !ok {
		return
	}
	box := shape.Rect{X0: at[0] - r, Y0: at[1] - r, X1: at[0] + r, Y1: at[1] + r}
	if r < leastNumber*sh.Em || sh.Labels.Overlaps(box) {
		return
	}
	sh.Labels.Reserve(box)
	t := shape.Text{Size: min(sh.Em, r), Color: sh.Colors.Text, Text: shortCount(l.Count)}
	if wide := assets.TextWidth(t.Text, t.Size, false); wide > 1.2*r {
		t.Size *= 1.2 * r / wide
	}
	if t, ok := p.fv.View.Centred(at, t); ok {
		sh.Overlay.Texts = append(sh.Overlay.Texts, t)
	}
}

// ringBeside returns the place of a disc beside a bar, in the middle of its height: on the right, or on the
// left if the picture ends on the right. Later lanes are farther away.
func ringBeside(l *place.Layout, f shape.Face, half mgl32.Vec2, lane int) shape.Face {
	away := f.Half[0] + half[0]*(1.4+2.4*float32(lane))
	if low, high := l.Low[0], l.High[0]; f.At[0]+away+half[0] > high+0.05*(high-low) && f.At[0] > (low+high)/2 {
		away = -away
	}
	return shape.Face{At: f.At.Add(mgl32.Vec2{away, 0}), Half: half}
}

// shortCount is a number in at most four signs: 105, 12k, 3M.
func shortCount(n int) string {
	switch {
	case n >= 1e6:
		return fmt.Sprintf("%dM", n/1e6)
	case n >= 1000:
		return fmt.Sprintf("%dk", n/1000)
	}
	return strconv.Itoa(n)
}

// edgeColor returns the colour of edges of a kind.
func edgeColor(c *paint.Palette, kind interaction.Kind) paint.Color {
	if kind == interaction.Signal {
		return c.SignalEdge
	}
	return c.LockEdge
}

// paintEdges draws the links of a graph, the deadlocks of the moment, the chain, the rings of groups, and the locks
// on top of them. It returns the painter, which has the names of edges to write.
func paintEdges(fv *stage.Front, g *linkGraph, sides map[tracefeed.MonitorID]int) *edgePainter {
	painter := &edgePainter{fv: fv, graph: g, sides: sides}
	g.heads = nil
	painter.paint()
	wedges := map[[2]int]shape.Wedge{}
	for _, d := range fv.Deadlocks {
		drawDeadlock(fv, d.Slots, wedges, g)
	}
	painter.drawStuck()
	drawChain(fv, wedges, g)
	for _, draw := range painter.rings {
		draw()
	}
	painter.drawLocks()
	return painter
}
