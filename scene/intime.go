package scene

import (
	"cmp"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/interaction"
	"tiv/tracefeed"
)

// mostEdges is the approximate limit of waits that are examined one by one.
const mostEdges = 300_000

// edgesInTime draws, in the free view, each wait of the time shown at its own
// depth: a triangle in the plane of its middle, from the waiting thread to its
// blocker, as wide as its share of a step. Frame.Links does not have these
// edges, so they can't be picked.
func (p *picture) edgesInTime(v *View, d pen) {
	size := 2 * min(p.l.half[0], p.l.half[1])
	least := d.pixel * p.canvas.Scale
	edges := p.wholeEdges()
	opaque := min(0.5, max(0.12, 60/float32(len(edges)+1)))
	for _, e := range edges {
		a, b := p.l.slotOf[e.Blocked], p.l.slotOf[e.Blocker]
		share := min(1, float32(e.End-e.Start)/float32(p.look.Step))
		w := wedge{from: 0.6 * least, to: max(0.5*size*share, 2*least)}
		if a == b {
			w = p.loop(w, p.face(a), 0)
		} else {
			w = between(w, p.face(a), p.face(b), mgl32.Vec2{})
		}
		color := p.colors.LockEdge
		if e.Kind == interaction.Signal {
			color = p.colors.SignalEdge
		}
		alpha := opaque
		if e.Evidence != interaction.Observed && e.Kind == interaction.Lock {
			alpha /= 2
		}
		d.fill(w, p.zOf((e.Start+e.End)/2), color.Alpha(alpha))
	}
}

// wholeEdges returns the waits of the time shown, the longest if there are too
// many, sorted from far to near.
func (p *picture) wholeEdges() []interaction.Edge {
	from, to := p.look.Window()
	from = interaction.LatestPart(p.tl, max(from, 0), to, mostEdges)
	var edges []interaction.Edge
	for _, t := range p.look.Threads {
		interaction.EachWholeEdge(p.tl, t, from, to, func(e interaction.Edge) {
			_, shown := p.l.slotOf[e.Blocker]
			if shown && e.Blocker != tracefeed.NoThread && (e.Kind == interaction.Lock || p.look.Signals) {
				edges = append(edges, e)
			}
		})
	}
	edges, left := longestEdges(edges)
	p.f.LinksLeft += left
	slices.SortStableFunc(edges, func(a, b interaction.Edge) int { return cmp.Compare(a.Start+a.End, b.Start+b.End) })
	return edges
}

// longestEdges returns the longest edges, longest first, and the number of
// others. Among edges of equal length the first are kept.
func longestEdges(edges []interaction.Edge) (longest []interaction.Edge, left int) {
	every := func(int32) bool { return true }
	best, all := largest(len(edges), mostLinks, every, func(a, b int32) int {
		return cmp.Or(cmp.Compare(edges[a].End-edges[a].Start, edges[b].End-edges[b].Start), cmp.Compare(b, a))
	})
	for _, i := range slices.Backward(best) {
		longest = append(longest, edges[i])
	}
	return longest, all - len(longest)
}
