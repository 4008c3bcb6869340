package lockorder

import (
	"cmp"
	"math"
	"slices"

	"tiv/timeline"
	"tiv/tracefeed"
)

// heldLock is a monitor that a thread holds.
type heldLock struct {
	thread  tracefeed.ThreadID
	monitor tracefeed.MonitorID
	shared  bool
	try     bool // acquired without a chance to wait
	// since is when the thread acquired it, stack where. In a trace with stacks, an
	// acquisition without one was reported later than it happened.
	since tracefeed.Time
	stack tracefeed.StackID
}

// heldLocks finds the nested acquisitions of each page. Only the holds that last to the
// next page are kept, for their time and stack.
type heldLocks struct {
	// stacks is true if acquisitions of the trace can have a stack. One without a
	// stack then was not seen when it happened.
	stacks bool
	// open are the holds at the end of the last page, by thread and monitor.
	open, spare []heldLock
	outer       []heldLock // scratch
}

// clone returns a copy between two pages.
func (h *heldLocks) clone() *heldLocks {
	return &heldLocks{stacks: h.stacks, open: slices.Clone(h.open)}
}

// page processes the next page. It calls nested for each acquisition by a thread that
// holds count other monitors. held are those, unless there are too many.
func (h *heldLocks) page(p *timeline.LockPage, nested func(held []heldLock, count int, at *heldLock)) {
	if p.Restart {
		h.open = h.open[:0]
	}
	for i := range p.Nestings {
		n := &p.Nestings[i]
		at := h.hold(p, int(n.Hold))
		if at.stack == tracefeed.NoStack && h.stacks {
			continue
		}
		h.outer = h.outer[:0]
		for _, o := range p.Outer(n) {
			h.outer = append(h.outer, h.hold(p, int(o)))
		}
		nested(h.outer, int(n.Count), &at)
	}
	h.spare = h.spare[:0]
	for i := range p.Holds {
		if p.Holds[i].End == math.MaxInt64 {
			h.spare = append(h.spare, h.hold(p, i))
		}
	}
	slices.SortFunc(h.spare, heldLock.compare)
	h.open, h.spare = h.spare, h.open
}

// hold returns a hold of a page, as it began.
func (h *heldLocks) hold(p *timeline.LockPage, i int) heldLock {
	x := &p.Holds[i]
	l := heldLock{x.Thread, x.Monitor, x.Shared, x.Try, max(x.Start, p.Start), p.Stacks[i]}
	if x.Start < p.Start {
		if at, known := slices.BinarySearchFunc(h.open, l, heldLock.compare); known {
			return h.open[at]
		}
	}
	return l
}

func (l heldLock) compare(o heldLock) int {
	return cmp.Or(cmp.Compare(l.thread, o.thread), cmp.Compare(l.monitor, o.monitor))
}
