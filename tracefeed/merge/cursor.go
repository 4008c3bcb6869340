package merge

import (
	"errors"
	"io"
	"maps"
	"slices"

	"tiv/tracefeed"
)

// cursor reads one part.
type cursor struct {
	Part
	Source
	feed  *Feed
	index int // in the list of parts
	// before is the part before of the same process, until this one has an event.
	before *cursor
	// program is its number among the parts of the process, from 1.
	program int
	began   bool
	started bool // the start of Main is in the feed
	batch   []tracefeed.Event
	next    int

	deltas  tracefeed.DeltaEncoder
	threads []tracefeed.ThreadID
	// foreign are the threads that stand for one of another process, with its number.
	foreign  map[tracefeed.ThreadID]int64
	monitors []tracefeed.MonitorID
	stackIDs []tracefeed.StackID
	nameIDs  []tracefeed.NameID
	frames   []tracefeed.Frame // scratch
	// alive are the living threads, with their ids in the feed.
	alive map[tracefeed.ThreadID]bool
	// counts are the last values of counters that the feed adds up.
	counts map[tracefeed.NameID]int64
	end    tracefeed.Time
}

// at returns the time of the next event.
func (c *cursor) at() tracefeed.Time { return c.Start + c.batch[c.next].Time }

// name returns the name of the process.
func (c *cursor) name() string { return c.feed.tables.Processes[c.Process].Name }

// fill reads the next batch. At the end of the part it ends its threads, and returns false.
func (c *cursor) fill() bool {
	var err error
	c.batch, err = c.Feed.Batch(c.batch)
	c.next = 0
	if err == nil {
		if !c.began {
			c.begin()
		}
		c.update()
		return true
	}
	c.feed.account(c.name(), c.Feed.Header())
	var damage *tracefeed.Damage
	if err != io.EOF && !(errors.As(err, &damage) && damage.Err == tracefeed.ErrCutOff) {
		c.feed.notes.add(c.name(), err.Error())
	}
	c.Feed.Close() // all was read
	c.finish()
	return false
}

// begin is called before the first event: the program takes the place of the one before.
func (c *cursor) begin() {
	f := c.feed
	c.foreign = map[tracefeed.ThreadID]int64{}
	c.began, c.alive, c.counts = true, map[tracefeed.ThreadID]bool{}, map[tracefeed.NameID]int64{}
	c.threads, c.monitors, c.stackIDs, c.nameIDs = c.threads[:0], c.monitors[:0], c.stackIDs[:0], c.nameIDs[:0]
	c.end = c.Start
	h := c.Feed.Header()
	f.sched, f.kind = f.sched || h.Sched, max(f.kind, h.Kind)
	c.program = 1
	if c.before = f.last[c.Process]; c.before != nil {
		c.program = c.before.program + 1
	}
	f.last[c.Process] = c
	c.update()
	if c.before != nil {
		c.before.endThreads(c.Begin)
		c.before.before = nil
	}
	if c.Main != tracefeed.NoThread && c.Begin < c.Start && !slices.Contains(c.Early, c.Main) {
		c.started = true
		c.alive[c.threads[c.Main]] = true
		f.emit(tracefeed.Event{Time: c.Begin, Thread: c.threads[c.Main], Kind: tracefeed.ThreadStart})
	}
	for _, t := range c.Early {
		id := c.threads[t]
		if id == tracefeed.NoThread {
			continue // it stands for one of another process
		}
		c.alive[id] = true
		f.emit(tracefeed.Event{Time: c.Start, Thread: id, Kind: tracefeed.ThreadStart})
		f.emit(tracefeed.Event{Time: c.Start, Thread: id, Kind: tracefeed.StateUnknown})
	}
}

// finish ends the threads of the part. The first thread of the process lives on, because
// another program may follow.
func (c *cursor) finish() {
	if !c.began {
		return
	}
	if c.Source.Open && !c.followed() {
		for _, id := range slices.Sorted(maps.Keys(c.alive)) {
			c.feed.emit(tracefeed.Event{Time: c.end, Thread: id, Kind: tracefeed.StateUnknown})
		}
		c.feed.notes.add(c.name(), "killed; when is not known")
		return
	}
	main := tracefeed.NoThread
	if c.Main != tracefeed.NoThread && c.followed() {
		main = c.threads[c.Main]
	}
	c.batch, c.monitors, c.stackIDs, c.nameIDs, c.Tables, c.Feed = nil, nil, nil, nil, nil, nil
	lives := c.alive[main]
	delete(c.alive, main)
	c.endThreads(c.end)
	if lives {
		c.alive[main] = true
	}
}

// followed reports whether another part of the process follows.
func (c *cursor) followed() bool {
	return slices.ContainsFunc(c.feed.waiting, func(o *cursor) bool { return o.Process == c.Process })
}

func (c *cursor) endThreads(at tracefeed.Time) {
	for _, id := range slices.Sorted(maps.Keys(c.alive)) {
		c.feed.emit(tracefeed.Event{Time: at, Thread: id, Kind: tracefeed.ThreadEnd})
	}
	clear(c.alive)
}

// add adds an event of the part to the feed.
func (c *cursor) add(ev *tracefeed.Event) {
	e := *ev
	e.Time += c.Start
	c.end = e.Time
	e.Thread, e.Other = c.threads[ev.Thread], c.threads[ev.Other]
	if len(c.foreign) > 0 {
		e.Other = c.resolve(ev.Other, e.Other)
	}
	e.Monitor, e.Stack, e.Name = c.monitors[ev.Monitor], c.stackIDs[ev.Stack], c.nameIDs[ev.Name]
	switch ev.Kind {
	case tracefeed.ThreadStart:
		if c.started && ev.Thread == c.Main {
			c.started = false
			return
		}
	case tracefeed.ThreadEnd:
		delete(c.alive, e.Thread)
	case tracefeed.GCStart, tracefeed.GCEnd:
		if !c.feed.prefixed {
			break // no other process has threads that it could seem to stop
		}
		c.feed.notes.add(c.name(), "the trace of several processes does not show the collections of one")
		return
	case tracefeed.Counter:
		c.count(&e)
	case tracefeed.Lost:
		if ev.Thread == tracefeed.NoThread {
			c.lose(&e)
			return
		}
	case tracefeed.TaskStart, tracefeed.TaskEnd, tracefeed.RegionStart, tracefeed.RegionEnd, tracefeed.Alloc, tracefeed.Free,
		tracefeed.CallEnter:
		e.Object = c.unique(e.Object)
		if ev.Kind == tracefeed.TaskStart {
			e.Value = c.unique(e.Value)
		}
	}
	if e.Thread != tracefeed.NoThread && ev.Kind != tracefeed.ThreadEnd && ev.Kind != tracefeed.Wake {
		c.alive[e.Thread] = true
	}
	c.feed.emit(e)
}

// lose makes the state of all threads of the process unknown.
func (c *cursor) lose(ev *tracefeed.Event) {
	for _, id := range slices.Sorted(maps.Keys(c.alive)) {
		ev.Thread = id
		c.feed.emit(*ev)
		ev.Value = 0
	}
}

// objectBits is the length of the numbers of objects that unique can keep apart: user
// addresses have as many bits.
const objectBits = 47

// unique makes the number of a task, or the address of an object, different in each process.
// 0 is none.
func (c *cursor) unique(n int64) int64 {
	if n <= 0 || n >= 1<<objectBits || int64(c.Process) >= 1<<(63-objectBits) {
		return n
	}
	return n | int64(c.Process)<<objectBits
}

// count makes the value of a counter that of all processes, if it counts what is left out.
func (c *cursor) count(ev *tracefeed.Event) {
	switch name := c.feed.tables.Names[ev.Name]; name {
	case tracefeed.OmittedLocks, tracefeed.OmittedCalls:
		c.feed.sums[ev.Name] += ev.Value - c.counts[ev.Name]
		c.counts[ev.Name] = ev.Value
		ev.Value = c.feed.sums[ev.Name]
	case tracefeed.RecordingFull, tracefeed.SamplingPeriod:
	default:
		ev.Name = c.feed.name(c.name() + "/" + name)
	}
}
