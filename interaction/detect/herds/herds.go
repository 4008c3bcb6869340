// Package herds counts the threads that are woken together at one place although most of them
// cannot go on.
//
// The pages of a trace go in. Nothing here knows when a herd is worth a finding.
package herds

import (
	"maps"

	"tiv/block"
	"tiv/internal/radix"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Herds counts the threads that one thread wakes together at one place, and that
// wait there again at once. Herds that cross the border of two pages are not seen.
type Herds struct {
	// Places are the herds by place.
	Places map[Place]*Herd
	tl     *timeline.Timeline
	least  int // threads in a herd

	// The fields below are of one page. groups are, by waker, the index of its last
	// group of wakings, from 1. They are 0 between pages.
	wakings []waking
	sorter  radix.Sorter[waking]
	woken   []wokenGroup
	groups  []int32
	reader  wakingReader
}

// Place is a place where threads wait.
type Place struct {
	Stack tracefeed.StackID
	Cause tracefeed.Cause
}

// object is what threads wait for at a place. monitor is NoMonitor if the trace does not
// name it; all says that the wake was one of all that wait for it.
type object struct {
	Place
	monitor tracefeed.MonitorID
	all     bool
}

// one reports whether waits with equal fields were certainly for one object. Without that,
// each of their wakes may have brought what its thread waited for, such as those of a
// dispatcher to workers with a channel each. Another wake of a channel than by closing it
// always brings an item.
func (o object) one() bool {
	return o.all || o.monitor != tracefeed.NoMonitor && o.Cause != tracefeed.CauseChannel
}

// Herd is all herds at one place.
type Herd struct {
	Place
	// Count is the number of herds, Woken the number of wakings in them, Useless the number of
	// wakings for nothing, and Lost the time from these to the next wait.
	Count, Woken, Useless int
	Lost                  tracefeed.Time
	First, Last           tracefeed.Time
	Threads               map[tracefeed.ThreadID]struct{}
	// Most is the herd with the largest loss.
	Most Worst
}

// Worst is a herd: how many threads were woken by which thread, when, and the time lost.
type Worst struct {
	At, Lost tracefeed.Time
	Waker    tracefeed.ThreadID
	Woken    int
}

// again reports whether a wait repeats an earlier one. The channel after a closed one is
// another channel.
func (o object) again(before object) bool {
	return o.Place == before.Place && (o.monitor == before.monitor || o.Cause == tracefeed.CauseChannel)
}

// wokenGroup is wakings by one thread of waits for one object, before the first of the
// woken waits again.
type wokenGroup struct {
	waker  tracefeed.ThreadID
	object object
	// first and last are the first and the last of its wakings.
	first, last, count int32
	until              tracefeed.Time
}

// fewWakings is the number of wakings that take longer than the run of a thread without
// work.
const fewWakings = 4

// New returns a collector for the pages of a trace. least is the number of threads from
// which on they are a herd.
func New(tl *timeline.Timeline, least int) *Herds {
	h := &Herds{least: least, Places: map[Place]*Herd{}}
	h.Extend(tl)
	return h
}

// Extend continues in a later snapshot of the trace.
func (h *Herds) Extend(tl *timeline.Timeline) {
	h.tl, h.groups = tl, append(h.groups, make([]int32, len(tl.Threads)-len(h.groups))...)
}

// Clone returns a copy between two pages.
func (h *Herds) Clone() *Herds {
	out := New(h.tl, h.least)
	for place, x := range h.Places {
		copied := *x
		copied.Threads = maps.Clone(x.Threads)
		out.Places[place] = &copied
	}
	return out
}

// Page adds the next page. Its cost is linear in the events of threads that others
// wake.
func (h *Herds) Page(p *timeline.LockPage) {
	h.wakings = h.wakings[:0]
	h.reader.begin(p.Block)
	groups := p.Block.Groups
	last := tracefeed.NoThread
	for i := range p.Waits {
		w := &p.Waits[i]
		if w.State != tracefeed.Suspended || w.Thread == last || h.tl.Threads[w.Thread].System {
			continue
		}
		last = w.Thread
		for len(groups) > 0 && groups[0].Thread < last {
			groups = groups[1:]
		}
		if len(groups) > 0 && groups[0].Thread == last {
			h.wakings = h.reader.read(h.wakings, len(p.Block.Groups)-len(groups))
		}
	}
	if len(h.wakings) < h.least {
		return
	}
	base := p.Start
	h.wakings = h.sorter.Sort(h.wakings, func(w *waking) uint64 { return uint64(w.at - base) })
	h.gather()
}

// gather makes groups of the wakings of a page, and adds those that are herds.
func (h *Herds) gather() {
	h.woken = h.woken[:0]
	for i := range h.wakings {
		w := &h.wakings[i]
		n := &h.groups[w.waker]
		if *n > 0 {
			g := &h.woken[*n-1]
			if g.object == w.object && w.at <= g.until {
				w.before, g.last, g.count, g.until = g.last, int32(i), g.count+1, min(g.until, w.again)
				continue
			}
		}
		w.before = -1
		h.woken = append(h.woken, wokenGroup{w.waker, w.object, int32(i), int32(i), 1, w.again})
		*n = int32(len(h.woken))
	}
	for i := range h.woken {
		g := &h.woken[i]
		h.groups[g.waker] = 0
		if int(g.count) >= h.least && g.object.one() {
			h.add(g)
		}
	}
}

// add adds a group of at least the size of a herd to the herd of its place. A waking is
// for nothing if the thread waits there again, and until then runs for no longer than a
// few wakings take.
func (h *Herds) add(g *wokenGroup) {
	x := h.Places[g.object.Place]
	if x == nil {
		x = &Herd{Place: g.object.Place, Threads: map[tracefeed.ThreadID]struct{}{}}
		h.Places[g.object.Place] = x
	}
	first := h.wakings[g.first].at
	little := (h.wakings[g.last].at - first) * fewWakings / tracefeed.Time(g.count-1)
	lost, useless := tracefeed.Time(0), 0
	for i := g.last; i >= 0; i = h.wakings[i].before {
		if w := &h.wakings[i]; w.back && w.ran <= little {
			lost, useless = lost+w.again-w.at, useless+1
			x.Threads[w.thread] = struct{}{}
			x.Last = max(x.Last, w.again)
		}
	}
	if x.Count == 0 {
		x.First = first
	}
	x.Count, x.Woken, x.Useless, x.Lost = x.Count+1, x.Woken+int(g.count), x.Useless+useless, x.Lost+lost
	if lost > x.Most.Lost {
		x.Most.At, x.Most.Lost, x.Most.Waker, x.Most.Woken = first, lost, g.waker, int(g.count)
	}
}

// waking is the end of a wait by another thread, with the time up to the next wait.
type waking struct {
	at     tracefeed.Time
	thread tracefeed.ThreadID
	waker  tracefeed.ThreadID
	object object
	// again is when the thread waits again, after it ran for a time. It is the end of
	// the page if that is not known.
	again, ran tracefeed.Time
	// back is true if it waits at the same place again, and for no event in between.
	back bool
	// before is the waking before in the same group, -1 for the first.
	before int32
}

// wakingReader reads the wakings of single threads from a page.
type wakingReader struct {
	block *block.Block
	// The fields below are of the present event.
	state  tracefeed.State
	since  tracefeed.Time
	object object
	waker  tracefeed.ThreadID
	at     tracefeed.Time
	open   waking // its waker is NoThread if there is none
}

func (r *wakingReader) begin(b *block.Block) { r.block = b }

// read appends the wakings of a group of events.
func (r *wakingReader) read(out []waking, g int) []waking {
	b := r.block
	group, first := b.Groups[g], b.Firsts[g]
	*r = wakingReader{block: b}
	if s := b.OpenSpan(group.Thread); s != nil {
		r.state, r.since, r.object = s.State, b.Start, object{Place{s.Stack, s.Cause}, s.Monitor, false}
	}
	r.open.thread = group.Thread
	others, stacks, monitors := b.Others[first.Other:], b.Stacks[first.Stack:], b.Monitors[first.Monitor:]
	last := tracefeed.NoMonitor
	times := b.Times[group.First:][:group.Len]
	for k, i := range b.Codes[group.First:][:group.Len] {
		c := &b.Table[i]
		other, stack, monitor := tracefeed.NoThread, tracefeed.NoStack, tracefeed.NoMonitor
		if c.Fields&block.HasMonitor != 0 {
			last, monitors = monitors[0], monitors[1:]
		}
		if c.Fields&(block.HasMonitor|block.SameMonitor) != 0 {
			monitor = last
		}
		if c.Fields&block.HasOther != 0 {
			other, others = others[0], others[1:]
		}
		if c.Fields&block.HasStack != 0 {
			stack, stacks = stacks[0], stacks[1:]
		}
		if c.Kind == tracefeed.Wake {
			r.waker, r.at, r.object.all = other, times[k], c.Shared
		}
		if c.State != r.state || c.Kind == tracefeed.SuspendStart {
			out = r.change(out, times[k], c, object{Place{stack, c.Cause}, monitor, false})
		}
	}
	if r.open.waker != tracefeed.NoThread {
		r.open.again = b.End
		out = append(out, r.open)
	}
	return out
}

// change follows the thread into another state, in which it may wait for an object.
func (r *wakingReader) change(out []waking, at tracefeed.Time, c *block.Code, object object) []waking {
	switch r.state {
	case tracefeed.Running:
		r.open.ran += at - r.since
	case tracefeed.IO, tracefeed.Unknown:
		r.open.back = false
	case tracefeed.Suspended:
		if r.open.waker = r.waker; r.waker != tracefeed.NoThread {
			r.open = waking{at: r.at, thread: r.open.thread, waker: r.waker, object: r.object, back: true}
		}
	}
	if c.State == tracefeed.Suspended {
		if r.open.waker != tracefeed.NoThread {
			r.open.back = r.open.back && object.again(r.object)
			r.open.again = at
			out = append(out, r.open)
			r.open.waker = tracefeed.NoThread
		}
		r.object, r.waker = object, tracefeed.NoThread
	}
	r.state, r.since = c.State, at
	return out
}
