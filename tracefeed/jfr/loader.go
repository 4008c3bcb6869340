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
	records []record
	dumps   []dump
	samples []sighting
	// aliases are the monitors of events, by those of dumps.
	aliases map[tracefeed.MonitorID]tracefeed.MonitorID
	// thresholds are the least durations of events, by type.
	thresholds map[string]time.Duration
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
}

// dump is the threads that a thread dump found.
type dump struct {
	at    tracefeed.Time
	found []sighting
}

func newLoader() *loader {
	return &loader{names: newNames(), aliases: map[tracefeed.MonitorID]tracefeed.MonitorID{}, thresholds: map[string]time.Duration{}}
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
	readers := map[int64]*reader{}
	for id, cl := range c.classes {
		if t, ok := eventTypes[cl.name]; ok {
			if t.thread == "" {
				t.thread = "eventThread"
			}
			names := append([]string{"startTime", "duration", t.thread, "stackTrace"}, t.fields...)
			readers[id] = &reader{cl.plan(names...), t.read}
		}
	}
	l.records = slices.Grow(l.records, len(c.bytes)/bytesPerEvent)
	var v values
	return c.each(func(kind int64, in cursor) bool {
		rd := readers[kind]
		if rd == nil {
			return true
		}
		if rd.plan.read(&in, &v, c.pools.strings); in.Bad {
			return false
		}
		r := record{start: l.time(v.numbers[startSlot]), thread: l.thread(v.numbers[threadSlot]), stack: l.stack(v.numbers[stackSlot])}
		r.end = max(r.start, l.time(v.numbers[startSlot]+max(0, v.numbers[durationSlot])))
		l.end = max(l.end, r.end)
		if rd.read(l, &r, &v) {
			l.records = append(l.records, r)
		}
		return true
	})
}

// bytesPerEvent is about the length of the events that become records.
const bytesPerEvent = 40

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
		calls := l.chunk.pools.stacks[key]
		frames := make([]tracefeed.Frame, len(calls))
		for i, c := range calls {
			frames[i] = tracefeed.Frame{Func: l.function(c.method), Line: max(0, c.line)}
		}
		id = l.names.stacks.Add(frames)
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

// calls reports whether a function is on a stack.
func (l *loader) calls(id tracefeed.StackID, function string) bool {
	t := l.names.tables
	for _, f := range t.Stacks[id] {
		if t.Frames[f].Func == function {
			return true
		}
	}
	return false
}

// systemGroups are the groups of the threads of Java's library.
var systemGroups = map[string]bool{"system": true, "InnocuousThreadGroup": true}
