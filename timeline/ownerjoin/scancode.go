package ownerjoin

import (
	"tiv/block"
	"tiv/tracefeed"
)

// scanCode describes the events with one code of the block's table.
type scanCode struct {
	// advance counts the values that the event takes from the columns, with countBits
	// for each: monitors in the lowest bits, then threads (Others), then stacks.
	advance uint64
	// state is the wait state that the event leads to, Unknown if it leads to none.
	state tracefeed.State
	// effect is the event's effect on held monitors, or on the current wait.
	effect effect
	// restarts: the event may begin another wait of the same state. monitor and
	// other and stack: the event has that field. shared: it acquires as a reader, try: by a
	// try. seen: the trace has the bytes with which a wake ends a wait for a device.
	restarts, monitor, other, stack, shared, try, seen bool
}

// A block has at most block.MaxEvents events, so a count fits into countBits.
const (
	countBits = 21
	countMask = 1<<countBits - 1
)

// takenBefore returns the values taken from the columns before a group, as advance
// counts them.
func takenBefore(first *block.First) uint64 {
	return uint64(first.Monitor) | uint64(first.Other)<<countBits | uint64(first.Stack)<<(2*countBits)
}

// effect is the effect of an event besides a change of state.
type effect uint8

const (
	effectNone effect = iota
	effectWake
	effectAcquire // this one and the following ones are effects on held monitors
	effectRelease
	effectLost
)

// newScanCode describes a code of a block's table. wanted are the states of the waits that are
// wanted.
func newScanCode(code *block.Code, wanted *stateSet) (c scanCode) {
	c.monitor = code.Fields&(block.HasMonitor|block.SameMonitor) != 0
	c.other, c.stack, c.shared = code.Fields&block.HasOther != 0, code.Fields&block.HasStack != 0, code.Shared
	c.try = code.Cause == tracefeed.CauseTry
	if code.Fields&block.HasMonitor != 0 {
		c.advance = 1
	}
	if c.other {
		c.advance |= 1 << countBits
	}
	if c.stack {
		c.advance |= 1 << (2 * countBits)
	}
	switch {
	case code.Kind == tracefeed.Lost:
		c.effect = effectLost
	case !c.monitor:
	case code.Kind == tracefeed.MonitorExit:
		c.effect = effectRelease // also after the end of the thread
	case code.Kind == tracefeed.MonitorEnter && code.State != tracefeed.NotAlive:
		c.effect = effectAcquire
	}
	if wanted[code.State&7] {
		c.state = code.State
		c.restarts = code.State == begins[code.Kind]
		switch {
		case code.Kind != tracefeed.Wake || !c.other:
		case code.State != tracefeed.IO:
			c.effect = effectWake
		case code.Fields&block.HasName != 0:
			c.effect, c.seen = effectWake, code.Fields&block.HasValue != 0
		}
	}
	return c
}

// stateSet says of each state whether it is in the set.
type stateSet [8]bool

// begins are the states of the waits that events of a kind begin; Unknown for none.
var begins = [256]tracefeed.State{tracefeed.MonitorWait: tracefeed.Blocking, tracefeed.SuspendStart: tracefeed.Suspended,
	tracefeed.IOStart: tracefeed.IO}

// alwaysRelevant is the bit of a class for events that matter in any state.
const alwaysRelevant = 8

// class returns the wait state that the event leads to, with alwaysRelevant set if
// the event matters even if that state does not change.
func (c *scanCode) class() uint8 {
	if c.restarts || c.effect != effectNone {
		return uint8(c.state) | alwaysRelevant
	}
	return uint8(c.state)
}

// monitorAt returns the monitor of the event, NoMonitor if it has none. taken counts
// the values read from the columns so far, as advance does.
func (c *scanCode) monitorAt(taken uint64, b *block.Block) tracefeed.MonitorID {
	if !c.monitor {
		return tracefeed.NoMonitor
	}
	return b.Monitors[taken&countMask-1]
}

// otherAt returns the other thread of the event, NoThread if it has none. taken is as
// for monitorAt.
func (c *scanCode) otherAt(taken uint64, b *block.Block) tracefeed.ThreadID {
	if !c.other {
		return tracefeed.NoThread
	}
	return b.Others[taken>>countBits&countMask-1]
}

// stackAt returns the stack of the event, NoStack if it has none. taken is as for
// monitorAt.
func (c *scanCode) stackAt(taken uint64, b *block.Block) tracefeed.StackID {
	if !c.stack {
		return tracefeed.NoStack
	}
	return b.Stacks[taken>>(2*countBits)-1]
}
