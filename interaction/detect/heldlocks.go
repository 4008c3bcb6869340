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
	// since is when the thread acquired it, stack where. If seen is false, the trace
	// reports the acquisition later than it happened, if at all.
	since tracefeed.Time
	stack tracefeed.StackID
	seen  bool
}

// heldLocks tracks the monitors held by each thread, from page to page.
type heldLocks struct {
	tl *timeline.Timeline
	// stacks is true if acquisitions of the trace can have a stack. One without a
	// stack then was not seen when it happened.
	stacks  bool
	threads map[tracefeed.ThreadID][]heldLock // without empty lists
	spare   []heldLock
}

func newHeldLocks(tl *timeline.Timeline) *heldLocks {
	return &heldLocks{tl: tl, stacks: len(tl.Stacks) > 1, threads: map[tracefeed.ThreadID][]heldLock{}}
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
		held = h.spare[:0]
	}
	for i := range ops {
		op := &ops[i]
		if op.Kind == ownerjoin.LockLost {
			held = held[:0]
			continue
		}
		at := slices.IndexFunc(held, func(l heldLock) bool { return l.monitor == op.Monitor })
		switch {
		case op.Kind == ownerjoin.LockReleased && at >= 0:
			if held[at].count--; held[at].count == 0 {
				held = slices.Delete(held, at, at+1)
			}
		case op.Kind == ownerjoin.LockReleased: // acquired before the trace began
		case at >= 0:
			held[at].count++
		default:
			seen := op.Kind == ownerjoin.LockAcquired && h.seen(op.Stack)
			if seen && len(held) > 0 {
				nested(held, op)
			}
			held = append(held, heldLock{op.Monitor, op.Shared, 1, op.At, op.Stack, seen})
		}
	}
	switch {
	case known && len(held) == 0:
		delete(h.threads, t)
	case known:
		h.threads[t] = held
	case len(held) > 0:
		h.threads[t] = slices.Clone(held)
		fallthrough
	default:
		h.spare = held[:0]
	}
}

// seen reports whether an acquisition with a stack was reported when it happened.
func (h *heldLocks) seen(stack tracefeed.StackID) bool {
	return stack != tracefeed.NoStack || !h.stacks
}
