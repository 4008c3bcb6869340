package interaction

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"tiv/timeline"
	"tiv/tracefeed"
)

// cycles collects the cycles of owners and waiters that opened again because a wait
// timed out, was interrupted or was given up. They are not deadlocks: the program
// gets out of them by itself.
//
// A cycle opens when the wait of one of its threads ends, and each of its threads
// waits while it owns a monitor. So the search is needed only at the ends of such
// waits, one nanosecond before, and only if another such wait is in progress.
type cycles struct {
	tl     *timeline.Timeline
	all    map[string]*openedCycle // by threads and monitors
	owners map[tracefeed.MonitorID]*timeline.Holding
	turns  []turn         // scratch
	until  tracefeed.Time // the end of the last page
}

func newCycles(tl *timeline.Timeline) *cycles {
	return &cycles{tl: tl, all: map[string]*openedCycle{}, owners: map[tracefeed.MonitorID]*timeline.Holding{}}
}

// turn is the start or the end of a nested wait.
type turn struct {
	at   tracefeed.Time
	end  bool
	wait *timeline.Wait
}

// page processes the waits of the next page. A wait that lasts for the whole page
// may be nested, too: Nested is not known for it.
func (c *cycles) page(waits []timeline.Wait, until tracefeed.Time) {
	c.turns = c.turns[:0]
	for i := range waits {
		w := &waits[i]
		if w.State != timeline.Blocking || w.Monitor == tracefeed.NoMonitor || !w.Nested && !(w.Open && w.Start < c.until) {
			continue
		}
		c.turns = append(c.turns, turn{at: max(w.Start, c.until), wait: w})
		if !w.Open {
			c.turns = append(c.turns, turn{at: w.End, end: true, wait: w})
		}
	}
	c.until = until
	slices.SortStableFunc(c.turns, func(a, b turn) int { return cmp.Compare(a.at, b.at) })
	for instant, waiting := c.turns, 0; len(instant) > 0; {
		n := 1
		for n < len(instant) && instant[n].at == instant[0].at {
			n++
		}
		if waiting > 1 {
			for _, t := range instant[:n] {
				if t.end {
					c.opens(t.wait)
				}
			}
		}
		for _, t := range instant[:n] {
			if t.end {
				waiting--
			} else {
				waiting++
			}
		}
		instant = instant[n:]
	}
}

// ownersAt returns the owners of a monitor at a time. It is fast for increasing
// times.
func (c *cycles) ownersAt(m tracefeed.MonitorID, t tracefeed.Time) []tracefeed.ThreadID {
	if c.tl.HandedOver(m) {
		return nil
	}
	h := c.owners[m]
	if h == nil {
		h = c.tl.Holding(m)
		c.owners[m] = h
	}
	return h.At(t)
}

// openedCycle is a cycle that opened, perhaps many times.
type openedCycle struct {
	ring       []tracefeed.ThreadID
	monitors   []tracefeed.MonitorID
	start, end tracefeed.Time // of the longest
	// ends counts, by thread, the ends of waits that opened it.
	ends map[tracefeed.ThreadID]int
}

// opens records the cycle that the end of a wait opens, if there is one.
func (c *cycles) opens(w *timeline.Wait) {
	at := w.End - 1
	search := cycleSearch{tl: c.tl, owners: c.ownersAt, at: at, from: w.Thread, seen: map[tracefeed.ThreadID]bool{w.Thread: true}}
	if !search.follow(w.Monitor) {
		return
	}
	ring, monitors := search.ring()
	start := tracefeed.Time(0)
	for _, t := range ring {
		start = max(start, waitSince(c.tl.Lane(t), c.tl.Lane(t).Since(at)))
	}
	key := fmt.Sprint(ring, monitors)
	o := c.all[key]
	if o == nil {
		o = &openedCycle{ring: ring, monitors: monitors, start: start, end: w.End, ends: map[tracefeed.ThreadID]int{}}
		c.all[key] = o
	}
	o.ends[w.Thread]++
	if w.End-start > o.end-o.start {
		o.start, o.end = start, w.End
	}
}

// findings returns a note for each cycle.
func (c *cycles) findings() []Finding {
	var found []Finding
	for _, o := range c.all {
		f := Finding{Kind: Cycle, Severity: Note, Start: o.start, End: o.end, Threads: o.ring, Monitors: o.monitors, Evidence: Observed}
		var b strings.Builder
		b.WriteString(ringText(c.tl, o.ring, o.monitors))
		fmt.Fprintf(&b, ". The cycle closed at %v and opened again after %v: a wait ended without its monitor.", o.start, o.end-o.start)
		if n := slices.Max(slices.Collect(maps.Values(o.ends))); n > 1 {
			fmt.Fprintf(&b, " It closed at least %d times; this was the longest.", n)
		}
		f.Text = b.String()
		found = append(found, f)
	}
	slices.SortFunc(found, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), slices.Compare(a.Threads, b.Threads))
	})
	return found
}

// cycleSearch follows waiting owners at one time, from a thread back to itself.
type cycleSearch struct {
	tl     *timeline.Timeline
	owners func(tracefeed.MonitorID, tracefeed.Time) []tracefeed.ThreadID
	at     tracefeed.Time
	from   tracefeed.ThreadID
	seen   map[tracefeed.ThreadID]bool
	path   []cycleStep // from the last thread to the first
}

type cycleStep struct {
	thread  tracefeed.ThreadID
	monitor tracefeed.MonitorID // waited for by thread
}

// maxCycle bounds the number of threads visited in one search.
const maxCycle = 256

// follow reports whether a path from monitor m leads back to the thread from.
func (s *cycleSearch) follow(m tracefeed.MonitorID) bool {
	owners := slices.Clone(s.owners(m, s.at)) // the list belongs to the cursor
	if len(owners) > 1 && len(s.tl.Holds(m).ReadersAt(s.at)) == 0 {
		return false // any one of a semaphore's holders is enough
	}
	for _, t := range owners {
		if t == s.from {
			if len(s.seen) == 1 {
				continue // it waits for itself
			}
			s.path = append(s.path, cycleStep{monitor: m})
			return true
		}
		if s.seen[t] || len(s.seen) == maxCycle || s.tl.Lane(t).StateAt(s.at) != timeline.Blocking {
			continue
		}
		s.seen[t] = true
		if w := s.tl.Lane(t).Since(s.at); s.follow(w.Monitor) {
			s.path[len(s.path)-1].thread = t
			s.path = append(s.path, cycleStep{monitor: m})
			return true
		}
	}
	return false
}

// ring returns the threads in the order of waiting, from the lowest id on, and the
// monitors that they wait for.
func (s *cycleSearch) ring() (threads []tracefeed.ThreadID, monitors []tracefeed.MonitorID) {
	s.path[len(s.path)-1].thread = s.from
	slices.Reverse(s.path)
	first := 0
	for i := range s.path {
		if s.path[i].thread < s.path[first].thread {
			first = i
		}
	}
	for i := range s.path {
		step := s.path[(first+i)%len(s.path)]
		threads, monitors = append(threads, step.thread), append(monitors, step.monitor)
	}
	return threads, monitors
}
