package scene

import (
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/place"
	"tiv/scene/shape"
)

// course decides how edges bend around fronts of bars that have no part in them.
type course struct {
	*place.Layout
	// grid has the fronts of all slots; nil before it is needed.
	grid *place.FrontGrid
	// limit is the number of fronts and cells of the grid that may still be compared
	// with an edge. Once it is used up, edges are straight.
	limit int
}

// maxCourses bounds the time for the edges of a frame to some milliseconds.
const maxCourses = 400_000

// bends are the bends to try, as parts of an edge's length, the smallest first.
var bends = [...]float32{0, 0.035, -0.035, 0.07, -0.07, 0.1, -0.1, 0.13, -0.13, 0.2, -0.2, 0.27, -0.27}

// bendAll chooses the bends of all drawn links between bars, those of the longest
// waits first.
func (p *edgePainter) bendAll() {
	for i := range p.graph.drawn {
		p.graph.drawn[i].bend = 0
	}
	done := map[[2]int]bool{}
	for i := range slices.Backward(p.graph.drawn) {
		l := &p.graph.drawn[i]
		k := [2]int{min(l.blocked, l.blocker), max(l.blocked, l.blocker)}
		if !done[k] && k[0] != k[1] && p.graph.ends[k[0]].name == "" && p.graph.ends[k[1]].name == "" {
			p.bendPair(k)
			done[k] = true
		}
	}
}

// bendPair chooses the bends of the links between two endpoints: those with the
// fewest links over bars, and then the smallest ones. From lane to lane they
// never lead more to the left, so that the links do not cross each other.
func (p *edgePainter) bendPair(pair [2]int) {
	first, last := pair[0], pair[1]
	var links []*Link
	for i := range p.graph.drawn {
		l := &p.graph.drawn[i]
		if l.lanes > 0 && min(l.blocked, l.blocker) == first && max(l.blocked, l.blocker) == last {
			links = append(links, l)
		}
	}
	slices.SortFunc(links, func(a, b *Link) int { return a.lane - b.lane })
	if !slices.ContainsFunc(links, func(l *Link) bool { return p.detour(l, 0) > 0 }) {
		return
	}
	// cost[i] is the least cost of the lanes so far if the last of them has bend i,
	// and way[i] the bends that it takes.
	var cost [len(bends)]float32
	var way [len(bends)][]int
	for _, l := range links {
		last, lastWay := cost, way
		for i, bend := range bends {
			best := -1
			for k, before := range bends {
				if before >= bend && (best < 0 || last[k] < last[best]) {
					best = k
				}
			}
			cost[i] = last[best] + p.detour(l, l.toward(pair[1])*bend)
			way[i] = append(slices.Clone(lastWay[best]), i)
		}
	}
	cheapest := 0
	for i := range cost {
		if cost[i] < cost[cheapest] {
			cheapest = i
		}
	}
	for k, i := range way[cheapest] {
		links[k].bend = links[k].toward(last) * bends[i]
	}
}

// detour returns the cost of a bend of a link: more if it crosses bars, because
// a detour over bars misleads more than a straight line.
func (p *edgePainter) detour(l *Link, bend float32) float32 {
	const crossing = 10
	with := *l
	with.bend = bend
	if p.graph.course.free(p.wedge(&with), p.graph.ends[l.blocked].slot, p.graph.ends[l.blocker].slot) {
		return mgl32.Abs(bend)
	}
	return crossing + mgl32.Abs(bend)
}

// toward returns 1 for a link that leads to an endpoint, -1 for one from it.
func (l *Link) toward(end int) float32 {
	if l.blocker == end {
		return 1
	}
	return -1
}

// bendOf returns the bend of the links from an endpoint to another one.
func (g *linkGraph) bendOf(from, to int) float32 {
	i := slices.IndexFunc(g.drawn, func(l Link) bool { return l.blocked == from && l.blocker == to })
	if i < 0 {
		return 0
	}
	return g.drawn[i].bend
}

// ring returns the wedges of a cycle of waits, of the widths of w, in the order of
// its slots: first each as well as it can be beside those before it, then each
// again beside all others.
func (c *course) ring(slots []int, w shape.Wedge) []shape.Wedge {
	parts, ring := ringBends(len(slots), -winding(c.Layout, slots)), make([]shape.Wedge, len(slots))
	others := func(i, last int) []shape.Wedge { return slices.Concat(ring[:i], ring[min(i+1, last):last]) }
	for pass := range 2 {
		for i, a := range slots {
			if b := slots[(i+1)%len(slots)]; a == b {
				ring[i] = loop(c.Layout, w, c.Face(a), 0)
			} else {
				ring[i] = c.part(w, a, b, parts, others(i, []int{i, len(ring)}[pass]))
			}
		}
	}
	return ring
}

// ringBends returns the bends to try for a wedge of a ring of so many threads:
// first those to its outside, and with more than two threads those to its inside.
func ringBends(threads int, outside float32) (parts []float32) {
	for _, part := range []float32{0.14, 0.07, 0.22, 0.32, 0, -0.07, -0.14, -0.22} {
		if part > 0 || threads > 2 {
			parts = append(parts, part*outside)
		}
	}
	return parts
}

// part returns a wedge of a ring between two slots: with the bend with which it
// crosses no bar and covers least of other wedges of the ring, the first of several.
// Bends are parts of the distance. If all cross bars, it takes the first one.
func (c *course) part(w shape.Wedge, a, b int, parts []float32, ring []shape.Wedge) shape.Wedge {
	from, to := c.Face(a), c.Face(b)
	long, best, least := to.At.Sub(from.At).Len(), w, math.MaxInt
	for i, part := range parts {
		w.A, w.B = from.At, to.At
		w.Bend = bent(c.Layout, from.At, to.At, part*long)
		v := shape.Between(w, from, to, mgl32.Vec2{})
		if i == 0 {
			best = v
		}
		if !c.free(v, a, b) {
			continue
		}
		covered := 0
		for _, other := range ring {
			covered += v.Covers(other)
		}
		if covered < least {
			best, least = v, covered
		}
	}
	return best
}

// courseParts is the number of straight parts that a wedge is compared as.
const courseParts = 12

// free reports whether a wedge between two slots crosses no front of others and
// stays among the bars.
func (c *course) free(w shape.Wedge, a, b int) bool {
	if c.limit <= 0 {
		return w.Bend == 0
	}
	before, reach := w.A, w.From/2
	for i := range courseParts + 1 {
		u := float32(i) / courseParts
		at, _ := w.At(u)
		half := (w.From + (w.To-w.From)*u) / 2
		for k, x := range at {
			if x-half < c.Low[k] || x+half > c.High[k] {
				return false
			}
		}
		if i > 0 && c.crosses(before, at, max(reach, half), a, b) {
			return false
		}
		before, reach = at, half
	}
	return true
}

// crosses reports whether a straight line that reaches so far to both sides touches
// a front, except those of two slots.
func (c *course) crosses(from, to mgl32.Vec2, wide float32, a, b int) bool {
	margin, along := mgl32.Vec2{wide, wide}, to.Sub(from)
	area := shape.Face{At: from.Add(to).Mul(0.5), Half: mgl32.Vec2{mgl32.Abs(along[0]), mgl32.Abs(along[1])}.Mul(0.5).Add(margin)}
	for cell := range c.fronts().Cells(area) {
		near := c.grid.Of(cell)
		c.limit -= 1 + len(near)
		for _, i := range near {
			f := c.Face(int(i))
			f.Half = f.Half.Add(margin)
			if int(i) != a && int(i) != b && f.Meets(from, to) {
				return true
			}
		}
	}
	return false
}

// fronts returns the grid.
func (c *course) fronts() *place.FrontGrid {
	if c.grid == nil {
		c.grid = place.NewFrontGrid(c.Layout)
	}
	return c.grid
}

// overFront reports whether a point lies on a front, or nearer to it than half a size.
func (c *course) overFront(at, half mgl32.Vec2) bool {
	for cell := range c.fronts().Cells(shape.Face{At: at, Half: half}) {
		for _, i := range c.grid.Of(cell) {
			f := c.Face(int(i))
			if d := at.Sub(f.At); mgl32.Abs(d[0]) < f.Half[0]+half[0] && mgl32.Abs(d[1]) < f.Half[1]+half[1] {
				return true
			}
		}
	}
	return false
}

// loop bends a wedge of a bar that waits for itself around the bar's side.
// Later lanes enclose earlier ones. A loop is on the right, or on the left if
// the picture ends on the right.
func loop(l *place.Layout, w shape.Wedge, f shape.Face, lane int) shape.Wedge {
	h, side := f.Half, float32(1)
	size := min(h[0], h[1])
	bend := (0.7 + 0.5*float32(lane)) * size
	low, high := l.Low[0], l.High[0]
	if f.At[0]+h[0]+bend > high+0.05*(high-low) && f.At[0]-h[0] > (low+high)/2 {
		side = -1
	}
	w.A = f.At.Add(mgl32.Vec2{side * h[0], -0.5 * h[1]})
	w.B = f.At.Add(mgl32.Vec2{side * h[0], 0.5 * h[1]})
	w.To = min(w.To, 0.6*size)
	w.Bend = -side * bend
	return w
}

// bent returns how far a line between two places may bend to its left, negative
// to its right, within the bounding box of all bars; at most want.
func bent(l *place.Layout, from, to mgl32.Vec2, want float32) float32 {
	middle, toward := from.Add(to).Mul(0.5), shape.LeftOf(to.Sub(from))
	scale := float32(1)
	for k, d := range toward.Mul(want) {
		if d > 0 {
			scale = min(scale, (l.High[k]-middle[k])/d)
		} else if d < 0 {
			scale = min(scale, (l.Low[k]-middle[k])/d)
		}
	}
	return want * max(scale, 0)
}
