package scene

import (
	"fmt"
	"slices"

	"tiv/lod"
	"tiv/tracefeed"
)

// slotMaker makes the slots of a level: threads, and clusters without separate
// members.
type slotMaker struct {
	p        *picture
	level    lod.Level
	slots    []slot
	clusters []Cluster
	// in has the number of each thread's cluster of the user, from 1, and apart
	// whether it has a bar of its own though its cluster has one.
	in    []int32
	apart []bool
	// members are the shown threads of each of the user's clusters.
	members [][]tracefeed.ThreadID
}

// slots returns the slots of a level, in the order of places, and the clusters
// among them. The members of a cluster follow each other. In a crowd the close
// threads come before all clusters.
func (p *picture) slots(level lod.Level) ([]slot, []Cluster) {
	n := len(p.tl.Threads)
	m := &slotMaker{p: p, level: level, in: make([]int32, n), apart: make([]bool, n)}
	m.sort()
	if level == lod.Crowd {
		m.crowd()
	} else {
		m.each()
	}
	return m.slots, m.clusters
}

// sort computes the cluster of each thread, and the threads apart.
func (m *slotMaker) sort() {
	look := m.p.look
	m.members = make([][]tracefeed.ThreadID, len(look.Clusters))
	for i, c := range look.Clusters {
		for _, t := range c.Threads {
			if int(t) < len(m.in) {
				m.in[t] = int32(i + 1)
			}
		}
	}
	room := mostBars / 2
	for _, t := range look.Threads {
		c := m.in[t]
		if c > 0 {
			m.members[c-1] = append(m.members[c-1], t)
		}
		if m.close(t) && room > 0 && (m.level == lod.Crowd || c > 0 && look.Clusters[c-1].Folded) {
			m.apart[t] = true
			room--
		}
	}
}

func (m *slotMaker) close(t tracefeed.ThreadID) bool { return Has(m.p.look.Close, t) }

// Has reports whether a sorted list has a thread.
func Has(list []tracefeed.ThreadID, t tracefeed.ThreadID) bool {
	_, ok := slices.BinarySearch(list, t)
	return ok
}

// crowd makes slots for close threads, then for the user's clusters, then for
// all others by their names.
func (m *slotMaker) crowd() {
	var rest []tracefeed.ThreadID
	for _, t := range m.p.look.Threads {
		if m.apart[t] {
			m.thread(t)
		}
		if m.in[t] == 0 {
			rest = append(rest, t)
		}
	}
	var all []Cluster
	for i := range m.members {
		all = append(all, m.user(i))
	}
	for _, c := range atMost(mostBars-len(m.slots), append(all, byName(m.p.tl, rest)...)) {
		m.cluster(c)
	}
}

// user returns one of the user's clusters, restricted to its shown threads.
func (m *slotMaker) user(i int) Cluster {
	c := m.p.look.Clusters[i]
	c.Threads = m.members[i]
	return c
}

// each makes a slot for each thread, and one for each folded cluster.
func (m *slotMaker) each() {
	done := make([]bool, len(m.members))
	for _, t := range m.p.look.Threads {
		c := int(m.in[t]) - 1
		if c < 0 || m.apart[t] {
			m.thread(t)
		}
		if c < 0 || done[c] {
			continue
		}
		done[c] = true
		if m.p.look.Clusters[c].Folded {
			m.cluster(m.user(c))
			continue
		}
		for _, member := range m.members[c] {
			m.thread(member)
		}
	}
}

func (m *slotMaker) thread(t tracefeed.ThreadID) {
	s := slot{thread: t, name: m.p.tl.Threads[t].Name, level: m.level, user: m.in[t]}
	if m.close(t) {
		s.level = lod.Near
	}
	m.slots = append(m.slots, s)
}

// cluster makes the slot of a cluster, for its threads without one of their
// own.
func (m *slotMaker) cluster(c Cluster) {
	all := len(c.Threads)
	c.Threads = slices.DeleteFunc(slices.Clone(c.Threads), func(t tracefeed.ThreadID) bool { return m.apart[t] })
	n := len(c.Threads)
	if n == 0 {
		return
	}
	s := slot{thread: c.Threads[0], members: c.Threads, cluster: len(m.clusters), name: c.Name, level: m.level, user: m.in[c.Threads[0]]}
	if all > 1 {
		s.name, s.alone = fmt.Sprintf("%s × %d", c.Name, n), c.Name
	}
	if n < all {
		s.name += fmt.Sprintf(" + %d shown", all-n)
	}
	m.slots = append(m.slots, s)
	m.clusters = append(m.clusters, c)
}
