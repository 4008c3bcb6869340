package ownerjoin

import "tiv/tracefeed"

type (
	holdIndex  int32 // an index of scanner.holds
	queryIndex int32 // an index of scanner.queries
)

const (
	noHold  holdIndex  = -1
	noQuery queryIndex = -1
)

// Hold is the time [Start, End) during which a thread holds a monitor, in one page.
type Hold struct {
	// Start is one nanosecond before the page if the thread held the monitor when
	// the page began. End is math.MaxInt64 if it does not release the monitor within
	// the page.
	Start, End tracefeed.Time
	Monitor    tracefeed.MonitorID
	Thread     tracefeed.ThreadID
	// before is the ownership interval before Start; set by the sweep.
	before IntervalIndex
	Shared bool // it is held as a reader
	// Try: it was acquired by a try, which never waits. It is known only in Locks, and if
	// the hold begins in the page.
	Try bool
}

// ownerQuery asks for the ownership interval of a monitor at a time.
type ownerQuery struct {
	at      tracefeed.Time
	monitor tracefeed.MonitorID
	// found is the result; set by the sweep.
	found IntervalIndex
}

// waitBounds says where a wait gets its ownership intervals from. It is valid only
// for a wait that is Blocking.
type waitBounds struct {
	// start is the query for the start of the wait, noQuery if it began before the
	// page.
	start queryIndex
	// acquired is the hold with which the wait ended, noHold if it ended otherwise.
	// end is then the query for its last nanosecond, or noQuery if it ends at the
	// start of the page or after it.
	acquired holdIndex
	end      queryIndex
}

// emptyHold is a hold of no length, which does not make its thread an owner. The
// interval before it is the result of a query, because a wait may end with it.
type emptyHold struct {
	hold   holdIndex
	before queryIndex
}

// b2i returns 1 for true and 0 for false.
func b2i(b bool) int32 {
	if b {
		return 1
	}
	return 0
}
