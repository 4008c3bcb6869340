package ending

import (
	"slices"

	"tiv/timeline"
	"tiv/tracefeed"
)

// waitGraph is the wait-for graph at the end of a trace. Its nodes are threads and
// monitors, so its size is linear in waits and owners, however many threads wait
// for a monitor with many owners:
//
//   - a thread leads to the monitor it waits for; if that has no owner, to the
//     thread that the trace names as its blocker;
//   - a monitor leads to its owners. If there are several and none is a reader, it
//     is a semaphore, and any one of them can let a waiter proceed. Otherwise all
//     of them are needed;
//   - a reader that waits for a monitor held by readers leads to the writers that
//     wait for it, because they go first.
//
// A monitor that is handed over has no owner. One that another thread may release
// does not keep its waiters from proceeding.
type waitGraph struct {
	tl *timeline.Timeline
	// settled is the time since which a thread must have ended to count as gone.
	settled  tracefeed.Time
	nodes    []graphNode
	before   [][]int32 // by node, the nodes that lead to it
	threads  []int32   // by thread, its node; noNode if it has none
	monitors map[tracefeed.MonitorID]*monitorNodes
}

type graphNode struct {
	thread tracefeed.ThreadID // NoThread for a monitor
	wait   *Wait              // of a blocking thread
	next   []int32
	// any is true if one of next is enough to proceed.
	any bool
	// gone is true if the thread never proceeds: it has ended, or the trace
	// declares its wait endless.
	gone bool
	// free is true for a monitor that threads other than its owners may release, assumed
	// for one of which that is not known.
	free, assumed bool
	// lost is true if the node cannot proceed: everything that it needs is gone or
	// lost.
	lost bool
	// root is the node that makes it lost: one of a deadlock, or a gone one. It is
	// -1 before findRoots, and if there is none.
	root int32
	// deadlock is the index of the thread's deadlock, or -1. undecided is true for a
	// thread in a cycle that another thread may open.
	deadlock  int32
	undecided bool
}

const noNode = int32(-1)

// monitorNodes are the nodes of one monitor, noNode for none.
type monitorNodes struct {
	owned   int32 // leads to the owners
	pending int32 // leads to the waiting writers; only if readers own it
	readers bool  // all owners are readers
	writers []int32
}

// newWaitGraph builds the graph of the open waits. A thread that ended counts as
// gone after a time without changes (settled).
func newWaitGraph(tl *timeline.Timeline, open []Wait, settled tracefeed.Time) *waitGraph {
	g := &waitGraph{tl: tl, settled: settled, threads: slices.Repeat([]int32{noNode}, len(tl.Threads)),
		monitors: map[tracefeed.MonitorID]*monitorNodes{}}
	for i := range open {
		w := &open[i]
		n := g.node(w.Thread)
		g.nodes[n].gone = w.Span.Forever
		if w.Span.State != tracefeed.Blocking {
			continue
		}
		g.nodes[n].wait = w
		if m := g.monitor(w.Span.Monitor); m != nil && !w.Span.Shared {
			m.writers = append(m.writers, n)
		}
	}
	for i := range open {
		if w := &open[i]; w.Span.State == tracefeed.Blocking {
			g.nodes[g.threads[w.Thread]].next = g.blockers(w)
		}
	}
	g.link()
	return g
}

// link finds, for each node, the nodes that lead to it, and the lost nodes.
func (g *waitGraph) link() {
	g.before = make([][]int32, len(g.nodes))
	for n := range g.nodes {
		for _, to := range g.nodes[n].next {
			g.before[to] = append(g.before[to], int32(n))
		}
	}
	g.findLost()
}

// node returns the node of a thread, a new one if needed.
func (g *waitGraph) node(t tracefeed.ThreadID) int32 {
	if g.threads[t] == noNode {
		g.threads[t] = g.add(graphNode{thread: t})
	}
	return g.threads[t]
}

// thread is node for a thread that may have ended.
func (g *waitGraph) thread(t tracefeed.ThreadID) int32 {
	known := g.threads[t] != noNode
	n := g.node(t)
	if !known {
		if lane := g.tl.Lane(t); lane.StateAt(g.tl.End) == tracefeed.NotAlive {
			s, _ := lane.At(g.tl.End)
			g.nodes[n].gone = g.tl.End-s.Start >= g.settled
		}
	}
	return n
}

func (g *waitGraph) add(n graphNode) int32 {
	n.root, n.deadlock = noNode, -1
	g.nodes = append(g.nodes, n)
	return int32(len(g.nodes) - 1)
}

// monitor returns the nodes of a monitor, nil if it has no owner.
func (g *waitGraph) monitor(m tracefeed.MonitorID) *monitorNodes {
	if nodes, ok := g.monitors[m]; ok {
		return nodes
	}
	g.monitors[m] = nil
	owners := g.tl.Owners(m, g.tl.End)
	if len(owners) == 0 {
		return nil
	}
	readers := len(g.tl.Holds(m).ReadersAt(g.tl.End))
	node := graphNode{any: len(owners) > 1 && readers == 0}
	for _, t := range owners {
		node.next = append(node.next, g.thread(t))
	}
	g.monitors[m] = &monitorNodes{owned: g.add(node), pending: noNode, readers: readers == len(owners)}
	return g.monitors[m]
}

// blockers returns the nodes that a wait leads to.
func (g *waitGraph) blockers(w *Wait) []int32 {
	m := g.monitors[w.Span.Monitor]
	switch {
	case m == nil && (w.Span.Other == tracefeed.NoThread || g.tl.HandedOver(w.Span.Monitor)):
		return nil
	case m == nil:
		return []int32{g.thread(w.Span.Other)}
	case w.Span.Shared && m.readers && len(m.writers) > 0:
		if m.pending < 0 {
			m.pending = g.add(graphNode{next: m.writers})
		}
		return []int32{m.pending}
	}
	return []int32{m.owned}
}

// findLost marks the nodes that cannot proceed: a node can if it neither waits nor
// is gone, if it is free, or if enough of the nodes that it leads to can.
func (g *waitGraph) findLost() {
	needs := make([]int, len(g.nodes))
	var free []int32
	for n := range g.nodes {
		node := &g.nodes[n]
		node.lost = true
		needs[n] = len(node.next)
		if len(node.next) == 0 && !node.gone || node.free {
			free = append(free, int32(n))
		}
	}
	for ; len(free) > 0; free = free[1:] {
		if !g.nodes[free[0]].lost {
			continue
		}
		g.nodes[free[0]].lost = false
		for _, n := range g.before[free[0]] {
			if needs[n]--; !g.nodes[n].gone && (needs[n] == 0 || g.nodes[n].any) {
				free = append(free, n)
			}
		}
	}
}

// findRoots sets the root of each lost node: of those behind deadlocks first, then
// of those behind gone threads.
func (g *waitGraph) findRoots(dead []Deadlock) {
	for i := range dead {
		for _, n := range dead[i].nodes {
			g.nodes[n].deadlock, g.nodes[n].root = int32(i), n
		}
	}
	for i := range dead {
		g.spreadRoots(dead[i].nodes)
	}
	for n := range g.nodes {
		if node := &g.nodes[n]; node.gone && node.root < 0 {
			node.root = int32(n)
			g.spreadRoots([]int32{int32(n)})
		}
	}
}

func (g *waitGraph) spreadRoots(roots []int32) {
	for queue := slices.Clone(roots); len(queue) > 0; queue = queue[1:] {
		for _, n := range g.before[queue[0]] {
			if node := &g.nodes[n]; node.lost && node.root < 0 {
				node.root = g.nodes[queue[0]].root
				queue = append(queue, n)
			}
		}
	}
}

// blockersOf returns the threads that a thread waits for, through its monitor.
func (g *waitGraph) blockersOf(n int32) []int32 {
	var list []int32
	for _, to := range g.nodes[n].next {
		if g.nodes[to].thread != tracefeed.NoThread {
			list = append(list, to)
		} else {
			list = append(list, g.nodes[to].next...)
		}
	}
	return list
}
