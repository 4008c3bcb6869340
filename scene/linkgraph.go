package scene

import (
	"maps"
	"slices"

	"tiv/interaction"
	"tiv/lod"
	"tiv/scene/shape"
	"tiv/scene/stage"
	"tiv/scene/view"
	"tiv/tracefeed"
)

// linkGraph is the graph of the waits in the history of one picture: links
// between endpoints, which are bars or clusters of bars.
type linkGraph struct {
	*stage.Stage
	endpoints
	// hubs are the threads with a large part of all waiting charged to them, main the one with most of
	// it; NoThread for none.
	hubs []tracefeed.ThreadID
	main tracefeed.ThreadID
	// all are all links, drawn the ones to draw, in the order of drawing.
	all, drawn []Link
	// web are the links that are faint lines.
	web web
	// groups are the groups of threads that wait for each other.
	groups []interaction.Group
	// omitted is the number of links that are not drawn, omittedShare their share
	// of all waiting in view.
	omitted      int
	omittedShare float32
	// from is the begin of the history that links sum up. partial says that a
	// longer history will be added up.
	from    tracefeed.Time
	partial bool
	// inDegree has the number of links drawn to each endpoint.
	inDegree []int
	// inDeadlock holds the pairs of endpoints with waits in a deadlock.
	inDeadlock map[[2]int]bool
	// aspect is that of pixels in the plane of the moment; see shape.Wedge.
	aspect float32
	// course bends links around bars.
	course course
	heads  arrowHeads
	// locks are those that are drawn as objects.
	locks []lockObject
}

// newLinkGraph returns the graph of a stage, with all links but none to draw. Of a history with more than about
// budget wait intervals it sums up only the latest part.
func newLinkGraph(st *stage.Stage, cache *linkCache, budget int) *linkGraph {
	g := &linkGraph{Stage: st, course: course{Layout: st.Layout, limit: maxCourses}}
	from, to := st.Look.Past()
	fresh := cache.pairs.update(st.Timeline, from, to, st.Colours.Limit, budget) || cache.outdated
	cache.outdated = false
	g.from, g.partial, g.hubs, g.main = cache.pairs.reached, cache.pairs.partial(), cache.pairs.hubs, cache.pairs.main
	g.makeEndpoints()
	if in := g.input(); fresh || !cache.input.same(&in) {
		pairs := g.byMonitor(&cache.pairs)
		cache.all, cache.input = in.links(pairs, cache.all[:0]), in
		cache.groups, cache.staleGroups = waitGroups(g, pairs, &in), false
	} else if cache.staleGroups {
		cache.groups, cache.staleGroups = waitGroups(g, &cache.pairs, &in), false
	}
	g.all, g.groups = cache.all, cache.groups
	addLocks(&cache.pairs, g)
	return g
}

// hasLocks reports whether some bars waited for locks of each other.
func (g *linkGraph) hasLocks() bool {
	return slices.ContainsFunc(g.all, func(l Link) bool { return l.Kind == interaction.Lock })
}

// maxSingle is the largest number of threads with separate links for each
// monitor, and maxApart the largest number of wait intervals.
const (
	maxSingle = 64
	maxApart  = 100_000
)

// byMonitor returns the pairs from which links are made: in a sparse picture, if
// there are few, pairs at different monitors are separate. If the pairs are
// partial they never are, because the complete pairs may be too many.
func (g *linkGraph) byMonitor(m *pairCache) *pairCache {
	if g.Density != lod.Sparse || len(g.Layout.SlotOf) > maxSingle || g.partial || m.intervals() > maxApart {
		return m
	}
	single := *m
	threads := slices.Sorted(maps.Keys(g.Layout.SlotOf))
	single.pairs, single.single = interaction.PairsByMonitor(g.Timeline, threads, m.reached, m.to, m.in()), true
	return &single
}

// share returns the part of the history that a link's endpoint spent waiting:
// for a cluster, by its mean member.
func (g *linkGraph) share(l *Link) float32 {
	if n := g.ends[l.blocked].lock; n > 0 {
		return float32(l.Total) / float32(max(1, g.locks[n-1].total))
	}
	members := tracefeed.Time(g.ends[l.blocked].threads)
	return min(1, float32(l.Total)/float32(max(1, (l.To-l.From)*members)))
}

// onChain reports whether a step of the chain goes along a link.
func (g *linkGraph) onChain(l *Link) bool {
	threads := g.Look.Chain
	for i := 0; i+1 < len(threads); i++ {
		a, okA := g.Layout.SlotOf[threads[i]]
		b, okB := g.Layout.SlotOf[threads[i+1]]
		if okA && okB && int(g.endOf[a]) == l.blocked && int(g.endOf[b]) == l.blocker {
			return true
		}
	}
	return false
}

// wait returns the PickID of the wait at the moment of one slot's threads for another's:
// the drawn edge, or else the waiting bar.
func (g *linkGraph) wait(blocked, blocker int) shape.PickID {
	now, _ := interaction.WaitAt(g.Timeline, g.Layout.Slots[blocked].Thread, g.Look.Moment)
	best := -1
	for i := range g.drawn {
		l := &g.drawn[i]
		if l.Kind != interaction.Lock || l.blocked != int(g.endOf[blocked]) || l.blocker != int(g.endOf[blocker]) {
			continue
		}
		if best < 0 || l.Monitor == now.Monitor || g.drawn[best].Monitor != now.Monitor && l.Total > g.drawn[best].Total {
			best = i
		}
	}
	if best < 0 {
		return g.Pick(blocked)
	}
	return shape.PickID{Kind: shape.PickEdge, Index: int32(best)}
}

// isNotable reports whether many waits lead to a slot: it is a hub, or has many
// of the links that are drawn. Among threads that share a name, it is a hub of most waits.
func (g *linkGraph) isNotable(slot int, shared bool) bool {
	const least, part = 6, 10
	if shared {
		return g.main == g.Layout.Slots[slot].Thread
	}
	if slices.Contains(g.hubs, g.Layout.Slots[slot].Thread) {
		return true
	}
	n := g.inDegree[g.endOf[slot]]
	return n >= least && part*n >= len(g.drawn)
}

// note describes the part of the history that links sum up; "" if it is all of
// it.
func (g *linkGraph) note() string {
	from, to := g.Look.Past()
	s := "the last " + view.StepName(to-g.from)
	switch {
	case g.from <= from:
		return ""
	case g.partial:
		return s + " so far, reading …"
	}
	return s + " only, too many to add up"
}
