package jfr

import (
	"cmp"
	"slices"
	"strings"

	"tiv/tracefeed"
)

// The event of a wait comes at its end, so a wait that never ended is in no event, and
// neither are the waits for connections. Thread dumps and samples of native code have them:
// a thread that is found in the same wait twice, without an event between, waited all the
// time. What it did between its last event and the first sighting is not known.

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

// waitSearch finds the waits and gaps that follow from sightings.
type waitSearch struct {
	l         *loader
	histories []history // of all threads
	next      int       // the next record that can be a sample
	// aliases are the monitors of events, by those of dumps.
	aliases map[tracefeed.MonitorID]tracefeed.MonitorID
}

// addSightings adds the waits and gaps that follow from sightings. Samples are sightings only
// in a recording that has the waits of threads.
func (l *loader) addSightings() {
	l.covered = len(l.missing()) == 0
	slices.SortStableFunc(l.dumps, func(a, b dump) int { return cmp.Compare(a.at, b.at) })
	x := waitSearch{l: l, histories: l.histories(), aliases: map[tracefeed.MonitorID]tracefeed.MonitorID{}}
	for _, d := range l.dumps {
		x.seeSamples(d.at)
		x.see(d.found)
	}
	x.seeSamples(never)
	for t := range x.histories {
		x.end(tracefeed.ThreadID(t))
	}
	for i := range l.added {
		if r := &l.added[i]; r.seen {
			if m := x.aliases[r.monitor]; m != tracefeed.NoMonitor {
				r.monitor = m
			}
		}
	}
	if !l.covered {
		l.addLooks()
	}
}

// end ends the history of a thread.
func (x *waitSearch) end(t tracefeed.ThreadID) {
	h := &x.histories[t]
	x.advance(h, never)
	if h.count == 0 && h.known >= 0 && h.known < x.l.end && !x.hasEnded(h) {
		x.addGap(t, h.known, never) // a wait that has not ended has no event
	}
	x.endWait(h, never)
}

// seeSamples adds the samples before a time to the histories.
func (x *waitSearch) seeSamples(before tracefeed.Time) {
	for ; x.next < len(x.l.records) && x.l.records[x.next].start < before; x.next++ {
		if r := &x.l.records[x.next]; x.l.covered && r.what == sampled && r.thread != tracefeed.NoThread {
			s := sighting{record: record{start: r.start, thread: r.thread, stack: r.stack, what: r.as, cause: r.cause, seen: true}}
			h := &x.histories[r.thread]
			if x.advance(h, s.start); h.known <= s.start { // else an event tells more
				x.seeThread(h, &s, nil)
			}
		}
	}
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

// hasEnded reports whether the last event of a thread is its end.
func (x *waitSearch) hasEnded(h *history) bool {
	n := len(h.events)
	return n > 0 && x.l.records[h.events[n-1]].what == ended
}

// advance moves a history to a time.
func (x *waitSearch) advance(h *history, to tracefeed.Time) {
	for ; h.next < len(h.events) && x.l.records[h.events[h.next]].start <= to; h.next++ {
		r := x.l.records[h.events[h.next]]
		x.endWait(h, r.start)
		h.known = max(h.known, r.end)
	}
}

// see adds the sightings of one moment to the histories.
func (x *waitSearch) see(found []sighting) {
	known := map[string]tracefeed.MonitorID{} // in spite of another address
	for i := range found {
		h, s := &x.histories[found[i].thread], &found[i]
		if x.advance(h, s.start); x.again(h, s) {
			known[s.monitor.ID] = h.wait.monitor
		}
		x.addAlias(h, s)
	}
	for i := range found {
		if h, s := &x.histories[found[i].thread], &found[i]; h.known <= s.start { // else an event tells more
			x.seeThread(h, s, known)
		}
	}
}

// addAlias connects the two addresses of a monitor: of its object, which dumps have, and
// of the structure of events. A thread that a dump finds within the wait of an event has
// both.
func (x *waitSearch) addAlias(h *history, s *sighting) {
	if s.what != blocked || h.next == 0 {
		return
	}
	r := x.l.records[h.events[h.next-1]]
	if r.what != blocked || r.end <= s.start || classOf(x.l.names.tables.Monitors[r.monitor]) != classOf(s.monitor) {
		return
	}
	object := x.l.names.monitor(s.monitor)
	if m, ok := x.aliases[object]; ok && m != r.monitor {
		x.aliases[object] = tracefeed.NoMonitor // another object has come to its place
	} else {
		x.aliases[object] = r.monitor
	}
}

// classOf returns the class of a monitor, from its name.
func classOf(m tracefeed.Monitor) string {
	_, rest, _ := strings.Cut(m.Name, " ")
	name, _, _ := strings.Cut(rest, " ")
	return name
}

// seeThread adds the sighting of a thread to its history. known has the monitors, by their
// addresses, of waits that go on since an earlier dump.
func (x *waitSearch) seeThread(h *history, s *sighting, known map[string]tracefeed.MonitorID) {
	if x.again(h, s) {
		if h.count, h.until = h.count+1, s.start; h.wait.other == s.other {
			return
		}
	}
	x.endWait(h, s.start)
	if s.what == gap {
		return
	}
	if s.what == ran {
		if h.known < 0 && x.l.covered {
			x.l.added = append(x.l.added, s.record)
		}
		h.known = max(h.known, s.start)
		return
	}
	h.count, h.wait, h.until, h.class = 1, s.record, s.start, s.class()
	if s.what == blocked && s.monitor.ID != "" {
		id, ok := known[s.monitor.ID]
		if !ok {
			id = x.l.names.monitor(s.monitor)
		}
		h.wait.monitor = id
	}
}

// endWait ends the wait of a history, of which the next event comes at a time. A wait that
// was seen once could have been short.
func (x *waitSearch) endWait(h *history, next tracefeed.Time) {
	r := h.wait
	if n := h.count; n > 1 || n > 0 && next == never {
		if h.known >= 0 {
			x.addGap(r.thread, h.known, r.start)
		}
		if r.end = h.until; next == never {
			r.end = never
		} else {
			x.addGap(r.thread, h.until, next)
			h.known = next
		}
		x.l.added = append(x.l.added, r)
	}
	h.count = 0
}

// addGap records that it is not known what a thread did. Without the events of waits, that is
// so wherever nothing else is known.
func (x *waitSearch) addGap(t tracefeed.ThreadID, from, to tracefeed.Time) {
	if from < to && x.l.covered {
		x.l.added = append(x.l.added, record{what: gap, thread: t, start: from, end: to})
	}
}

// again reports whether a sighting is of the wait that the last sightings found.
func (x *waitSearch) again(h *history, s *sighting) bool {
	return h.count > 0 && h.wait.what == s.what && h.wait.cause == s.cause && h.class == s.class() &&
		x.l.names.sameCalls(h.wait.stack, s.stack)
}
