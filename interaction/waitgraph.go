package interaction

import (
	"slices"

	"tiv/timeline"
	"tiv/tracefeed"
)

// openWait is a wait that lasts to the end of the trace and that only another
// thread can end.
type openWait struct {
	thread tracefeed.ThreadID
	span   timeline.Span
	since  tracefeed.Time // the start of the wait, before changes of its blocker
}

// waitGraph is the wait-for graph at the end of a trace. Its nodes are threads and
// monitors, so its size is linear in waits and owners however many threads wait for
// a monitor that many own:
//
//   - a thread leads to the monitor it waits for; where that has no owner, to the
//     thread that the trace names as its blocker;
//   - a monitor leads to its owners. Where they are several and none is a reader,
//     it is a semaphore: one of them is enough to let a waiter go on. Otherwise all
//     of them are needed;
//   - a reader that waits for a monitor of readers leads to the writers that wait
//     for it: they are in its way.
//
// A monitor that is handed over has no owner.
type waitGraph struct {
	tl       *timeline.Timeline
	nodes    []graphNode
	threads  map[tracefeed.ThreadID]int32
	monitors map[tracefeed.MonitorID]*monitorNodes
}

type graphNode struct {
	thread tracefeed.ThreadID // NoThread for a monitor
	wait   *openWait          // of a thread that blocks
	next   []int32
	// any says that one of next is enough to go on.
	any bool
	// gone says that the thread never goes on again: it has ended, or the trace says
	// that its wait has no end.
	gone bool
	// lost says that the node cannot go on: all that it needs is gone or lost.
	lost bool
	// root is the node that makes it lost: one of a deadlock, or a gone one. It is -1
	// before spread, and where there is none.
	root int32
	// deadlock is the index of the deadlock that the thread is part of, or -1.
	deadlock int32
}

// monitorNodes are the nodes of one monitor, -1 where there is none.
type monitorNodes struct {
	owned   int32 // leads to the owners
	pending int32 // leads to the writers that wait; only where readers own it
	readers bool  // all owners are readers
	writers []int32
}

// newWaitGraph builds the graph of the waits that are open at the end.
func newWaitGraph(tl *timeline.Timeline, open []openWait) *waitGraph {
	g := &waitGraph{tl: tl, threads: map[tracefeed.ThreadID]int32{}, monitors: map[tracefeed.MonitorID]*monitorNodes{}}
	for i := range open {
		w := &open[i]
		n := g.thread(w.thread)
		g.nodes[n].gone = w.span.Forever
		if w.span.State != timeline.Blocking {
			continue
		}
		g.nodes[n].wait = w
		if m := g.monitor(w.span.Monitor); m != nil && !w.span.Shared {
			m.writers = append(m.writers, n)
		}
	}
	for i := range open {
		if w := &open[i]; w.span.State == timeline.Blocking {
			g.nodes[g.threads[w.thread]].next = g.blockers(w)
		}
	}
	g.lose()
	return g
}

// thread returns the node of a thread, which may be new.
func (g *waitGraph) thread(t tracefeed.ThreadID) int32 {
	n, ok := g.threads[t]
	if !ok {
		n = g.add(graphNode{thread: t})
		g.threads[t] = n
		s, _ := g.tl.Lane(t).At(g.tl.End)
		g.nodes[n].gone = s.State == timeline.NotAlive && g.tl.End-s.Start >= settledFor(g.tl.End)
	}
	return n
}

func (g *waitGraph) add(n graphNode) int32 {
	n.root, n.deadlock = -1, -1
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
	g.monitors[m] = &monitorNodes{owned: g.add(node), pending: -1, readers: readers == len(owners)}
	return g.monitors[m]
}

// blockers returns the nodes that a wait leads to.
func (g *waitGraph) blockers(w *openWait) []int32 {
	m := g.monitors[w.span.Monitor]
	switch {
	case m == nil && (w.span.Other == tracefeed.NoThread || g.tl.HandedOver(w.span.Monitor)):
		return nil
	case m == nil:
		return []int32{g.thread(w.span.Other)}
	case w.span.Shared && m.readers && len(m.writers) > 0:
		if m.pending < 0 {
			m.pending = g.add(graphNode{next: m.writers})
		}
		return []int32{m.pending}
	}
	return []int32{m.owned}
}

// lose finds the nodes that cannot go on: all but those from which the threads that
// are neither waiting nor gone are within reach, each as far as it needs them.
func (g *waitGraph) lose() {
	before, needs := make([][]int32, len(g.nodes)), make([]int, len(g.nodes))
	var free []int32
	for n := range g.nodes {
		node := &g.nodes[n]
		node.lost = true
		needs[n] = len(node.next)
		for _, to := range node.next {
			before[to] = append(before[to], int32(n))
		}
		if len(node.next) == 0 && !node.gone {
			free = append(free, int32(n))
		}
	}
	for ; len(free) > 0; free = free[1:] {
		if !g.nodes[free[0]].lost {
			continue
		}
		g.nodes[free[0]].lost = false
		for _, n := range before[free[0]] {
			if needs[n]--; !g.nodes[n].gone && (needs[n] == 0 || g.nodes[n].any) {
				free = append(free, n)
			}
		}
	}
}

// spread gives each lost node its root: the deadlocks first, then what is gone
// and waits behind no deadlock.
func (g *waitGraph) spread(dead []deadlock) {
	before := make([][]int32, len(g.nodes))
	for n := range g.nodes {
		for _, to := range g.nodes[n].next {
			before[to] = append(before[to], int32(n))
		}
	}
	for i := range dead {
		for _, n := range dead[i].nodes {
			g.nodes[n].deadlock, g.nodes[n].root = int32(i), n
		}
	}
	for i := range dead {
		g.spreadFrom(before, dead[i].nodes)
	}
	for n := range g.nodes {
		if node := &g.nodes[n]; node.gone && node.root < 0 {
			node.root = int32(n)
			g.spreadFrom(before, []int32{int32(n)})
		}
	}
}

func (g *waitGraph) spreadFrom(before [][]int32, roots []int32) {
	for queue := slices.Clone(roots); len(queue) > 0; queue = queue[1:] {
		for _, n := range before[queue[0]] {
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
