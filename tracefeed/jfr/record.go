package jfr

import (
	"cmp"
	"slices"

	"tiv/internal/radix"
	"tiv/tracefeed"
)

// record is what one event, or one sighting of a thread in a thread dump, tells.
type record struct {
	start, end tracefeed.Time // equal for a moment
	thread     tracefeed.ThreadID
	// other is the thread that ended the wait, or of a sighting, the owner of the
	// monitor; of a start, the thread that started this one.
	other   tracefeed.ThreadID
	monitor tracefeed.MonitorID
	stack   tracefeed.StackID
	value   int64 // of a sample: the number of looks; of an allocation: bytes; of a context: the task
	what    what
	// as is the state in which a sample found its thread, cause the cause of that state.
	as     what
	cause  tracefeed.Cause
	shared bool
	// seen: the record is from thread dumps, so other is the owner.
	seen bool
	// base: the interval follows from samples. Any other wait of the thread is within it.
	// followed: another one begins at its end.
	base, followed bool
}

// what is the kind of a record.
type what uint8

const (
	// Intervals of a thread.
	blocked what = iota
	suspended
	waitsIO
	gap // what the thread did is not known
	runs
	contextual // the thread works for a task, whose number is the value
	// Intervals of the program.
	collection
	stop
	// Moments.
	began
	ended
	ran
	sampled
	lost
	allocated // the kinds of allocations, of which one is shown: the first that there is
	allocatedBuffer
	allocatedNative
	numWhats
)

// waits reports whether a record is an interval in which a thread waits, or is out of
// sight.
func (r *record) waits() bool { return r.what <= runs }

// lasts reports whether a record is an interval.
func (r *record) lasts() bool { return r.what <= stop }

// hasEnd reports whether a record is an interval with an end of its own.
func (r *record) hasEnd() bool { return r.lasts() && r.start < r.end && r.end != never }

// sortByStart sorts records in place, stably.
func sortByStart(list []record) {
	if slices.IsSortedFunc(list, func(a, b record) int { return cmp.Compare(a.start, b.start) }) {
		return
	}
	n := len(list)
	items := make([]radix.Item, 2*n)
	for i := range list {
		items[i] = radix.Item{Key: uint64(list[i].start), At: int32(i)}
	}
	order := radix.Sort(items[:n], items[n:])
	for i := range order {
		// Follow the cycle of places that begins here.
		first := list[i]
		for to := int32(i); order[to].At >= 0; {
			from := order[to].At
			if order[to].At = -1; from == int32(i) {
				list[to] = first
				break
			}
			list[to] = list[from]
			to = from
		}
	}
}
