package timeline

import (
	"cmp"
	"fmt"
	"slices"

	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
)

// Reducer turns the events of one feed into a Timeline: a state machine for
// each thread, whose events it groups into pages.
//
// It belongs to one goroutine. Snapshot may be called at any time between
// events; the Timelines it returns are independent of what comes later.
type Reducer struct {
	feed    tracefeed.Feed
	machine machine
	now     tracefeed.Time
	threads []thread
	// alive are the threads that had an event and are alive, in no order that
	// matters.
	alive []tracefeed.ThreadID
	depth map[holdKey]depth
	gc    []Interval
	gcOn  int // collections under way
	count Counts

	builder binfeed.Builder
	// next is the page in the making: how things stood at its start.
	next    *binfeed.Block
	floor   tracefeed.Time
	weight  uint32
	pages   []*page
	cells   pyramid
	pageLen int
	trouble *trouble
	saver   *Saver // takes every page that is full; may be nil
}

// thread is what the reducer knows of one.
type thread struct {
	open Span
	life life
	seen bool  // it had an event of its own
	at   int32 // index in alive, from 1
}

// depth is how often a thread has entered a monitor without leaving it.
type depth struct {
	count  int32
	shared bool
}

// NewReducer returns a reducer for the events of feed.
func NewReducer(feed tracefeed.Feed) *Reducer {
	return &Reducer{feed: feed, depth: map[holdKey]depth{}, next: &binfeed.Block{Details: &binfeed.Details{}},
		trouble: &trouble{}}
}

// SetPageLen makes pages of so many events, for tests: short traces then have
// many. With 0, which it is at first, a page is as long as is best.
func (r *Reducer) SetPageLen(n int) { r.pageLen = n }

// Add takes the next event. An event before its predecessor is an error, and
// changes nothing. Kinds that the reducer does not know are ignored.
func (r *Reducer) Add(ev *tracefeed.Event) error {
	if ev.Time < r.now {
		return fmt.Errorf("time goes back from %v to %v", r.now.Exact(), ev.Time.Exact())
	}
	if r.count.Events == 0 {
		r.machine = newMachine(r.feed.Header())
	}
	if ev.Time > r.now && r.full() || r.builder.Overfull() {
		r.seal(false)
	}
	r.now = ev.Time
	r.count.Events++
	r.grow(max(ev.Thread, ev.Other))
	state := NotAlive
	switch {
	case ev.Kind == tracefeed.NoKind || ev.Kind >= tracefeed.NumKinds:
		if t := &r.threads[ev.Thread]; t.seen {
			state = t.open.State
		}
	case ev.Thread == tracefeed.NoThread:
		r.addGlobal(ev)
	default:
		state = r.addOwn(ev)
	}
	r.builder.Add(ev, binfeed.State(state))
	if ev.Kind == tracefeed.Lost && ev.Thread == tracefeed.NoThread {
		r.lose(ev.Time)
	}
	return nil
}

// full reports whether it is time for a new page.
func (r *Reducer) full() bool {
	if r.pageLen > 0 {
		return r.builder.Len() >= r.pageLen
	}
	return r.builder.Full(len(r.alive))
}

// grow makes room for the threads that an event mentions.
func (r *Reducer) grow(t tracefeed.ThreadID) {
	for int(t) >= len(r.threads) {
		r.threads = append(r.threads, thread{life: unseen})
	}
}

// addGlobal takes an event of the whole program.
func (r *Reducer) addGlobal(ev *tracefeed.Event) {
	switch ev.Kind {
	case tracefeed.GCStart:
		if r.gcOn++; r.gcOn == 1 {
			r.gc = append(r.gc, Interval{ev.Time, -1})
		}
	case tracefeed.GCEnd:
		if r.gcOn == 0 {
			r.count.Dropped++
			return
		}
		if r.gcOn--; r.gcOn == 0 {
			r.gc[len(r.gc)-1].End = ev.Time
		}
	case tracefeed.Lost, tracefeed.Counter, tracefeed.TaskStart, tracefeed.TaskEnd, tracefeed.Sample,
		tracefeed.RegionStart, tracefeed.RegionEnd, tracefeed.Alloc, tracefeed.Free:
	default:
		r.count.Dropped++
	}
}

// addOwn takes an event of a thread, and returns what the thread does then.
func (r *Reducer) addOwn(ev *tracefeed.Event) State {
	t := &r.threads[ev.Thread]
	if !t.seen {
		if ev.Kind == tracefeed.Wake {
			r.count.Dropped++
			return NotAlive
		}
		r.appear(t, ev)
	}
	before := t.open.State
	v := r.machine.apply(&t.open, ev)
	if before != NotAlive && ev.Monitor != tracefeed.NoMonitor || ev.Kind == tracefeed.Lost {
		v = max(v, r.addHold(ev))
	}
	switch v {
	case dropped:
		r.count.Dropped++
	case invented:
		r.count.Invented++
	}
	if after := t.open.State; after != before {
		if after == Blocking {
			r.weight++
		}
		if after == NotAlive || before == NotAlive {
			r.liveOrDie(ev.Thread, t, ev.Time)
		}
	}
	return t.open.State
}

// appear notes the first event of a thread. One that does not begin with its
// start was there, in a state unknown, since the trace began.
func (r *Reducer) appear(t *thread, ev *tracefeed.Event) {
	t.seen = true
	t.life = life{page: int32(len(r.pages)), died: forever}
	if ev.Kind == tracefeed.ThreadStart {
		t.open.State = NotAlive
		t.life.born = ev.Time
		return
	}
	t.life.there, t.life.first = true, ev.Time
	r.alive = append(r.alive, ev.Thread)
	t.at = int32(len(r.alive))
}

// liveOrDie notes that a thread has begun or ceased to be.
func (r *Reducer) liveOrDie(id tracefeed.ThreadID, t *thread, at tracefeed.Time) {
	if t.open.State != NotAlive {
		t.life.died = forever
		r.alive = append(r.alive, id)
		t.at = int32(len(r.alive))
		return
	}
	t.life.died = at
	last := r.alive[len(r.alive)-1]
	r.alive[t.at-1] = last
	r.threads[last].at = t.at
	r.alive = r.alive[:len(r.alive)-1]
	t.at = 0
}

// addHold notes who enters and leaves a monitor.
func (r *Reducer) addHold(ev *tracefeed.Event) verdict {
	k := holdKey{ev.Monitor, ev.Thread}
	switch ev.Kind {
	case tracefeed.MonitorEnter:
		d, held := r.depth[k]
		if !held {
			d.shared = ev.Shared
			r.weight++
		}
		d.count++
		r.depth[k] = d
	case tracefeed.MonitorExit:
		d, held := r.depth[k]
		if !held {
			return dropped
		}
		if d.count--; d.count > 0 {
			r.depth[k] = d
			break
		}
		delete(r.depth, k)
		r.weight++
	case tracefeed.Lost:
		for k := range r.depth {
			if k.thread == ev.Thread {
				delete(r.depth, k)
			}
		}
	}
	return used
}

// lose forgets what all threads do and who holds what.
func (r *Reducer) lose(at tracefeed.Time) {
	r.seal(true)
	for _, id := range r.alive {
		r.threads[id].open.change(Span{Start: at})
	}
	clear(r.depth)
	r.stand(at, true)
}

// seal ends the page in the making and begins the next.
func (r *Reducer) seal(restart bool) {
	p := r.page()
	r.pages = append(r.pages, p)
	added := r.cells.add(p.sums)
	if r.saver != nil {
		r.saver.save(p, added, r.feed.Tables())
	}
	r.builder.Reset()
	r.weight = 0
	r.stand(r.now, restart)
}

// page returns the page in the making as if it ended now.
func (r *Reducer) page() *page {
	b := r.builder.Block()
	b.Start, b.Restart, b.Carries, b.Holds = r.next.Start, r.next.Restart, r.next.Carries, r.next.Holds
	b.End = r.now
	return inMemory(b, r.floor, r.weight, sum(b, r.now))
}

// stand notes how things stand at the start of the page in the making.
func (r *Reducer) stand(start tracefeed.Time, restart bool) {
	if restart {
		r.floor = start
	}
	b := &binfeed.Block{Start: start, Restart: restart, Carries: make([]binfeed.Carry, len(r.alive)),
		Details: &binfeed.Details{Holds: make([]binfeed.Hold, 0, len(r.depth))}}
	slices.Sort(r.alive)
	for i, id := range r.alive {
		r.threads[id].at = int32(i + 1)
		s := &r.threads[id].open
		b.Carries[i] = binfeed.Carry{Thread: id, State: binfeed.State(s.State), Cause: s.Cause, Shared: s.Shared,
			Forever: s.Forever, Since: s.Start, Monitor: s.Monitor, Other: s.Other, Stack: s.Stack}
	}
	for k, d := range r.depth {
		b.Holds = append(b.Holds, binfeed.Hold{Monitor: k.monitor, Thread: k.thread, Count: d.count, Shared: d.shared})
	}
	slices.SortFunc(b.Holds, func(x, y binfeed.Hold) int {
		return cmp.Or(cmp.Compare(x.Monitor, y.Monitor), cmp.Compare(x.Thread, y.Thread))
	})
	r.next = b
}

// Snapshot publishes what is known so far. complete says that the feed has
// ended, damage why if it ended early.
func (r *Reducer) Snapshot(complete bool, damage error) *Timeline {
	tables := r.feed.Tables()
	r.grow(tracefeed.ThreadID(len(tables.Threads) - 1))
	tl := &Timeline{
		Header:   r.feed.Header(),
		Threads:  slices.Clone(tables.Threads),
		Monitors: slices.Clone(tables.Monitors),
		Frames:   slices.Clip(tables.Frames),
		Stacks:   slices.Clip(tables.Stacks),
		Names:    slices.Clip(tables.Names),
		End:      r.now,
		GC:       slices.Clone(r.gc),
		Counts:   r.count,
		Complete: complete,
		Damage:   damage,
		machine:  r.machine,
		trouble:  r.trouble,
		lives:    make([]life, len(r.threads)),
		pages:    append(slices.Clip(r.pages), r.page()),
		cells:    r.cells.clone(),
	}
	for i := range r.threads {
		tl.lives[i] = r.threads[i].life
	}
	if n := len(tl.GC); n > 0 && r.gcOn > 0 {
		tl.GC[n-1].End = r.now
	}
	return tl
}
