package timeline

import (
	"math"
	"math/bits"

	"tiv/block"
	"tiv/internal/radix"
	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
)

// columns scans the event columns of one page, thread by thread, and collects the
// waits and the lock records. Locks are reentrant: a thread holds a monitor until
// it has released it as often as it acquired it.
//
// An event is relevant if it acquires or releases a monitor, or if it changes which
// wait the thread is in. Most events are not relevant.
//
// The states that events lead to determine the waits. Only where a wait follows a
// wait of the same state is the state machine needed to decide whether it is
// another one.
type columns struct {
	block *block.Block
	// full is the block with all columns; nil until scanSlow needs it.
	full   *block.Block
	buffer binfeed.BlockBuffer
	codes  [256]columnCode
	// classes holds, by code, the wait state that the event leads to, with
	// alwaysRelevant set where the event matters even if that state does not
	// change.
	classes  [256]uint8
	advances [256]uint64 // by code: columnCode.advance
	// machine is nil if no waits are wanted.
	machine *machine
	// knownSince is the earliest time at which a wait can have begun, end the end
	// of the page.
	knownSince, end tracefeed.Time

	waits []Wait // by thread, and then by time
	// records are grouped by thread; the holds of a thread are in order of start.
	// Until matcher.finish, First and Last of waits are indices of records, -1
	// where a wait begins before the page or ends after it.
	records []lockRecord

	held holdSet // of the current thread
	// holds are the holds at the start of the page, sorted by thread, from the
	// current thread on.
	holds          []radix.Item
	spare1, spare2 []radix.Item // scratch
}

// alwaysRelevant is the bit of columns.classes for events that matter in any state.
const alwaysRelevant = 8

// columnCode describes the events with one code of the block's table.
type columnCode struct {
	// advance counts the values that the event takes from the columns: monitors in
	// the low 32 bits, threads (Others) in the high ones.
	advance uint64
	// state is the wait state that the event leads to, Unknown if it leads to none.
	state tracefeed.State
	// effect is the event's effect on held monitors, or on the current wait.
	effect effect
	// restarts: the event may begin another wait of the same state. monitor and
	// other: the event has that field. shared: it acquires as a reader.
	restarts, monitor, other, shared bool
}

// effect is the effect of an event besides a change of state.
type effect uint8

const (
	effectNone effect = iota
	effectAcquire
	effectRelease
	effectWake
	effectLost
)

// begin prepares c for the page of block b, which ends at end.
func (c *columns) begin(b *block.Block, knownSince, end tracefeed.Time) {
	c.block, c.full, c.knownSince, c.end = b, nil, knownSince, end
	c.waits, c.records = c.waits[:0], c.records[:0]
	for i := range b.Table {
		code := newColumnCode(&b.Table[i], c.machine != nil)
		c.codes[i], c.advances[i], c.classes[i] = code, code.advance, uint8(code.state)
		if code.restarts || code.effect != effectNone {
			c.classes[i] |= alwaysRelevant
		}
	}
	maxThread := tracefeed.ThreadID(0)
	c.spare1 = c.spare1[:0]
	for i := range b.Holds {
		maxThread = max(maxThread, b.Holds[i].Thread)
		c.spare1 = append(c.spare1, radix.Item{Key: uint64(b.Holds[i].Thread), At: int32(i)})
	}
	c.spare2 = append(c.spare2[:0], c.spare1...)
	c.holds = radix.Sort(c.spare1, c.spare2, bits.Len64(uint64(maxThread)))
}

// newColumnCode describes a code of a block's table. waits is true if waits are
// wanted.
func newColumnCode(code *block.Code, waits bool) (c columnCode) {
	c.monitor = code.Fields&(block.HasMonitor|block.SameMonitor) != 0
	c.other, c.shared = code.Fields&block.HasOther != 0, code.Shared
	if code.Fields&block.HasMonitor != 0 {
		c.advance = 1
	}
	if c.other {
		c.advance |= 1 << 32
	}
	state := code.State
	switch {
	case code.Kind == tracefeed.Lost:
		c.effect = effectLost
	case state == tracefeed.NotAlive:
	case code.Kind == tracefeed.MonitorEnter && c.monitor:
		c.effect = effectAcquire
	case code.Kind == tracefeed.MonitorExit && c.monitor:
		c.effect = effectRelease
	}
	if waits && (state == tracefeed.Blocking || state == tracefeed.Suspended) {
		c.state = state
		c.restarts = code.Kind == tracefeed.MonitorWait && state == tracefeed.Blocking ||
			code.Kind == tracefeed.SuspendStart && state == tracefeed.Suspended
		if code.Kind == tracefeed.Wake && c.other {
			c.effect = effectWake
		}
	}
	return c
}

// run scans the page. tl and page are used only where waits are wanted.
func (c *columns) run(tl *Timeline, page int) {
	b := c.block
	carries := b.OpenSpans
	for g := range b.Groups {
		t := b.Groups[g].Thread
		for len(carries) > 0 && carries[0].Thread < t {
			c.addCarriedWait(&carries[0])
			carries = carries[1:]
		}
		var carry *block.OpenSpan
		if len(carries) > 0 && carries[0].Thread == t {
			carry, carries = &carries[0], carries[1:]
		}
		if t != tracefeed.NoThread {
			c.scanGroup(tl, page, g, carry)
		}
	}
	for i := range carries {
		c.addCarriedWait(&carries[i])
	}
	c.addHoldsBefore(math.MaxInt32)
}

// addCarriedWait adds the wait of a thread without events in the page.
func (c *columns) addCarriedWait(carry *block.OpenSpan) {
	if w := c.carriedWait(carry.Thread, carry); w.State != tracefeed.Unknown {
		c.addOpenWait(w)
	}
}

// carriedWait fills the scratch wait with the wait that the thread is in when the
// page begins. Its State is Unknown if there is none, or if no waits are wanted.
func (c *columns) carriedWait(t tracefeed.ThreadID, carry *block.OpenSpan) *Wait {
	w := c.scratchWait()
	*w = Wait{Thread: t}
	if carry == nil || c.machine == nil || carry.State != tracefeed.Blocking && carry.State != tracefeed.Suspended {
		return w
	}
	w.State, w.Monitor, w.Other = carry.State, carry.Monitor, carry.Other
	w.Start, w.First = max(carry.Start, c.knownSince), -1
	c.queryStart(w)
	return w
}

// scanGroup scans the events of one thread, fast if possible.
func (c *columns) scanGroup(tl *Timeline, page, g int, carry *block.OpenSpan) {
	thread := c.block.Groups[g].Thread
	c.addHoldsBefore(thread)
	waits, records, holds := len(c.waits), len(c.records), c.holds
	c.loadHolds(thread)
	w := c.carriedWait(thread, carry)
	w.Nested = w.State == tracefeed.Blocking && len(c.held.list) > 0
	if !c.scanFast(g, w) {
		c.waits, c.records, c.holds = c.waits[:waits], c.records[:records], holds
		c.loadHolds(thread)
		if c.full == nil {
			c.full = tl.pages[page].readOnce(block.All, &c.buffer).Block
		}
		if len(c.full.Groups) > g { // otherwise the page can no longer be read
			c.scanSlow(g, tl.openSpanFrom(thread, page, carry, c.knownSince))
		}
	}
}

// addHoldsBefore adds the holds of the threads before t, which have no events in
// the page.
func (c *columns) addHoldsBefore(t tracefeed.ThreadID) {
	for ; len(c.holds) > 0 && c.holds[0].Key < uint64(t); c.holds = c.holds[1:] {
		c.addInitialHold(&c.block.Holds[c.holds[0].At])
	}
}

// loadHolds adds the holds of t at the start of the page and makes them the held
// set.
func (c *columns) loadHolds(t tracefeed.ThreadID) {
	c.held.clear()
	for ; len(c.holds) > 0 && c.holds[0].Key == uint64(t); c.holds = c.holds[1:] {
		h := &c.block.Holds[c.holds[0].At]
		if c.addInitialHold(h) {
			c.held.add(heldMonitor{monitor: h.Monitor, count: h.Count, record: int32(len(c.records) - 1)})
		}
	}
}

// addInitialHold adds a hold that the page begins with. It returns false for a
// duplicate.
func (c *columns) addInitialHold(h *block.Hold) bool {
	if n := len(c.records); n > 0 {
		if last := &c.records[n-1]; last.thread == h.Thread && last.monitor() == h.Monitor {
			return false
		}
	}
	c.records = append(c.records, lockRecord{c.block.Start - 1, forever, monitorRef(h.Monitor, h.Shared), h.Thread})
	return true
}

// scanSlow scans the events of group g with the state machine. open is the thread's
// span at the start of the page.
func (c *columns) scanSlow(g int, open Span) {
	t := c.block.Groups[g].Thread
	events := c.full.Events(g)
	var ev tracefeed.Event
	for state, ok := events.Next(&ev); ok; state, ok = events.Next(&ev) {
		before := open
		c.machine.apply(&open, &ev)
		if open.Start != before.Start {
			c.addSpan(t, &before, open.Start, false)
		}
		switch {
		case ev.Kind == tracefeed.Lost:
			c.releaseAll(ev.Time)
		case state == tracefeed.NotAlive:
		case ev.Kind == tracefeed.MonitorEnter:
			c.acquire(ev.Time, ev.Monitor, t, ev.Shared)
		case ev.Kind == tracefeed.MonitorExit:
			c.release(ev.Time, ev.Monitor)
		}
	}
	c.addSpan(t, &open, c.end, true)
}

// addSpan adds the span's wait, if it is one to keep. open is true if it lasts
// beyond the page.
func (c *columns) addSpan(t tracefeed.ThreadID, s *Span, end tracefeed.Time, open bool) {
	if s.State != tracefeed.Blocking && s.State != tracefeed.Suspended {
		return
	}
	w := Wait{Thread: t, State: s.State, Monitor: s.Monitor, Other: s.Other, Start: s.Start, First: -1, Nested: s.State == tracefeed.Blocking && len(c.held.list) > 0}
	if !w.end(end, -1) && !open {
		return
	}
	c.queryStart(&w)
	if w.Open = open; !open && w.State == tracefeed.Blocking {
		w.Last = c.queryEnd(end, w.Monitor)
	}
	c.waits = append(c.waits, w)
}

// queryStart adds a query for the start of a wait that begins in the page.
func (c *columns) queryStart(w *Wait) {
	if w.State == tracefeed.Blocking && w.First < 0 && w.Start >= c.block.Start {
		w.First = c.query(w.Start, w.Monitor)
	}
}

// queryEnd adds a query for the last nanosecond of a wait and returns its index, or
// -1 if the wait ends when the page begins.
func (c *columns) queryEnd(end tracefeed.Time, m tracefeed.MonitorID) int32 {
	if end == c.block.Start {
		return -1
	}
	return c.query(end-1, m)
}

// query adds a query for the owner of a monitor at a time and returns its index.
func (c *columns) query(at tracefeed.Time, m tracefeed.MonitorID) int32 {
	c.records = append(c.records, lockRecord{start: at, end: forever, ref: m})
	return int32(len(c.records) - 1)
}

// acquire adds a hold, unless the thread holds the monitor already.
func (c *columns) acquire(at tracefeed.Time, m tracefeed.MonitorID, thread tracefeed.ThreadID, shared bool) {
	if m != tracefeed.NoMonitor && c.held.enter(m, shared) {
		c.held.list[len(c.held.list)-1].record = int32(len(c.records))
		c.records = append(c.records, lockRecord{at, forever, monitorRef(m, shared), thread})
	}
}

// release ends the current thread's hold of a monitor at the outermost release.
func (c *columns) release(at tracefeed.Time, m tracefeed.MonitorID) {
	i := c.held.find(m)
	if i < 0 {
		return
	}
	record := c.held.list[i].record
	if _, last := c.held.exit(m); last {
		c.records[record].end = at
	}
}

// releaseAll ends all holds of the current thread.
func (c *columns) releaseAll(at tracefeed.Time) {
	for i := range c.held.list {
		c.records[c.held.list[i].record].end = at
	}
	c.held.clear()
}
