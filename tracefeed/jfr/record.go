package jfr

import "tiv/tracefeed"

// record is what one event, or one sighting of a thread in a thread dump, tells.
type record struct {
	start, end tracefeed.Time // equal for a moment
	thread     tracefeed.ThreadID
	// other is the thread that ended the wait, or of a sighting, the owner of the
	// monitor; of a start, the thread that started this one.
	other   tracefeed.ThreadID
	monitor tracefeed.MonitorID
	stack   tracefeed.StackID
	value   int64 // of a sample or an allocation
	what    what
	cause   tracefeed.Cause
	shared  bool
	// seen: the record is from thread dumps, so other is the owner.
	seen bool
}

// what is the kind of a record.
type what uint8

const (
	// Intervals of a thread.
	blocked what = iota
	suspended
	waitsIO
	gap // what the thread did is not known
	// Intervals of the program.
	collection
	stop
	// Moments.
	began
	ended
	ran
	sampled
	allocated
	lost
)

// waits reports whether a record is an interval in which a thread waits, or is out of
// sight.
func (r *record) waits() bool { return r.what <= gap }

// lasts reports whether a record is an interval.
func (r *record) lasts() bool { return r.what <= stop }
