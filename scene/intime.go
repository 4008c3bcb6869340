package scene

import (
	"cmp"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/interaction"
	"tiv/internal/largest"
	"tiv/scene/shape"
	"tiv/scene/stage"
	"tiv/tracefeed"
)

// maxEdges is the approximate limit of waits that are examined one by one.
const maxEdges = 300_000

// inTime draws each wait between the begin of the interval shown and the moment at its own depth: a triangle in
// the plane of its middle, from the waiting thread to its blocker, as wide as
// its share of a step. Frame.Links does not have these edges, so they can't be
// picked. It returns the number of shorter waits that are not drawn.
func inTime(fv *stage.Front) (omitted int) {
	size := 2 * min(fv.Layout.Half[0], fv.Layout.Half[1])
	least := fv.Pen.Pixel * fv.Sheet.Canvas.Scale
	edges, omitted := wholeEdges(fv)
	opaque := min(0.5, max(0.12, 60/float32(len(edges)+1)))
	for _, e := range edges {
		a, b := fv.Layout.SlotOf[e.Blocked], fv.Layout.SlotOf[e.Blocker]
		share := min(1, float32(e.End-e.Start)/float32(fv.Look.Step))
		w := shape.Wedge{From: 0.6 * least, To: max(0.5*size*share, 2*least)}
		if a == b {
			w = loop(fv.Layout, w, fv.Layout.Face(a), 0)
		} else {
			w = shape.Between(w, fv.Layout.Face(a), fv.Layout.Face(b), mgl32.Vec2{})
		}
		alpha := opaque
		if e.Evidence != interaction.Observed && e.Kind == interaction.Lock {
			alpha /= 2
		}
		if l := fv.Look.Lit; l != nil && !(fv.Layout.Slots[a].Lit && fv.Layout.Slots[b].Lit && l.Waits(e.Kind, e.Monitor)) {
			alpha /= 5
		}
		if !fv.Colours.Covers([]tracefeed.ThreadID{e.Blocked}, e.Start, e.End) {
			alpha = outsideAlpha
		}
		fv.Pen.Fill(w, fv.Depths.Of((e.Start+e.End)/2), edgeColor(fv.Sheet.Colors, e.Kind).Alpha(alpha))
	}
	return omitted
}

// outsideAlpha is the opacity of waits outside of the base.
const outsideAlpha = 0.06

// wholeEdges returns the waits of the time shown, sorted from far to near. If
// there are too many, it returns the longest, and the number of others.
func wholeEdges(fv *stage.Front) (edges []interaction.Edge, omitted int) {
	from, _ := fv.Look.Window()
	to := fv.Look.Moment
	from = interaction.LatestPart(fv.Timeline, from, to, maxEdges)
	for _, t := range fv.Look.Threads {
		interaction.EachMergedEdge(fv.Timeline, t, from, to, func(e interaction.Edge) {
			_, shown := fv.Layout.SlotOf[e.Blocker]
			if shown && e.Blocker != tracefeed.NoThread && (e.Kind == interaction.Lock || fv.Look.Signals) {
				edges = append(edges, e)
			}
		})
	}
	edges, omitted = longestEdges(edges)
	slices.SortStableFunc(edges, func(a, b interaction.Edge) int { return cmp.Compare(a.Start+a.End, b.Start+b.End) })
	return edges, omitted
}

// longestEdges returns the longest edges, longest first, and the number of
// others. Among edges of equal length the first are kept.
func longestEdges(edges []interaction.Edge) (longest []interaction.Edge, left int) {
	every := func(int32) bool { return true }
	best, all := largest.Of(len(edges), maxLinks, every, func(a, b int32) int {
		return cmp.Or(cmp.Compare(edges[a].End-edges[a].Start, edges[b].End-edges[b].Start), cmp.Compare(b, a))
	})
	for _, i := range slices.Backward(best) {
		longest = append(longest, edges[i])
	}
	return longest, all - len(longest)
}
