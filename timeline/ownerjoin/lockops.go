package ownerjoin

import (
	"tiv/block"
	"tiv/tracefeed"
)

// LockOp is an operation of one thread on a monitor. Recursive acquisitions and
// their releases are operations of their own.
type LockOp struct {
	At     tracefeed.Time
	Thread tracefeed.ThreadID
	// Monitor is NoMonitor for LockLost.
	Monitor tracefeed.MonitorID
	// Stack is the call stack of an acquisition, if the trace has it.
	Stack  tracefeed.StackID
	Kind   LockOpKind
	Shared bool // as a reader
}

// LockOpKind is the kind of a LockOp.
type LockOpKind uint8

const (
	// LockHeld: the thread holds the monitor when the page begins.
	LockHeld LockOpKind = iota
	// LockAcquired: the thread acquires the monitor.
	LockAcquired
	// LockReleased: the thread releases the monitor, or another thread does in its
	// place.
	LockReleased
	// LockLost: events of the thread are missing, so its monitors are not known.
	LockLost
)

// maxHoldOps bounds the operations for a recursive hold at the start of a page.
const maxHoldOps = 64

// LockOps returns the lock operations of the page that was scanned last, whose block
// has all its parts: grouped by thread, and within a thread in order of time. If
// initial is set, the holds at the start of the page come first. The list is valid
// until the next call.
func (j *Joiner) LockOps(initial bool) []LockOp {
	b := j.scan.block
	j.ops = j.ops[:0]
	if initial {
		for _, h := range b.Holds {
			for range min(h.Count, maxHoldOps) {
				j.ops = append(j.ops, LockOp{b.Start, h.Thread, h.Monitor, tracefeed.NoStack, LockHeld, h.Shared})
			}
		}
	}
	for g := range b.Groups {
		if b.Groups[g].Thread != tracefeed.NoThread && len(b.Firsts) > g {
			j.addOps(b, g)
		}
	}
	return j.ops
}

// addOps adds the lock operations of group g.
func (j *Joiner) addOps(b *block.Block, g int) {
	group, first := b.Groups[g], b.Firsts[g]
	monitors, stacks := uint64(first.Monitor), first.Stack
	for k, i := range b.Codes[group.First : group.First+group.Len] {
		code, hasStack := &j.scan.codes[i], b.Table[i].Fields&block.HasStack != 0
		monitors += code.advance
		stacks += b2i(hasStack)
		if code.effect < effectAcquire {
			continue
		}
		op := LockOp{At: b.Times[int(group.First)+k], Thread: group.Thread, Kind: LockLost}
		if code.effect != effectLost {
			op.Kind, op.Monitor = LockReleased, b.Monitors[uint32(monitors)-1]
			if op.Monitor == tracefeed.NoMonitor {
				continue
			}
		}
		if code.effect == effectAcquire {
			op.Kind, op.Shared = LockAcquired, code.shared
			if hasStack {
				op.Stack = b.Stacks[stacks-1]
			}
		}
		j.ops = append(j.ops, op)
	}
}
