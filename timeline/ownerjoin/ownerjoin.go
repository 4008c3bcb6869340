package ownerjoin

import (
	"math"

	"tiv/block"
	"tiv/timeline/replay"
	"tiv/tracefeed"
)

// forever is the end of a hold that is not released.
const forever = tracefeed.Time(math.MaxInt64)

// Wait is the part of a wait that lies in one page.
type Wait struct {
	Thread tracefeed.ThreadID
	// Monitor is the monitor waited for (Blocking).
	Monitor tracefeed.MonitorID
	// Other is Span.Other as known at the end of the page.
	Other tracefeed.ThreadID
	// State is Blocking, Suspended or IO.
	State tracefeed.State
	// Open is true if the wait lasts beyond the page.
	Open bool
	// Nested is true if the thread held a monitor at any time of the wait, within the
	// page (Blocking).
	Nested bool
	// Seen is true if the trace has the bytes with which Other ended the wait (IO).
	Seen bool
	// Start is when the wait began, possibly before the page. End is when it ended,
	// or the end of the page.
	Start, End tracefeed.Time
	// First and Last are the first and the last ownership interval of its monitor
	// that the wait overlaps within the page (Blocking).
	First, Last IntervalIndex
}

// An IntervalIndex is an index of Page.Intervals.
type IntervalIndex int32

// Interval is an ownership interval: one in which the owners of a monitor do not
// change. It ends where the next one in the list begins. The first one of a page has
// no length or continues from the page before.
type Interval struct {
	Start tracefeed.Time
	// Owner is the only owner of the monitor. It is NoThread if there is none, and
	// if there are several.
	Owner tracefeed.ThreadID
	// Owners are the owners if there are several, otherwise NoSet.
	Owners OwnerSet
}

// Contended is a monitor with waiters in a page. Its ownership intervals are those
// from First to Last inclusive, followed by one that begins at the end of the page.
type Contended struct {
	Monitor     tracefeed.MonitorID
	First, Last IntervalIndex
}

// Page is the waits of one page, joined with the owners of the monitors that they
// are for. Waits for the same monitor share its intervals, so the size does not
// depend on how many intervals each wait overlaps.
type Page struct {
	Start, End tracefeed.Time
	// Restart is true if no wait continues from the page before, Cut if none
	// continues into the next page.
	Restart, Cut bool
	// Unreadable is true if the events of the page could not be read. It has no
	// waits then.
	Unreadable bool
	// Waits are sorted by thread and time. Suspensions without a known waker or object
	// are left out, and so are waits for devices that no thread is known to end. Those that last
	// beyond the page are in it, in a trace with streams.
	Waits     []Wait
	Intervals []Interval
	Contended []Contended

	ownerSets
}

// Input is one page of a trace.
type Input struct {
	// Block has the events, at least the part block.Waits. It begins where the page
	// does.
	Block *block.Block
	// End is the end of the page.
	End tracefeed.Time
	// KnownSince is the earliest time at which a wait can have begun.
	KnownSince tracefeed.Time
	// Restart, Cut and Unreadable are those of the Page.
	Restart, Cut, Unreadable bool
	// Locks is true if Joiner.Locks will be called. Block then has all its parts.
	Locks bool
	// Source is used only for the few threads whose waits do not follow from states.
	Source Source
}

// Source is the data of a page beyond block.Waits.
type Source interface {
	// FullBlock returns the block with all its parts. It has no groups if the page
	// can no longer be read.
	FullBlock() *block.Block
	// OpenSpan returns the span of a thread at the start of the page. open is the
	// one in the block, nil if there is none.
	OpenSpan(t tracefeed.ThreadID, open *block.OpenSpan) block.Span
}

// Trace is the data of a trace that all its pages share.
type Trace struct {
	Machine  replay.Machine
	Monitors int
	// HandedOver says, by monitor, whether it has no owner; it may be short.
	HandedOver []bool
	// Streams: threads may wait for others that put bytes into streams.
	Streams bool
}

// Tuning sets the sizes at which a Joiner changes its methods. They affect time and
// memory, never results. A field that is 0 has the value that suits programs.
type Tuning struct {
	// ListedOwners is the number of owners up to which lists of them are complete;
	// 64 by default.
	ListedOwners int32
	// SortedBits is the number of bits of the time that two passes of a radix sort
	// cover; the bits below are left to an insertion sort.
	SortedBits int
}
