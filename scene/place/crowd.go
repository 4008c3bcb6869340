package place

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"tiv/interaction/detect"
	"tiv/lod"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
)

// A group of a crowd is calm if it has less than calmShare of the lost time of the
// group with the most, and of the lost time without IO of the group with the most of
// that: thousands of idle connections must not hide the threads that starve. Calm groups share one bar if a crowd has more than
// fewGroups and at least leastCalm of them are calm.
const (
	calmShare = 0.1
	fewGroups = 12
	leastCalm = 3
)

// leastSize is the size of the smallest bar of a crowd, as a part of the largest.
const leastSize = 0.5

// group is a cluster of a crowd.
type group struct {
	view.Cluster
	// lost is its lost time, stalled that without IO.
	lost, stalled tracefeed.Time
	// kept groups are never calm: those of the user, and those of deadlocks.
	kept bool
	size float32
	// absent groups are threads without anything to show.
	absent bool
	// label replaces the name and the number of threads, if there is one.
	label string
}

// eachGroup makes slots for close threads, then for groups: the user's clusters,
// and all other threads by their names. Groups with more lost time come first and
// are larger, in area; calm groups share the last bar.
func (m *slotLister) eachGroup() {
	for _, t := range m.look.Threads {
		if m.apart[t] {
			m.thread(t)
		}
	}
	user, others := m.groups()
	all := atMost(maxBars-len(m.slots), append(user, others...))
	groups := make([]group, len(all))
	for i, c := range all {
		lost, stalled := m.lost.sum(c.Threads)
		groups[i] = group{Cluster: c, lost: lost, stalled: stalled, kept: i < len(m.members)}
	}
	for _, g := range m.foldEnded(m.foldCalm(groups)) {
		m.cluster(&g)
	}
}

// Groups returns the groups of threads that a crowd of the threads shown has, before any are
// joined: the user's clusters, and those of all other threads by their names. merged says that
// the threads are so many that a picture of all of them merges what concerns the latter.
func Groups(tl *timeline.Timeline, look *view.Look) (user, others []view.Cluster, merged bool) {
	m := &slotLister{tl: tl, look: look, again: new(Repeats), user: make([]int32, len(tl.Threads))}
	m.assign()
	user, others = m.groups()
	return user, others, lod.ChooseDensity(lod.Sparse, len(look.Threads)) >= lod.Dense
}

func (m *slotLister) groups() (user, others []view.Cluster) {
	for i := range m.members {
		user = append(user, m.userCluster(i))
	}
	var rest []tracefeed.ThreadID
	for _, t := range m.look.Threads {
		if m.user[t] == 0 {
			rest = append(rest, t)
		}
	}
	return user, m.again.byName(m.tl, rest)
}

// foldCalm sorts groups by lost time, sets their sizes, and joins calm ones.
func (m *slotLister) foldCalm(groups []group) []group {
	slices.SortStableFunc(groups, func(a, b group) int { return cmp.Compare(b.lost, a.lost) })
	if len(groups) == 0 || groups[0].lost == 0 {
		return groups
	}
	most, deadlocked := groups[0].lost, m.deadlocked()
	stalled := max(1, slices.MaxFunc(groups, func(a, b group) int { return cmp.Compare(a.stalled, b.stalled) }).stalled)
	var busy []group
	calm := group{size: leastSize}
	n := 0
	for _, g := range groups {
		share := float64(g.lost) / float64(most)
		g.size = max(leastSize, float32(math.Sqrt(share)))
		starves := float64(g.stalled) >= calmShare*float64(stalled)
		if g.kept || share >= calmShare || starves ||
			slices.ContainsFunc(g.Threads, func(t tracefeed.ThreadID) bool { return deadlocked[t] }) {
			busy = append(busy, g)
			continue
		}
		n++
		calm.Threads = append(calm.Threads, g.Threads...)
	}
	if m.look.CalmApart || len(groups) <= fewGroups || n < leastCalm {
		return groups
	}
	calm.Name, calm.Calm = fmt.Sprintf("%d calm groups", n), true
	calm.label = fmt.Sprintf("%s, %s threads", calm.Name, tracefeed.Count(len(calm.Threads)))
	return append(busy, calm)
}

// deadlocked returns the threads of all deadlocks of the trace.
func (m *slotLister) deadlocked() map[tracefeed.ThreadID]bool {
	threads := map[tracefeed.ThreadID]bool{}
	for i := range m.look.Findings {
		if f := &m.look.Findings[i]; f.Kind == detect.Deadlock {
			for _, t := range f.Threads {
				threads[t] = true
			}
		}
	}
	return threads
}
