package interaction

import (
	"cmp"
	"math/bits"
	"slices"

	"tiv/tracefeed"
)

// tallyRow is what one thread waits for: a hash table with open addressing.
type tallyRow struct {
	slots []tallySlot // as many as a power of two; those with key 0 are free
	shift uint8       // how many bits of a hash are too many
	used  int
}

// tallySlot is what is charged to one thread, at one monitor, for one reason.
type tallySlot struct {
	key tallyKey
	sum
}

// tallyKey is a blocker, and in the bits below it a monitor and a reason.
type tallyKey uint64

const (
	reasonBits  = 2
	monitorBits = 31
)

// The reasons for a charge.
const (
	bySignal  tallyKey = 1 + iota // the blocker ended a suspension
	byGuess                       // it ended a wait for what nobody held
	byHolding                     // it held the monitor
)

// keyOf returns a key without a blocker.
func keyOf(m tracefeed.MonitorID, reason tallyKey) tallyKey {
	return tallyKey(uint32(m))<<reasonBits | reason
}

// with returns the key with a blocker.
func (k tallyKey) with(t tracefeed.ThreadID) tallyKey {
	return k | tallyKey(uint32(t))<<(monitorBits+reasonBits)
}

func (k tallyKey) blocker() tracefeed.ThreadID {
	return tracefeed.ThreadID(k >> (monitorBits + reasonBits))
}

func (k tallyKey) monitor() tracefeed.MonitorID {
	return tracefeed.MonitorID(k >> reasonBits & (1<<monitorBits - 1))
}

func (k tallyKey) reason() tallyKey { return k & (1<<reasonBits - 1) }

// add adds to the sum of a key.
func (r *tallyRow) add(key tallyKey, s sum) {
	if 2*r.used >= len(r.slots) {
		r.grow()
	}
	slot := r.find(key)
	if slot.key == 0 {
		slot.key = key
		r.used++
	}
	slot.sum.add(s)
}

// share charges a stretch to all who hold the monitor, in equal parts, and to
// the first what does not divide.
func (r *tallyRow) share(key tallyKey, holders []tracefeed.ThreadID, length tracefeed.Time) {
	n := tracefeed.Time(len(holders))
	charge := length/n + length%n
	for _, h := range holders {
		r.add(key.with(h), sum{charge, length, 1})
		charge = length / n
	}
}

// find returns the slot of a key, or the free one where it belongs.
func (r *tallyRow) find(key tallyKey) *tallySlot {
	const golden = 0x9e3779b97f4a7c15 // 2^64 / φ (Knuth)
	i := uint64(key) * golden >> (r.shift & 63)
	for {
		slot := &r.slots[i&uint64(len(r.slots)-1)]
		if slot.key == key || slot.key == 0 {
			return slot
		}
		i++
	}
}

func (r *tallyRow) grow() {
	old := r.slots
	n := max(8, 2*len(old))
	r.slots, r.shift = make([]tallySlot, n), uint8(65-bits.Len(uint(n)))
	for i := range old {
		if old[i].key != 0 {
			*r.find(old[i].key) = old[i]
		}
	}
}

// pairs appends the pairs of a thread that waits, by blocker and kind. The row
// is of no use any more.
func (r *tallyRow) pairs(out []Pair, blocked tracefeed.ThreadID) []Pair {
	slots := slices.DeleteFunc(r.slots, func(s tallySlot) bool { return s.key == 0 })
	slices.SortFunc(slots, func(a, b tallySlot) int { return cmp.Compare(a.key, b.key) })
	for len(slots) > 0 {
		n := 1
		for n < len(slots) && slots[n].key.blocker() == slots[0].key.blocker() {
			n++
		}
		for _, kind := range []Kind{Lock, Signal} {
			if p := pairOf(slots[:n], kind); p.Count > 0 {
				p.Blocked = blocked
				out = append(out, p)
			}
		}
		slots = slots[n:]
	}
	return out
}

// pairOf adds up what is charged to one thread, sorted by monitor.
func pairOf(slots []tallySlot, kind Kind) Pair {
	p := Pair{Kind: kind, Blocker: slots[0].key.blocker()}
	here, most := tracefeed.Time(0), tracefeed.Time(-1)
	for i := range slots {
		s := &slots[i]
		if (s.key.reason() == bySignal) != (kind == Signal) {
			continue
		}
		if i == 0 || slots[i-1].key.monitor() != s.key.monitor() {
			here = 0
		}
		if here += s.total; here > most {
			p.Monitor, most = s.key.monitor(), here
		}
		p.Count += int(s.count)
		p.Total += s.total
		p.Longest = max(p.Longest, s.longest)
		if s.key.reason() != byHolding {
			p.Inferred += s.total
		}
	}
	p.Evidence = Rest(p.Total, p.Inferred)
	return p
}
