// Package timeline says who was doing what, when.
//
// Events of a feed go into a Reducer; out come immutable Timelines: a lane of
// spans for each thread, who held each monitor when, and when the garbage
// collector worked. Nothing here relates two threads, leaves anything out, or
// knows how things look.
package timeline

import (
	"errors"
	"math"
	"sort"
	"sync"

	"tiv/tracefeed"
)

// Interval is a stretch of time.
type Interval struct {
	Start, End tracefeed.Time
}

// Counts says how much of a trace the reducer could use.
type Counts struct {
	// Events is the number of events in the feed.
	Events int64
	// Lost is the number of events that the trace says are missing from it, as
	// far as it says how many.
	Lost int64
	// Gaps is the number of places where events are missing, and Uncounted the
	// number of those that do not say how many.
	Gaps, Uncounted int64
	// Omitted is the number of lock operations that a recorder left out because
	// nobody waited. It is the last value of the counter tracefeed.OmittedLocks.
	Omitted int64
	// Dropped are events that contradict what was known and were ignored: an
	// exit from a monitor that was not held, anything after a thread's end.
	Dropped int64
	// Invented are ends of waits that the feed left out: the thread went on to
	// something else.
	Invented int64
}

// Lose counts a Lost event. One without a number adds nothing where the state of
// its thread is lost already.
func (c *Counts) Lose(ev *tracefeed.Event, lost bool) {
	switch {
	case ev.Value > 0:
		c.Gaps++
		c.Lost += min(ev.Value, math.MaxInt64-c.Lost)
	case !lost:
		c.Gaps++
		c.Uncounted++
	}
}

// Timeline is the model of one trace, as far as it has been read. It never
// changes once published, and may be read from any goroutine.
type Timeline struct {
	Header tracefeed.Header
	// Threads, Monitors, Frames, Stacks and Names are the feed's tables, entry
	// 0 for "none".
	Threads  []tracefeed.Thread
	Monitors []tracefeed.Monitor
	Frames   []tracefeed.Frame
	Stacks   [][]tracefeed.FrameID
	Names    []string
	// End is the time of the last event: the length of the trace so far.
	End tracefeed.Time
	// GC lists when the garbage collector worked, in order of time.
	GC     []Interval
	Counts Counts
	// Complete is true once the feed has ended.
	Complete bool
	// Damage is why the feed ended early; nil if it did not.
	Damage error

	machine machine
	lives   []life // by thread
	// handedOver are the monitors that are handed over, by id; may be short.
	handedOver []bool
	pages      []*page
	cells      pyramid
	readErr    *firstError
	// matchers are those of calls before, also of other snapshots, for their
	// memory.
	matchers *sync.Pool
}

// Trouble returns why some of the trace could not be read again from its file;
// what it told is unknown. It can turn up at any time.
func (tl *Timeline) Trouble() error {
	if tl.readErr == nil {
		return nil
	}
	tl.readErr.mu.Lock()
	defer tl.readErr.mu.Unlock()
	return tl.readErr.err
}

// trouble is the first error of reading again.
type firstError struct {
	mu  sync.Mutex
	err error
}

func (t *firstError) set(err error) {
	if err == nil {
		err = errors.New("it is not what was written")
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.err == nil {
		t.err = err
	}
}

// Lane returns the history of a thread. A thread that the feed only mentioned
// is Unknown from start to end.
func (tl *Timeline) Lane(t tracefeed.ThreadID) Lane { return Lane{tl, t} }

// Holds returns the history of a monitor.
func (tl *Timeline) Holds(m tracefeed.MonitorID) Holds { return Holds{tl, m} }

// Totals returns the time that all threads but the runtime's own spent in each
// state.
func (tl *Timeline) Totals() Bucket {
	var threads []tracefeed.ThreadID
	for id := range tl.Threads {
		if id > 0 && !tl.Threads[id].System {
			threads = append(threads, tracefeed.ThreadID(id))
		}
	}
	var sum Bucket
	tl.EachSum(threads, 0, tl.End, func(_ int, b *Bucket) { sum.Add(*b) })
	return sum
}

// GCBetween returns the intervals of tl.GC that overlap [from, to).
func (tl *Timeline) GCBetween(from, to tracefeed.Time) []Interval {
	lo := sort.Search(len(tl.GC), func(i int) bool { return tl.GC[i].End > from })
	hi := sort.Search(len(tl.GC), func(i int) bool { return tl.GC[i].Start >= to })
	return tl.GC[lo:max(lo, hi)]
}
