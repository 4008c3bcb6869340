package timeline

import (
	"math"
	"math/bits"

	"tiv/internal/radix"
	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
)

// columns goes through the columns of a page, thread by thread, and notes who
// waits and who holds what. A thread holds a monitor until it has left it as often
// as entered.
//
// Events matter that enter or leave, and those after which the thread is in another
// wait, or none. Most do not.
//
// What a thread waits for follows from the states that its events lead to. Only
// where a wait follows a wait of the same state, the machine has to say whether
// that is another one.
type columns struct {
	block *binfeed.Block
	// full is the block with all that the machine is told, if it has been asked.
	full  *binfeed.Block
	reuse *binfeed.Block
	codes [256]columnCode
	// picks are the waits that codes lead to, and why they matter besides.
	picks [256]uint8
	steps [256]uint64 // of codes
	// machine is nil where waits are not asked for.
	machine *machine
	// floor is since when waits are known, end until when the page tells.
	floor, end tracefeed.Time

	waits []Wait // by thread, and then by time
	// deeds are by thread, and those that hold something then by when they begin.
	// First and Last of waits are the numbers of those that tell them, -1 where a
	// wait begins or ends with the page.
	deeds []deed

	held holdSet // of the thread at hand
	// holds are the holds at the start of the page by thread, from the thread
	// at hand on.
	holds       []radix.Item
	items, next []radix.Item // scratch
}

// always is what a code has in picks, besides its wait, if it matters whatever was
// before.
const always = 8

// columnCode is what columns has to know of a code.
type columnCode struct {
	// step is how many values the event takes from the columns of monitors and,
	// from bit 32 on, of others.
	step uint64
	// wait is the state that it leads to, Unknown where nobody is waited for.
	wait State
	// does is what it does besides.
	does columnDeed
	// begins says that it may begin another wait of the same state; monitor and
	// other, that it has one; shared, that it enters as a reader.
	begins, monitor, other, shared bool
}

type columnDeed uint8

const (
	nothing columnDeed = iota
	enters
	leaves
	wakes
	loses
)

// begin makes c ready for another page: b, whose events it looks at until end.
func (c *columns) begin(b *binfeed.Block, floor, end tracefeed.Time) {
	c.block, c.full, c.floor, c.end = b, nil, floor, end
	c.waits, c.deeds = c.waits[:0], c.deeds[:0]
	for i := range b.Table {
		code := newColumnCode(&b.Table[i], c.machine != nil)
		c.codes[i], c.steps[i], c.picks[i] = code, code.step, uint8(code.wait)
		if code.begins || code.does != nothing {
			c.picks[i] |= always
		}
	}
	most := tracefeed.ThreadID(0)
	c.items = c.items[:0]
	for i := range b.Holds {
		most = max(most, b.Holds[i].Thread)
		c.items = append(c.items, radix.Item{Key: uint64(b.Holds[i].Thread), At: int32(i)})
	}
	c.next = append(c.next[:0], c.items...)
	c.holds = radix.Sort(c.items, c.next, bits.Len64(uint64(most)))
}

func newColumnCode(code *binfeed.Code, waits bool) (c columnCode) {
	c.monitor = code.Fields&(binfeed.HasMonitor|binfeed.SameMonitor) != 0
	c.other, c.shared = code.Fields&binfeed.HasOther != 0, code.Shared
	if code.Fields&binfeed.HasMonitor != 0 {
		c.step = 1
	}
	if c.other {
		c.step |= 1 << 32
	}
	state := State(code.State)
	switch {
	case code.Kind == tracefeed.Lost:
		c.does = loses
	case state == NotAlive:
	case code.Kind == tracefeed.MonitorEnter && c.monitor:
		c.does = enters
	case code.Kind == tracefeed.MonitorExit && c.monitor:
		c.does = leaves
	}
	if waits && (state == Blocking || state == Suspended) {
		c.wait = state
		c.begins = code.Kind == tracefeed.MonitorWait && state == Blocking ||
			code.Kind == tracefeed.SuspendStart && state == Suspended
		if code.Kind == tracefeed.Wake && c.other {
			c.does = wakes
		}
	}
	return c
}

// run goes through the page.
func (c *columns) run(tl *Timeline, page int) {
	b := c.block
	carries := b.Carries
	for g := range b.Groups {
		t := b.Groups[g].Thread
		for len(carries) > 0 && carries[0].Thread < t {
			c.whole(&carries[0])
			carries = carries[1:]
		}
		var carry *binfeed.Carry
		if len(carries) > 0 && carries[0].Thread == t {
			carry, carries = &carries[0], carries[1:]
		}
		if t != tracefeed.NoThread {
			c.group(tl, page, g, carry)
		}
	}
	for i := range carries {
		c.whole(&carries[i])
	}
	c.holdTo(math.MaxInt32)
}

// whole notes the wait of a thread without events.
func (c *columns) whole(carry *binfeed.Carry) {
	if w := c.carried(carry.Thread, carry); w.State != Unknown {
		c.leaveOpen(w)
	}
}

// carried returns the wait that a thread is in when the page begins, as the one that
// follows. Its state is Unknown if there is none, or waits are not asked for.
func (c *columns) carried(t tracefeed.ThreadID, carry *binfeed.Carry) *Wait {
	w := c.following()
	*w = Wait{Thread: t}
	if carry == nil || c.machine == nil || State(carry.State) != Blocking && State(carry.State) != Suspended {
		return w
	}
	w.State, w.Monitor, w.Other = State(carry.State), carry.Monitor, carry.Other
	w.Start, w.First = max(carry.Since, c.floor), -1
	c.askFirst(w)
	return w
}

// group goes through the events of a thread.
func (c *columns) group(tl *Timeline, page, g int, carry *binfeed.Carry) {
	thread := c.block.Groups[g].Thread
	c.holdTo(thread)
	waits, deeds, holds := len(c.waits), len(c.deeds), c.holds
	c.hold(thread)
	w := c.carried(thread, carry)
	w.Nested = w.State == Blocking && len(c.held.list) > 0
	if !c.quickly(g, w) {
		c.waits, c.deeds, c.holds = c.waits[:waits], c.deeds[:deeds], holds
		c.hold(thread)
		if c.full == nil {
			c.full = tl.pages[page].pass(binfeed.All, &c.reuse).Block
		}
		if len(c.full.Groups) > g { // or it cannot be read any more
			c.slow(g, tl.standingAs(thread, page, carry, c.floor))
		}
	}
}

// holdTo notes what threads before t hold, which have no events.
func (c *columns) holdTo(t tracefeed.ThreadID) {
	for ; len(c.holds) > 0 && c.holds[0].Key < uint64(t); c.holds = c.holds[1:] {
		c.stand(&c.block.Holds[c.holds[0].At])
	}
}

// hold takes what a thread holds when the page begins.
func (c *columns) hold(t tracefeed.ThreadID) {
	c.held.clear()
	for ; len(c.holds) > 0 && c.holds[0].Key == uint64(t); c.holds = c.holds[1:] {
		h := &c.block.Holds[c.holds[0].At]
		if c.stand(h) {
			c.held.add(heldMonitor{monitor: h.Monitor, count: h.Count, deed: int32(len(c.deeds) - 1)})
		}
	}
}

// stand notes a deed that the page begins with, unless the page says it twice.
func (c *columns) stand(h *binfeed.Hold) bool {
	if n := len(c.deeds); n > 0 {
		if last := &c.deeds[n-1]; last.thread == h.Thread && last.monitor() == h.Monitor {
			return false
		}
	}
	c.deeds = append(c.deeds, deed{c.block.Start - 1, forever, whereHeld(h.Monitor, h.Shared), h.Thread})
	return true
}

// slow goes through the events of a thread that is in some span, and asks the
// machine about each.
func (c *columns) slow(g int, open Span) {
	t := c.block.Groups[g].Thread
	events := c.full.Events(g)
	var ev tracefeed.Event
	for state, ok := events.Next(&ev); ok; state, ok = events.Next(&ev) {
		before := open
		c.machine.apply(&open, &ev)
		if open.Start != before.Start {
			c.span(t, &before, open.Start, false)
		}
		switch {
		case ev.Kind == tracefeed.Lost:
			c.lose(ev.Time)
		case State(state) == NotAlive:
		case ev.Kind == tracefeed.MonitorEnter:
			c.enter(ev.Time, ev.Monitor, t, ev.Shared)
		case ev.Kind == tracefeed.MonitorExit:
			c.leave(ev.Time, ev.Monitor)
		}
	}
	c.span(t, &open, c.end, true)
}

// span notes a span if it is a wait that is of interest, or goes on after the page.
func (c *columns) span(t tracefeed.ThreadID, s *Span, end tracefeed.Time, open bool) {
	if s.State != Blocking && s.State != Suspended {
		return
	}
	w := Wait{Thread: t, State: s.State, Monitor: s.Monitor, Other: s.Other, Start: s.Start, First: -1, Nested: s.State == Blocking && len(c.held.list) > 0}
	if !w.end(end, -1) && !open {
		return
	}
	c.askFirst(&w)
	if w.Open = open; !open && w.State == Blocking {
		w.Last = c.askLast(end, w.Monitor)
	}
	c.waits = append(c.waits, w)
}

// askFirst asks which stretch a wait begins in, if it begins in the page.
func (c *columns) askFirst(w *Wait) {
	if w.State == Blocking && w.First < 0 && w.Start >= c.block.Start {
		w.First = c.ask(w.Start, w.Monitor)
	}
}

// askLast asks which stretch a wait that ends is in at last, if it does not end when
// the page begins.
func (c *columns) askLast(end tracefeed.Time, m tracefeed.MonitorID) int32 {
	if end == c.block.Start {
		return -1
	}
	return c.ask(end-1, m)
}

// ask asks who holds a monitor at a moment.
func (c *columns) ask(at tracefeed.Time, m tracefeed.MonitorID) int32 {
	c.deeds = append(c.deeds, deed{start: at, end: forever, where: m})
	return int32(len(c.deeds) - 1)
}

// enter notes that a thread enters a monitor.
func (c *columns) enter(at tracefeed.Time, m tracefeed.MonitorID, thread tracefeed.ThreadID, shared bool) {
	if m != tracefeed.NoMonitor && c.held.enter(m, shared) {
		c.held.list[len(c.held.list)-1].deed = int32(len(c.deeds))
		c.deeds = append(c.deeds, deed{at, forever, whereHeld(m, shared), thread})
	}
}

// leave notes that the thread at hand leaves a monitor.
func (c *columns) leave(at tracefeed.Time, m tracefeed.MonitorID) {
	i := c.held.find(m)
	if i < 0 {
		return
	}
	number := c.held.list[i].deed
	if _, last := c.held.exit(m); last {
		c.deeds[number].end = at
	}
}

// lose notes that the thread at hand holds nothing any more.
func (c *columns) lose(at tracefeed.Time) {
	for i := range c.held.list {
		c.deeds[c.held.list[i].deed].end = at
	}
	c.held.clear()
}
