package interaction

import (
	"math/bits"
	"slices"

	"tiv/internal/radix"
	"tiv/timeline/ownerjoin"
	"tiv/tracefeed"
)

// threadTotals are the waits of one thread, added up.
type threadTotals struct {
	sums []pairTotal
	// parts is the time waited by blocker and monitor. The first merged of them are
	// sorted by monitor, with one part for each pair.
	parts  []monitorPart
	merged int
	// free is the time of the current wait during which the monitor was free. It is
	// charged to the thread that ends the wait, once that is known.
	free sum
}

// sum is the total of ownership intervals charged to one thread.
type sum struct {
	total, longest tracefeed.Time
	count          int32
}

func (s *sum) add(o sum) {
	s.total += o.total
	s.longest = max(s.longest, o.longest)
	s.count += o.count
}

// pairTotal is the total charged to one thread for one kind of wait.
type pairTotal struct {
	sum      // total excludes pending
	inferred tracefeed.Time
	blocker  tracefeed.ThreadID
	kind     Kind
	// monitor is the current one if something was charged at it, with pending the
	// time charged there that endMonitor has not added to total.
	monitor tracefeed.MonitorID
	pending tracefeed.Time
	// dropped is an upper bound on the time waited at any monitor with a pruned
	// part.
	dropped tracefeed.Time
}

// noMonitor is the value of pairTotal.monitor while nothing is pending.
const noMonitor tracefeed.MonitorID = -1

// threadAggregator adds up the waits of one thread after the other. The waits for
// one monitor must be consecutive.
type threadAggregator struct {
	threadTotals
	// sumIndex is, by kind and blocker, the index in sums + 1; 0 is none.
	sumIndex [2][]int32
	// touched are the indices of sums with a pending charge.
	touched []int32
	// waits are those of the thread, by page and time.
	waits     []pageWait
	keys      [2][]uint64 // scratch
	buffer    ownerjoin.OwnerBuffer
	longest   []longest // by index of sums
	partLimit int       // largest number of parts of a thread
	in        Set       // of the aggregator
}

// newThreadAggregator returns a threadAggregator for a number of threads, which may
// have maxParts parts together.
func newThreadAggregator(threads, maxParts int) *threadAggregator {
	return &threadAggregator{sumIndex: [2][]int32{make([]int32, threads), make([]int32, threads)}, partLimit: maxParts / max(threads, 1)}
}

// load continues with the totals of a thread.
func (a *threadAggregator) load(r *threadTotals) {
	a.sums, a.parts, a.free = append(a.sums[:0], r.sums...), a.parts[:0], r.free
	for i := range a.sums {
		s := &a.sums[i]
		a.sumIndex[s.kind][s.blocker] = int32(i + 1)
	}
}

// endMonitor adds the pending charges at a monitor to the totals.
func (a *threadAggregator) endMonitor(m tracefeed.MonitorID) {
	for _, i := range a.touched {
		s := &a.sums[i]
		if s.kind == Lock {
			a.parts = append(a.parts, monitorPart{m, s.blocker, s.pending})
		}
		s.total += s.pending
		s.pending, s.monitor = 0, noMonitor
	}
	a.touched = a.touched[:0]
}

// store saves the totals of a thread, and limits the number of its parts.
func (a *threadAggregator) store(r *threadTotals) {
	for i := range a.sums {
		s := &a.sums[i]
		a.sumIndex[s.kind][s.blocker] = 0
	}
	r.sums, r.free = append(r.sums[:0], a.sums...), a.free
	if r.parts = append(r.parts, a.parts...); len(r.parts) == len(a.parts) {
		r.merged = len(r.parts)
	} else if len(r.parts) > 2*r.merged {
		a.mergeParts(r)
	}
	if len(r.parts) > a.partLimit {
		a.mergeParts(r)
		a.prune(r)
	}
}

// sortedOrder returns the numbers below n sorted by key, each in the low 32 bits
// with its key above. Keys must fit into 32 bits.
func (a *threadAggregator) sortedOrder(n int, key func(int) uint64) []uint64 {
	keys, maxKey := a.keys[0][:0], uint64(0)
	for i := range n {
		k := key(i)
		keys, maxKey = append(keys, k<<32|uint64(i)), max(maxKey, k)
	}
	a.keys[0], a.keys[1] = keys, slices.Grow(a.keys[1][:0], n)[:n]
	return radix.Keys(keys, a.keys[1], 32, 32+bits.Len64(maxKey))
}

// sumOf returns the total of a blocker, for a charge at a monitor.
func (a *threadAggregator) sumOf(kind Kind, blocker tracefeed.ThreadID, m tracefeed.MonitorID) *pairTotal {
	at := &a.sumIndex[kind][blocker]
	if *at == 0 {
		a.sums = append(a.sums, pairTotal{kind: kind, blocker: blocker, monitor: noMonitor})
		*at = int32(len(a.sums))
	}
	s := &a.sums[*at-1]
	if s.monitor != m {
		s.monitor = m
		a.touched = append(a.touched, *at-1)
	}
	return s
}

// chargeOwner charges a part of an interval to an owner of the monitor.
func (a *threadAggregator) chargeOwner(m tracefeed.MonitorID, owner tracefeed.ThreadID, part, length tracefeed.Time) {
	s := a.sumOf(Lock, owner, m)
	s.pending += part
	s.longest = max(s.longest, length)
	s.count++
}

// chargeWaker charges intervals to the thread that ended a wait, if it is known.
func (a *threadAggregator) chargeWaker(kind Kind, m tracefeed.MonitorID, other tracefeed.ThreadID, known Evidence, o sum) {
	if other == tracefeed.NoThread {
		return
	}
	s := a.sumOf(kind, other, m)
	s.pending += o.total
	if known == Inferred {
		s.inferred += o.total
	}
	s.longest = max(s.longest, o.longest)
	s.count += o.count
}

// addLockWait charges a wait for a monitor from start to end to the owners. If end
// is after the page, the last interval is not complete and is not charged.
func (a *threadAggregator) addLockWait(p *aggregatorPage, w *ownerjoin.Wait, start, end tracefeed.Time) {
	first, last := overlap(&p.Page, w, start, end)
	list := p.Intervals[first : last+1]
	at := max(start, list[0].Start)
	for i := range list {
		v, until := &list[i], end
		if i+1 < len(list) {
			until = list[i+1].Start
		} else if end > p.End {
			return
		}
		length := a.length(w.Thread, at, until)
		at = until
		switch {
		case length <= 0:
		case v.Owners != ownerjoin.NoSet:
			a.chargeShared(w.Monitor, p.Owners(v.Owners, &a.buffer), length)
		case v.Owner == tracefeed.NoThread:
			a.free.add(sum{length, length, 1})
		default:
			a.chargeOwner(w.Monitor, v.Owner, length, length)
		}
	}
}

// chargeShared charges an interval to all owners, each with its share.
func (a *threadAggregator) chargeShared(m tracefeed.MonitorID, owners []tracefeed.ThreadID, length tracefeed.Time) {
	first, others := shares(length, int32(len(owners)))
	for i, owner := range owners {
		part := others
		if i == 0 {
			part = first
		}
		a.chargeOwner(m, owner, part, length)
	}
}

// pairs fills out with the pairs of a thread, one for each sum, sorted by blocker
// and kind.
func (a *threadAggregator) pairs(out []Pair, r *threadTotals, blocked tracefeed.ThreadID) {
	a.mergeParts(r)
	a.findLongest(r)
	order := a.sortedOrder(len(r.sums), func(i int) uint64 { return uint64(uint32(r.sums[i].blocker))<<1 | uint64(r.sums[i].kind) })
	for k, i := range order {
		s := &r.sums[uint32(i)]
		out[k] = Pair{Kind: s.kind, Blocked: blocked, Blocker: s.blocker, Monitor: a.longest[uint32(i)].monitor(r, s),
			Inferred: s.inferred, Count: int(s.count), Total: s.total, Longest: s.longest, Evidence: DominantEvidence(s.total, s.inferred)}
	}
}
