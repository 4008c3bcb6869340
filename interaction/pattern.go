package interaction

import (
	"cmp"
	"slices"

	"tiv/tracefeed"
)

// Pattern is the form of the waits in a group of threads, as in figure 3 of the TIV
// paper (Audleman 2002).
type Pattern uint8

const (
	// NoPattern is any other form, such as a chain or a pair.
	NoPattern Pattern = iota
	// ManyToOne: several threads wait, most of the time for one and the same.
	ManyToOne
	// ManyToMany: the threads take turns to hold and to wait, none of them most of
	// the time.
	ManyToMany
)

// Group is a connected component of the graph of waits for locks: threads that wait
// for each other, directly or through others, and for no other thread.
type Group struct {
	Pattern Pattern
	// Threads is the number of its threads, First the lowest of them.
	Threads int
	First   tracefeed.ThreadID
	// Holder is the thread with most of the waiting charged to it, Waiters the number of
	// threads that wait for it.
	Holder  tracefeed.ThreadID
	Waiters int
	// Locks is the number of monitors of the pairs; 0 if one has no name, or if the pairs
	// are too many.
	Locks int
	// total is the waiting within the group.
	total tracefeed.Time
}

// The limits of patterns.
const (
	// A pair with less than this part of the mean pair's waiting connects nothing:
	// together such pairs have less than this part of all waiting.
	weakPair = 0.05
	// ManyToOne charges at least this part of the group's waiting to one thread.
	dominates = 2.0 / 3
	// Patterns have at least this number of threads.
	leastGroup = 3
)

// Groups returns the groups of at least three threads among pairs of threads with ids
// below n, those with more waiting first. Only the lock pairs that counts selects are
// considered. The cost is linear in the pairs and threads.
//
//  1. Weak pairs are left out; the others connect their threads.
//  2. A group is ManyToOne if at least two threads wait for the holder, and it has two
//     thirds of the group's waiting or more.
//  3. Else it is ManyToMany if at least three threads, and half of all, both wait and are
//     waited for.
func Groups(pairs []Pair, n int, counts func(*Pair) bool) []Group {
	var sum tracefeed.Time
	counted := make([]*Pair, 0, len(pairs))
	for i := range pairs {
		if p := &pairs[i]; p.Kind == Lock && p.Blocked != p.Blocker && counts(p) {
			sum += p.Total
			counted = append(counted, p)
		}
	}
	c := components{parent: make([]tracefeed.ThreadID, n)}
	strong := counted[:0]
	for _, p := range counted {
		if float64(p.Total)*float64(len(counted)) >= weakPair*float64(sum) {
			strong = append(strong, p)
			c.join(p.Blocked, p.Blocker)
		}
	}
	return c.groups(strong)
}

// components are disjoint sets of threads; the root of each set is its lowest thread.
type components struct {
	parent []tracefeed.ThreadID // NoThread for roots
}

func (c *components) root(t tracefeed.ThreadID) tracefeed.ThreadID {
	for c.parent[t] != tracefeed.NoThread {
		if up := c.parent[c.parent[t]]; up != tracefeed.NoThread {
			c.parent[t] = up
		}
		t = c.parent[t]
	}
	return t
}

func (c *components) join(a, b tracefeed.ThreadID) {
	if a, b = c.root(a), c.root(b); a != b {
		c.parent[max(a, b)] = min(a, b)
	}
}

// membership is the part of each thread in its group, by thread, and the part of each
// group, by its root.
type membership struct {
	waits, forHolder []bool // waits, also for the holder
	charged          []tracefeed.Time
	group            []Group
	both             []int // threads that wait and are waited for
}

// groups returns the groups of pairs that have been joined.
func (c *components) groups(pairs []*Pair) (groups []Group) {
	n := len(c.parent)
	m := membership{make([]bool, n), make([]bool, n), make([]tracefeed.Time, n), make([]Group, n), make([]int, n)}
	for _, p := range pairs {
		m.waits[p.Blocked] = true
		m.charged[p.Blocker] += p.Total
	}
	for i := range n {
		m.addThread(c.root(tracefeed.ThreadID(i)), tracefeed.ThreadID(i))
	}
	for _, p := range pairs {
		g := &m.group[c.root(p.Blocked)]
		if p.Blocker == g.Holder && !m.forHolder[p.Blocked] {
			m.forHolder[p.Blocked] = true
			g.Waiters++
		}
	}
	if len(pairs) <= maxLockPairs {
		c.countLocks(pairs, m.group)
	}
	for root := range m.group {
		if g := &m.group[root]; g.Threads >= leastGroup {
			g.First, g.Pattern = tracefeed.ThreadID(root), g.pattern(m.charged[g.Holder], m.both[root])
			groups = append(groups, *g)
		}
	}
	slices.SortFunc(groups, func(a, b Group) int {
		return cmp.Or(cmp.Compare(b.total, a.total), cmp.Compare(a.First, b.First))
	})
	return groups
}

// addThread adds a thread to the group of a root.
func (m *membership) addThread(root, t tracefeed.ThreadID) {
	g := &m.group[root]
	g.Threads++
	g.total += m.charged[t]
	if m.charged[t] > m.charged[g.Holder] {
		g.Holder = t
	}
	if m.waits[t] && m.charged[t] > 0 {
		m.both[root]++
	}
}

// maxLockPairs is the largest number of pairs whose locks are counted.
const maxLockPairs = 20_000

// countLocks counts the locks of each group; 0 if one has no name.
func (c *components) countLocks(pairs []*Pair, groups []Group) {
	type use struct {
		root tracefeed.ThreadID
		lock tracefeed.MonitorID
	}
	seen, nameless := map[use]bool{}, map[tracefeed.ThreadID]bool{}
	for _, p := range pairs {
		u := use{c.root(p.Blocked), p.Monitor}
		if !seen[u] {
			seen[u] = true
			groups[u.root].Locks++
			nameless[u.root] = nameless[u.root] || p.Monitor == tracefeed.NoMonitor
		}
	}
	for root := range nameless {
		if nameless[root] {
			groups[root].Locks = 0
		}
	}
}

// pattern returns the pattern of a group, given the waiting charged to its holder and the
// number of threads that wait and are waited for.
func (g *Group) pattern(charged tracefeed.Time, both int) Pattern {
	switch {
	case g.Waiters >= leastGroup-1 && float64(charged) >= dominates*float64(g.total):
		return ManyToOne
	case both >= leastGroup && 2*both >= g.Threads:
		return ManyToMany
	}
	return NoPattern
}
