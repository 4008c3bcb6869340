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
	// queues are who waits, by monitor.
	queues map[tracefeed.MonitorID]map[tracefeed.ThreadID]bool
	holds  map[tracefeed.MonitorID]*held
	// guesses are, by monitor, the waiters that name whom they wait for in
	// case nobody holds the monitor.
	guesses map[tracefeed.MonitorID]map[tracefeed.ThreadID]bool
	// fresh are the threads through which a cycle may have closed in this
	// instant.
	fresh []tracefeed.ThreadID
	open  map[tracefeed.ThreadID]*deadlock    // by member
	at    map[tracefeed.MonitorID][]*deadlock // the open ones by what is waited for
	// loose are the open ones that rest on a semaphore. What lets one of its
	// other holders go on breaks them, however far away that is.
	loose []*deadlock
	check []*deadlock // open ones that may have broken in this instant
	done  []*deadlock
	// semaphores are the monitors of which any holder is enough.
	semaphores map[tracefeed.MonitorID]bool
	// budget is how many more edges the searches may follow.
	budget int
}

// held is who holds a monitor, and whether as a reader.
type held struct {
	by      []tracefeed.ThreadID // sorted
	writers map[tracefeed.ThreadID]bool
}

func newSweep() *sweep {
	s := &sweep{
		waiting:    map[tracefeed.ThreadID]change{},
		holds:      map[tracefeed.MonitorID]*held{},
		guesses:    map[tracefeed.MonitorID]map[tracefeed.ThreadID]bool{},
		queues:     map[tracefeed.MonitorID]map[tracefeed.ThreadID]bool{},
		open:       map[tracefeed.ThreadID]*deadlock{},
		at:         map[tracefeed.MonitorID][]*deadlock{},
		semaphores: map[tracefeed.MonitorID]bool{},
		budget:     1_000_000,
	}
	return s
}

// run sweeps through the trace and looks for cycles after each instant. It
// returns since when it gave up, or -1.
func (s *sweep) run(tl *timeline.Timeline) (gaveUp tracefeed.Time) {
	late := lateOthers(tl)
	gaveUp = -1
	tl.Visit(timeline.Visitor{
		Begin: func(t tracefeed.ThreadID, w *timeline.Span) {
			other := w.Other
			if o, ok := late[begun{t, w.Start}]; ok {
				other = o
			}
			if w.State == timeline.Blocking && (w.Monitor != tracefeed.NoMonitor || other != tracefeed.NoThread) {
				s.changes = append(s.changes, change{at: w.Start, kind: waitBegins, thread: t, monitor: w.Monitor, other: other})
			}
		},
		End: func(t tracefeed.ThreadID, w *timeline.Span, at tracefeed.Time) {
			if w.State == timeline.Blocking {
				s.changes = append(s.changes, change{at: at, kind: waitEnds, thread: t, monitor: w.Monitor})
			}
		},
		Hold: func(at tracefeed.Time, m tracefeed.MonitorID, t tracefeed.ThreadID, leaves, shared bool) {
			s.changes = append(s.changes, change{at: at, kind: holdChanges, thread: t, monitor: m, leaves: leaves, shared: shared})
		},
		Page: func(tracefeed.Time) bool {
			gaveUp = s.page()
			return gaveUp < 0
		},
	})
	return gaveUp
}

// page applies the changes of a page. It returns since when it gave up, or -1.
func (s *sweep) page() (gaveUp tracefeed.Time) {
	const edgesPerChange = 64
	s.budget += edgesPerChange * len(s.changes)
	// Stable, because what happens to one monitor in an instant has an order.
	slices.SortStableFunc(s.changes, func(a, b change) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.kind, b.kind))
	})
	all := s.changes
	for len(s.changes) > 0 {
		if t := s.applyInstant(); !s.closeBroken(t) || !s.lookForNew(t) {
			return t
		}
	}
	s.changes = all[:0]
	return -1
}

// begun names a span by its thread and start.
type begun struct {
	thread tracefeed.ThreadID
	start  tracefeed.Time
}

// lateOthers returns who ended the waits of which that became known only in a
// later page than the one in which they begin.
func lateOthers(tl *timeline.Timeline) map[begun]tracefeed.ThreadID {
	late := map[begun]tracefeed.ThreadID{}
	known := make([]tracefeed.ThreadID, len(tl.Threads))
	note := func(t tracefeed.ThreadID, w *timeline.Span) {
		if w.State == timeline.Blocking && w.Other != known[t] {
			late[begun{t, w.Start}] = w.Other
		}
	}
	tl.Visit(timeline.Visitor{
		Begin: func(t tracefeed.ThreadID, w *timeline.Span) { known[t] = w.Other },
		End:   func(t tracefeed.ThreadID, w *timeline.Span, _ tracefeed.Time) { note(t, w) },
	})
	for id := range tl.Threads {
		s, _ := tl.Lane(tracefeed.ThreadID(id)).At(tl.End)
		note(tracefeed.ThreadID(id), &s)
	}
	return late
}

// applyInstant applies the next changes: all those of one instant.
func (s *sweep) applyInstant() (t tracefeed.Time) {
	s.fresh, s.check = s.fresh[:0], append(s.check[:0], s.loose...)
	t = s.changes[0].at
	for ; len(s.changes) > 0 && s.changes[0].at == t; s.changes = s.changes[1:] {
		switch c := s.changes[0]; c.kind {
		case waitEnds:
			delete(s.waiting, c.thread)
			delete(s.guesses[c.monitor], c.thread)
			delete(s.queues[c.monitor], c.thread)
			s.mayBreak(s.open[c.thread])
		case holdChanges:
			s.applyHold(c)
		case waitBegins:
			s.waiting[c.thread] = c
			s.fresh = append(s.fresh, c.thread)
			add(s.queues, c)
			if c.other != tracefeed.NoThread {
				add(s.guesses, c)
			}
		}
	}
	return t
}

// add notes a waiter at its monitor.
func add(to map[tracefeed.MonitorID]map[tracefeed.ThreadID]bool, c change) {
	if to[c.monitor] == nil {
		to[c.monitor] = map[tracefeed.ThreadID]bool{}
	}
	to[c.monitor][c.thread] = true
}

// applyHold lets a thread begin or stop to hold a monitor. A cycle that closes
// by a new hold goes through the new holder; one that closes because nobody
// holds the monitor any more, through a waiter that names somebody. Where one
// holder of several was enough to let a waiter go on, and now is not, it goes
// through all waiters: one stands for them, because they wait for the same.
func (s *sweep) applyHold(c change) {
	h := s.holds[c.monitor]
	if h == nil {
		h = &held{writers: map[tracefeed.ThreadID]bool{}}
		s.holds[c.monitor] = h
	}
	wasFree, wasAny := len(h.by) == 0, h.any()
	i, found := slices.BinarySearch(h.by, c.thread)
	switch {
	case c.leaves && found:
		h.by = slices.Delete(h.by, i, i+1)
		delete(h.writers, c.thread)
		s.mayBreak(s.open[c.thread])
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
	delete(s.semaphores, c.monitor)
	if h.any() {
		s.semaphores[c.monitor] = true
	}
	if wasAny {
		s.freshWaiter(c.monitor)
	}
	if wasFree || h.any() {
		for _, d := range s.at[c.monitor] {
			s.mayBreak(d)
		}
	}
}

// freshWaiter notes that a cycle may have closed through the waiters of a
// monitor.
func (s *sweep) freshWaiter(m tracefeed.MonitorID) {
	for waiter := range s.queues[m] {
		s.fresh = append(s.fresh, waiter)
		return
	}
}

// mayBreak notes that a deadlock, if there is one, must be looked at.
func (s *sweep) mayBreak(d *deadlock) {
	if d != nil && !slices.Contains(s.check, d) {
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
// go on.
func (s *sweep) any(t tracefeed.ThreadID) bool {
	h := s.holds[s.waiting[t].monitor]
	return h != nil && h.any()
}

// any reports whether it is enough that one of the holders lets go: several
// hold a semaphore.
func (h *held) any() bool { return len(h.by) > 1 && len(h.writers) == len(h.by) }
