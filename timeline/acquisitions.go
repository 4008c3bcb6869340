package timeline

import (
	"context"

	"tiv/block"
	"tiv/tracefeed"
)

// LockPage is the waits and the lock operations of one page.
type LockPage struct {
	// End is the end of the page.
	End tracefeed.Time
	// Restart is true if nothing is known from before the page.
	Restart bool
	// Waits are those of Matches, without First and Last.
	Waits []Wait
	// Ops are grouped by thread, and within a thread in order of time. Of the first
	// page, and of one with Restart, the holds at its start come first.
	Ops []LockOp
}

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

// EachLockPage calls f for each page of the trace, in order of time. The page is
// valid only during the call. Other goroutines help as for EachMatch. Once ctx is
// done, it returns after the current page.
func (tl *Timeline) EachLockPage(ctx context.Context, f func(*LockPage)) {
	lost := false
	// Pages of no length at the start and the end have operations, too.
	tl.matches(pageRange{from: -1, to: tl.End + 1}, (*matcher).lockPage, func(m *Matches) bool {
		f(&LockPage{End: m.End, Restart: m.Restart || lost, Waits: m.Waits, Ops: m.ops})
		lost = m.unreadable
		return ctx.Err() == nil
	})
}

// lockPage returns the waits and the lock operations of page i.
func (m *matcher) lockPage(i int) *Matches {
	m.scan(i, block.All)
	m.ops = m.ops[:0]
	b := m.columns.block
	if i == 0 || m.Restart {
		for _, h := range b.Holds {
			for range min(h.Count, maxHoldOps) {
				m.ops = append(m.ops, LockOp{m.Start, h.Thread, h.Monitor, tracefeed.NoStack, LockHeld, h.Shared})
			}
		}
	}
	m.findStackCodes()
	for g := range b.Groups {
		if b.Groups[g].Thread != tracefeed.NoThread && len(b.Firsts) > g {
			m.addOps(g)
		}
	}
	return &m.Matches
}

// maxHoldOps bounds the operations for a recursive hold at the start of a page.
const maxHoldOps = 64

// findStackCodes sets stackCodes for the table of the block.
func (m *matcher) findStackCodes() {
	for i, code := range m.columns.block.Table {
		m.stackCodes[i] = 0
		if code.Fields&block.HasStack != 0 {
			m.stackCodes[i] = 1
		}
	}
}

// addOps adds the lock operations of group g.
func (m *matcher) addOps(g int) {
	b := m.columns.block
	group, first := b.Groups[g], b.Firsts[g]
	taken, stacks := uint64(first.Monitor), first.Stack
	for k, i := range b.Codes[group.First : group.First+group.Len] {
		code := &m.columns.codes[i]
		taken += m.columns.advances[i]
		stacks += m.stackCodes[i]
		switch code.effect {
		case effectNone, effectWake:
			continue
		case effectLost:
			m.ops = append(m.ops, LockOp{At: b.Times[int(group.First)+k], Thread: group.Thread, Kind: LockLost})
			continue
		}
		op := LockOp{At: b.Times[int(group.First)+k], Thread: group.Thread, Monitor: b.Monitors[uint32(taken)-1], Kind: LockReleased}
		if op.Monitor == tracefeed.NoMonitor {
			continue
		}
		if code.effect == effectAcquire {
			op.Kind, op.Shared = LockAcquired, code.shared
			if m.stackCodes[i] != 0 {
				op.Stack = b.Stacks[stacks-1]
			}
		}
		m.ops = append(m.ops, op)
	}
}
