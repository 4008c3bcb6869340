package trigger

import (
	"fmt"
	"slices"
	"strings"

	"tiv/timeline/ring"
	"tiv/tracefeed"
)

// patience is how long a ring has to stay closed.
const patience = 50 * tracefeed.Millisecond

// rings are the rings of waits for locks.
type rings struct {
	// closed are those that wait for patience, and known the waits of rings that were told: threads
	// and the starts of their waits.
	closed []closed
	known  map[tracefeed.ThreadID]tracefeed.Time
	names  *tracefeed.Tables
}

// closed is a ring: the threads, each with the start of its wait, and the time when it closed.
type closed struct {
	threads []tracefeed.ThreadID
	since   []tracefeed.Time
	at      tracefeed.Time
}

func (r *rings) see(s *ring.State, ev *tracefeed.Event, names *tracefeed.Tables) (h Hit, ok bool) {
	const most = 1000
	r.names = names
	from := ev.Thread
	switch owners := s.Owners(ev.Monitor); {
	case len(r.closed) == most:
		return h, false
	case ev.Kind == tracefeed.MonitorExit && len(owners) == 1: // no other one can let its waiters go on
		from = owners[0]
	case ev.Kind != tracefeed.MonitorWait && ev.Kind != tracefeed.MonitorEnter:
		return h, false
	}
	if loop := loopOf(s, from); loop != nil {
		c := closed{threads: loop, at: ev.Time}
		for _, t := range loop {
			c.since = append(c.since, s.Span(t).Start)
		}
		if !slices.ContainsFunc(r.closed, func(o closed) bool { return o.is(&c) }) {
			r.closed = append(r.closed, c)
		}
	}
	return h, false
}

// is reports whether a ring has the same waits as another.
func (c *closed) is(o *closed) bool {
	return slices.Equal(slices.Sorted(slices.Values(c.threads)), slices.Sorted(slices.Values(o.threads))) &&
		slices.Equal(slices.Sorted(slices.Values(c.since)), slices.Sorted(slices.Values(o.since)))
}

func (r *rings) pass(s *ring.State, _, now tracefeed.Time) (h Hit, ok bool) {
	r.closed = slices.DeleteFunc(r.closed, func(c closed) bool {
		for i, t := range c.threads {
			if span := s.Span(t); span.State != tracefeed.Blocking || span.Start != c.since[i] {
				return true
			}
		}
		if now-c.at < patience {
			return false
		}
		loop := loopOf(s, c.threads[0]) // none or another if another thread has released one of the locks
		fresh := false
		for _, t := range loop {
			since := s.Span(t).Start
			known, is := r.known[t]
			fresh = fresh || !is || known != since
			r.known[t] = since
		}
		if fresh && !ok {
			h, ok = Hit{c.at, Deadlock, r.text(loop)}, true
		}
		return true
	})
	return h, ok
}

// text names the threads of a ring.
func (r *rings) text(threads []tracefeed.ThreadID) string {
	const most = 4
	var list []string
	for _, t := range threads[:min(len(threads), most)] {
		list = append(list, r.names.Threads[t].Name)
	}
	if more := len(threads) - most; more > 0 {
		list = append(list, fmt.Sprintf("%d more", more))
	}
	return "threads wait for each other: " + strings.Join(list, ", ")
}

// loopOf returns the threads of a shortest ring that a thread waits in, from it on; nil if there is none.
func loopOf(s *ring.State, from tracefeed.ThreadID) []tracefeed.ThreadID {
	before := map[tracefeed.ThreadID]tracefeed.ThreadID{}
	for queue := []tracefeed.ThreadID{from}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		for _, next := range waitsFor(s, at) {
			if next == from {
				loop := []tracefeed.ThreadID{at}
				for at != from {
					at = before[at]
					loop = append(loop, at)
				}
				slices.Reverse(loop)
				return loop
			}
			if _, seen := before[next]; !seen {
				before[next] = at
				queue = append(queue, next)
			}
		}
	}
	return nil
}

// waitsFor returns the threads without which a thread cannot go on. Of several owners that are not
// readers any one can let it go on, so it waits for none. A reader among readers waits for the
// writers before it.
func waitsFor(s *ring.State, t tracefeed.ThreadID) []tracefeed.ThreadID {
	span := s.Span(t)
	if span.State != tracefeed.Blocking {
		return nil
	}
	owners := s.Owners(span.Monitor)
	if len(owners) == 0 && span.Other != tracefeed.NoThread && !s.Passed(span.Monitor) {
		return []tracefeed.ThreadID{span.Other}
	}
	reads, all := s.Readers(span.Monitor)
	if len(owners) > 1 && !reads {
		return nil
	}
	if all && span.Shared {
		if writers := s.Writers(span.Monitor); len(writers) > 0 {
			return writers
		}
	}
	return owners
}
