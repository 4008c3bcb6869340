package timeline

import (
	"math/bits"
	"slices"

	"tiv/internal/radix"
	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
)

// columns goes through the columns of a page, thread by thread, and notes who
// waits and who begins or stops to hold what. A thread holds a monitor until it
// has left it as often as entered.
//
// What a thread waits for follows from the states that its events lead to. Only
// where a wait follows a wait of the same state, the machine has to say whether
// that is another one.
type columns struct {
	block *binfeed.Block
	codes [256]columnCode
	// machine is nil where waits are not asked for.
	machine *machine
	// floor is since when waits are known, end until when the page tells.
	floor, end tracefeed.Time

	waits   []Wait       // by thread, and then by time
	changes []holdChange // by thread, and then by time

	held holdSet // of the thread at hand
	// holds are the holds at the start of the page by thread, from the thread
	// at hand on.
	holds       []radix.Item
	items, next []radix.Item // scratch
}

// columnCode is what columns has to know of a code.
type columnCode struct {
	// step is how many values the event takes from the columns of monitors and,
	// from bit 32 on, of others.
	step uint64
	// wait is the state that it leads to, Unknown where nobody is waited for.
	wait State
	// does is what it does besides. held cuts, of the monitor that it does that
	// with, the one that the thread holds alone before; none where it enters.
	does columnDeed
	held tracefeed.MonitorID
	// begins says that it may begin another wait of the same state; monitor and
	// other, that it has one; shared, that it enters as a reader.
	begins, monitor, other, shared bool
}

type columnDeed uint8

const (
	nothing columnDeed = iota
	enters
	leaves
	loses
	wakes
)

// begin makes c ready for another page: b, whose events it looks at until end.
func (c *columns) begin(b *binfeed.Block, floor, end tracefeed.Time) {
	c.block, c.floor, c.end = b, floor, end
	c.waits, c.changes = c.waits[:0], c.changes[:0]
	for i := range b.Table {
		c.codes[i] = newColumnCode(&b.Table[i], c.machine != nil)
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
		c.does, c.held = leaves, -1
		c.shared = false
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
}

// whole notes the wait of a thread without events.
func (c *columns) whole(carry *binfeed.Carry) {
	if w := c.carried(carry); w.State != Unknown && c.machine != nil {
		c.stop(&w, c.end, true)
	}
}

// carried returns the wait that a thread is in when the page begins.
func (c *columns) carried(carry *binfeed.Carry) Wait {
	if carry == nil || State(carry.State) != Blocking && State(carry.State) != Suspended {
		return Wait{}
	}
	return Wait{Thread: carry.Thread, State: State(carry.State), Monitor: carry.Monitor, Other: carry.Other,
		Start: max(carry.Since, c.floor)}
}

// group goes through the events of a thread.
func (c *columns) group(tl *Timeline, page, g int, carry *binfeed.Carry) {
	waits, changes := len(c.waits), len(c.changes)
	holds := c.holds
	c.hold(c.block.Groups[g].Thread)
	wait := Wait{}
	if c.machine != nil {
		wait = c.carried(carry)
	}
	if !c.fast(g, wait) {
		c.waits, c.changes, c.holds = c.waits[:waits], c.changes[:changes], holds
		c.hold(c.block.Groups[g].Thread)
		c.slow(g, tl.standingAs(c.block.Groups[g].Thread, page, carry, c.floor))
	}
}

// hold takes what a thread holds when the page begins.
func (c *columns) hold(t tracefeed.ThreadID) {
	c.held.clear()
	for len(c.holds) > 0 && c.holds[0].Key < uint64(t) {
		c.holds = c.holds[1:]
	}
	for ; len(c.holds) > 0 && c.holds[0].Key == uint64(t); c.holds = c.holds[1:] {
		h := c.block.Holds[c.holds[0].At]
		c.held.add(heldMonitor{h.Monitor, h.Count, h.Shared})
	}
}

// columnRun is how far columns has come with a thread.
type columnRun struct {
	thread   tracefeed.ThreadID
	times    []tracefeed.Time
	codes    []uint8
	monitors []tracefeed.MonitorID
	others   []tracefeed.ThreadID
	// at is how many values it has taken, as columnCode.step counts them.
	at   uint64
	wait Wait
}

// fast goes through the events of a thread that is in a wait, or none. It gives
// up, and returns false, where the machine has to be asked.
func (c *columns) fast(g int, wait Wait) bool {
	b, group := c.block, c.block.Groups[g]
	r := columnRun{thread: group.Thread, times: b.Times[group.First : group.First+group.Len],
		codes:    b.Codes[group.First : group.First+group.Len],
		monitors: b.Monitors[b.Firsts[g].Monitor:], others: b.Others[b.Firsts[g].Other:], wait: wait}
	r.wait.Thread = group.Thread
	for k := c.quickly(&r, 0); k < len(r.codes); k = c.quickly(&r, k+1) {
		if !c.event(&r, k) {
			return false
		}
	}
	if r.wait.State != Unknown {
		c.stop(&r.wait, c.end, true)
	}
	return true
}

// waitsFor returns what a wait that begins is for, after at values were taken.
func (code *columnCode) waitsFor(at uint64, monitors []tracefeed.MonitorID, others []tracefeed.ThreadID) (m tracefeed.MonitorID, o tracefeed.ThreadID) {
	if code.wait == Blocking && code.monitor {
		m = monitors[uint32(at)-1]
	}
	if code.wait == Blocking && code.other {
		o = others[at>>32-1]
	}
	return m, o
}

// room returns a list with all the memory it has, for at least n more.
func room[T any](list []T, n int) []T {
	list = slices.Grow(list, n)
	return list[:cap(list)]
}

// quickly goes through events from number k on, up to one that is rare: that
// wakes, loses, may begin another wait of the same state, or enters or leaves a
// monitor while the thread holds another, or did so in this instant. It returns the number of that. It
// calls nothing, so that all is in registers.
func (c *columns) quickly(r *columnRun, k int) int {
	codes, monitors, others := r.codes, r.monitors, r.others
	times, at, held := r.times[:len(codes)], r.at, c.held.only()
	state, start, monitor, other := r.wait.State, r.wait.Start, r.wait.Monitor, r.wait.Other
	nw, nc := len(c.waits), len(c.changes)
	waits, changes := room(c.waits, len(codes)-k), room(c.changes, len(codes)-k)
	for ; k < len(codes); k++ {
		code := &c.codes[codes[k]]
		now := at + code.step
		m := tracefeed.NoMonitor
		if code.does != nothing {
			if code.does > leaves {
				break
			}
			if m = monitors[uint32(now)-1]; m == tracefeed.NoMonitor || m&code.held != held ||
				nc > 0 && changes[nc-1].at == times[k] && changes[nc-1].thread() == r.thread {
				break
			}
		}
		if code.wait != state {
			if times[k] > start && (state == Blocking || state == Suspended && other != tracefeed.NoThread) {
				w := &waits[nw]
				nw++
				w.Thread, w.Monitor, w.Other, w.State, w.Open = r.thread, monitor, other, state, false
				w.Start, w.End, w.First, w.Last = start, times[k], 0, -1
				if m == monitor && m != tracefeed.NoMonitor {
					w.Last = int32(nc)
				}
			}
			state, start = code.wait, times[k]
			monitor, other = code.waitsFor(now, monitors, others)
		} else if code.begins {
			break
		}
		if code.does != nothing {
			changes[nc] = newHoldChange(times[k], m, r.thread, code.does == leaves, code.shared)
			nc, held = nc+1, m&^code.held
		}
		at = now
	}
	r.at, r.wait.State, r.wait.Start, r.wait.Monitor, r.wait.Other = at, state, start, monitor, other
	c.held.set(held)
	c.waits, c.changes = waits[:nw], changes[:nc]
	return k
}

// event goes through event k. It returns false if the machine has to be asked.
func (c *columns) event(r *columnRun, k int) bool {
	code, wait, at := &c.codes[r.codes[k]], &r.wait, r.times[k]
	r.at += code.step
	if code.wait != wait.State {
		if wait.State != Unknown {
			c.stop(wait, at, false)
		}
		*wait = Wait{Thread: r.thread, State: code.wait, Start: at}
		wait.Monitor, wait.Other = code.waitsFor(r.at, r.monitors, r.others)
	} else if code.begins {
		return false
	}
	switch code.does {
	case enters, leaves:
		c.change(newHoldChange(at, r.monitors[uint32(r.at)-1], r.thread, code.does == leaves, code.shared))
	case loses:
		c.lose(r.thread, at)
	case wakes:
		if o := r.others[r.at>>32-1]; wait.Other == tracefeed.NoThread && o != r.thread {
			wait.Other = o
		}
	}
	return true
}

// slow goes through the events of a thread that is in some span, and asks the
// machine about each.
func (c *columns) slow(g int, open Span) {
	t := c.block.Groups[g].Thread
	events := c.block.Events(g)
	var ev tracefeed.Event
	for state, ok := events.Next(&ev); ok; state, ok = events.Next(&ev) {
		before := open
		c.machine.apply(&open, &ev)
		if open.Start != before.Start {
			c.span(t, &before, open.Start, false)
		}
		switch {
		case ev.Kind == tracefeed.Lost:
			c.lose(t, ev.Time)
		case State(state) == NotAlive:
		case ev.Kind == tracefeed.MonitorEnter:
			c.change(newHoldChange(ev.Time, ev.Monitor, t, false, ev.Shared))
		case ev.Kind == tracefeed.MonitorExit:
			c.change(newHoldChange(ev.Time, ev.Monitor, t, true, false))
		}
	}
	c.span(t, &open, c.end, true)
}

// span notes a span if it is a wait.
func (c *columns) span(t tracefeed.ThreadID, s *Span, end tracefeed.Time, open bool) {
	if s.State == Blocking || s.State == Suspended {
		w := Wait{Thread: t, State: s.State, Monitor: s.Monitor, Other: s.Other, Start: s.Start}
		c.stop(&w, end, open)
	}
}

// stop notes a wait that ends, or goes on after the page. One that nobody ended
// is of no interest if it is not for something that is held.
func (c *columns) stop(w *Wait, end tracefeed.Time, open bool) {
	if open || end > w.Start && (w.State == Blocking || w.Other != tracefeed.NoThread) {
		w.End, w.Open, w.Last = end, open, -1
		c.waits = append(c.waits, *w)
	}
}

// change notes that a thread enters or leaves a monitor, if it then begins or
// stops to hold it.
func (c *columns) change(h holdChange) {
	m, changes := h.monitor(), false
	if m == tracefeed.NoMonitor {
		return
	}
	if h.leaves() {
		_, changes = c.held.exit(m)
	} else {
		changes = c.held.enter(m, h.shared())
	}
	if changes {
		c.note(h)
	}
}

// lose notes that a thread holds nothing any more.
func (c *columns) lose(t tracefeed.ThreadID, at tracefeed.Time) {
	for _, h := range c.held.list {
		c.note(newHoldChange(at, h.monitor, t, true, false))
	}
	c.held.clear()
}

// note notes a change, and which wait it ends. Where waits are asked for, it
// takes back another one of the thread in the same instant, if there is one; so
// it does not matter in which order threads change within an instant.
func (c *columns) note(h holdChange) {
	for i := len(c.changes) - 1; c.machine != nil && i >= 0; i-- {
		old := &c.changes[i]
		if old.thread() != h.thread() || old.at != h.at {
			break
		}
		if old.monitor() == h.monitor() {
			old.where = tracefeed.NoMonitor
			if n := len(c.waits); n > 0 && c.waits[n-1].Last == int32(i) {
				c.waits[n-1].Last = -1
			}
			return
		}
	}
	if n := len(c.waits); n > 0 && !h.leaves() {
		if w := &c.waits[n-1]; w.Thread == h.thread() && w.Monitor == h.monitor() && w.End == h.at && !w.Open {
			w.Last = int32(len(c.changes))
		}
	}
	c.changes = append(c.changes, h)
}
