package jfr

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"tiv/tracefeed"
	"tiv/tracefeed/threaddump"
)

// The event of a wait comes at its end, so a wait that never ended is in no event, and
// neither are the waits for connections. Thread dumps and samples of native code have them:
// a thread that is found in the same wait twice, without an event between, waited all the
// time. What it did between its last event and the first sighting is not known.

// sighting is a thread as a dump or a sample finds it.
type sighting struct {
	record  // of kind ran if the thread does not wait
	monitor tracefeed.Monitor
}

// history is a thread during the search for waits in its gaps.
type history struct {
	// events are the indexes of its records, by start; next is the first of them
	// after the last dump.
	events []int32
	next   int
	// known is the last time at which the thread's state is known so far, -1 at
	// first.
	known tracefeed.Time
	// wait is the wait in which the last count sightings found the thread, the last of
	// them at until; 0 if they found none. class is the name of its monitor without the
	// address, which can change.
	count int
	wait  record
	class string
	until tracefeed.Time
}

// addSightings adds the waits and gaps that follow from sightings. Samples are sightings only
// in a recording that has the waits of threads.
func (l *loader) addSightings() {
	l.covered = len(l.missing()) == 0
	slices.SortStableFunc(l.dumps, func(a, b dump) int { return cmp.Compare(a.at, b.at) })
	hs, next := l.histories(), 0
	for _, d := range l.dumps {
		next = l.seeSamples(hs, next, d.at)
		l.see(hs, d.found)
	}
	l.seeSamples(hs, next, never)
	for t := range hs {
		h := &hs[t]
		l.advance(h, never)
		if h.count == 0 && h.known >= 0 && h.known < l.end && !l.hasEnded(h) {
			l.addGap(tracefeed.ThreadID(t), h.known, never) // a wait that has not ended has no event
		}
		l.endWait(h, never)
	}
	for i := range l.added {
		if r := &l.added[i]; r.seen {
			if m := l.aliases[r.monitor]; m != tracefeed.NoMonitor {
				r.monitor = m
			}
		}
	}
	if !l.covered {
		l.addLooks()
	}
}

// seeSamples adds the samples before a time to the histories, of the records from an index on,
// and returns the index of the next.
func (l *loader) seeSamples(hs []history, from int, before tracefeed.Time) int {
	for ; from < len(l.records) && l.records[from].start < before; from++ {
		if r := &l.records[from]; l.covered && r.what == sampled && r.thread != tracefeed.NoThread {
			s := sighting{record: record{start: r.start, thread: r.thread, stack: r.stack, what: r.as, cause: r.cause, seen: true}}
			h := &hs[r.thread]
			if l.advance(h, s.start); h.known <= s.start { // else an event tells more
				l.seeThread(h, &s, nil)
			}
		}
	}
	return from
}

// hasEnded reports whether the last event of a thread is its end.
func (l *loader) hasEnded(h *history) bool {
	n := len(h.events)
	return n > 0 && l.records[h.events[n-1]].what == ended
}

// histories returns the histories of all threads at the start of the trace.
func (l *loader) histories() []history {
	hs := make([]history, len(l.names.tables.Threads))
	for t := range hs {
		hs[t].known = -1
	}
	sortByStart(l.records)
	for i := range l.records {
		if r := &l.records[i]; r.waits() || r.what == began || r.what == ended {
			hs[r.thread].events = append(hs[r.thread].events, int32(i))
		}
	}
	return hs
}

// advance moves a history to a time.
func (l *loader) advance(h *history, to tracefeed.Time) {
	for ; h.next < len(h.events) && l.records[h.events[h.next]].start <= to; h.next++ {
		r := l.records[h.events[h.next]]
		l.endWait(h, r.start)
		h.known = max(h.known, r.end)
	}
}

// see adds the sightings of one moment to the histories.
func (l *loader) see(hs []history, found []sighting) {
	known := map[string]tracefeed.MonitorID{} // in spite of another address
	for i := range found {
		h, s := &hs[found[i].thread], &found[i]
		if l.advance(h, s.start); l.again(h, s) {
			known[s.monitor.ID] = h.wait.monitor
		}
		l.addAlias(h, s)
	}
	for i := range found {
		if h, s := &hs[found[i].thread], &found[i]; h.known <= s.start { // else an event tells more
			l.seeThread(h, s, known)
		}
	}
}

// addAlias connects the two addresses of a monitor: of its object, which dumps have, and
// of the structure of events. A thread that a dump finds within the wait of an event has
// both.
func (l *loader) addAlias(h *history, s *sighting) {
	if s.what != blocked || h.next == 0 {
		return
	}
	r := l.records[h.events[h.next-1]]
	if r.what != blocked || r.end <= s.start || classOf(l.names.tables.Monitors[r.monitor]) != classOf(s.monitor) {
		return
	}
	object := l.names.monitor(s.monitor)
	if m, ok := l.aliases[object]; ok && m != r.monitor {
		l.aliases[object] = tracefeed.NoMonitor // another object has come to its place
	} else {
		l.aliases[object] = r.monitor
	}
}

// classOf returns the class of a monitor, from its name.
func classOf(m tracefeed.Monitor) string {
	_, rest, _ := strings.Cut(m.Name, " ")
	name, _, _ := strings.Cut(rest, " ")
	return name
}

func (l *loader) seeThread(h *history, s *sighting, known map[string]tracefeed.MonitorID) {
	if l.again(h, s) {
		if h.count, h.until = h.count+1, s.start; h.wait.other == s.other {
			return
		}
	}
	l.endWait(h, s.start)
	if s.what == gap {
		return
	}
	if s.what == ran {
		if h.known < 0 && l.covered {
			l.added = append(l.added, s.record)
		}
		h.known = max(h.known, s.start)
		return
	}
	h.count, h.wait, h.until, h.class = 1, s.record, s.start, s.class()
	if s.what == blocked && s.monitor.ID != "" {
		id, ok := known[s.monitor.ID]
		if !ok {
			id = l.names.monitor(s.monitor)
		}
		h.wait.monitor = id
	}
}

// endWait ends the wait of a history, of which the next event comes at a time. A wait that
// was seen once could have been short.
func (l *loader) endWait(h *history, next tracefeed.Time) {
	r := h.wait
	if n := h.count; n > 1 || n > 0 && next == never {
		if h.known >= 0 {
			l.addGap(r.thread, h.known, r.start)
		}
		if r.end = h.until; next == never {
			r.end = never
		} else {
			l.addGap(r.thread, h.until, next)
			h.known = next
		}
		l.added = append(l.added, r)
	}
	h.count = 0
}

// addGap records that it is not known what a thread did. Without the events of waits, that is
// so wherever nothing else is known.
func (l *loader) addGap(t tracefeed.ThreadID, from, to tracefeed.Time) {
	if from < to && l.covered {
		l.added = append(l.added, record{what: gap, thread: t, start: from, end: to})
	}
}

// again reports whether a sighting is of the wait that the last sightings found.
func (l *loader) again(h *history, s *sighting) bool {
	return h.count > 0 && h.wait.what == s.what && h.wait.cause == s.cause && h.class == s.class() &&
		l.sameCalls(h.wait.stack, s.stack)
}

// sameCalls reports whether two stacks have the same calls. The stacks of dumps name files,
// those of events may lack the outermost calls.
func (l *loader) sameCalls(a, b tracefeed.StackID) bool {
	if a == b {
		return true
	}
	t := l.names.tables
	x, y := t.Stacks[a], t.Stacks[b]
	n := min(len(x), len(y))
	return n > 0 && slices.EqualFunc(x[:n], y[:n], func(i, j tracefeed.FrameID) bool {
		f, g := &t.Frames[i], &t.Frames[j]
		return f.Func == g.Func && f.Line == g.Line
	})
}

// class is the name of the monitor without its address.
func (s *sighting) class() string {
	_, class, _ := strings.Cut(s.monitor.Name, " ")
	return class
}

// sightings returns the threads in the text of a dump. Those of the Java machine itself have no
// number, and are left out.
func (l *loader) sightings(at tracefeed.Time, text string) []sighting {
	f := threaddump.Java(tracefeed.Input{Reader: strings.NewReader(text)})
	events, _ := f.Batch(nil) // of a damaged dump, what could be read
	in := f.Tables()
	owners := map[tracefeed.MonitorID]tracefeed.ThreadID{}
	for i := range events {
		if ev := &events[i]; ev.Kind == tracefeed.MonitorEnter {
			owners[ev.Monitor] = l.dumped(in.Threads[ev.Thread])
		}
	}
	var found []sighting
	for i := range events {
		ev := &events[i]
		what, ok := seenAs[ev.Kind]
		if id := l.dumped(in.Threads[ev.Thread]); ok && id != tracefeed.NoThread {
			s := sighting{monitor: in.Monitors[ev.Monitor]}
			s.record = record{start: at, end: at, thread: id, what: what, cause: ev.Cause, shared: ev.Shared, seen: true}
			s.other, s.stack = owners[ev.Monitor], l.copyStack(in, ev.Stack)
			found = append(found, s)
		}
	}
	return found
}

// seenAs are the events of a dump that are states of a thread.
var seenAs = map[tracefeed.Kind]what{
	tracefeed.MonitorWait: blocked, tracefeed.SuspendStart: suspended, tracefeed.IOStart: waitsIO, tracefeed.Run: ran,
}

// dumped returns the id of a thread of a dump.
func (l *loader) dumped(t tracefeed.Thread) tracefeed.ThreadID {
	number, err := strconv.ParseInt(t.ID, 10, 64)
	if err != nil {
		return tracefeed.NoThread
	}
	return l.names.thread(&javaThread{javaID: number, javaName: t.Name}, t.System)
}

// copyStack returns the id of a stack of other tables.
func (l *loader) copyStack(in *tracefeed.Tables, id tracefeed.StackID) tracefeed.StackID {
	frames := make([]tracefeed.Frame, len(in.Stacks[id]))
	for i, f := range in.Stacks[id] {
		frames[i] = in.Frames[f]
		frames[i].Func = withoutNumbers(frames[i].Func)
	}
	return l.names.stacks.Add(frames)
}
