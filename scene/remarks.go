package scene

import (
	"fmt"
	"slices"
	"strings"

	"tiv/assets"
	"tiv/interaction"
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

// patternsOf describes the patterns of the waits, shorter in each line: those of several
// groups one after the other, or that of the only group; nothing if it has none.
func patternsOf(g *linkGraph) (lines []string) {
	const most = 3
	var words []string
	for i := range g.groups {
		if word := patternOf(g, &g.groups[i]); word != "" {
			words = append(words, word)
		}
	}
	if len(g.groups) < 2 {
		return words
	}
	head := fmt.Sprintf("%d separate groups", len(g.groups))
	for n := min(len(words), most); n > 0; n-- {
		line := head + " · " + strings.Join(words[:n], " · ")
		if n < len(words) {
			line += " · …"
		}
		lines = append(lines, line)
	}
	return append(lines, head)
}

// patternOf names the pattern of a group of threads; it is empty if there is none. Among
// several groups the thread that is waited for most stands for its group.
func patternOf(g *linkGraph, group *interaction.Group) string {
	holder := shape.FitName(g.Look.NameOf(g.Timeline.Threads[group.Holder].Name), 1, 20, false)
	of := ""
	switch {
	case group.Pattern == interaction.NoPattern:
		return ""
	case group.Pattern == interaction.ManyToOne:
		return fmt.Sprintf("many wait for one: %s threads behind %s", tracefeed.Count(group.Waiters), holder)
	case len(g.groups) > 1:
		of = fmt.Sprintf("%s and %s others", holder, tracefeed.Count(group.Threads-1))
	default:
		of = tracefeed.Count(group.Threads) + " threads"
	}
	switch group.Locks {
	case 0:
		return "many wait for many: " + of
	case 1:
		return "many wait for many: " + of + ", 1 lock"
	}
	return fmt.Sprintf("many wait for many: %s, %d locks", of, group.Locks)
}
