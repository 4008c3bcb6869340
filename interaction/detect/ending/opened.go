package ending

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"tiv/interaction"
	"tiv/timeline"
	"tiv/timeline/ownerjoin"
	"tiv/tracefeed"
)

// Cycles collects the cycles of owners and waiters that opened again because a wait
// timed out, was interrupted or was given up. They are not deadlocks: the program
// gets out of them by itself.
//
// A cycle opens when the wait of one of its threads ends, and each of its threads
// waits while it owns a monitor. So the search is needed only at the ends of such
// waits, one nanosecond before, and only if another such wait is in progress.
type Cycles struct {
	tl     *timeline.Timeline
	all    map[string]*Cycle // by threads and monitors
	owners map[tracefeed.MonitorID]*timeline.Holding
	turns  []turn         // scratch
	until  tracefeed.Time // the end of the last page
}

// NewCycles returns a collector for the pages of a trace.
func NewCycles(tl *timeline.Timeline) *Cycles {
	return &Cycles{tl: tl, all: map[string]*Cycle{}, owners: map[tracefeed.MonitorID]*timeline.Holding{}}
}

// Extend continues in a later snapshot of the trace.
func (c *Cycles) Extend(tl *timeline.Timeline) {
	c.tl, c.owners = tl, map[tracefeed.MonitorID]*timeline.Holding{}
}

// Clone returns a copy between two pages.
func (c *Cycles) Clone() *Cycles {
	out := NewCycles(c.tl)
	out.until = c.until
	for key, o := range c.all {
		x := *o
		x.ends = maps.Clone(o.ends)
		out.all[key] = &x
	}
	return out
}

// turn is the start or the end of a nested wait.
type turn struct {
	at   tracefeed.Time
	end  bool
	wait *ownerjoin.Wait
}

// Page processes the waits of the next page.
func (c *Cycles) Page(waits []ownerjoin.Wait, until tracefeed.Time) {
	c.turns = c.turns[:0]
	for i := range waits {
		w := &waits[i]
		if w.State != tracefeed.Blocking || w.Monitor == tracefeed.NoMonitor || !w.Nested {
			continue
		}
		c.turns = append(c.turns, turn{at: max(w.Start, c.until), wait: w})
		if !w.Open && !endedWaiting(c.tl, w.Thread, w.End) {
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
func (c *Cycles) ownersAt(m tracefeed.MonitorID, t tracefeed.Time) []tracefeed.ThreadID {
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

// Cycle is a cycle that opened, perhaps many times.
type Cycle struct {
	Threads    []tracefeed.ThreadID // each waits for the next
	Monitors   []tracefeed.MonitorID
	Start, End tracefeed.Time // of the longest
	// ends counts, by thread, the ends of waits that opened it.
	ends map[tracefeed.ThreadID]int
}

// opens records the cycle that the end of a wait opens, if there is one.
func (c *Cycles) opens(w *ownerjoin.Wait) {
	at := w.End - 1
	search := cycleSearch{tl: c.tl, owners: c.ownersAt, at: at, from: w.Thread, seen: map[tracefeed.ThreadID]bool{w.Thread: true}}
	if !search.follow(w.Thread, w.Monitor) {
		return
	}
	ring, monitors := search.ring()
	start := tracefeed.Time(0)
	for _, t := range ring {
		start = max(start, interaction.WaitStart(c.tl.Lane(t), c.tl.Lane(t).Since(at)))
	}
	key := fmt.Sprint(ring, monitors)
	o := c.all[key]
	if o == nil {
		o = &Cycle{Threads: ring, Monitors: monitors, Start: start, End: w.End, ends: map[tracefeed.ThreadID]int{}}
		c.all[key] = o
	}
	o.ends[w.Thread]++
	if w.End-start > o.End-o.Start {
		o.Start, o.End = start, w.End
	}
}

// All returns the cycles, in the order in which they closed.
func (c *Cycles) All() []*Cycle {
	return slices.SortedFunc(maps.Values(c.all), func(a, b *Cycle) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), slices.Compare(a.Threads, b.Threads), slices.Compare(a.Monitors, b.Monitors))
	})
}

// Count returns how often the cycle closed at least.
func (o *Cycle) Count() int { return slices.Max(slices.Collect(maps.Values(o.ends))) }
