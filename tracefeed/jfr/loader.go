package jfr

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"tiv/tracefeed"
	"tiv/tracefeed/threaddump"
)

// loader makes records of the chunks of a recording.
type loader struct {
	names   *names
	records []record // of events
	added   []record // that follow from sightings and samples
	dumps   []dump
	// aliases are the monitors of events, by those of dumps.
	aliases map[tracefeed.MonitorID]tracefeed.MonitorID
	settings
	// unread are the events that are not read.
	unread      tracefeed.LeftOut
	allocations allocationCounts
	// covered: the recording has the waits of threads, so a thread in none of them runs.
	covered bool
	// wall: samples are taken by the wall clock, also of threads that wait.
	wall bool
	// period is the time between two samples of a thread, if states follow from them.
	period tracefeed.Time
	// t0 is the wall clock at the start of the trace, end the trace's length.
	t0  int64
	end tracefeed.Time
	// coarse: a chunk has the wall clock in milliseconds.
	coarse bool

	// Of the current chunk: ids by the keys of its constants.
	chunk     *chunk
	threads   map[int64]tracefeed.ThreadID
	stacks    map[int64]tracefeed.StackID
	functions map[int64]string
	calls     []call            // spare memory for a stack
	frames    []tracefeed.Frame // likewise
	record    record            // that of the present event
}

// dump is the threads that a thread dump found.
type dump struct {
	at    tracefeed.Time
	found []sighting
}

func newLoader() *loader {
	return &loader{names: newNames(), aliases: map[tracefeed.MonitorID]tracefeed.MonitorID{}, settings: newSettings(), unread: tracefeed.LeftOut{}}
}

// reader reads the events of one type of a chunk.
type reader struct {
	plan plan
	read func(*loader, *record, *values) bool
}

// add adds the events of a chunk.
func (l *loader) add(c *chunk) error {
	if err := c.prepare(); err != nil {
		return err
	}
	if l.chunk == nil {
		l.t0 = c.startNanos
	}
	l.coarse = l.coarse || c.startNanos%int64(time.Millisecond) == 0
	l.chunk, l.threads = c, map[int64]tracefeed.ThreadID{}
	l.stacks, l.functions = map[int64]tracefeed.StackID{}, map[int64]string{}
	readers, counts := l.readers(), map[int64]int64{}
	damage := c.each(func(kind int64, _ cursor) bool {
		counts[kind]++
		return true
	})
	known := int64(0)
	for kind, n := range counts {
		switch cl := c.classes[kind]; {
		case readers[kind] != nil:
			known += n
			l.recorded[cl.name] = true
		case cl != nil:
			l.unread[cl.name] += n
		default:
			l.unread["of unknown types"] += n
		}
	}
	l.records = slices.Grow(l.records, int(known))
	var v values
	if err := c.each(func(kind int64, in cursor) bool { return readers[kind] == nil || l.event(readers[kind], in, &v) }); err != nil {
		return err
	}
	return damage
}

// readers returns the readers of the types of events of the current chunk.
func (l *loader) readers() map[int64]*reader {
	readers := map[int64]*reader{}
	for id, cl := range l.chunk.classes {
		if t, ok := eventTypes[cl.name]; ok {
			if t.thread == "" {
				t.thread = "eventThread"
			}
			names := append([]string{"startTime", "duration", t.thread, "stackTrace"}, t.fields...)
			readers[id] = &reader{cl.plan(names...), t.read}
		}
	}
	return readers
}

// event adds an event. It returns false if that is damaged.
func (l *loader) event(rd *reader, in cursor, v *values) bool {
	if rd.plan.read(&in, v, l.chunk.pools.strings); in.Bad {
		return false
	}
	r := &l.record
	*r = record{start: l.time(v.numbers[startSlot]), thread: l.thread(v.numbers[threadSlot]), stack: l.stack(v.numbers[stackSlot])}
	r.end = max(r.start, l.time(v.numbers[startSlot]+max(0, v.numbers[durationSlot])))
	l.end = max(l.end, r.end)
	if rd.read(l, r, v) {
		l.records = append(l.records, *r)
	}
	return true
}

// time returns the time of a tick in the trace. What began before the trace began at
// its start.
func (l *loader) time(tick int64) tracefeed.Time {
	return tracefeed.Time(max(0, l.chunk.time(tick)-l.t0))
}

// thread returns the id of the thread with a key.
func (l *loader) thread(key int64) tracefeed.ThreadID {
	id, ok := l.threads[key]
	if !ok {
		if th, found := l.chunk.pools.threads[key]; found {
			id = l.names.thread(&th, systemGroups[l.chunk.pools.groups[th.group].name])
		}
		l.threads[key] = id
	}
	return id
}

// stack returns the id of the stack with a key.
func (l *loader) stack(key int64) tracefeed.StackID {
	id, ok := l.stacks[key]
	if !ok {
		l.calls, l.frames = l.chunk.calls(key, l.calls[:0]), l.frames[:0]
		for _, c := range l.calls {
			l.frames = append(l.frames, tracefeed.Frame{Func: l.function(c.method), Line: max(0, c.line)})
		}
		id = l.names.stacks.Add(l.frames)
		l.stacks[key] = id
	}
	return id
}

// function returns the name of the method with a key, with its class.
func (l *loader) function(key int64) string {
	name, ok := l.functions[key]
	if !ok {
		p := &l.chunk.pools
		m := p.methods[key]
		name = l.class(m.class) + "." + p.symbols[m.name]
		l.functions[key] = name
	}
	return name
}

// class returns the name of the class with a key, with its package.
func (l *loader) class(key int64) string {
	p := &l.chunk.pools
	return strings.ReplaceAll(withoutNumbers(p.symbols[p.classes[key]]), "/", ".")
}

// monitor returns the id of the monitor at an address, of a class with a key.
func (l *loader) monitor(address, class int64) tracefeed.MonitorID {
	return l.names.monitor(l.monitorName(address, class))
}

func (l *loader) monitorName(address, class int64) tracefeed.Monitor {
	return threaddump.JavaMonitor(strconv.FormatUint(uint64(address), 16), l.class(class))
}

// systemGroups are the groups of the threads of Java's library.
var systemGroups = map[string]bool{"system": true, "InnocuousThreadGroup": true}
