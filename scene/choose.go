package scene

import (
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/interaction"
	"tiv/lod"
	"tiv/scene/shape"
	"tiv/tracefeed"
)

// maxDrawn is the largest number of links in a picture at each density, before
// they hide more than they show, and maxMarked the number of further links at
// selected threads.
var maxDrawn = [...]int{lod.Sparse: 80, lod.Busy: 90, lod.Dense: 60, lod.Crowded: 60}

const maxMarked = 500

// If there are more than a few links, the shortest ones are left out: those
// that are far shorter than the longest and together hardly any of the waiting.
const (
	fewLinks   = 24
	hardlyAny  = 0.04
	outOfSight = 0.02 // of the view: the distance beyond its border that counts as in view
)

// choose selects the links to draw in a view and sorts them by length of waits,
// longest last: links of selected threads and of deadlocks, and the longest others with
// an endpoint in view. Many of those that remain are faint lines.
func (g *linkGraph) choose(v *shape.View) {
	g.inDeadlock = g.deadlockPairs()
	g.findOutside(v)
	var sum tracefeed.Time
	inView := func(l *Link) bool {
		return !g.ends[l.blocked].outside || !g.ends[l.blocker].outside
	}
	kept := func(l *Link) bool { return g.isMarked(l) || g.isDeadlocked(l) || l.through }
	most, faint := maxMarked, maxFaint
	if g.Look.NoFaintWaits {
		faint = 0
	} else if g.Look.AboutFinding() && len(g.locks) == 0 { // the triangles of a web hide each other
		most = maxDrawn[g.Density]
	}
	marked := chooseFrom(g.all, most, faint, func(l *Link) bool { return inView(l) && kept(l) })
	others := chooseFrom(g.all, maxDrawn[g.Density], faint-marked.weak, func(l *Link) bool {
		if inView(l) {
			sum += l.Total
			return !kept(l)
		}
		return false
	})
	hidden := others.trim(sum, sum-marked.drawn()-others.drawn())
	g.drawn = append(slices.Clone(others.strong()), marked.strong()...)
	g.web = web{total: sum, hidden: hidden}
	for _, l := range slices.Concat(marked.links[:marked.weak], others.links[:others.weak]) {
		g.web.add(l)
	}
	g.omitted = marked.left + others.left + g.web.fade(g)
	g.omittedShare = float32(float64(g.web.hidden) / float64(max(1, sum)))
	g.setLanes()
	g.inDegree = make([]int, len(g.ends))
	for i := range g.drawn {
		g.inDegree[g.drawn[i].blocker]++
	}
}

// chosen are links, longest last. The weak ones at the begin are no triangles; left is the number
// of further links.
type chosen struct {
	links      []Link
	weak, left int
}

// chooseFrom chooses the longest links for which wanted is true: most for triangles, and the next
// ones for faint lines.
func chooseFrom(all []Link, most, faint int, wanted func(*Link) bool) (c chosen) {
	c.links, c.left = longest(all, most+faint, wanted)
	c.weak = max(0, len(c.links)-most)
	return c
}

// strong returns the links that are triangles.
func (c *chosen) strong() []Link { return c.links[c.weak:] }

// drawn returns the waiting of these.
func (c *chosen) drawn() (sum tracefeed.Time) {
	for i := range c.strong() {
		sum += c.links[c.weak+i].Total
	}
	return sum
}

// trim makes weak links of those that are far shorter than the longest and together hardly any of the
// waiting in view. It returns the waiting that is not drawn then, given that of before.
func (c *chosen) trim(sum, hidden tracefeed.Time) tracefeed.Time {
	for len(c.strong()) > fewLinks {
		shortest := c.strong()[0].Total
		if 10*shortest >= c.links[len(c.links)-1].Total || float64(hidden+shortest) >= hardlyAny*float64(sum) {
			break
		}
		hidden += shortest
		c.weak++
	}
	return hidden
}

// isMarked reports whether an endpoint of a link is selected, or, while a finding is chosen,
// whether it is about the link.
func (g *linkGraph) isMarked(l *Link) bool {
	if g.Look.AboutFinding() {
		several := l.Monitor == tracefeed.NoMonitor && len(g.locks) > 0 // those of the subject are at its locks
		return g.ends[l.blocked].lit && g.ends[l.blocker].lit && !several && g.Look.IsSubjectWait(l.Kind, l.Monitor)
	}
	return g.ends[l.blocked].selected || g.ends[l.blocker].selected
}

// isDeadlocked reports whether a link is one of a deadlock's waits.
func (g *linkGraph) isDeadlocked(l *Link) bool {
	return l.Kind == interaction.Lock && g.inDeadlock[[2]int{l.blocked, l.blocker}]
}

// findOutside marks the endpoints outside a view.
func (g *linkGraph) findOutside(v *shape.View) {
	r, pad := v.Rect, outOfSight*v.Rect.Width()
	for i := range g.ends {
		e := &g.ends[i]
		e.outside = true
		for _, corner := range []mgl32.Vec2{{0, 0}, {-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
			at, ok := v.Project(e.At.Add(mgl32.Vec2{corner[0] * e.Half[0], corner[1] * e.Half[1]}).Vec3(0))
			if ok && at[0] > r.X0-pad && at[0] < r.X1+pad && at[1] > r.Y0-pad && at[1] < r.Y1+pad {
				e.outside = false
				break
			}
		}
	}
}

// setLanes assigns lanes to links between the same two endpoints: first those in
// one direction, then those in the other.
func (g *linkGraph) setLanes() {
	type pair [2]int
	lanes := map[pair][]int{}
	for i, l := range g.drawn {
		if g.isDeadlocked(&l) {
			continue // drawn as part of the deadlock
		}
		k := pair{min(l.blocked, l.blocker), max(l.blocked, l.blocker)}
		lanes[k] = append(lanes[k], i)
	}
	for k, list := range lanes {
		slices.SortStableFunc(list, func(i, j int) int {
			a, b := &g.drawn[i], &g.drawn[j]
			switch {
			case a.blocked == b.blocked:
				return int(a.Monitor) - int(b.Monitor)
			case a.blocked == k[0]:
				return -1
			}
			return 1
		})
		for n, i := range list {
			g.drawn[i].lane, g.drawn[i].lanes = n, len(list)
		}
	}
}

// deadlockPairs returns which endpoints wait for which within the deadlocks of
// the moment.
func (g *linkGraph) deadlockPairs() map[[2]int]bool {
	pairs := map[[2]int]bool{}
	for _, d := range g.Deadlocks {
		for k, a := range d.Slots {
			pairs[[2]int{int(g.endOf[a]), int(g.endOf[d.Slots[(k+1)%len(d.Slots)]])}] = true
		}
	}
	return pairs
}
