package detect

import (
	"encoding/binary"
	"slices"

	"tiv/timeline"
	"tiv/timeline/ownerjoin"
	"tiv/tracefeed"
)

// lockOrders collects the orders in which threads acquired monitors.
//
// Acquisitions that cannot wait are left out (orderless). So are monitors that are
// handed over, which have no owner, and recursive acquisitions.
type lockOrders struct {
	tl     *timeline.Timeline
	limits Limits
	held   *heldLocks
	index  map[orderKey]int32
	list   []lockOrder
	// gates are interned lists of monitors; the first is empty.
	gates     [][]gate
	gateIndex map[string]int32
	orderless *orderless
	// unchecked counts the acquisitions that are left out because of the limits.
	unchecked int

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

// lockOrder is the acquisitions with the same key.
type lockOrder struct {
	orderKey
	first, last tracefeed.Time
	// by are some of the threads: the first ones, and the latest.
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

func newLockOrders(tl *timeline.Timeline, l Limits) *lockOrders {
	return &lockOrders{tl: tl, limits: l, held: newHeldLocks(tl), index: map[orderKey]int32{},
		gates: [][]gate{nil}, gateIndex: map[string]int32{"": 0}, orderless: newOrderless(tl)}
}

// page processes the operations of the next page.
func (o *lockOrders) page(p *timeline.LockPage) { o.held.page(p, o.nested) }

// nested records an acquisition by a thread that holds other monitors.
func (o *lockOrders) nested(held []heldLock, op *ownerjoin.LockOp) {
	switch {
	case o.tl.Threads[op.Thread].System || o.tl.HandedOver(op.Monitor) || o.orderless.at(op.Stack):
		return
	case len(held) > o.limits.HeldAtOnce:
		o.unchecked++
		return
	}
	for i := range held {
		if l := &held[i]; !o.tl.HandedOver(l.monitor) {
			key := orderKey{l.monitor, op.Monitor, o.gatesOf(held, i), l.shared, op.Shared}
			o.add(key, op.Thread, orderedAt{l.since, op.At, l.stack, op.Stack})
		}
	}
}

// gatesOf returns the gates of an order whose held monitor is held[i].
func (o *lockOrders) gatesOf(held []heldLock, i int) int32 {
	if len(held) == 1 {
		return 0
	}
	o.gateList, o.gateKey = o.gateList[:0], o.gateKey[:0]
	for j, l := range held {
		if j != i {
			o.gateList = append(o.gateList, gate{l.monitor, l.shared})
		}
	}
	slices.SortFunc(o.gateList, func(a, b gate) int { return int(a.monitor) - int(b.monitor) })
	for _, g := range o.gateList {
		shared := uint32(0)
		if g.shared {
			shared = 1
		}
		o.gateKey = binary.LittleEndian.AppendUint32(o.gateKey, uint32(g.monitor)<<1|shared)
	}
	if n, ok := o.gateIndex[string(o.gateKey)]; ok {
		return n
	}
	if len(o.gates) > o.limits.Orders {
		return noGates
	}
	n := int32(len(o.gates))
	o.gates = append(o.gates, slices.Clone(o.gateList))
	o.gateIndex[string(o.gateKey)] = n
	return n
}

// noGates is the result of gatesOf beyond the limit.
const noGates = -1

// add records one acquisition.
func (o *lockOrders) add(key orderKey, t tracefeed.ThreadID, at orderedAt) {
	i, ok := o.index[key]
	if !ok {
		if len(o.list) >= o.limits.Orders || key.gates == noGates {
			o.unchecked++
			return
		}
		i = int32(len(o.list))
		o.index[key] = i
		o.list = append(o.list, lockOrder{orderKey: key, first: at.at})
	}
	order := &o.list[i]
	order.first, order.last = min(order.first, at.at), max(order.last, at.at)
	n := slices.IndexFunc(order.by, func(b orderedBy) bool { return b.thread == t })
	switch {
	case n >= 0:
		order.by[n].last = at
	case len(order.by) < o.limits.ThreadsOfOrder:
		order.by = append(order.by, orderedBy{t, at, at})
	default:
		order.by[len(order.by)-1] = orderedBy{t, at, at}
	}
}
