package ring

import (
	"errors"
	"io"

	"tiv/block"
	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
)

// Saved says what was saved.
type Saved struct {
	// From and To are the first and the last moment, in the time of the feed.
	From, To tracefeed.Time
	// Events is the number of events between them.
	Events int64
}

// errEmpty says that there is nothing to save.
var errEmpty = errors.New("nothing has happened yet")

// Save writes the part of the ring from one time to another, both included, as a trace.bin whose
// time 0 is the first one; less if the ring has less. The wall clock of the header is that at time
// 0 of the feed; 0 if it is not known.
func (r *Ring) Save(to io.Writer, from, until tracefeed.Time, h binfeed.Header) (Saved, error) {
	if len(r.segments) == 0 {
		return Saved{}, errEmpty
	}
	if err := r.flush(); err != nil {
		return Saved{}, err
	}
	first := 0
	for i, s := range r.segments {
		if s.start < from {
			first = i
		}
	}
	begin := r.segments[first]
	names := r.feed.Tables().Snapshot()
	w := &part{Saved: Saved{From: max(from, begin.start), To: min(until, r.last)}, names: names.Threads, tables: &names,
		threads: map[tracefeed.ThreadID]tracefeed.ThreadID{}, named: map[tracefeed.ThreadID]bool{},
		state: begin.before.clone()}
	names.Threads = make([]tracefeed.Thread, 1)
	about := r.feed.Header()
	h.Sched, h.Reduced, h.Slack = about.Sched, false, 0
	if h.Wall != 0 {
		h.Wall += int64(w.From)
	}
	var err error
	if w.file, err = binfeed.NewWriter(to, h); err != nil {
		return Saved{}, err
	}
	for _, p := range binfeed.PropertiesOf(&about) {
		if err := w.file.Property(p.Key, p.Value); err != nil {
			return Saved{}, err
		}
	}
	for _, take := range []func(*tracefeed.Event) bool{w.look, w.take} {
		for _, s := range r.segments[first:] {
			if s.start > until {
				break
			}
			if err := errors.Join(s.each(take), w.err); err != nil {
				return Saved{}, err
			}
		}
	}
	w.begin()
	w.add(tracefeed.Event{Time: w.To}) // time has passed to here
	w.flush()
	return w.Saved, errors.Join(w.err, w.file.Close())
}

// part is a part of the ring that is written.
type part struct {
	Saved
	file   *binfeed.Writer
	tables *tracefeed.Tables
	// names are the threads of the feed, and threads the ids of those that the part has. A thread that
	// has ended before has no name in it.
	names   []tracefeed.Thread
	threads map[tracefeed.ThreadID]tracefeed.ThreadID
	state   *State // at its start; nil once it is written
	// named are the threads in the events of the part.
	named   map[tracefeed.ThreadID]bool
	builder block.Builder
	end     tracefeed.Time // of the last block
	last    tracefeed.Time // of the last event
	err     error
}

// look looks for the threads in an event of a segment. It returns false behind the end of the part.
func (w *part) look(ev *tracefeed.Event) bool {
	if ev.Time >= w.From && ev.Time <= w.To {
		w.named[ev.Thread], w.named[ev.Other] = true, true
	}
	return ev.Time <= w.To
}

// take takes an event of a segment. It returns false behind the end of the part.
func (w *part) take(ev *tracefeed.Event) bool {
	switch {
	case ev.Time < w.From:
		w.state.apply(ev)
		return true
	case ev.Time > w.To || w.err != nil:
		return false
	}
	w.begin()
	w.Events++
	w.add(*ev)
	return true
}

// begin states what is at the start of the part.
func (w *part) begin() {
	if w.state == nil {
		return
	}
	for _, ev := range w.state.restate(nil, w.From) {
		w.add(ev)
		w.named[ev.Other] = true
	}
	for id, seen := range w.state.seen { // threads that have ended, and that an event names
		if id := tracefeed.ThreadID(id); seen && w.state.threads[id] == nil && w.named[id] {
			w.add(tracefeed.Event{Time: w.From, Thread: id, Kind: tracefeed.ThreadStart})
			w.add(tracefeed.Event{Time: w.From, Thread: id, Kind: tracefeed.ThreadEnd})
		}
	}
	w.state = nil
}

func (w *part) add(ev tracefeed.Event) {
	if w.builder.Len() >= blockLen || w.builder.Len() > 0 && w.builder.Overfull() {
		w.flush()
	}
	ev.Time -= w.From
	ev.Thread, ev.Other = w.thread(ev.Thread), w.thread(ev.Other)
	w.builder.Add(&ev, tracefeed.Unspecified)
	w.last = ev.Time
}

// thread returns the id of a thread of the feed.
func (w *part) thread(id tracefeed.ThreadID) tracefeed.ThreadID {
	if id == tracefeed.NoThread {
		return id
	}
	own, known := w.threads[id]
	if !known {
		own = w.tables.AddThread(w.names[id])
		w.threads[id] = own
	}
	return own
}

func (w *part) flush() {
	if w.err != nil || w.builder.Len() == 0 {
		return
	}
	b := w.builder.Block()
	b.Start, b.End = w.end, w.last
	w.err = w.file.Block(b, w.tables, 0)
	w.builder.Reset()
	w.end = w.last
}
