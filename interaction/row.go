package interaction

import (
	"math/bits"
	"slices"

	"tiv/internal/radix"
	"tiv/timeline"
	"tiv/tracefeed"
)

// tallyRow is what one thread waits for.
type tallyRow struct {
	sums []pairSum
	// parts is how long it waited for whom at which monitor; the first joined of
	// them are by monitor, and each is all that there is for both.
	parts  []monitorPart
	joined int
	// free is what the thread has waited in the wait at hand while nobody held
	// the monitor. It is charged to who ends the wait, once that is known.
	free sum
}

// sum is stretches that are charged to the same thread.
type sum struct {
	total, longest tracefeed.Time
	count          int32
}

func (s *sum) add(o sum) {
	s.total += o.total
	s.longest = max(s.longest, o.longest)
	s.count += o.count
}

// pairSum is what is charged to one thread for one kind of wait.
type pairSum struct {
	sum      // but total is without here
	inferred tracefeed.Time
	blocker  tracefeed.ThreadID
	kind     Kind
	// monitor is the one at hand if something was charged at it, and here how
	// much.
	monitor tracefeed.MonitorID
	here    tracefeed.Time
	// forgotten is the most that was waited at any monitor that no part tells of.
	forgotten tracefeed.Time
}

// noMonitor is one that nothing was charged at.
const noMonitor tracefeed.MonitorID = -1

// adder adds up the waits of one thread after the other: those for one monitor
// follow each other.
type adder struct {
	tallyRow
	// at are, by kind and blocker, where their sums are, from 1.
	at [2][]int32
	// here are the sums that something was charged to at the monitor at hand.
	here []int32
	// waits are those of the thread, by page and time.
	waits   []tallyWait
	keys    [2][]uint64 // scratch
	sharing timeline.SharingBuffer
	longest []longest // of the pairs at hand
	room    int       // for parts of a thread
}

func newAdder(threads int) *adder {
	return &adder{at: [2][]int32{make([]int32, threads), make([]int32, threads)}, room: manyParts / max(threads, 1)}
}

// begin goes on with what is known of a thread.
func (a *adder) begin(r *tallyRow) {
	a.sums, a.parts, a.free = append(a.sums[:0], r.sums...), a.parts[:0], r.free
	for i := range a.sums {
		s := &a.sums[i]
		a.at[s.kind][s.blocker] = int32(i + 1)
	}
}

// leave ends the charges at a monitor.
func (a *adder) leave(m tracefeed.MonitorID) {
	for _, i := range a.here {
		s := &a.sums[i]
		if s.kind == Lock {
			a.parts = append(a.parts, monitorPart{m, s.blocker, s.here})
		}
		s.total += s.here
		s.here, s.monitor = 0, noMonitor
	}
	a.here = a.here[:0]
}

// end keeps what is known.
func (a *adder) end(r *tallyRow) {
	for i := range a.sums {
		s := &a.sums[i]
		a.at[s.kind][s.blocker] = 0
	}
	r.sums, r.free = append(r.sums[:0], a.sums...), a.free
	if r.parts = append(r.parts, a.parts...); len(r.parts) == len(a.parts) {
		r.joined = len(r.parts)
	} else if len(r.parts) > 2*r.joined {
		a.join(r)
	}
	if len(r.parts) > a.room {
		a.join(r)
		a.prune(r)
	}
}

// order returns the numbers below n, sorted by some key of each, in the lower
// halves of what it returns.
func (a *adder) order(n int, key func(int) uint64) []uint64 {
	keys, most := a.keys[0][:0], uint64(0)
	for i := range n {
		k := key(i)
		keys, most = append(keys, k<<32|uint64(i)), max(most, k)
	}
	a.keys[0], a.keys[1] = keys, slices.Grow(a.keys[1][:0], n)[:n]
	return radix.Keys(keys, a.keys[1], 32, 32+bits.Len64(most))
}

// sumOf returns the sum of a blocker for charges at a monitor.
func (a *adder) sumOf(kind Kind, blocker tracefeed.ThreadID, m tracefeed.MonitorID) *pairSum {
	at := &a.at[kind][blocker]
	if *at == 0 {
		a.sums = append(a.sums, pairSum{kind: kind, blocker: blocker, monitor: noMonitor})
		*at = int32(len(a.sums))
	}
	s := &a.sums[*at-1]
	if s.monitor != m {
		s.monitor = m
		a.here = append(a.here, *at-1)
	}
	return s
}

// observe charges a part of a stretch to who held a monitor.
func (a *adder) observe(m tracefeed.MonitorID, holder tracefeed.ThreadID, part, length tracefeed.Time) {
	s := a.sumOf(Lock, holder, m)
	s.here += part
	s.longest = max(s.longest, length)
	s.count++
}

// infer charges stretches to who ended a wait, if anybody did.
func (a *adder) infer(kind Kind, m tracefeed.MonitorID, other tracefeed.ThreadID, o sum) {
	if other == tracefeed.NoThread {
		return
	}
	s := a.sumOf(kind, other, m)
	s.here += o.total
	s.inferred += o.total
	s.longest = max(s.longest, o.longest)
	s.count += o.count
}

// lock charges a wait for a monitor from start to end to the holders. If end is
// after the page, the last stretch is not over.
func (a *adder) lock(p *tallyPage, w *timeline.Wait, start, end tracefeed.Time) {
	first, last := within(&p.Matches, w, start, end)
	list := p.Stretches[first : last+1]
	at := max(start, list[0].Start)
	for i := range list {
		s, until := &list[i], end
		if i+1 < len(list) {
			until = list[i+1].Start
		} else if end > p.End {
			return
		}
		length := until - at
		at = until
		switch {
		case length <= 0:
		case s.Holders == 1:
			a.observe(w.Monitor, s.Holder, length, length)
		case s.Holders == 0:
			a.free.add(sum{length, length, 1})
		default:
			a.share(w.Monitor, p.Sharing(s, &a.sharing), length)
		}
	}
}

// share charges a stretch to all who hold the monitor, in equal parts, and to
// the first what does not divide.
func (a *adder) share(m tracefeed.MonitorID, holders []tracefeed.ThreadID, length tracefeed.Time) {
	n := tracefeed.Time(len(holders))
	part := length/n + length%n
	for _, h := range holders {
		a.observe(m, h, part, length)
		part = length / n
	}
}

// pairs fills out with the pairs of a thread, sorted by blocker and kind: one
// for each sum.
func (a *adder) pairs(out []Pair, r *tallyRow, blocked tracefeed.ThreadID) {
	a.join(r)
	a.findLongest(r)
	order := a.order(len(r.sums), func(i int) uint64 { return uint64(uint32(r.sums[i].blocker))<<1 | uint64(r.sums[i].kind) })
	for k, i := range order {
		s := &r.sums[uint32(i)]
		out[k] = Pair{Kind: s.kind, Blocked: blocked, Blocker: s.blocker, Monitor: a.longest[uint32(i)].monitor(r, s),
			Inferred: s.inferred, Count: int(s.count), Total: s.total, Longest: s.longest, Evidence: Rest(s.total, s.inferred)}
	}
}
