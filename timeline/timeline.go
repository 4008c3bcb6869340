package timeline

import (
	"errors"
	"math"
	"sort"
	"sync"

	"tiv/timeline/replay"
	"tiv/tracefeed"
)

// Interval is the time from Start up to End (exclusive), in nanoseconds.
type Interval struct {
	Start, End tracefeed.Time
}

// Counts says how much of a trace the reducer could use.
type Counts struct {
	// Events is the number of events in the feed.
	Events int64
	// Lost is the number of events that the trace declares missing, as far as it
	// gives a number.
	Lost int64
	// Gaps is the number of places with missing events, Uncounted the number of
	// those without a count.
	Gaps, Uncounted int64
	// Dropped is the number of events ignored because they contradict earlier ones:
	// a release of a monitor that was not held, anything after a thread's end.
	Dropped int64
	// Invented is the number of wait ends missing from the feed: the thread began
	// something else.
	Invented int64
}

// Lose counts a Lost event; lost is true if the state of its thread is unknown
// already. An event without a number then adds nothing.
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

// Timeline is the model of one trace, as far as it has been read. It is immutable
// and may be used from any goroutine.
type Timeline struct {
	Header tracefeed.Header
	// Threads, Monitors, Frames, Stacks, Names, Processes and Types are the feed's tables;
	// entry 0 is "none".
	Threads   []tracefeed.Thread
	Monitors  []tracefeed.Monitor
	Frames    []tracefeed.Frame
	Stacks    [][]tracefeed.FrameID
	Names     []string
	Processes []tracefeed.Process
	Types     []tracefeed.Type
	// End is the time of the last event: the length of the trace so far.
	End tracefeed.Time
	// GC lists the collections, in order of time.
	GC     []Interval
	Counts Counts
	// Streams is true if the trace has streams of bytes, which threads may wait to read.
	Streams bool
	// Complete is true once the feed has ended.
	Complete bool
	// Settled is the number of pages at the start of the trace that all later snapshots of it
	// have, too, with the same events and the same end. Of a complete timeline, these are all.
	Settled int
	// Damage is the error with which the feed ended early, or nil.
	Damage error

	tuning     Tuning // with defaults
	machine    replay.Machine
	lives      lifeTable
	handedOver monitorSet
	pages      pageList
	cells      pyramid
	readErr    *firstError
	// joiners is a pool of *pageJoiner, shared with other snapshots.
	joiners *sync.Pool
	// renamed says that names are not those of the trace: see Renamed.
	renamed bool
}

// Err returns the first error of reading the trace again from its file, or nil. States
// in the pages concerned are unknown. An error can appear at any time.
func (tl *Timeline) Err() error {
	if tl.readErr == nil {
		return nil
	}
	tl.readErr.mu.Lock()
	defer tl.readErr.mu.Unlock()
	if tl.renamed && tl.readErr.err != nil {
		return errors.New("the trace cannot be read")
	}
	return tl.readErr.err
}

// firstError is the first error of reading again.
type firstError struct {
	mu  sync.Mutex
	err error
}

func (t *firstError) set(err error) {
	if err == nil {
		err = errors.New("the data differs from what was written")
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.err == nil {
		t.err = err
	}
}

// Lane returns the history of a thread. A thread without events is Unknown from
// start to end.
func (tl *Timeline) Lane(t tracefeed.ThreadID) Lane { return Lane{tl, t} }

// Holds returns the history of a monitor.
func (tl *Timeline) Holds(m tracefeed.MonitorID) Holds { return Holds{tl, m} }

// Totals returns the time in each state of all threads but the runtime's own.
func (tl *Timeline) Totals() tracefeed.StateTimes {
	var threads []tracefeed.ThreadID
	for id := range tl.Threads {
		if id > 0 && !tl.Threads[id].System {
			threads = append(threads, tracefeed.ThreadID(id))
		}
	}
	var sum tracefeed.StateTimes
	tl.EachSum(threads, 0, tl.End, func(_ int, b *tracefeed.StateTimes) { sum.Add(*b) })
	return sum
}

// GCBetween returns the intervals of tl.GC that overlap [from, to).
func (tl *Timeline) GCBetween(from, to tracefeed.Time) []Interval {
	lo := sort.Search(len(tl.GC), func(i int) bool { return tl.GC[i].End > from })
	hi := sort.Search(len(tl.GC), func(i int) bool { return tl.GC[i].Start >= to })
	return tl.GC[lo:max(lo, hi)]
}
