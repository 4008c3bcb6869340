package scene

import (
	"fmt"
	"slices"

	"tiv/assets"
	"tiv/interaction"
	"tiv/interaction/patterns"
	"tiv/scene/shape"
	"tiv/scene/stage"
	"tiv/tracefeed"
)

// muchOmitted is the share of waiting in edges that are not drawn beyond which
// the scene says so.
const muchOmitted = 0.1

// remarks writes lines about the waits into the lower left corner of the view, or the right
// one beside a time axis, whose label of the moment is near: the patterns of the waits and,
// if it is much, how much of the waiting is not drawn, because such a picture looks calm. A
// line that is too wide is replaced by a shorter one.
func remarks(fv *stage.Front, g *linkGraph, f *Frame) {
	rows := [...]float32{0, 0, 0} // the width taken in each row, from below
	for _, lines := range [][]string{outOfView(g.ends), patternsOf(g), omitted(f)} {
		for row := range rows {
			if wide := remark(fv.Sheet, fv.View.Rect, lines, rows[row], float32(row), fv.Look.Kind.TimeAxis); wide > 0 {
				rows[row] += wide
				break
			}
		}
	}
}

// outOfView says why no edge is drawn: near a part of the 3D scene, the plane of the moment can be
// beside the view.
func outOfView(ends []endpoint) []string {
	if len(ends) == 0 || slices.ContainsFunc(ends, func(e endpoint) bool { return !e.outside }) {
		return nil
	}
	return []string{"the moment, and the waits at it, are out of view", "the moment is out of view"}
}

// remark writes the first line that fits into a row of a view, at a distance from its left or
// right, and returns the width that it takes; 0 if none fits.
func remark(sh *shape.Sheet, r shape.Rect, lines []string, taken, row float32, right bool) (wide float32) {
	const gap = 2 // to the label of the moment
	for _, line := range lines {
		wide = assets.TextWidth(line, sh.Em, false)
		x := r.X0 + sh.Em + taken
		fits := x+wide < r.X1-sh.Em
		if right {
			x = r.X1 - sh.Em - taken - wide
			fits = x > r.X0+gap*sh.Em
		}
		if fits && sh.Label(shape.Text{X: x, Y: r.Y1 - (0.7+1.4*row)*sh.Em, Size: sh.Em, Color: sh.Colors.Text, Text: line}) {
			return wide + 2*sh.Em
		}
	}
	return 0
}

// omitted describes the edges that are not drawn, shorter in each line; nothing if they
// have little of the waiting.
func omitted(f *Frame) []string {
	if f.OmittedShare <= muchOmitted {
		return nil
	}
	n, share := len(f.Links)+f.Faint, 100*f.OmittedShare
	return []string{
		fmt.Sprintf("%d of %d waits drawn; %.0f %% of the waiting is in the others", n, n+f.LinksOmitted, share),
		fmt.Sprintf("%d of %d waits drawn, %.0f %% of the waiting not", n, n+f.LinksOmitted, share),
		fmt.Sprintf("%.0f %% of the waiting not drawn", share),
	}
}

// waitGroups returns the groups of the threads shown that wait for each other. The waits
// of a deadlock are marked by its ring, so they make no group.
func waitGroups(g *linkGraph, m *pairCache, in *linkInput) []interaction.Group {
	groups := interaction.Groups(m.pairs, len(g.Timeline.Threads), func(p *interaction.Pair) bool {
		if in.endOf[p.Blocked] < 0 || in.endOf[p.Blocker] < 0 || len(g.Deadlocks) == 0 {
			return in.endOf[p.Blocked] >= 0 && in.endOf[p.Blocker] >= 0
		}
		a, b := g.Layout.SlotOf[p.Blocked], g.Layout.SlotOf[p.Blocker]
		return !slices.ContainsFunc(g.Deadlocks, func(d stage.Deadlock) bool {
			return slices.Contains(d.Slots, a) && slices.Contains(d.Slots, b)
		})
	})
	for i := range groups {
		if !m.single { // a pair has only the lock of its longest waits
			groups[i].Locks = 0
		}
	}
	return groups
}

// patternsOf describes the patterns of the waits, shorter in each line.
func patternsOf(g *linkGraph) []string {
	return patterns.Describe(g.groups, func(t tracefeed.ThreadID) string {
		return shape.FitName(g.Look.NameOf(g.Timeline.Threads[t].Name), 1, 20, false)
	})
}
