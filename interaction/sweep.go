package interaction

import (
	"cmp"
	"context"
	"math/bits"
	"slices"

	"tiv/internal/radix"
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
	threads []waiter // by id
	locks   []lock   // by monitor
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
	items  []radix.Item // scratch
	sorted []change     // scratch
}

// waiter is what a thread waits for, and its neighbours in the queue.
type waiter struct {
	waits          bool
	monitor        tracefeed.MonitorID
	other          tracefeed.ThreadID
	next, previous tracefeed.ThreadID
}

// lock is who holds a monitor, and who waits for it.
type lock struct {
	by      []holder             // sorted
	writers int                  // how many of them are no readers
	queue   tracefeed.ThreadID   // the first who waits
	guesses int                  // how many of them name whom they wait for in case nobody holds it
	only    []tracefeed.ThreadID // by, without the rest; nil after a change
}

type holder struct {
	thread tracefeed.ThreadID
	shared bool
}

func newSweep(tl *timeline.Timeline) *sweep {
	return &sweep{
		threads:    make([]waiter, len(tl.Threads)),
		locks:      make([]lock, len(tl.Monitors)),
		open:       map[tracefeed.ThreadID]*deadlock{},
		at:         map[tracefeed.MonitorID][]*deadlock{},
		semaphores: map[tracefeed.MonitorID]bool{},
		budget:     1_000_000,
	}
}

// run sweeps through the trace and looks for cycles after each instant. It
// returns since when it gave up, or -1.
func (s *sweep) run(ctx context.Context, tl *timeline.Timeline) (gaveUp tracefeed.Time) {
	late := lateOthers(ctx, tl)
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
			return gaveUp < 0 && ctx.Err() == nil
		},
	})
	return gaveUp
}

// page applies the changes of a page. It returns since when it gave up, or -1.
func (s *sweep) page() (gaveUp tracefeed.Time) {
	const edgesPerChange = 64
	s.budget += edgesPerChange * len(s.changes)
	all := s.inOrder()
	s.changes = all
	for len(s.changes) > 0 {
		if t := s.applyInstant(); !s.closeBroken(t) || !s.lookForNew(t) {
			return t
		}
	}
	s.changes, s.sorted = s.sorted[:0], all
	return -1
}

// inOrder returns the changes in order of time and kind, without the old ones.
// What happens to one monitor in an instant stays in order.
func (s *sweep) inOrder() []change {
	if len(s.changes) == 0 {
		return nil
	}
	first, last := s.changes[0].at, s.changes[0].at
	for i := range s.changes {
		first, last = min(first, s.changes[i].at), max(last, s.changes[i].at)
	}
	n := len(s.changes)
	s.items = slices.Grow(s.items[:0], 2*n)[:2*n]
	for i := range s.changes {
		c := &s.changes[i]
		s.items[i] = radix.Item{Key: uint64(c.at-first)<<2 | uint64(c.kind), At: int32(i)}
	}
	all := slices.Grow(s.sorted[:0], n)[:n]
	for i, item := range radix.Sort(s.items[:n], s.items[n:], min(64, bits.Len64(uint64(last-first))+2)) {
		all[i] = s.changes[item.At]
	}
	s.sorted = s.changes
	return all
}

// begun names a span by its thread and start.
type begun struct {
	thread tracefeed.ThreadID
	start  tracefeed.Time
}

// lateOthers returns who ended the waits of which that became known only in a
// later page than the one in which they begin.
func lateOthers(ctx context.Context, tl *timeline.Timeline) map[begun]tracefeed.ThreadID {
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
		Page:  func(tracefeed.Time) bool { return ctx.Err() == nil },
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
		switch c := &s.changes[0]; c.kind {
		case waitEnds:
			s.leaveQueue(c.thread)
			if len(s.open) > 0 {
				s.mayBreak(s.open[c.thread])
			}
		case holdChanges:
			s.applyHold(c)
		case waitBegins:
			s.leaveQueue(c.thread)
			s.joinQueue(c)
			s.fresh = append(s.fresh, c.thread)
		}
	}
	return t
}

// joinQueue notes a waiter at its monitor.
func (s *sweep) joinQueue(c *change) {
	l := &s.locks[c.monitor]
	s.threads[c.thread] = waiter{waits: true, monitor: c.monitor, other: c.other, next: l.queue}
	if l.queue != tracefeed.NoThread {
		s.threads[l.queue].previous = c.thread
	}
	l.queue = c.thread
	if c.other != tracefeed.NoThread {
		l.guesses++
	}
}

// leaveQueue ends the wait of a thread, if it has one.
func (s *sweep) leaveQueue(t tracefeed.ThreadID) {
	w := s.threads[t]
	if !w.waits {
		return
	}
	l := &s.locks[w.monitor]
	if w.previous != tracefeed.NoThread {
		s.threads[w.previous].next = w.next
	} else {
		l.queue = w.next
	}
	if w.next != tracefeed.NoThread {
		s.threads[w.next].previous = w.previous
	}
	if w.other != tracefeed.NoThread {
		l.guesses--
	}
	s.threads[t] = waiter{}
}

// applyHold lets a thread begin or stop to hold a monitor. A cycle that closes
// by a new hold goes through the new holder; one that closes because nobody
// holds the monitor any more, through a waiter that names somebody. Where one
// holder of several was enough to let a waiter go on, and now is not, it goes
// through all waiters: one stands for them, because they wait for the same.
func (s *sweep) applyHold(c *change) {
	l := &s.locks[c.monitor]
	wasFree, wasAny := len(l.by) == 0, l.any()
	i, found := slices.BinarySearchFunc(l.by, c.thread, func(h holder, t tracefeed.ThreadID) int { return cmp.Compare(h.thread, t) })
	switch {
	case c.leaves && found:
		if !l.by[i].shared {
			l.writers--
		}
		l.by = slices.Delete(l.by, i, i+1)
		if len(s.open) > 0 {
			s.mayBreak(s.open[c.thread])
		}
		if len(l.by) == 0 && l.guesses > 0 {
			s.freshGuesses(l)
		}
	case !c.leaves && !found:
		l.by = slices.Insert(l.by, i, holder{c.thread, c.shared})
		if !c.shared {
			l.writers++
		}
		s.fresh = append(s.fresh, c.thread)
	}
	l.only = nil
	if isAny := l.any(); isAny != wasAny {
		delete(s.semaphores, c.monitor)
		if isAny {
			s.semaphores[c.monitor] = true
		}
	}
	if wasAny {
		s.freshWaiter(c.monitor)
	}
	if wasFree || l.any() {
		for _, d := range s.at[c.monitor] {
			s.mayBreak(d)
		}
	}
}

// freshWaiter notes that a cycle may have closed through the waiters of a
// monitor.
func (s *sweep) freshWaiter(m tracefeed.MonitorID) {
	if first := s.locks[m].queue; first != tracefeed.NoThread {
		s.fresh = append(s.fresh, first)
	}
}

// freshGuesses notes that a cycle may have closed through those who name whom
// they wait for.
func (s *sweep) freshGuesses(l *lock) {
	for t := l.queue; t != tracefeed.NoThread; t = s.threads[t].next {
		if s.threads[t].other != tracefeed.NoThread {
			s.fresh = append(s.fresh, t)
		}
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
	w := &s.threads[t]
	if !w.waits {
		return nil
	}
	if l := &s.locks[w.monitor]; len(l.by) > 0 {
		return l.holders()
	}
	if w.other != tracefeed.NoThread {
		return []tracefeed.ThreadID{w.other}
	}
	return nil
}

// holders returns who holds the monitor, by id.
func (l *lock) holders() []tracefeed.ThreadID {
	if l.only == nil {
		l.only = make([]tracefeed.ThreadID, len(l.by))
		for i, h := range l.by {
			l.only[i] = h.thread
		}
	}
	return l.only
}

// any reports whether one of the threads that t waits for is enough to let it
// go on.
func (s *sweep) any(t tracefeed.ThreadID) bool {
	return s.threads[t].waits && s.locks[s.threads[t].monitor].any()
}

// any reports whether it is enough that one of the holders lets go: several
// hold a semaphore.
func (l *lock) any() bool { return len(l.by) > 1 && l.writers == len(l.by) }
