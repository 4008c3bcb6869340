package interaction

import (
	"context"
	"slices"

	"tiv/timeline"
	"tiv/tracefeed"
)

// deadlock is a cycle of threads that wait for each other.
type deadlock struct {
	threads    []tracefeed.ThreadID  // sorted
	ring       []tracefeed.ThreadID  // the same, in the order of waiting
	monitors   []tracefeed.MonitorID // what each of ring waits for
	start, end tracefeed.Time
	atEnd      bool // it lasts to the end of the trace
	evidence   Evidence
	at         []tracefeed.MonitorID // what its threads wait for now
}

// deadlocks returns every cycle of the wait-for graph, at any time, in the
// order in which they closed. It works like this:
//
//  1. List everything that changes the graph, in time order: a wait begins or
//     ends, a thread begins or stops to hold a monitor that is waited for.
//  2. Apply all changes of one instant.
//  3. A cycle can only have closed through a thread that began to wait, or that
//     began to hold a monitor, or whose waiters can no longer do with another
//     holder. From those, follow the graph; a strongly connected component is a
//     candidate.
//  4. A component whose monitors are held by several threads at once, none of
//     them a reader, may still go on: a semaphore needs only one of its holders.
//     Take away, again and again, who can go on; what is left is deadlocked.
//  5. A deadlock ends when its threads are no longer such a component.
//
// The edges followed in 3 and 4 are counted, and the search gives up rather
// than follow more than a multiple of the number of changes; gaveUp tells
// since when, or is -1.
func deadlocks(ctx context.Context, tl *timeline.Timeline) (found []deadlock, gaveUp tracefeed.Time) {
	s := newSweep(tl)
	gaveUp = s.run(ctx, tl)
	return s.finish(tl.End), gaveUp
}

// finish returns all deadlocks; those still open end with the trace.
func (s *sweep) finish(end tracefeed.Time) []deadlock {
	found := make([]deadlock, len(s.done))
	for i, d := range s.done {
		if s.open[d.threads[0]] == d {
			d.end, d.atEnd = end, true
		}
		found[i] = *d
	}
	return found
}

// closeBroken ends the deadlocks that a change of this instant broke.
func (s *sweep) closeBroken(t tracefeed.Time) bool {
	for _, d := range s.check {
		left, ok := s.dead(d.threads)
		if !ok {
			return false
		}
		if slices.ContainsFunc(left, func(c []tracefeed.ThreadID) bool { return slices.Equal(c, d.threads) }) {
			s.forget(d)
			s.note(d)
			continue
		}
		s.finishOne(d, t)
		s.fresh = append(s.fresh, d.threads...) // a part of it may be left
	}
	return true
}

// note files an open deadlock under all that may break it.
func (s *sweep) note(d *deadlock) {
	for _, t := range d.threads {
		s.open[t] = d
		if m := s.threads[t].monitor; !slices.Contains(s.at[m], d) {
			s.at[m] = append(s.at[m], d)
			d.at = append(d.at, m)
		}
	}
	if slices.ContainsFunc(d.threads, s.any) {
		s.loose = append(s.loose, d)
	}
}

// forget undoes note.
func (s *sweep) forget(d *deadlock) {
	is := func(other *deadlock) bool { return other == d }
	for _, t := range d.threads {
		delete(s.open, t)
	}
	for _, m := range d.at {
		s.at[m] = slices.DeleteFunc(s.at[m], is)
	}
	s.loose = slices.DeleteFunc(s.loose, is)
	d.at = d.at[:0]
}

// finishOne ends a deadlock. One that ends in the instant in which it closed has
// never been: an interruption cuts an instant in two, and what its first part
// leaves is no state of anybody.
func (s *sweep) finishOne(d *deadlock, t tracefeed.Time) {
	d.end = t
	s.forget(d)
	if d.start == t {
		i := len(s.done) - 1
		for s.done[i] != d {
			i--
		}
		s.done = slices.Delete(s.done, i, i+1)
	}
}

// lookForNew finds the deadlocks that closed in this instant. A thread that is
// now stuck behind one may be the last that could have let the waiters of a
// semaphore go on, so those are looked at too.
func (s *sweep) lookForNew(t tracefeed.Time) bool {
	looked := false
	for i := 0; i < len(s.fresh); i++ {
		if !s.mayBeDead(s.fresh[i]) {
			continue
		}
		comps, ok := s.dead(s.fresh[i : i+1])
		if !ok {
			return false
		}
		for _, c := range comps {
			if old := s.open[c[0]]; old == nil || !slices.Equal(old.threads, c) {
				s.begin(c, t)
			}
		}
		if len(comps) > 0 && !looked {
			looked = true
			for m := range s.semaphores {
				s.freshWaiter(m)
			}
		}
	}
	return true
}

// mayBeDead is false for a thread that waits for nobody who waits: most.
func (s *sweep) mayBeDead(t tracefeed.ThreadID) bool {
	w := &s.threads[t]
	if !w.waits {
		return false
	}
	by := s.locks[w.monitor].by
	if len(by) == 0 {
		return s.threads[w.other].waits // nobody never does
	}
	return slices.ContainsFunc(by, func(h holder) bool { return s.threads[h.thread].waits })
}

// begin notes a new deadlock. It takes the place of those it has grown from.
func (s *sweep) begin(threads []tracefeed.ThreadID, t tracefeed.Time) {
	for _, m := range threads {
		if old := s.open[m]; old != nil {
			s.finishOne(old, t)
		}
	}
	d := &deadlock{threads: threads, ring: s.ring(threads), start: t, evidence: Observed}
	s.note(d)
	for _, m := range d.ring {
		w := &s.threads[m]
		d.monitors = append(d.monitors, w.monitor)
		if len(s.locks[w.monitor].by) == 0 {
			d.evidence = Inferred
		}
	}
	s.done = append(s.done, d)
}

// dead returns the deadlocked components that can be reached from roots.
func (s *sweep) dead(roots []tracefeed.ThreadID) (comps [][]tracefeed.ThreadID, ok bool) {
	comps, ok = components(roots, s.next, &s.budget)
	if !ok {
		return nil, false
	}
	for _, c := range comps {
		if slices.ContainsFunc(c, s.any) {
			return s.withoutSemaphores(roots)
		}
	}
	return comps, true
}

// withoutSemaphores is dead where some wait needs only one of several holders:
// it takes away who can go on, until nobody can, and looks at the rest.
func (s *sweep) withoutSemaphores(roots []tracefeed.ThreadID) ([][]tracefeed.ThreadID, bool) {
	rest, ok := s.reach(roots)
	if !ok {
		return nil, false
	}
	in := func(t tracefeed.ThreadID) bool { return rest[t] }
	out := func(t tracefeed.ThreadID) bool { return !rest[t] }
	for again := true; again; {
		again = false
		for t := range rest {
			to := s.next(t)
			if s.budget -= 1 + len(to); s.budget < 0 {
				return nil, false
			}
			if !slices.ContainsFunc(to, in) || s.any(t) && slices.ContainsFunc(to, out) {
				delete(rest, t)
				again = true
			}
		}
	}
	left := slices.DeleteFunc(slices.Clone(roots), out)
	return components(left, func(t tracefeed.ThreadID) []tracefeed.ThreadID {
		return slices.DeleteFunc(slices.Clone(s.next(t)), out)
	}, &s.budget)
}

// reach returns all threads that can be reached from roots.
func (s *sweep) reach(roots []tracefeed.ThreadID) (all map[tracefeed.ThreadID]bool, ok bool) {
	all = map[tracefeed.ThreadID]bool{}
	for queue := slices.Clone(roots); len(queue) > 0; {
		t := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if all[t] {
			continue
		}
		all[t] = true
		queue = append(queue, s.next(t)...)
		if s.budget -= 1 + len(s.next(t)); s.budget < 0 {
			return nil, false
		}
	}
	return all, true
}

// ring orders a component so that, as far as possible, each thread waits for
// the next, beginning with the lowest id.
func (s *sweep) ring(threads []tracefeed.ThreadID) []tracefeed.ThreadID {
	ring, seen := threads[:1:1], map[tracefeed.ThreadID]bool{threads[0]: true}
	for len(ring) > 0 {
		to := s.next(ring[len(ring)-1])
		i := slices.IndexFunc(to, func(t tracefeed.ThreadID) bool {
			_, member := slices.BinarySearch(threads, t)
			return member && !seen[t]
		})
		if i < 0 {
			break
		}
		seen[to[i]] = true
		ring = append(ring, to[i])
	}
	for _, t := range threads {
		if !seen[t] {
			ring = append(ring, t)
		}
	}
	return ring
}
