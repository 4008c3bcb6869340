// Package lockorder collects the orders in which threads acquired monitors, page by page, and
// finds the cycles among them that can deadlock, after Havelund's Goodlock. Whether a cycle is
// a finding is not its concern.
package lockorder

import (
	"cmp"
	"encoding/binary"
	"maps"
	"math"
	"slices"
	"sort"

	"tiv/timeline"
	"tiv/timeline/ownerjoin"
	"tiv/tracefeed"
)

// Limits are the limits of the work for a trace.
type Limits struct {
	// Orders is the number of different lock orders that are kept: about 200 bytes
	// each. threadsOfOrder is the number of threads kept of each.
	Orders, threadsOfOrder int
	// HeldAtOnce is the number of monitors held by one thread from which its
	// acquisitions are not compared.
	HeldAtOnce int
	// CycleLength is the number of monitors in the longest cycle, Cycles the largest number
	// of cycles.
	CycleLength, Cycles int
	// CycleSteps bounds the search for cycles, HistorySpans the search for the
	// moments that precede their acquisitions.
	CycleSteps, HistorySpans int
}

// DefaultLimits returns the limits for traces of any size.
func DefaultLimits() Limits {
	return Limits{Orders: 1 << 17, threadsOfOrder: 4, HeldAtOnce: ownerjoin.MaxOuter,
		CycleLength: 5, Cycles: 1 << 14, CycleSteps: 1 << 22, HistorySpans: 1 << 22}
}

// Order is the acquisition of a monitor by a thread that held another one.
type Order struct {
	Thread       tracefeed.ThreadID
	Held, Wanted tracefeed.MonitorID
	// HeldShared and WantedShared are true for acquisitions as a reader.
	HeldShared, WantedShared bool
	// Since is when the thread acquired Held, At when it acquired Wanted.
	Since, At tracefeed.Time
	// HeldStack and WantedStack are the call stacks of the acquisitions, NoStack if
	// the trace does not have them.
	HeldStack, WantedStack tracefeed.StackID
}

// Orders collects the orders in which threads acquired monitors, and the cycles
// among them.
//
// Acquisitions that cannot wait are left out (orderless). So are monitors that are
// handed over, which have no owner, and recursive acquisitions.
//
// After a garbage collection, other monitors can have the addresses of former ones.
// So the orders of each epoch, which is the time between the ends of two
// collections, have a graph of their own. It is searched and dropped once no more
// acquisitions of its epoch can come.
type Orders struct {
	tl        *timeline.Timeline
	limits    Limits
	held      *heldLocks
	orderless *orderless
	before    *precedence
	epochs    map[int]*orderGraph
	size      int // orders in all of epochs
	steps     int // left for searches
	// found are the sets of monitors of the cycles, each as setKey.
	found     map[string]bool
	cycles    [][]Order
	unchecked int
}

// orderGraph is the lock orders of one epoch.
type orderGraph struct {
	index map[orderKey]int32
	list  []lockOrder
	// gates are interned lists of monitors; the first is empty.
	gates     [][]gate
	gateIndex map[string]int32

	gateList []gate // scratch
	gateKey  []byte // scratch
}

// orderKey identifies a lockOrder: a thread acquired wanted while it held held and
// the monitors of gates.
type orderKey struct {
	held, wanted             tracefeed.MonitorID
	gates                    int32
	heldShared, wantedShared bool
}

// gate is another monitor held at an acquisition. Two threads cannot both be
// between their acquisitions if both hold the same gate, unless as readers.
type gate struct {
	monitor tracefeed.MonitorID
	shared  bool
}

// lockOrder is the acquisitions with the same key, by some of the threads: the first
// ones, and the latest.
type lockOrder struct {
	orderKey
	by []orderedBy
}

// orderedBy is the first and the last acquisition by one thread.
type orderedBy struct {
	thread      tracefeed.ThreadID
	first, last orderedAt
}

// orderedAt is one acquisition: held since a time, wanted at a time.
type orderedAt struct {
	since, at              tracefeed.Time
	heldStack, wantedStack tracefeed.StackID
}

// New begins to collect the orders of a timeline.
func New(tl *timeline.Timeline, l Limits) *Orders {
	o := &Orders{limits: l, held: &heldLocks{}, orderless: &orderless{}, before: newPrecedence(l.HistorySpans),
		epochs: map[int]*orderGraph{}, steps: l.CycleSteps, found: map[string]bool{}}
	o.Extend(tl)
	return o
}

// Extend continues in a later snapshot of the trace.
func (o *Orders) Extend(tl *timeline.Timeline) {
	o.tl, o.before.tl = tl, tl
	o.held.stacks = len(tl.Stacks) > 1
	o.orderless.extend(tl)
}

// Clone returns a copy between two pages.
func (o *Orders) Clone() *Orders {
	out := *o
	out.held, out.before = o.held.clone(), o.before.clone()
	out.epochs, out.found, out.cycles = maps.Clone(o.epochs), maps.Clone(o.found), slices.Clip(o.cycles)
	for e, g := range out.epochs {
		out.epochs[e] = g.clone()
	}
	return &out
}

// clone returns a copy.
func (g *orderGraph) clone() *orderGraph {
	out := &orderGraph{index: maps.Clone(g.index), list: slices.Clone(g.list),
		gates: slices.Clip(g.gates), gateIndex: maps.Clone(g.gateIndex)}
	for i := range out.list {
		out.list[i].by = slices.Clone(out.list[i].by)
	}
	return out
}

// Page processes the nested acquisitions of the next page.
func (o *Orders) Page(p *timeline.LockPage) {
	o.held.page(p, o.nested)
	o.search(o.epoch(p.End), p.End)
}

// epoch returns the number of collections that have ended at a time.
func (o *Orders) epoch(t tracefeed.Time) int {
	return sort.Search(len(o.tl.GC), func(i int) bool { return o.tl.GC[i].End > t })
}

// search searches the graphs of the epochs before one, and drops them. Threads that end
// later than a time count as alive, so that the result does not depend on the rest of the trace.
func (o *Orders) search(before int, ended tracefeed.Time) {
	o.before.until = ended
	for _, e := range slices.Sorted(maps.Keys(o.epochs)) {
		if e < before {
			g := o.epochs[e]
			newOrderSearch(o, g).run()
			o.size -= len(g.list)
			delete(o.epochs, e)
		}
	}
}

// Cycles returns the cycles of the whole trace, after the last page: each order wants the
// monitor held by the next one, and the last order the monitor held by the first.
func (o *Orders) Cycles() [][]Order {
	o.search(math.MaxInt, o.tl.End)
	return o.cycles
}

// Unchecked returns the number of orders that are left out because of the limits, after
// Cycles.
func (o *Orders) Unchecked() int { return o.unchecked }

// nested records an acquisition by a thread that holds other monitors, count of them.
// held is empty if they are too many.
func (o *Orders) nested(held []heldLock, count int, at *heldLock) {
	switch {
	case at.try || o.tl.Threads[at.thread].System || o.tl.HandedOver(at.monitor) || o.orderless.at(at.stack):
		return
	case count > min(o.limits.HeldAtOnce, ownerjoin.MaxOuter):
		o.unchecked++
		return
	}
	e := o.epoch(at.since)
	g := o.epochs[e]
	if g == nil {
		g = &orderGraph{index: map[orderKey]int32{}, gates: [][]gate{nil}, gateIndex: map[string]int32{"": 0}}
		o.epochs[e] = g
	}
	if len(g.gates) > o.limits.Orders {
		o.unchecked++
		return
	}
	for i := range held {
		if l := &held[i]; !o.tl.HandedOver(l.monitor) {
			key := orderKey{l.monitor, at.monitor, g.gatesOf(held, i), l.shared, at.shared}
			o.add(g, key, at.thread, orderedAt{l.since, at.since, l.stack, at.stack})
		}
	}
}

// add records one acquisition.
func (o *Orders) add(g *orderGraph, key orderKey, t tracefeed.ThreadID, at orderedAt) {
	i, ok := g.index[key]
	if !ok {
		if o.size >= o.limits.Orders {
			o.unchecked++
			return
		}
		i = int32(len(g.list))
		g.index[key] = i
		g.list = append(g.list, lockOrder{orderKey: key})
		o.size++
	}
	order := &g.list[i]
	n := slices.IndexFunc(order.by, func(b orderedBy) bool { return b.thread == t })
	switch {
	case n >= 0:
		order.by[n].last = at
	case len(order.by) < o.limits.threadsOfOrder:
		order.by = append(order.by, orderedBy{t, at, at})
	default:
		order.by[len(order.by)-1] = orderedBy{t, at, at}
	}
}

// gatesOf returns the gates of an order whose held monitor is held[i].
func (g *orderGraph) gatesOf(held []heldLock, i int) int32 {
	if len(held) == 1 {
		return 0
	}
	g.gateList, g.gateKey = g.gateList[:0], g.gateKey[:0]
	for j, l := range held {
		if j != i {
			g.gateList = append(g.gateList, gate{l.monitor, l.shared})
		}
	}
	slices.SortFunc(g.gateList, func(a, b gate) int { return cmp.Compare(a.monitor, b.monitor) })
	for _, x := range g.gateList {
		shared := uint32(0)
		if x.shared {
			shared = 1
		}
		g.gateKey = binary.LittleEndian.AppendUint32(g.gateKey, uint32(x.monitor)<<1|shared)
	}
	n, ok := g.gateIndex[string(g.gateKey)]
	if !ok {
		n = int32(len(g.gates))
		g.gates = append(g.gates, slices.Clone(g.gateList))
		g.gateIndex[string(g.gateKey)] = n
	}
	return n
}
