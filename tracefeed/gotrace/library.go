package gotrace

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"golang.org/x/exp/trace"

	"tiv/tracefeed"
)

// library reads a trace with golang.org/x/exp/trace. It is slower than the wire
// reader, and reads the other formats: those before Go 1.22, and future ones
// once the library supports them.
type library struct {
	ahead *ahead
	conv  converter
}

func newLibrary(in io.Reader, stop chan struct{}) *library {
	return &library{ahead: readAhead(in, stop)}
}

// take maps one batch. The library accesses the tables of an old, damaged trace
// without checks, hence the recover.
func (l *library) take(m *mapper) (err error) {
	b := <-l.ahead.full
	defer func() {
		if p := recover(); p != nil {
			err = &tracefeed.Damage{Offset: b.offset, Err: fmt.Errorf("names something that is not there: %v", p)}
		}
	}()
	for i := range b.events {
		l.conv.add(m, &b.events[i])
	}
	if b.err == io.EOF && m.generations > 0 && len(m.gs) == 1 {
		return &tracefeed.Damage{Offset: b.offset, Err: errors.New("the trace ends before its first event")}
	}
	if b.err == nil {
		l.ahead.free <- b.events[:0]
	}
	return b.err
}

// wait blocks until the goroutine has ended.
func (l *library) wait() {
	for range l.ahead.full {
	}
}

// converter converts the library's events to ours.
type converter struct {
	goroutines map[trace.GoID]gnum
	recent     [256]known // goroutines, by the low bits of their ids
	locks      map[uint64]lockNum
	stacks     libraryStacks
}

// add passes an event to the mapper, unless it is to be ignored.
func (c *converter) add(m *mapper, ev *trace.Event) {
	e := event{time: int64(ev.Time()), by: c.number(m, ev.Goroutine()), cpu: tracefeed.CPU(ev.Proc() + 1)} // NoProc is -1
	switch ev.Kind() {
	case trace.EventStateTransition:
		tr := ev.StateTransition()
		if tr.Resource.Kind != trace.ResourceGoroutine {
			return
		}
		from, to := tr.Goroutine()
		e.from, e.to = goState(from), goState(to)
		e.g, e.stack = c.number(m, tr.Resource.Goroutine()), c.stacks.number(tr.Stack)
		if e.to == stateWaiting {
			e.reason = reasonOf(tr.Reason)
		}
		switch {
		case e.from == stateWaiting && e.to == stateRunnable:
			e.stack = c.stacks.number(ev.Stack())
		case e.from == stateNone && e.to != stateSyscall:
			e.origin = c.stacks.number(ev.Stack())
		}
	case trace.EventLog:
		l := ev.Log()
		if e.kind = logEvent(l.Category, l.Message); e.kind == stateChange {
			return
		}
		if e.kind == leakProven {
			e.g = c.goroutines[trace.GoID(l.Task)]
			break
		}
		if e.g = e.by; !e.kind.namesGoroutine() {
			e.stack = c.stacks.number(ev.Stack())
			e.lock = c.lock(m, uint64(l.Task))
		} else if e.by = c.goroutines[trace.GoID(l.Task)]; e.by == 0 {
			return
		}
	case trace.EventRangeBegin, trace.EventRangeActive, trace.EventRangeEnd:
		if e.kind = rangeOf(ev); e.kind == stateChange {
			return
		}
	case trace.EventStackSample:
		e.kind, e.g, e.stack = cpuSample, e.by, c.stacks.number(ev.Stack())
	case trace.EventTaskBegin, trace.EventTaskEnd, trace.EventRegionBegin, trace.EventRegionEnd:
		c.userEvent(m, &e, ev)
	case trace.EventSync:
		e.kind = generationBoundary
		c.stacks = libraryStacks{}
		m.stacks.newGeneration(&c.stacks)
	default:
		return
	}
	m.add(&e)
}

// userEvent converts the begin or end of a user task or region.
func (c *converter) userEvent(m *mapper, e *event, ev *trace.Event) {
	e.g = e.by
	switch ev.Kind() {
	case trace.EventTaskBegin:
		t := ev.Task()
		parent := uint64(t.Parent)
		if t.Parent == trace.NoTask {
			parent = 0
		}
		e.kind, e.stack = taskBegin, c.stacks.number(ev.Stack())
		m.user.set(uint64(t.ID), parent, m.user.names.id(t.Type))
	case trace.EventTaskEnd:
		e.kind = taskEnd
		m.user.set(uint64(ev.Task().ID), 0, tracefeed.NoName)
	case trace.EventRegionBegin:
		r := ev.Region()
		e.kind, e.stack = regionBegin, c.stacks.number(ev.Stack())
		m.user.set(uint64(r.Task), 0, m.user.names.id(r.Type))
	case trace.EventRegionEnd:
		r := ev.Region()
		e.kind = regionEnd
		m.user.set(uint64(r.Task), 0, m.user.names.id(r.Type))
	}
}

// rangeOf returns the kind of a range event; stateChange if it is to be
// ignored. The library distinguishes ranges by name only.
func rangeOf(ev *trace.Event) eventKind {
	const stopWorld = "stop-the-world ("
	name, k := ev.Range().Name, ev.Kind()
	switch {
	case name == "GC concurrent mark phase":
		return map[trace.EventKind]eventKind{
			trace.EventRangeBegin: markBegin, trace.EventRangeActive: markActive, trace.EventRangeEnd: markEnd,
		}[k]
	case !strings.HasPrefix(name, stopWorld):
	case k == trace.EventRangeEnd:
		return stwEnd
	case k == trace.EventRangeBegin && strings.HasPrefix(name, stopWorld+"GC "):
		return stwBeginGC
	case k == trace.EventRangeBegin:
		return stwBegin
	}
	return stateChange
}

func (c *converter) number(m *mapper, id trace.GoID) gnum {
	if id == trace.NoGoroutine {
		return 0
	}
	k := &c.recent[uint64(id)%uint64(len(c.recent))]
	if k.id == id && k.n != 0 {
		return k.n
	}
	n, ok := c.goroutines[id]
	if !ok {
		if c.goroutines == nil {
			c.goroutines = make(map[trace.GoID]gnum)
		}
		n = gnum(len(m.ids))
		m.ids = append(m.ids, uint64(id))
		c.goroutines[id] = n
	}
	*k = known{id, n}
	return n
}

// known is a goroutine whose number was looked up recently.
type known struct {
	id trace.GoID
	n  gnum
}

func (c *converter) lock(m *mapper, address uint64) lockNum {
	n, ok := c.locks[address]
	if !ok {
		if c.locks == nil {
			c.locks = make(map[uint64]lockNum)
		}
		n = lockNum(len(m.locks.addresses))
		m.locks.addresses = append(m.locks.addresses, address)
		c.locks[address] = n
	}
	return n
}

// libraryStacks are the stacks in the current generation of the library's
// events. A stack is a handle: equal handles are equal stacks, within a
// generation.
type libraryStacks struct {
	numbers map[trace.Stack]stackNum
	list    []trace.Stack // by stackNum - 1
	// last is the stack that was looked up last; the next one is often the
	// same.
	last       trace.Stack
	lastNumber stackNum
	pcs        map[uint64]int32
	frames     []tracefeed.Frame
	scratch    []int32
}

func (s *libraryStacks) number(st trace.Stack) stackNum {
	if st == trace.NoStack {
		return 0
	}
	if st == s.last {
		return s.lastNumber
	}
	n, ok := s.numbers[st]
	if !ok {
		if s.numbers == nil {
			s.numbers = make(map[trace.Stack]stackNum)
		}
		s.list = append(s.list, st)
		n = stackNum(len(s.list))
		s.numbers[st] = n
	}
	s.last, s.lastNumber = st, n
	return n
}

func (s *libraryStacks) calls(n stackNum) []int32 {
	s.scratch = s.scratch[:0]
	for f := range s.list[n-1].Frames() {
		id, ok := s.pcs[f.PC]
		if !ok {
			if s.pcs == nil {
				s.pcs = make(map[uint64]int32)
			}
			id = int32(len(s.frames))
			s.frames = append(s.frames, tracefeed.Frame{Func: f.Func, File: f.File, Line: int32(f.Line)})
			s.pcs[f.PC] = id
		}
		s.scratch = append(s.scratch, id)
	}
	return s.scratch
}

func (s *libraryStacks) frame(n int32) tracefeed.Frame { return s.frames[n] }
