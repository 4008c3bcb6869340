package ownerjoin

import (
	"cmp"
	"slices"

	"tiv/timeline/replay"
	"tiv/tracefeed"
)

// Locks is the holds of a page, and the acquisitions by threads that held other monitors.
type Locks struct {
	// Holds are grouped by thread, and those of a thread in order of start. Recursive
	// acquisitions are part of one hold.
	Holds []Hold
	// Stacks are the call stacks of their acquisitions, as far as the page has them.
	Stacks []tracefeed.StackID
	// Nestings are grouped by thread, and those of a thread in order of time.
	Nestings []Nesting
	// Losses are grouped by thread, and those of a thread are in order of time.
	Losses []Loss

	outer []int32
}

// Nesting is an acquisition by a thread that held other monitors.
type Nesting struct {
	Hold  int32 // the index of the acquisition in Locks.Holds
	Count int32 // the number of other monitors
	first int32 // the index of the first one in outer
}

// Loss is a time at which events of a thread are missing. Its monitors are not known
// then, and it counts as holding none.
type Loss struct {
	Thread tracefeed.ThreadID
	at     tracefeed.Time
}

// UpTo reports whether a loss is before another thread, or of the same one up to a time.
func (l Loss) UpTo(t tracefeed.ThreadID, at tracefeed.Time) bool {
	return l.Thread < t || l.Thread == t && l.at <= at
}

// Lost reports whether a hold ends because events are missing.
func (l *Locks) Lost(h *Hold) bool {
	_, lost := slices.BinarySearchFunc(l.Losses, h, func(x Loss, h *Hold) int {
		return cmp.Or(cmp.Compare(x.Thread, h.Thread), cmp.Compare(x.at, h.End))
	})
	return lost
}

// MaxOuter is the largest number of other monitors that a Nesting lists. A thread that
// acquires thousands of monitors would need their number squared.
const MaxOuter = 16

// Outer returns the other monitors, as indices of Holds; nil if there are more than
// MaxOuter.
func (l *Locks) Outer(n *Nesting) []int32 {
	if n.Count > MaxOuter {
		return nil
	}
	return l.outer[n.first:][:n.Count]
}

// truncate leaves the locks of the first holds, nestings and losses.
func (l *Locks) truncate(holds, nestings, losses int) {
	l.Stacks, l.Nestings, l.Losses = l.Stacks[:min(holds, len(l.Stacks))], l.Nestings[:nestings], l.Losses[:losses]
	if nestings == 0 {
		l.outer = l.outer[:0]
	}
}

// nest records an acquisition by a thread that holds others.
func (s *scanner) nest(i holdIndex, others []replay.Held) {
	l := &s.locks
	l.Nestings = append(l.Nestings, Nesting{Hold: int32(i), Count: int32(len(others)), first: int32(len(l.outer))})
	if len(others) > MaxOuter {
		return
	}
	for _, held := range others {
		l.outer = append(l.outer, held.Index)
	}
}

// Locks returns the locks of the page that was scanned last, whose Input had Locks set.
// They are valid until the next call.
func (j *Joiner) Locks() Locks {
	l := j.scan.locks
	l.Holds = j.scan.holds
	return l
}
