package place

import (
	"fmt"
	"slices"

	"tiv/interaction/detect"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Threads returns the threads of a slot.
func (s *Slot) Threads() []tracefeed.ThreadID {
	if s.Members != nil {
		return s.Members
	}
	return []tracefeed.ThreadID{s.Thread}
}

// slotLister lists the slots of a picture: threads, and clusters without separate
// members.
type slotLister struct {
	tl       *timeline.Timeline
	look     *view.Look
	lost     *LostTimes // of a crowd, else nil
	absent   *Absentees
	again    *Repeats
	slots    []Slot
	clusters []view.Cluster
	// user has the number of each thread's cluster of the user, from 1, and apart
	// whether it has a bar of its own though its cluster has one.
	user  []int32
	apart []bool
	// members are the shown threads of each of the user's clusters.
	members [][]tracefeed.ThreadID
}

// listSlots returns the slots of a picture in the order of places, and the clusters
// among them. The members of a cluster follow each other. If the picture is a
// crowd, lost has the lost times of the threads, and groups that ended before the interval
// shown come last; otherwise it is nil, and many absent threads share the last bars.
func listSlots(tl *timeline.Timeline, look *view.Look, lost *LostTimes, absent *Absentees, again *Repeats) ([]Slot, []view.Cluster) {
	n := len(tl.Threads)
	m := &slotLister{tl: tl, look: look, lost: lost, absent: absent, again: again, user: make([]int32, n), apart: make([]bool, n)}
	m.sort()
	if lost != nil {
		m.eachGroup()
	} else {
		m.each()
	}
	return m.slots, m.clusters
}

// assign computes the cluster of each thread, and the threads of each cluster.
func (m *slotLister) assign() {
	m.members = make([][]tracefeed.ThreadID, len(m.look.Clusters))
	for i, c := range m.look.Clusters {
		for _, t := range c.Threads {
			if int(t) < len(m.user) {
				m.user[t] = int32(i + 1)
			}
		}
	}
	for _, t := range m.look.Threads {
		if c := m.user[t]; c > 0 {
			m.members[c-1] = append(m.members[c-1], t)
		}
	}
}

// sort computes the threads apart.
func (m *slotLister) sort() {
	m.assign()
	look := m.look
	room := maxBars / 2
	if m.lost != nil {
		for _, t := range m.accused() {
			m.apart[t] = true
			room--
		}
	}
	for _, t := range look.Threads {
		c := m.user[t]
		if m.close(t) && room > 0 && !m.apart[t] && (m.lost != nil || c > 0 && look.Clusters[c-1].Folded) {
			m.apart[t] = true
			room--
		}
	}
}

// mostAccused is the largest number of threads with bars of their own in a crowd because of
// findings.
const mostAccused = 12

// accused returns threads that a group of a crowd must not hide: those of the chosen
// finding, or else of the findings that accuse, the most severe first. The thread that
// causes a finding comes before those that wait for it.
func (m *slotLister) accused() (list []tracefeed.ThreadID) {
	add := func(threads ...tracefeed.ThreadID) {
		for _, t := range threads {
			if len(list) == mostAccused {
				return
			}
			if t != tracefeed.NoThread && !slices.Contains(list, t) && slices.Contains(m.look.Threads, t) {
				list = append(list, t)
			}
		}
	}
	if lit := m.look.Lit; lit != nil {
		add(m.look.Selected)
		add(lit.Threads...)
		return list
	}
	for severity := detect.Error; severity.Accuses(); severity-- {
		for i := range m.look.Findings {
			if f := &m.look.Findings[i]; f.Severity == severity {
				add(f.Culprit(), f.Gone())
				add(f.Threads...)
			}
		}
	}
	return list
}

// close reports whether a thread has all details.
func (m *slotLister) close(t tracefeed.ThreadID) bool { return view.Has(m.look.Detailed, t) }

// userCluster returns one of the user's clusters, restricted to its shown threads.
func (m *slotLister) userCluster(i int) view.Cluster {
	c := m.look.Clusters[i]
	c.Threads = m.members[i]
	return c
}

// each makes a slot for each thread, and one for each folded cluster.
func (m *slotLister) each() {
	done := make([]bool, len(m.members))
	last, folded := m.foldAbsent()
	for _, t := range m.look.Threads {
		c := int(m.user[t]) - 1
		if folded[t] {
			continue
		}
		if c < 0 || m.apart[t] {
			m.thread(t)
		}
		if c < 0 || done[c] {
			continue
		}
		done[c] = true
		if m.look.Clusters[c].Folded {
			m.cluster(&group{Cluster: m.userCluster(c)})
			continue
		}
		for _, member := range m.members[c] {
			m.thread(member)
		}
	}
	for _, g := range last {
		m.cluster(&g)
	}
}

// thread adds the slot of a thread.
func (m *slotLister) thread(t tracefeed.ThreadID) {
	m.slots = append(m.slots, Slot{Thread: t, Name: m.look.NameOf(m.tl.Threads[t].Name), Close: m.close(t), User: m.user[t]})
}

// cluster adds the slot of a cluster, for its threads without one of their
// own.
func (m *slotLister) cluster(g *group) {
	c := g.Cluster
	all := len(c.Threads)
	c.Threads = slices.DeleteFunc(slices.Clone(c.Threads), func(t tracefeed.ThreadID) bool { return m.apart[t] })
	n := len(c.Threads)
	if n == 0 {
		return
	}
	s := Slot{Thread: c.Threads[0], Members: c.Threads, Cluster: len(m.clusters), Name: c.Name, group: c.Name, size: g.size,
		Absent: g.absent, User: m.user[c.Threads[0]]}
	if name := m.look.NameOf(c.Name); g.label != "" {
		s.Name, s.Short = m.look.NameOf(g.label), name
	} else if all > 1 {
		named := view.Cluster{Name: name, Threads: c.Threads}
		s.Name, s.Short = named.Title(), named.Short()
	}
	if n < all {
		s.Name += fmt.Sprintf(" + %d shown", all-n)
	}
	m.slots = append(m.slots, s)
	m.clusters = append(m.clusters, c)
}
