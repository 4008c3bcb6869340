package timeline

import (
	"slices"

	"tiv/timeline/replay"
	"tiv/tracefeed"
)

// Fingerprinter computes the Fingerprint of events without a model of the trace: a
// timeline of these events, saved and opened again, must have the same. It shares
// with Reducer only the state machine and the rules of holding monitors, and keeps
// only the current state.
type Fingerprinter struct {
	feed    tracefeed.Feed
	machine replay.Machine
	now     tracefeed.Time
	result  Fingerprint
	streams streams
	one     [1]tracefeed.Event // scratch
	threads []threadState
	handed  handovers
	gc      []tracefeed.Time // when the collections under way began
}

// threadState is the current state of one thread.
type threadState struct {
	open        Span
	seen        bool // has had an event of its own
	preexisting bool // it existed before the trace
	held        replay.HoldSet
}

// NewFingerprinter returns a Fingerprinter for the events of feed.
func NewFingerprinter(feed tracefeed.Feed) *Fingerprinter {
	return &Fingerprinter{feed: feed}
}

// Add adds the next event, in order of time.
func (f *Fingerprinter) Add(ev *tracefeed.Event) {
	if f.result.Counts.Events == 0 {
		f.machine = replay.New(f.feed.Header())
	}
	f.one[0] = *ev
	for _, ev := range f.streams.follow(f.one[:], f.feed) {
		f.add(&ev)
	}
}

// add adds an event, or a wake that follows from the events of streams.
func (f *Fingerprinter) add(ev *tracefeed.Event) {
	f.result.Counts.Events++
	f.now = ev.Time
	f.grow(int(max(ev.Thread, ev.Other))+1, int(ev.Monitor)+1)
	f.result.addEvent(ev)
	switch {
	case ev.Kind == tracefeed.NoKind || ev.Kind >= tracefeed.NumKinds:
	case ev.Thread == tracefeed.NoThread:
		f.addGlobalEvent(ev)
	default:
		f.addThreadEvent(ev)
	}
}

func (f *Fingerprinter) grow(threads, monitors int) {
	if n := threads - len(f.threads); n > 0 {
		f.threads = append(f.threads, make([]threadState, n)...)
		f.result.threads = append(f.result.threads, make([]threadDigest, n)...)
		f.result.events = append(f.result.events, make([]digest, n)...)
	}
	if n := monitors - len(f.result.monitors); n > 0 {
		f.result.monitors = append(f.result.monitors, make([]monitorDigest, n)...)
	}
}

func (f *Fingerprinter) addGlobalEvent(ev *tracefeed.Event) {
	switch {
	case ev.Kind == tracefeed.GCStart:
		f.gc = append(f.gc, ev.Time)
	case ev.Kind == tracefeed.GCEnd && len(f.gc) > 0:
		if len(f.gc) == 1 {
			f.result.addCollection(Interval{f.gc[0], ev.Time})
		}
		f.gc = f.gc[:len(f.gc)-1]
	case ev.Kind == tracefeed.Lost:
		f.result.Counts.Lose(ev, false)
		for id := range f.threads {
			if t := &f.threads[id]; t.seen && t.open.State != tracefeed.NotAlive {
				f.change(tracefeed.ThreadID(id), func(s *Span) { replay.SetState(s, tracefeed.Unknown, ev.Time) })
			}
		}
		for id := range f.threads {
			f.releaseAll(ev.Time, tracefeed.ThreadID(id))
		}
	case ev.Kind < tracefeed.Lost, ev.Kind == tracefeed.StateUnknown:
		f.result.Counts.Dropped++
	}
}

func (f *Fingerprinter) addThreadEvent(ev *tracefeed.Event) {
	t := &f.threads[ev.Thread]
	if ev.Kind == tracefeed.Lost {
		f.result.Counts.Lose(ev, t.seen && t.open.State == tracefeed.Unknown)
	}
	if !t.seen && ev.Kind == tracefeed.Wake {
		f.result.Counts.Dropped++
		return
	}
	if !t.seen && ev.Kind == tracefeed.ThreadStart {
		t.open.State = tracefeed.NotAlive
	} else if !t.seen {
		t.preexisting = true
	}
	t.seen = true
	if ev.Kind == tracefeed.MonitorExit && ev.Other != tracefeed.NoThread {
		f.handed.mark(ev.Monitor, ev.Time)
	}
	alive := t.open.State != tracefeed.NotAlive
	var v replay.Verdict
	f.change(ev.Thread, func(s *Span) { v = f.machine.Apply(s, ev) })
	switch {
	case ev.Kind == tracefeed.Lost:
		f.releaseAll(ev.Time, ev.Thread)
	case alive && ev.Monitor != tracefeed.NoMonitor:
		v = max(v, f.updateHolds(ev))
	case ev.Kind == tracefeed.MonitorExit && t.held.Find(ev.Monitor) >= 0:
		v = f.updateHolds(ev)
	}
	switch v {
	case replay.Dropped:
		f.result.Counts.Dropped++
	case replay.Invented:
		f.result.Counts.Invented++
	}
}

// change applies a function to a thread's span.
func (f *Fingerprinter) change(id tracefeed.ThreadID, apply func(*Span)) {
	open := &f.threads[id].open
	before := *open
	if apply(open); open.Start != before.Start {
		f.endSpan(id, &before, open.Start)
	}
}

// endSpan adds a span that has ended.
func (f *Fingerprinter) endSpan(id tracefeed.ThreadID, s *Span, at tracefeed.Time) {
	f.result.addSpan(id, s, at)
	if s.State != tracefeed.NotAlive {
		f.result.threads[id].sums[s.State] += at - s.Start
	}
}

// updateHolds records the acquisition or release of a monitor.
func (f *Fingerprinter) updateHolds(ev *tracefeed.Event) replay.Verdict {
	t := &f.threads[ev.Thread]
	switch f.handed.apply(&t.held, ev) {
	case acquired:
		f.result.addHoldChange(HoldChange{At: ev.Time, Monitor: ev.Monitor, Thread: ev.Thread, Shared: ev.Shared})
	case released:
		f.result.addHoldChange(HoldChange{At: ev.Time, Monitor: ev.Monitor, Thread: ev.Thread, Release: true})
	case unheld:
		return f.handed.releaseUnheld(ev, t.preexisting)
	}
	return replay.Used
}

// releaseAll releases everything that a thread holds.
func (f *Fingerprinter) releaseAll(at tracefeed.Time, id tracefeed.ThreadID) {
	held := &f.threads[id].held
	for _, h := range held.All() {
		f.result.addHoldChange(HoldChange{At: at, Monitor: h.Monitor, Thread: id, Release: true})
	}
	f.handed.exitAll(held, at)
}

// Finish returns the fingerprint of all events. Add must not be called after it.
func (f *Fingerprinter) Finish() *Fingerprint {
	t := f.feed.Tables()
	f.grow(len(t.Threads), len(t.Monitors))
	if len(f.gc) > 0 {
		f.result.addCollection(Interval{f.gc[0], f.now})
	}
	for id := 1; id < len(f.threads); id++ {
		s := &f.threads[id].open
		f.result.threads[id].spans.addSpan(s, f.now)
		if s.State != tracefeed.NotAlive {
			f.result.threads[id].sums[s.State] += f.now - s.Start
		}
	}
	for m, handed := range f.handed.found(forever) {
		f.result.monitors[m].handedOver = handed
	}
	p := f.result
	p.Tables = *t
	p.Tables.Threads, p.Tables.Monitors = slices.Clone(t.Threads), slices.Clone(t.Monitors)
	p.sched, p.end = f.feed.Header().Sched, f.now
	return &p
}
