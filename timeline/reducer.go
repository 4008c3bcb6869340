package timeline

import (
	"fmt"
	"slices"
	"sync"

	"tiv/block"
	"tiv/timeline/replay"
	"tiv/tracefeed"
	"tiv/tracefeed/awaited"
)

// Reducer turns the events of one feed into a Timeline. It runs a state machine for
// each thread and groups the events into pages.
//
// A Reducer belongs to one goroutine. Snapshot may be called at any time between
// events; the Timelines it returns do not change with later events.
type Reducer struct {
	feed      tracefeed.Feed
	machine   replay.Machine
	now       tracefeed.Time
	threads   []thread
	lives     lifeTable
	alive     threadSet // threads with an event that are alive
	holding   threadSet // threads that hold a monitor
	handovers handovers
	gc        []Interval
	gcOn      int // collections under way
	counts    Counts
	streams   streams

	// builder collects the events of the current page; another one may still be in
	// use by the page before.
	builder *block.Builder
	// states are the states of threads after the events of one call of
	// builder.AddAll. The array is small enough for the first-level cache.
	states  [256]tracefeed.State
	pending *pendingPage
	// next is the state at the start of the current page: open spans and holds.
	next       *block.Block
	knownSince tracefeed.Time
	weight     uint32
	tail       unfinished
	pages      []*page
	cells      pyramid
	tuning     Tuning
	readErr    *firstError
	// joiners is shared by all snapshots.
	joiners *sync.Pool
	saver   *Saver // receives every full page; may be nil
	// calls belongs to the pending page, if there is one.
	calls callTracker
	// forgotten are the threads whose calls were lost in the current page.
	forgotten []forgetting
}

// thread is the reducer's state of one thread: everything that an event needs, in
// one cache line.
type thread struct {
	open Span
	seen bool // has had an event of its own
	held replay.HoldSet
}

// NewReducer returns a reducer for the events of feed. The zero Tuning suits programs.
func NewReducer(feed tracefeed.Feed, tuning Tuning) *Reducer {
	return &Reducer{feed: feed, tuning: tuning.withDefaults(), builder: &block.Builder{}, next: &block.Block{Details: &block.Details{}},
		readErr: &firstError{}, joiners: &sync.Pool{}}
}

// Add adds the next events. It returns an error at an event that is earlier than its
// predecessor; the events before that one are kept. Unknown kinds are ignored.
func (r *Reducer) Add(evs []tracefeed.Event) error {
	if r.counts.Events == 0 {
		r.machine = replay.New(r.feed.Header())
	}
	evs = r.streams.follow(evs, r.feed)
	for len(evs) > 0 {
		room := r.room()
		if room <= 0 && evs[0].Time > r.now || r.builder.Overfull() {
			r.flush()
			r.beginPage(r.now, false)
		}
		if r.tail.wanted && evs[0].Time > r.now {
			r.cut()
		}
		// In chunks, because checking after each event whether the page is full is
		// slow.
		n, err := r.reduce(evs[:max(1, min(room, len(evs), len(r.states)))])
		r.builder.AddAll(evs[:n], r.states[:n])
		r.counts.Events += int64(n)
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

// room returns the number of events that can be added before the page may be full.
func (r *Reducer) room() int {
	if n := r.tuning.PageEvents; n > 0 {
		return n - r.builder.Len()
	}
	return r.builder.Room(len(r.alive.list))
}

// reduce processes events and stores the resulting states of their threads in
// r.states. It stops after an event that loses the state of all threads, and at an
// error. n is the number of events processed.
func (r *Reducer) reduce(evs []tracefeed.Event) (n int, err error) {
	for n = r.reduceFast(evs, 0); n < len(evs); n = r.reduceFast(evs, n+1) {
		ev := &evs[n]
		if ev.Time < r.now {
			return n, fmt.Errorf("time goes back from %v to %v", r.now.Exact(), ev.Time.Exact())
		}
		r.now = ev.Time
		r.grow(max(ev.Thread, ev.Other))
		r.states[n] = r.reduceSlow(&r.threads[ev.Thread], ev)
		if ev.Kind == tracefeed.Lost && ev.Thread == tracefeed.NoThread {
			return n + 1, nil
		}
	}
	return len(evs), nil
}

// reduceFast is reduce for the common events from number n on. It returns the
// number of the first other event. It calls no function that is not inlined, so its
// state stays in registers.
func (r *Reducer) reduceFast(evs []tracefeed.Event, n int) int {
	threads, machine, now, weight := r.threads, r.machine, r.now, r.weight
	states := r.states[:len(evs)]
	for ; n < len(evs); n++ {
		ev := &evs[n]
		if ev.Time < now || int(max(ev.Thread, ev.Other)) >= len(threads) {
			break
		}
		t := &threads[ev.Thread]
		if q := machine.Transition(t.open.State, ev.Kind); q.Fixed() && t.seen {
			q.Begin(&t.open, ev)
			weight += q.Weight
		} else if ev.Kind != tracefeed.Wake || !t.seen || replay.Wake(&t.open, ev) == replay.Dropped {
			break
		}
		states[n], now = t.open.State, ev.Time
	}
	r.now, r.weight = now, weight
	return n
}

// reduceSlow processes an event of any kind and returns the resulting state of its
// thread.
func (r *Reducer) reduceSlow(t *thread, ev *tracefeed.Event) tracefeed.State {
	switch {
	case ev.Thread == tracefeed.NoThread:
		if ev.Kind != tracefeed.NoKind && ev.Kind < tracefeed.NumKinds {
			r.addGlobalEvent(ev)
		}
	case ev.Kind != tracefeed.NoKind && ev.Kind < tracefeed.NumKinds:
		return r.addThreadEvent(t, ev)
	case t.seen:
		return t.open.State
	}
	return tracefeed.NotAlive
}

// grow makes room for threads up to t.
func (r *Reducer) grow(t tracefeed.ThreadID) {
	if int(t) < len(r.threads) {
		return
	}
	if int(t) >= cap(r.threads) { // doubling: threads appear one by one
		r.threads = slices.Grow(r.threads, int(t)+1)
	}
	for int(t) >= len(r.threads) {
		r.threads = append(r.threads, thread{})
		r.lives.append(unseen)
	}
}

// addGlobalEvent processes an event of the whole program.
func (r *Reducer) addGlobalEvent(ev *tracefeed.Event) {
	switch ev.Kind {
	case tracefeed.GCStart:
		if r.gcOn++; r.gcOn == 1 {
			r.gc = append(r.gc, Interval{ev.Time, -1})
		}
	case tracefeed.GCEnd:
		if r.gcOn == 0 {
			r.counts.Dropped++
			return
		}
		if r.gcOn--; r.gcOn == 0 {
			r.gc[len(r.gc)-1].End = ev.Time
		}
	case tracefeed.Lost:
		r.counts.Lose(ev, false)
	case tracefeed.Counter, tracefeed.TaskStart, tracefeed.TaskEnd, tracefeed.Sample,
		tracefeed.RegionStart, tracefeed.RegionEnd, tracefeed.Alloc, tracefeed.Free, tracefeed.Put, tracefeed.Take,
		tracefeed.TaskType, tracefeed.TaskLink:
	default:
		r.counts.Dropped++
	}
}

// addThreadEvent processes an event of a thread and returns the resulting state.
func (r *Reducer) addThreadEvent(t *thread, ev *tracefeed.Event) tracefeed.State {
	if ev.Kind == tracefeed.Lost {
		r.counts.Lose(ev, t.seen && t.open.State == tracefeed.Unknown)
		r.forgotten = append(r.forgotten, forgetting{ev.Thread, ev.Time})
	}
	if !t.seen {
		if ev.Kind == tracefeed.Wake {
			r.counts.Dropped++
			return tracefeed.NotAlive
		}
		r.addFirstEvent(t, ev)
	}
	before := t.open.State
	if ev.Kind == tracefeed.MonitorExit && ev.Other != tracefeed.NoThread {
		r.handovers.mark(ev.Monitor, ev.Time)
	}
	v := r.machine.Apply(&t.open, ev)
	switch {
	case before != tracefeed.NotAlive && ev.Monitor != tracefeed.NoMonitor || ev.Kind == tracefeed.Lost:
		v = max(v, r.updateHolds(t, ev))
	case ev.Kind == tracefeed.MonitorExit && t.held.Find(ev.Monitor) >= 0:
		v = r.updateHolds(t, ev)
	}
	switch v {
	case replay.Dropped:
		r.counts.Dropped++
	case replay.Invented:
		r.counts.Invented++
	}
	if after := t.open.State; after != before {
		if after == tracefeed.Blocking {
			r.weight++
		}
		if after == tracefeed.NotAlive || before == tracefeed.NotAlive {
			r.updateLife(ev.Thread, ev.Time)
		}
	}
	return t.open.State
}

// addFirstEvent records the first event of a thread. Unless that is its start, the
// thread has existed since the trace began, in an unknown state.
func (r *Reducer) addFirstEvent(t *thread, ev *tracefeed.Event) {
	t.seen = true
	l := r.lives.change(ev.Thread)
	*l = life{page: int32(r.numPages()), died: forever}
	if r.tail.is {
		l.page++
		r.tail.young = append(r.tail.young, ev.Thread)
	}
	if ev.Kind == tracefeed.ThreadStart {
		t.open.State = tracefeed.NotAlive
		l.born = ev.Time
		return
	}
	l.preexisting, l.first = true, ev.Time
	r.alive.add(ev.Thread)
}

// updateLife records that a thread became alive or ceased to be.
func (r *Reducer) updateLife(id tracefeed.ThreadID, at tracefeed.Time) {
	if r.threads[id].open.State != tracefeed.NotAlive {
		l := r.lives.change(id)
		if l.died != forever {
			r.forgotten = append(r.forgotten, forgetting{id, at})
		}
		l.died = forever
		r.alive.add(id)
		return
	}
	r.lives.change(id).died = at
	r.alive.remove(id)
}

// updateHolds records the acquisition or release of a monitor, or the loss of events.
func (r *Reducer) updateHolds(t *thread, ev *tracefeed.Event) replay.Verdict {
	if ev.Kind == tracefeed.Lost {
		r.handovers.exitAll(&t.held, ev.Time)
	} else {
		switch r.handovers.apply(&t.held, ev) {
		case acquired, released:
			r.weight++
		case unheld:
			return r.handovers.releaseUnheld(ev, r.lives.at(ev.Thread).preexisting)
		}
	}
	switch holds := len(t.held.All()) > 0; {
	case holds && !r.holding.has(ev.Thread):
		r.holding.add(ev.Thread)
	case !holds && r.holding.has(ev.Thread):
		r.holding.remove(ev.Thread)
	}
	return replay.Used
}

// loseAll discards the states and holds of all threads and begins a page after a
// gap.
func (r *Reducer) loseAll(at tracefeed.Time) {
	r.flush()
	for _, id := range r.alive.list {
		replay.SetState(&r.threads[id].open, tracefeed.Unknown, at)
	}
	for _, id := range r.holding.list {
		r.handovers.exitAll(&r.threads[id].held, at)
	}
	r.holding.clear()
	r.beginPage(at, true)
}

// pendingPage is a full page that another goroutine builds.
type pendingPage struct {
	builder *block.Builder
	page    chan *page
	job     *pageJob // nil if the page is not saved
}

// streams adds to the events of a trace the threads for which others wait that wait to read
// streams. A trace without streams costs it a look at each new name.
type streams struct {
	names   int // that it has looked at
	awaited *awaited.Streams
}

// follow returns the next events of a feed with the wakes; see awaited.Streams.Follow.
func (s *streams) follow(evs []tracefeed.Event, feed tracefeed.Feed) []tracefeed.Event {
	names := feed.Tables().Names
	for ; s.awaited == nil && s.names < len(names); s.names++ {
		if tracefeed.IsStreamName(names[s.names]) {
			s.awaited = awaited.New()
		}
	}
	if s.awaited == nil {
		return evs
	}
	return s.awaited.Follow(evs, names)
}

// any reports whether the trace has streams.
func (s *streams) any() bool { return s.awaited != nil }
