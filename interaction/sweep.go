package interaction

import (
	"cmp"
	"maps"
	"slices"

	"tiv/timeline"
	"tiv/tracefeed"
)

// change is something that changes the wait-for graph.
type change struct {
	at      tracefeed.Time
	kind    changeKind
	thread  tracefeed.ThreadID
	monitor tracefeed.MonitorID
	// other is who is waited for if nobody holds the monitor (waitBegins).
	other tracefeed.ThreadID
	// leaves says that a hold ends, shared that it is a reader's (holdChanges).
	leaves, shared bool
}

type changeKind uint8

// In the order in which they are applied within an instant.
const (
	waitEnds changeKind = iota
	holdChanges
	waitBegins
)

// sweep is the wait-for graph at a moment that moves through the trace.
type sweep struct {
	changes []change
	waiting map[tracefeed.ThreadID]change
	holds   map[tracefeed.MonitorID]*held
	// guesses are, by monitor, the waiters that name whom they wait for in
	// case nobody holds the monitor.
	guesses map[tracefeed.MonitorID]map[tracefeed.ThreadID]bool
	// fresh are the threads through which a cycle may have closed in this
	// instant.
	fresh []tracefeed.ThreadID
	open  map[tracefeed.ThreadID]*deadlock // by member
	check []*deadlock                      // open ones that may have broken in this instant
	done  []*deadlock
	// budget is how many more edges the searches may follow.
	budget int
}

// held is who holds a monitor, and whether as a reader.
type held struct {
	by      []tracefeed.ThreadID // sorted
	writers map[tracefeed.ThreadID]bool
}

func newSweep(tl *timeline.Timeline) *sweep {
	s := &sweep{
		changes: changes(tl),
		waiting: map[tracefeed.ThreadID]change{},
		holds:   map[tracefeed.MonitorID]*held{},
		guesses: map[tracefeed.MonitorID]map[tracefeed.ThreadID]bool{},
		open:    map[tracefeed.ThreadID]*deadlock{},
	}
	s.budget = 1_000_000 + 64*len(s.changes)
	return s
}

// changes lists all that changes the wait-for graph in the order of time. A
// wait that begins with the last event of the trace counts.
func changes(tl *timeline.Timeline) []change {
	var list []change
	waited := map[tracefeed.MonitorID]bool{}
	for id := 1; id < len(tl.Threads); id++ {
		thread, lane := tracefeed.ThreadID(id), tl.Lane(tracefeed.ThreadID(id))
		for i := range lane.Len() {
			s, end := lane.Span(i)
			if s.State != timeline.Blocking {
				continue
			}
			waited[s.Monitor] = true
			list = append(list, change{at: s.Start, kind: waitBegins, thread: thread, monitor: s.Monitor, other: s.Other})
			if i < lane.Len()-1 {
				list = append(list, change{at: end, kind: waitEnds, thread: thread, monitor: s.Monitor})
			}
		}
	}
	for _, m := range slices.Sorted(maps.Keys(waited)) {
		tl.Holds(m).EachChange(func(at tracefeed.Time, thread tracefeed.ThreadID, leaves, shared bool) {
			list = append(list, change{at: at, kind: holdChanges, thread: thread, monitor: m, leaves: leaves, shared: shared})
		})
	}
	// Stable, because what happens to one monitor in an instant has an order.
	slices.SortStableFunc(list, func(a, b change) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.kind, b.kind))
	})
	return list
}

// applyInstant applies the next changes: all those of one instant.
func (s *sweep) applyInstant() (t tracefeed.Time) {
	s.fresh, s.check = s.fresh[:0], s.check[:0]
	t = s.changes[0].at
	for ; len(s.changes) > 0 && s.changes[0].at == t; s.changes = s.changes[1:] {
		switch c := s.changes[0]; c.kind {
		case waitEnds:
			delete(s.waiting, c.thread)
			delete(s.guesses[c.monitor], c.thread)
			s.mayBreak(c.thread)
		case holdChanges:
			s.applyHold(c)
		case waitBegins:
			s.waiting[c.thread] = c
			s.fresh = append(s.fresh, c.thread)
			s.guess(c)
		}
	}
	return t
}

// guess remembers a waiter that names whom it waits for.
func (s *sweep) guess(c change) {
	if c.other == tracefeed.NoThread {
		return
	}
	if s.guesses[c.monitor] == nil {
		s.guesses[c.monitor] = map[tracefeed.ThreadID]bool{}
	}
	s.guesses[c.monitor][c.thread] = true
}

// applyHold lets a thread begin or stop to hold a monitor. A cycle that closes
// by a new hold goes through the new holder; one that closes because nobody
// holds the monitor any more, through a waiter that names somebody.
func (s *sweep) applyHold(c change) {
	h := s.holds[c.monitor]
	if h == nil {
		h = &held{writers: map[tracefeed.ThreadID]bool{}}
		s.holds[c.monitor] = h
	}
	i, found := slices.BinarySearch(h.by, c.thread)
	switch {
	case c.leaves && found:
		h.by = slices.Delete(h.by, i, i+1)
		delete(h.writers, c.thread)
		s.mayBreak(c.thread)
		if len(h.by) == 0 {
			s.fresh = slices.AppendSeq(s.fresh, maps.Keys(s.guesses[c.monitor]))
		}
	case !c.leaves && !found:
		h.by = slices.Insert(h.by, i, c.thread)
		if !c.shared {
			h.writers[c.thread] = true
		}
		s.fresh = append(s.fresh, c.thread)
	}
}

// mayBreak notes that a thread's deadlock, if it is in one, must be looked at.
func (s *sweep) mayBreak(t tracefeed.ThreadID) {
	if d := s.open[t]; d != nil && !slices.Contains(s.check, d) {
		s.check = append(s.check, d)
	}
}

// next returns the threads that one thread waits for, by id.
func (s *sweep) next(t tracefeed.ThreadID) []tracefeed.ThreadID {
	w, waits := s.waiting[t]
	if !waits {
		return nil
	}
	if h := s.holds[w.monitor]; h != nil && len(h.by) > 0 {
		return h.by
	}
	if w.other != tracefeed.NoThread {
		return []tracefeed.ThreadID{w.other}
	}
	return nil
}

// any reports whether one of the threads that t waits for is enough to let it
// go on: they hold a semaphore.
func (s *sweep) any(t tracefeed.ThreadID) bool {
	h := s.holds[s.waiting[t].monitor]
	return h != nil && len(h.by) > 1 && len(h.writers) == len(h.by)
}
