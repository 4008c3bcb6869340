package detect

import (
	"slices"

	"tiv/timeline"
	"tiv/timeline/ownerjoin"
	"tiv/tracefeed"
)

// heldLock is a monitor that a thread holds.
type heldLock struct {
	monitor tracefeed.MonitorID
	shared  bool
	count   int32 // acquisitions less releases
	// since is when the thread acquired it, stack where. In a trace with stacks, an
	// acquisition without one was reported later than it happened.
	since tracefeed.Time
	stack tracefeed.StackID
}

// lockSet is the monitors held by one thread, in no order.
type lockSet struct {
	list []heldLock
	// at maps a monitor to its index in list, once list was longer than fewLocks.
	at map[tracefeed.MonitorID]int
}

// fewLocks is the length up to which a lockSet is searched linearly.
const fewLocks = 16

// find returns the index of a monitor, -1 if it is not held.
func (s *lockSet) find(m tracefeed.MonitorID) int {
	if s.at == nil {
		return slices.IndexFunc(s.list, func(l heldLock) bool { return l.monitor == m })
	}
	if i, ok := s.at[m]; ok {
		return i
	}
	return -1
}

// add adds a monitor that is not in the set.
func (s *lockSet) add(l heldLock) {
	s.list = append(s.list, l)
	switch {
	case s.at != nil:
		s.at[l.monitor] = len(s.list) - 1
	case len(s.list) > fewLocks:
		s.at = make(map[tracefeed.MonitorID]int, 2*fewLocks)
		for i := range s.list {
			s.at[s.list[i].monitor] = i
		}
	}
}

// release undoes one acquisition of the monitor at index i.
func (s *lockSet) release(i int) {
	if s.list[i].count--; s.list[i].count > 0 {
		return
	}
	last := len(s.list) - 1
	if s.at != nil {
		s.at[s.list[last].monitor] = i
		delete(s.at, s.list[i].monitor)
	}
	s.list[i] = s.list[last]
	s.list = s.list[:last]
}

// heldLocks tracks the monitors held by each thread, from page to page.
type heldLocks struct {
	// stacks is true if acquisitions of the trace can have a stack. One without a
	// stack then was not seen when it happened.
	stacks  bool
	threads map[tracefeed.ThreadID]lockSet // without empty ones
	spare   []heldLock
}

func newHeldLocks(tl *timeline.Timeline) *heldLocks {
	return &heldLocks{stacks: len(tl.Stacks) > 1, threads: map[tracefeed.ThreadID]lockSet{}}
}

// page processes the operations of the next page. It calls nested for each first
// acquisition by a thread that holds other monitors, before it is added to them.
func (h *heldLocks) page(p *timeline.LockPage, nested func(held []heldLock, op *ownerjoin.LockOp)) {
	if p.Restart {
		clear(h.threads)
	}
	for ops := p.Ops; len(ops) > 0; {
		n := 1
		for n < len(ops) && ops[n].Thread == ops[0].Thread {
			n++
		}
		h.thread(ops[:n], nested)
		ops = ops[n:]
	}
}

// thread processes consecutive operations of one thread.
func (h *heldLocks) thread(ops []ownerjoin.LockOp, nested func(held []heldLock, op *ownerjoin.LockOp)) {
	t := ops[0].Thread
	held, known := h.threads[t]
	if !known {
		held = lockSet{list: h.spare[:0]}
	}
	for i := range ops {
		h.apply(&held, &ops[i], nested)
	}
	switch {
	case len(held.list) > 0:
		h.threads[t] = held
		if !known {
			h.spare = nil // it belongs to the thread now
		}
	case known:
		delete(h.threads, t)
	default:
		h.spare = held.list
	}
}

// apply applies one operation to the monitors held by its thread.
func (h *heldLocks) apply(held *lockSet, op *ownerjoin.LockOp, nested func(held []heldLock, op *ownerjoin.LockOp)) {
	if op.Kind == ownerjoin.LockLost {
		*held = lockSet{list: held.list[:0]}
		return
	}
	i := held.find(op.Monitor)
	switch {
	case op.Kind == ownerjoin.LockReleased && i >= 0:
		held.release(i)
	case op.Kind == ownerjoin.LockReleased: // acquired before the trace began
	case i >= 0:
		held.list[i].count++
	default:
		seen := op.Kind == ownerjoin.LockAcquired && (op.Stack != tracefeed.NoStack || !h.stacks)
		if seen && len(held.list) > 0 {
			nested(held.list, op)
		}
		held.add(heldLock{op.Monitor, op.Shared, 1, op.At, op.Stack})
	}
}
