package scene

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/interaction"
	"tiv/lod"
	"tiv/tracefeed"
)

// end is an end of links: a bar, or at level far a cluster of bars, which has a
// mark of its own among them.
type end struct {
	face
	// thread is the first of threads, and pick the PickID of all of them
	// together.
	thread  tracefeed.ThreadID
	threads int
	pick    PickID
	// name and color belong to a cluster of bars.
	name  string
	color Color
	// outside says that no part of it is in view.
	selected, dimmed, outside bool
}

// ends are all ends of a picture, and the end of each slot.
type ends struct {
	list []end
	of   []int32
}

// makeEnds chooses the ends of links. At level far the bars of a cluster share
// one end, because hundreds of threads have thousands of pairs. Close bars and
// hubs have ends of their own.
func (p *picture) makeEnds() {
	p.ends = ends{of: make([]int32, len(p.l.slots))}
	var shared []tracefeed.ThreadID
	for i := range p.l.slots {
		s := &p.l.slots[i]
		if p.level == lod.Far && !p.standsAlone(s) {
			shared = append(shared, s.thread)
			continue
		}
		p.ends.add(p.ownEnd(i), i)
	}
	if len(shared) == 0 {
		return
	}
	for _, c := range p.clustersOf(shared) {
		slots := make([]int, len(c.Threads))
		for k, t := range c.Threads {
			slots[k] = p.l.slotOf[t]
		}
		if len(slots) == 1 {
			p.ends.add(p.ownEnd(slots[0]), slots[0])
		} else {
			p.ends.add(p.sharedEnd(c, slots), slots...)
		}
	}
}

func (e *ends) add(x end, slots ...int) {
	for _, i := range slots {
		e.of[i] = int32(len(e.list))
	}
	e.list = append(e.list, x)
}

// standsAlone reports whether a bar has edges of its own at level far.
func (p *picture) standsAlone(s *slot) bool {
	return s.members != nil || s.selected || s.chained || p.isClose(s) || p.inRing(s) || slices.Contains(p.hubs, s.thread)
}

func (p *picture) ownEnd(i int) end {
	s := &p.l.slots[i]
	return end{face: p.face(i), thread: s.thread, threads: max(1, len(s.members)), pick: p.pick(i),
		selected: s.selected, dimmed: s.dimmed}
}

// clustersOf groups threads by the user's clusters, and the others by their
// names.
func (p *picture) clustersOf(threads []tracefeed.ThreadID) []Cluster {
	in := map[tracefeed.ThreadID]int{}
	for i, c := range p.look.Clusters {
		for _, t := range c.Threads {
			in[t] = i + 1
		}
	}
	users := make([]Cluster, len(p.look.Clusters))
	var rest []tracefeed.ThreadID
	for _, t := range threads {
		if i := in[t]; i > 0 {
			c := &users[i-1]
			c.Name, c.Color = p.look.Clusters[i-1].Name, p.look.Clusters[i-1].Color
			c.Threads = append(c.Threads, t)
		} else {
			rest = append(rest, t)
		}
	}
	users = slices.DeleteFunc(users, func(c Cluster) bool { return len(c.Threads) == 0 })
	return append(users, byName(p.tl, rest)...)
}

// sharedEnd returns the end of several bars: in their middle, but moved away
// from the middle of the picture, where the ends of all clusters would overlap.
func (p *picture) sharedEnd(c Cluster, slots []int) end {
	low, high := p.l.slots[slots[0]].at, p.l.slots[slots[0]].at
	e := end{thread: c.Threads[0], threads: len(c.Threads), color: c.Color, dimmed: true}
	for _, i := range slots {
		s := &p.l.slots[i]
		e.at = e.at.Add(s.at.Mul(1 / float32(len(slots))))
		e.dimmed = e.dimmed && s.dimmed
		for k := range low {
			low[k], high[k] = min(low[k], s.at[k]), max(high[k], s.at[k])
		}
	}
	turn := float32(len(p.ends.list)%3 - 1)
	e.at[0] += turn * 0.3 * (high[0] - low[0])
	e.name = fmt.Sprintf("%s × %d", c.Name, len(c.Threads))
	e.pick = PickID{PickCluster, int32(len(p.f.Clusters))}
	p.f.Clusters = append(p.f.Clusters, c)
	return e
}

// growEnds makes the marks of clusters round, nearly as large as bars, and
// large enough to be visible.
func (p *picture) growEnds(v *View) {
	var unit mgl32.Vec2 // pixels to a unit of the world
	middle := p.l.low.Add(p.l.high).Mul(0.5)
	at, _ := v.Project(middle.Vec3(0))
	for k, axis := range []mgl32.Vec2{{1, 0}, {0, 1}} {
		end, _ := v.Project(middle.Add(axis).Vec3(0))
		unit[k] = max(end.Sub(at).Len(), 1e-6)
	}
	radius := max(0.9*min(p.l.half[0]*unit[0], p.l.half[1]*unit[1]), 11*p.canvas.Scale)
	for i := range p.ends.list {
		if x := &p.ends.list[i]; x.name != "" {
			x.half = mgl32.Vec2{radius / unit[0], radius / unit[1]}
		}
	}
}

// mostHubs is the largest number of hubs, which have ends of their own: threads
// with hubShare of all waiting or more charged to each.
const (
	mostHubs = 6
	hubShare = 1.0 / 12
)

// hubsOf returns the threads with a large part of all waiting charged to them.
// Their ids are below n.
func hubsOf(pairs []interaction.Pair, n int) []tracefeed.ThreadID {
	var all tracefeed.Time
	blamed := make([]tracefeed.Time, n)
	for i := range pairs {
		if p := &pairs[i]; p.Kind == interaction.Lock {
			blamed[p.Blocker] += p.Total
			all += p.Total
		}
	}
	var hubs []tracefeed.ThreadID
	for t, sum := range blamed {
		if sum > 0 && float64(sum) >= hubShare*float64(all) {
			hubs = append(hubs, tracefeed.ThreadID(t))
		}
	}
	slices.SortFunc(hubs, func(a, b tracefeed.ThreadID) int {
		return cmp.Or(cmp.Compare(blamed[b], blamed[a]), cmp.Compare(a, b))
	})
	return hubs[:min(len(hubs), mostHubs)]
}
