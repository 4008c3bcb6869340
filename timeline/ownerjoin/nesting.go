package ownerjoin

import (
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

	outer []int32
}

// Nesting is an acquisition by a thread that held other monitors.
type Nesting struct {
	Hold  int32 // the index of the acquisition in Locks.Holds
	Count int32 // the number of other monitors
	first int32 // the index of the first one in outer
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

// truncate leaves the locks of the first holds and nestings.
func (l *Locks) truncate(holds, nestings int) {
	l.Stacks, l.Nestings = l.Stacks[:min(holds, len(l.Stacks))], l.Nestings[:nestings]
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
