package scene

import (
	"slices"
	"strings"

	"tiv/interaction"
	"tiv/tracefeed"
)

// nowhere are the ends of a pair of threads that are not both in the picture.
var nowhere = [2]int{-1, -1}

// endsOf returns the endpoints of a part of waits in a graph.
func endsOf(p *interaction.Part, g *linkGraph) [2]int {
	a, okA := g.Layout.SlotOf[p.Blocked]
	b, okB := g.Layout.SlotOf[p.Blocker]
	if !okA || !okB {
		return nowhere
	}
	return [2]int{int(g.endOf[a]), int(g.endOf[b])}
}

// through adds up the waits at objects.
type through struct {
	g     *linkGraph
	pairs *pairCache
	links []Link
	// index has the number of a link by its endpoints, most the longest part in it.
	index map[[2]int]int
	most  []tracefeed.Time
	// inferred are the pairs of threads whose waits are not observed.
	inferred map[[2]tracefeed.ThreadID]bool
}

// passThrough lets the waits at objects lead to them and from them. What remains of other
// links are the waits at other locks.
func passThrough(m *pairCache, g *linkGraph) {
	x := through{g: g, pairs: m, index: map[[2]int]int{}, inferred: map[[2]tracefeed.ThreadID]bool{}}
	for i := range m.pairs {
		if p := &m.pairs[i]; p.Kind == interaction.Lock && p.Evidence != interaction.Observed {
			x.inferred[[2]tracefeed.ThreadID{p.Blocked, p.Blocker}] = true
		}
	}
	inDeadlock, taken, object := g.deadlockPairs(), map[[2]int]tracefeed.Time{}, objectOf(g.locks)
	for i := range m.parts {
		p := &m.parts[i]
		o := object[p.Monitor]
		if o == nil {
			continue
		}
		ends := endsOf(p, g)
		if ends == nowhere {
			continue
		}
		o.held = true
		if inDeadlock[ends] {
			continue
		}
		taken[ends] += p.Total
		o.total += p.Total
		x.add(ends[0], o.end, p)
		x.add(o.end, ends[1], p)
	}
	for i := range g.locks {
		x.addUnheld(&g.locks[i])
	}
	for _, l := range g.all {
		if gone, some := taken[[2]int{l.blocked, l.blocker}]; some && l.Kind == interaction.Lock {
			if l.Single && object[l.Monitor] != nil {
				continue
			}
			if !l.Single {
				l.Total -= gone
				l.Hub, l.HubTotal = tracefeed.NoThread, 0 // of all locks
				if object[l.Monitor] != nil {
					l.Monitor = tracefeed.NoMonitor // what remains are waits at others
				}
			}
			if l.Total <= 0 {
				continue
			}
		}
		x.links = append(x.links, l)
	}
	g.all = x.links
}

// add adds waits to the link between two endpoints, one of which is an object.
func (x *through) add(a, b int, p *interaction.Part) {
	i, known := x.index[[2]int{a, b}]
	if !known {
		i = len(x.links)
		x.index[[2]int{a, b}] = i
		x.links = append(x.links, Link{Kind: interaction.Lock, Blocked: p.Blocked, Blocker: p.Blocker, Waits: x.g.ends[a].pick,
			Holds: x.g.ends[b].pick, Monitor: p.Monitor, From: x.pairs.reached, To: x.pairs.to, blocked: a, blocker: b,
			through: true})
		x.most = append(x.most, 0)
	}
	l := &x.links[i]
	l.Total += p.Total
	if x.inferred[[2]tracefeed.ThreadID{p.Blocked, p.Blocker}] {
		l.inferred += p.Total
	}
	l.Evidence = interaction.DominantEvidence(l.Total, l.inferred)
	if p.Total > x.most[i] {
		x.most[i], l.Blocked, l.Blocker = p.Total, p.Blocked, p.Blocker
	}
}

// addUnheld adds the waits for an object that no known thread held: the trace does not say whom
// they are for.
func (x *through) addUnheld(o *lockObject) {
	if o.held || o.Ring {
		return
	}
	for _, t := range o.Threads {
		slot, ok := x.g.Layout.SlotOf[t]
		if !ok {
			continue
		}
		p := interaction.Part{Blocked: t}
		interaction.EachEdge(x.g.Timeline, t, x.pairs.reached, x.pairs.to, func(e interaction.Edge) {
			if e.Kind == interaction.Lock && e.Blocker == tracefeed.NoThread && slices.Contains(o.Monitors, e.Monitor) {
				p.Monitor, p.Total = e.Monitor, p.Total+e.End-e.Start
			}
		})
		if p.Total > 0 {
			o.total += p.Total
			x.add(int(x.g.endOf[slot]), o.end, &p)
		}
	}
}

// afterPackage returns the name of a function without its package: "(*table).count:22".
func afterPackage(place string) string {
	path := strings.LastIndexByte(place, '/') + 1
	if _, name, ok := strings.Cut(place[path:], "."); ok && name != "" {
		return name
	}
	return place
}
