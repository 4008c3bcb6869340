package lockorder

import (
	"cmp"
	"encoding/binary"
	"slices"

	"tiv/interaction/detect/components"
	"tiv/tracefeed"
)

// orderSearch enumerates the cycles of the lock orders of one epoch that can
// deadlock:
//
//  1. The monitors with orders are the nodes of a graph. Only its strongly connected
//     components can have cycles.
//  2. In each component, paths of growing length are followed from each monitor over
//     monitors with higher numbers and back, so each cycle is met once.
//  3. A path is given up where two of its orders exclude each other (excluded).
//  4. For a cycle, different threads are chosen whose acquisitions can meet.
//
// A cycle is skipped if one that was found has some of its monitors and no others.
type orderSearch struct {
	*Orders
	*orderGraph
	// next are the orders by held monitor, as indices of list, sorted by wanted
	// monitor. from are the monitors held in some order, sorted.
	next map[tracefeed.MonitorID][]int32
	from []tracefeed.MonitorID
	// component is the number of a monitor's component, from 1.
	component map[tracefeed.MonitorID]int32
	path      []*lockOrder
}

func newOrderSearch(o *Orders, g *orderGraph) *orderSearch {
	x := &orderSearch{Orders: o, orderGraph: g, next: map[tracefeed.MonitorID][]int32{}, component: map[tracefeed.MonitorID]int32{}}
	for i := range g.list {
		held := g.list[i].held
		if x.next[held] == nil {
			x.from = append(x.from, held)
		}
		x.next[held] = append(x.next[held], int32(i))
	}
	slices.Sort(x.from)
	for _, list := range x.next {
		slices.SortFunc(list, func(a, b int32) int {
			return cmp.Or(cmp.Compare(g.list[a].wanted, g.list[b].wanted), cmp.Compare(a, b))
		})
	}
	x.findComponents()
	return x
}

// findComponents sets the components of the monitors.
func (x *orderSearch) findComponents() {
	number := make(map[tracefeed.MonitorID]int32, len(x.from))
	for n, m := range x.from {
		number[m] = int32(n)
	}
	next := func(n int32) (to []int32) {
		for _, i := range x.next[x.from[n]] {
			// A monitor without orders of its own is in no cycle.
			if m, ok := number[x.list[i].wanted]; ok && (len(to) == 0 || to[len(to)-1] != m) {
				to = append(to, m)
			}
		}
		return to
	}
	for c, members := range components.Of(len(x.from), next) {
		for _, n := range members {
			x.component[x.from[n]] = int32(c + 1)
		}
	}
}

// run adds the cycles to those found, until there are enough of them or the steps
// are used up. The orders left then count as unchecked.
func (x *orderSearch) run() {
	for length := 2; length <= x.limits.CycleLength && len(x.component) > 0; length++ {
		for i, m := range x.from {
			if x.component[m] != 0 {
				x.follow(m, m, length)
			}
			if x.steps <= 0 {
				x.giveUp(x.from[i:])
				return
			}
		}
	}
}

// giveUp counts the orders from some monitors whose cycles are not known.
func (x *orderSearch) giveUp(from []tracefeed.MonitorID) {
	for _, m := range from {
		if x.component[m] != 0 {
			x.unchecked += len(x.next[m])
		}
	}
}

// follow extends the path, which began at a monitor and has come to another one,
// by some more orders back to the first.
func (x *orderSearch) follow(first, at tracefeed.MonitorID, more int) {
	list := x.next[at]
	if more == 1 {
		list = x.wanting(list, first)
	}
	for _, i := range list {
		o := &x.list[i]
		if x.steps--; x.steps <= 0 {
			return
		}
		closes := o.wanted == first
		if closes != (more == 1) || o.wanted < first || x.component[o.wanted] != x.component[first] || x.excluded(o) {
			continue
		}
		x.path = append(x.path, o)
		if closes {
			x.close()
		} else {
			x.follow(first, o.wanted, more-1)
		}
		x.path = x.path[:len(x.path)-1]
	}
}

// wanting returns the part of a sorted list of orders with a wanted monitor.
func (x *orderSearch) wanting(list []int32, m tracefeed.MonitorID) []int32 {
	by := func(i int32, m tracefeed.MonitorID) int { return cmp.Compare(x.list[i].wanted, m) }
	lo, _ := slices.BinarySearchFunc(list, m, by)
	hi, _ := slices.BinarySearchFunc(list, m+1, by)
	return list[lo:hi]
}

// excluded reports whether an order cannot be part of a deadlock with those of the
// path: both hold the same monitor, or the last one does not wait for
// it, or is not about the same monitors.
func (x *orderSearch) excluded(o *lockOrder) bool {
	for i, p := range x.path {
		if p.held == o.wanted && i > 0 || x.share(o, p) {
			return true
		}
	}
	if n := len(x.path); n > 0 {
		if p := x.path[n-1]; p.wantedShared && o.heldShared {
			return true
		}
		if first := x.path[0]; o.wanted == first.held && o.wantedShared && first.heldShared {
			return true
		}
	}
	return false
}

// share reports whether both orders hold the same monitor, not both as readers.
func (x *orderSearch) share(a, b *lockOrder) bool {
	holds := func(o *lockOrder, m tracefeed.MonitorID, shared bool) bool {
		return o.held == m && !(o.heldShared && shared) ||
			slices.ContainsFunc(x.gates[o.gates], func(g gate) bool { return g.monitor == m && !(g.shared && shared) })
	}
	return holds(b, a.held, a.heldShared) ||
		slices.ContainsFunc(x.gates[a.gates], func(g gate) bool { return holds(b, g.monitor, g.shared) })
}

// close adds the cycle of the path if threads can meet in it.
func (x *orderSearch) close() {
	var monitors []tracefeed.MonitorID
	for _, o := range x.path {
		monitors = append(monitors, o.held)
	}
	slices.Sort(monitors)
	if x.contains(monitors) {
		return
	}
	switch cycle := x.choose(nil); {
	case cycle != nil:
		x.found[setKey(monitors)] = true
		if x.cycles = append(x.cycles, cycle); len(x.cycles) >= x.limits.Cycles {
			x.steps = 0
		}
	case x.before.spans <= 0:
		x.unchecked++
	}
}

// contains reports whether a cycle was found among some of the monitors.
func (x *orderSearch) contains(monitors []tracefeed.MonitorID) bool {
	if len(x.found) == 0 {
		return false
	}
	var some []tracefeed.MonitorID
	for set := range 1 << len(monitors) {
		some = some[:0]
		for i, m := range monitors {
			if set>>i&1 != 0 {
				some = append(some, m)
			}
		}
		if len(some) > 1 && x.found[setKey(some)] {
			return true
		}
	}
	return false
}

func setKey(monitors []tracefeed.MonitorID) string {
	var key []byte
	for _, m := range monitors {
		key = binary.LittleEndian.AppendUint32(key, uint32(m))
	}
	return string(key)
}

// choose extends a choice of acquisitions for the first orders of the path to all
// of them; nil if there are no different threads whose acquisitions can meet.
func (x *orderSearch) choose(chosen []Order) []Order {
	if len(chosen) == len(x.path) {
		return slices.Clone(chosen)
	}
	o := x.path[len(chosen)]
	for i := range o.by {
		by := &o.by[i]
		for _, at := range []orderedAt{by.first, by.last} {
			if x.steps--; x.steps <= 0 {
				return nil
			}
			next := Order{Thread: by.thread, Held: o.held, Wanted: o.wanted, HeldShared: o.heldShared, WantedShared: o.wantedShared,
				Since: at.since, At: at.at, HeldStack: at.heldStack, WantedStack: at.wantedStack}
			if slices.ContainsFunc(chosen, func(p Order) bool { return !x.before.canMeet(&p, &next) }) {
				continue
			}
			if all := x.choose(append(chosen, next)); all != nil {
				return all
			}
		}
	}
	return nil
}
