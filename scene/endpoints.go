package scene

import (
	"cmp"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/lod"
	"tiv/tracefeed"
)

// endpoint is an end of links: a bar, or in a dense picture a cluster of bars, which
// has a mark of its own among them.
type endpoint struct {
	face
	// thread is the first of threads, and pick the PickID of all of them
	// together.
	thread  tracefeed.ThreadID
	threads int
	pick    PickID
	slot    int // of a bar
	// name and color belong to a cluster of bars.
	name  string
	color Color
	// outside says that no part of it is in view.
	selected, dimmed, outside bool
	lit                       bool // the chosen finding is about one of its bars
}

// endpoints are all ends of the links of a picture.
type endpoints struct {
	ends []endpoint
	// endOf is the index of each slot's endpoint.
	endOf []int32
	// clusters are the clusters of bars that share an endpoint.
	clusters []Cluster
}

// makeEndpoints chooses the endpoints of links. In a dense picture the bars of a
// cluster share one, because hundreds of threads have thousands of pairs. Close
// bars and hubs have endpoints of their own. Clusters are numbered from cluster.
func (g *linkGraph) makeEndpoints(cluster int) {
	g.endOf = make([]int32, len(g.layout.slots))
	var shared []tracefeed.ThreadID
	for i := range g.layout.slots {
		s := &g.layout.slots[i]
		if g.density == lod.Dense && !g.isApart(s) {
			shared = append(shared, s.thread)
			continue
		}
		g.add(g.ownEnd(i), i)
	}
	if len(shared) == 0 {
		return
	}
	for _, c := range g.clustersOf(shared) {
		slots := make([]int, len(c.Threads))
		for k, t := range c.Threads {
			slots[k] = g.layout.slotOf[t]
		}
		if len(slots) == 1 {
			g.add(g.ownEnd(slots[0]), slots[0])
			continue
		}
		e := g.sharedEnd(c, slots)
		e.pick = PickID{PickCluster, int32(cluster + len(g.clusters))}
		g.clusters = append(g.clusters, c)
		g.add(e, slots...)
	}
}

// add adds the endpoint of some slots.
func (e *endpoints) add(x endpoint, slots ...int) {
	for _, i := range slots {
		e.endOf[i] = int32(len(e.ends))
	}
	e.ends = append(e.ends, x)
}

// isApart reports whether a bar has links of its own in a dense picture.
func (g *linkGraph) isApart(s *slot) bool {
	return s.members != nil || s.selected || s.chained || g.isClose(s) || s.deadlocked || slices.Contains(g.hubs, s.thread)
}

// ownEnd returns the endpoint of a single bar.
func (g *linkGraph) ownEnd(i int) endpoint {
	s := &g.layout.slots[i]
	return endpoint{face: g.layout.face(i), thread: s.thread, threads: max(1, len(s.members)), pick: g.pick(i), slot: i,
		selected: s.selected, dimmed: s.dimmed, lit: s.lit}
}

// clustersOf groups threads by the user's clusters, and the others by their
// names.
func (g *linkGraph) clustersOf(threads []tracefeed.ThreadID) []Cluster {
	number := map[tracefeed.ThreadID]int{} // from 1
	for i, c := range g.look.Clusters {
		for _, t := range c.Threads {
			number[t] = i + 1
		}
	}
	users := make([]Cluster, len(g.look.Clusters))
	var rest []tracefeed.ThreadID
	for _, t := range threads {
		if i := number[t]; i > 0 {
			c := &users[i-1]
			c.Name, c.Color = g.look.Clusters[i-1].Name, g.look.Clusters[i-1].Color
			c.Threads = append(c.Threads, t)
		} else {
			rest = append(rest, t)
		}
	}
	users = slices.DeleteFunc(users, func(c Cluster) bool { return len(c.Threads) == 0 })
	return append(users, byName(g.tl, rest)...)
}

// sharedEnd returns the endpoint of several bars, without a PickID: in their
// middle, but moved away from the middle of the picture, where the endpoints of
// all clusters would overlap.
func (g *linkGraph) sharedEnd(c Cluster, slots []int) endpoint {
	low, high := g.layout.slots[slots[0]].at, g.layout.slots[slots[0]].at
	e := endpoint{thread: c.Threads[0], threads: len(c.Threads), color: c.Color, dimmed: true}
	for _, i := range slots {
		s := &g.layout.slots[i]
		e.at = e.at.Add(s.at.Mul(1 / float32(len(slots))))
		e.dimmed = e.dimmed && s.dimmed
		e.lit = e.lit || s.lit
		for k := range low {
			low[k], high[k] = min(low[k], s.at[k]), max(high[k], s.at[k])
		}
	}
	side := float32(len(g.ends)%3 - 1)
	e.at[0] += side * 0.3 * (high[0] - low[0])
	e.name = c.Title()
	return e
}

// growEnds makes the marks of clusters round in a view, nearly as large as
// bars, and large enough to be visible at a scale.
func (g *linkGraph) growEnds(v *View, scale float32) {
	var unit mgl32.Vec2 // pixels to a unit of the world
	middle := g.layout.low.Add(g.layout.high).Mul(0.5)
	at, _ := v.Project(middle.Vec3(0))
	for k, axis := range []mgl32.Vec2{{1, 0}, {0, 1}} {
		end, _ := v.Project(middle.Add(axis).Vec3(0))
		unit[k] = max(end.Sub(at).Len(), 1e-6)
	}
	radius := max(0.9*min(g.layout.half[0]*unit[0], g.layout.half[1]*unit[1]), 11*scale)
	for i := range g.ends {
		if x := &g.ends[i]; x.name != "" {
			x.half = mgl32.Vec2{radius / unit[0], radius / unit[1]}
		}
	}
}

// maxHubs is the largest number of hubs, which have endpoints of their own:
// threads with hubShare of all waiting or more charged to each.
const (
	maxHubs  = 6
	hubShare = 1.0 / 12
)

// hubsOf returns the threads with a large part of all waiting charged to them,
// given the waiting charged to each thread.
func hubsOf(charged []tracefeed.Time) []tracefeed.ThreadID {
	var all tracefeed.Time
	for _, sum := range charged {
		all += sum
	}
	var hubs []tracefeed.ThreadID
	for t, sum := range charged {
		if sum > 0 && float64(sum) >= hubShare*float64(all) {
			hubs = append(hubs, tracefeed.ThreadID(t))
		}
	}
	slices.SortFunc(hubs, func(a, b tracefeed.ThreadID) int {
		return cmp.Or(cmp.Compare(charged[b], charged[a]), cmp.Compare(a, b))
	})
	return hubs[:min(len(hubs), maxHubs)]
}
