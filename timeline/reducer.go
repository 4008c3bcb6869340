package timeline

import (
	"cmp"
	"fmt"
	"slices"
	"sync"

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
	lives   []life    // by thread
	alive   threadSet // the threads that had an event and are alive
	holding threadSet // those that hold a monitor
	handed  handovers
	gc      []Interval
	gcOn    int // collections under way
	count   Counts

	// builder takes events; the page before may still be made of another's.
	builder *binfeed.Builder
	// states are what threads do after the events that builder takes next: few
	// enough that these are still in the fastest memory.
	states  [256]binfeed.State
	pending *pendingPage
	// next is the page in the making: how things stood at its start.
	next       *binfeed.Block
	knownSince tracefeed.Time
	weight     uint32
	pages      []*page
	cells      pyramid
	pageLen    int
	readErr    *firstError
	// matchers are for all snapshots.
	matchers *sync.Pool
	saver    *Saver // takes every page that is full; may be nil
}

// thread is what the reducer knows of one, as each of its events wants it: in one
// line of the cache.
type thread struct {
	open Span
	seen bool // it had an event of its own
	held holdSet
}

// NewReducer returns a reducer for the events of feed.
func NewReducer(feed tracefeed.Feed) *Reducer {
	return &Reducer{feed: feed, builder: &binfeed.Builder{}, next: &binfeed.Block{Details: &binfeed.Details{}},
		readErr: &firstError{}, matchers: &sync.Pool{}}
}

// SetPageLen makes pages of so many events, for tests: short traces then have
// many. With 0, which it is at first, a page is as long as is best.
func (r *Reducer) SetPageLen(n int) { r.pageLen = n }

// Add takes the next event, as AddBatch does.
func (r *Reducer) Add(ev *tracefeed.Event) error {
	one := [1]tracefeed.Event{*ev}
	return r.AddBatch(one[:])
}

// AddBatch takes the next events. One before its predecessor is an error; those
// that come before it stand. Kinds that the reducer does not know are ignored.
func (r *Reducer) AddBatch(evs []tracefeed.Event) error {
	if r.count.Events == 0 {
		r.machine = newMachine(r.feed.Header())
	}
	for len(evs) > 0 {
		room := r.room()
		if room <= 0 && evs[0].Time > r.now || r.builder.Overfull() {
			r.flush()
			r.beginPage(r.now, false)
		}
		// To look whether the page is full after each event would take long.
		n, err := r.reduce(evs[:max(1, min(room, len(evs), len(r.states)))])
		r.builder.AddAll(evs[:n], r.states[:n])
		r.count.Events += int64(n)
		if err != nil {
			return err
		}
		if last := &evs[n-1]; last.Kind == tracefeed.Lost && last.Thread == tracefeed.NoThread {
			r.loseAll(last.Time)
		}
		evs = evs[n:]
	}
	return nil
}

// room returns how many events can come before it may be time for a new page.
func (r *Reducer) room() int {
	if r.pageLen > 0 {
		return r.pageLen - r.builder.Len()
	}
	return r.builder.Room(len(r.alive.list))
}

// reduce takes events, up to one by which all threads are lost, or to an error,
// and notes in states what their threads do then.
func (r *Reducer) reduce(evs []tracefeed.Event) (n int, err error) {
	for n = r.reduceFast(evs, 0); n < len(evs); n = r.reduceFast(evs, n+1) {
		ev := &evs[n]
		if ev.Time < r.now {
			return n, fmt.Errorf("time goes back from %v to %v", r.now.Exact(), ev.Time.Exact())
		}
		r.now = ev.Time
		r.grow(max(ev.Thread, ev.Other))
		r.states[n] = binfeed.State(r.reduceSlow(&r.threads[ev.Thread], ev))
		if ev.Kind == tracefeed.Lost && ev.Thread == tracefeed.NoThread {
			return n + 1, nil
		}
	}
	return len(evs), nil
}

// reduceUsual is reduce from number n on for the events that nearly all are, up
// to the first that is not. It calls nothing, so all that it needs stays at hand.
func (r *Reducer) reduceFast(evs []tracefeed.Event, n int) int {
	threads, machine, now, weight := r.threads, r.machine, r.now, r.weight
	states := r.states[:len(evs)]
	for ; n < len(evs); n++ {
		ev := &evs[n]
		if ev.Time < now || int(max(ev.Thread, ev.Other)) >= len(threads) {
			break
		}
		t := &threads[ev.Thread]
		if q := machine.transition(t.open.State, ev.Kind); q.state != NotAlive && t.seen {
			t.open.applyTransition(q, ev)
			weight += q.weight
		} else if ev.Kind != tracefeed.Wake || !t.seen || t.open.wake(ev) == dropped {
			break
		}
		states[n], now = binfeed.State(t.open.State), ev.Time
	}
	r.now, r.weight = now, weight
	return n
}

// addSlowly takes an event of any kind, and returns what its thread does then.
func (r *Reducer) reduceSlow(t *thread, ev *tracefeed.Event) State {
	switch {
	case ev.Thread == tracefeed.NoThread:
		if ev.Kind != tracefeed.NoKind && ev.Kind < tracefeed.NumKinds {
			r.addGlobal(ev)
		}
	case ev.Kind != tracefeed.NoKind && ev.Kind < tracefeed.NumKinds:
		return r.addOwn(t, ev)
	case t.seen:
		return t.open.State
	}
	return NotAlive
}

// grow makes room for the threads that an event mentions.
func (r *Reducer) grow(t tracefeed.ThreadID) {
	if int(t) < len(r.threads) {
		return
	}
	if int(t) >= cap(r.threads) { // twice the room: threads come one by one
		r.threads, r.lives = slices.Grow(r.threads, int(t)+1), slices.Grow(r.lives, int(t)+1)
	}
	for int(t) >= len(r.threads) {
		r.threads = append(r.threads, thread{})
		r.lives = append(r.lives, unseen)
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
	case tracefeed.Lost:
		r.count.Lose(ev, false)
	case tracefeed.Counter:
		r.count.omit(r.feed, ev)
	case tracefeed.TaskStart, tracefeed.TaskEnd, tracefeed.Sample,
		tracefeed.RegionStart, tracefeed.RegionEnd, tracefeed.Alloc, tracefeed.Free:
	default:
		r.count.Dropped++
	}
}

// addOwn takes an event of a thread, and returns what the thread does then.
func (r *Reducer) addOwn(t *thread, ev *tracefeed.Event) State {
	if ev.Kind == tracefeed.Lost {
		r.count.Lose(ev, t.seen && t.open.State == Unknown)
	}
	if !t.seen {
		if ev.Kind == tracefeed.Wake {
			r.count.Dropped++
			return NotAlive
		}
		r.appear(t, ev)
	}
	before := t.open.State
	if ev.Kind == tracefeed.MonitorExit && ev.Other != tracefeed.NoThread {
		r.handed.mark(ev.Monitor, ev.Time)
	}
	v := r.machine.apply(&t.open, ev)
	if before != NotAlive && ev.Monitor != tracefeed.NoMonitor || ev.Kind == tracefeed.Lost {
		v = max(v, r.addHold(t, ev))
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
			r.liveOrDie(ev.Thread, ev.Time)
		}
	}
	return t.open.State
}

// appear notes the first event of a thread. One that does not begin with its
// start was there, in a state unknown, since the trace began.
func (r *Reducer) appear(t *thread, ev *tracefeed.Event) {
	t.seen = true
	l := &r.lives[ev.Thread]
	*l = life{page: int32(r.numPages()), died: forever}
	if ev.Kind == tracefeed.ThreadStart {
		t.open.State = NotAlive
		l.born = ev.Time
		return
	}
	l.preexisting, l.first = true, ev.Time
	r.alive.add(ev.Thread)
}

// liveOrDie notes that a thread has begun or ceased to be.
func (r *Reducer) liveOrDie(id tracefeed.ThreadID, at tracefeed.Time) {
	if r.threads[id].open.State != NotAlive {
		r.lives[id].died = forever
		r.alive.add(id)
		return
	}
	r.lives[id].died = at
	r.alive.remove(id)
}

// addHold notes who enters and leaves a monitor.
func (r *Reducer) addHold(t *thread, ev *tracefeed.Event) verdict {
	switch ev.Kind {
	case tracefeed.MonitorEnter:
		if t.held.enter(ev.Monitor, ev.Shared) {
			r.handed.enter(ev.Monitor, ev.Time)
			r.weight++
		}
	case tracefeed.MonitorExit:
		held, last := t.held.exit(ev.Monitor)
		if !held {
			return r.exitOfOther(ev)
		}
		if last {
			r.handed.exit(ev.Monitor, ev.Time)
			r.weight++
		}
	case tracefeed.Lost:
		r.handed.exitAll(&t.held, ev.Time)
		t.held.clear()
	}
	switch holds := len(t.held.list) > 0; {
	case holds && !r.holding.has(ev.Thread):
		r.holding.add(ev.Thread)
	case !holds && r.holding.has(ev.Thread):
		r.holding.remove(ev.Thread)
	}
	return used
}

// exitOfOther takes a release by a thread that does not hold the monitor. A thread
// that exists since before the trace may have entered it before.
func (r *Reducer) exitOfOther(ev *tracefeed.Event) verdict {
	if ev.Other != tracefeed.NoThread {
		return used
	}
	if !r.lives[ev.Thread].preexisting {
		r.handed.release(ev.Monitor, ev.Time)
	}
	return dropped
}

// lose forgets what all threads do and who holds what.
func (r *Reducer) loseAll(at tracefeed.Time) {
	r.flush()
	for _, id := range r.alive.list {
		r.threads[id].open.setState(Unknown, at)
	}
	for _, id := range r.holding.list {
		r.handed.exitAll(&r.threads[id].held, at)
		r.threads[id].held.clear()
	}
	r.holding.clear()
	r.beginPage(at, true)
}

// sealing is a full page that is being made.
type pendingPage struct {
	builder *binfeed.Builder
	page    chan *page
	job     *pageJob // nil if it is not to be saved
}

// seal ends the page in the making; stand begins the next. Another goroutine
// sorts its events by thread meanwhile.
func (r *Reducer) flush() {
	spare := r.await()
	s := &pendingPage{builder: r.builder, page: make(chan *page, 1)}
	if r.saver != nil {
		s.job = r.saver.prepare(r.feed.Tables())
	}
	block, knownSince, weight, end := r.next, r.knownSince, r.weight, r.now
	go func() { s.page <- makePage(s.builder, block, end, knownSince, weight) }()
	r.pending, r.builder, r.weight = s, spare, 0
}

// settle waits for the page that is being made, if there is one, and takes it
// over. It returns an empty builder.
func (r *Reducer) await() *binfeed.Builder {
	if r.pending == nil {
		return &binfeed.Builder{}
	}
	p := <-r.pending.page
	spare, item := r.pending.builder, r.pending.job
	r.pending = nil
	r.pages = append(r.pages, p)
	added := r.cells.add(p.sums)
	if item != nil {
		r.saver.save(item, p, added)
	}
	spare.Reset()
	return spare
}

// numPages returns how many pages are full.
func (r *Reducer) numPages() int {
	if r.pending != nil {
		return len(r.pages) + 1
	}
	return len(r.pages)
}

// makePage returns a page of some events, before which things stood as start
// says.
func makePage(events *binfeed.Builder, start *binfeed.Block, end, knownSince tracefeed.Time, weight uint32) *page {
	b := events.Block()
	b.Start, b.Restart, b.Carries, b.Holds = start.Start, start.Restart, start.Carries, start.Holds
	b.End = end
	return inMemory(b, knownSince, weight, sum(b, end))
}

// stand notes how things stand at the start of the page in the making.
func (r *Reducer) beginPage(start tracefeed.Time, restart bool) {
	if restart {
		r.knownSince = start
	}
	b := &binfeed.Block{Start: start, Restart: restart, Carries: make([]binfeed.Carry, len(r.alive.list)),
		Details: &binfeed.Details{}}
	r.alive.sort()
	for i, id := range r.alive.list {
		s := &r.threads[id].open
		b.Carries[i] = binfeed.Carry{Thread: id, State: binfeed.State(s.State), Cause: s.Cause, Shared: s.Shared,
			Forever: s.Forever, Since: s.Start, Monitor: s.Monitor, Other: s.Other, Stack: s.Stack}
	}
	for _, id := range r.holding.list {
		for _, h := range r.threads[id].held.list {
			b.Holds = append(b.Holds, binfeed.Hold{Monitor: h.monitor, Thread: id, Count: h.count, Shared: h.shared})
		}
	}
	slices.SortFunc(b.Holds, func(x, y binfeed.Hold) int {
		return cmp.Or(cmp.Compare(x.Monitor, y.Monitor), cmp.Compare(x.Thread, y.Thread))
	})
	r.next = b
}

// Snapshot publishes what is known so far. complete says that the feed has
// ended, damage why if it ended early.
func (r *Reducer) Snapshot(complete bool, damage error) *Timeline {
	r.await()
	tables := r.feed.Tables()
	r.grow(tracefeed.ThreadID(len(tables.Threads) - 1))
	tl := &Timeline{
		Header:     r.feed.Header(),
		Threads:    slices.Clone(tables.Threads),
		Monitors:   slices.Clone(tables.Monitors),
		Frames:     slices.Clip(tables.Frames),
		Stacks:     slices.Clip(tables.Stacks),
		Names:      slices.Clip(tables.Names),
		End:        r.now,
		GC:         slices.Clone(r.gc),
		Counts:     r.count,
		Complete:   complete,
		Damage:     damage,
		machine:    r.machine,
		readErr:    r.readErr,
		matchers:   r.matchers,
		lives:      slices.Clone(r.lives),
		handedOver: r.handed.found(),
		pages:      append(slices.Clip(r.pages), makePage(r.builder, r.next, r.now, r.knownSince, r.weight)),
		cells:      r.cells.clone(),
	}
	if n := len(tl.GC); n > 0 && r.gcOn > 0 {
		tl.GC[n-1].End = r.now
	}
	return tl
}
