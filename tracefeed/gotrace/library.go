package gotrace

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"golang.org/x/exp/trace"

	"tiv/tracefeed"
	"tiv/tracefeed/gotrace/wire"
)

// library reads a trace with golang.org/x/exp/trace. It is slower than the wire
// reader, and reads the other formats: those before Go 1.22, and future ones
// once the library supports them.
type library struct {
	ahead *prefetcher
	conv  converter
}

func newLibrary(in io.Reader, stop chan struct{}) *library {
	return &library{ahead: prefetch(in, stop)}
}

// Read maps one batch. The library accesses the tables of an old, damaged trace
// without checks, hence the recover.
func (l *library) Read(sink wire.Sink) (err error) {
	b := <-l.ahead.full
	defer func() {
		if p := recover(); p != nil {
			err = &tracefeed.Damage{Offset: b.offset, Err: fmt.Errorf("refers to something that does not exist: %v", p)}
		}
	}()
	for i := range b.events {
		l.conv.add(sink, &b.events[i])
	}
	if b.err == io.EOF && l.conv.begun && len(l.conv.ids) == 0 {
		return &tracefeed.Damage{Offset: b.offset, Err: errors.New("the trace ends before its first event")}
	}
	if b.err == nil {
		l.ahead.free <- b.events[:0]
	}
	return b.err
}

// Wait blocks until the goroutine has ended.
func (l *library) Wait() {
	for range l.ahead.full {
	}
}

// converter converts the library's events to ours.
type converter struct {
	begun      bool     // a generation has
	ids        []uint64 // of goroutines, by wire.G less 1
	goroutines map[trace.GoID]wire.G
	recent     [256]known // goroutines, by the low bits of their ids
	addresses  []uint64   // of locks, by wire.Lock less 1
	locks      map[uint64]wire.Lock
	stacks     libraryStacks
	user       wire.UserEvent // of the current event
	thread     uint64         // of the current event
}

// add passes an event to the sink, unless it is to be ignored.
func (c *converter) add(sink wire.Sink, ev *trace.Event) {
	e := wire.Event{Time: int64(ev.Time()), By: c.number(ev.Goroutine()), CPU: tracefeed.CPU(ev.Proc() + 1)} // NoProc is -1
	c.thread = uint64(ev.Thread())
	switch ev.Kind() {
	case trace.EventStateTransition:
		tr := ev.StateTransition()
		if tr.Resource.Kind != trace.ResourceGoroutine {
			return
		}
		from, to := tr.Goroutine()
		e.From, e.To = wire.GoState(from), wire.GoState(to)
		e.G, e.Stack = c.number(tr.Resource.Goroutine()), c.stacks.number(tr.Stack)
		if e.To == wire.GoWaiting {
			e.Reason = wire.ReasonOf(tr.Reason)
		}
		switch {
		case e.From == wire.GoWaiting && e.To == wire.GoRunnable:
			e.Stack = c.stacks.number(ev.Stack())
		case e.From == wire.GoNotExist && e.To != wire.GoSyscall:
			e.Origin = c.stacks.number(ev.Stack())
		}
	case trace.EventLog:
		l := ev.Log()
		if e.Kind = wire.LogKind(l.Category, l.Message); e.Kind == wire.StateChange {
			return
		}
		if e.Kind.HasUser() {
			e.G, c.user = e.By, wire.UserEvent{Task: uint64(l.Task), Name: l.Message}
			break
		}
		if e.Kind == wire.LeakProven {
			e.G = c.goroutines[trace.GoID(l.Task)]
			break
		}
		if e.G = e.By; !e.Kind.NamesGoroutine() {
			e.Stack = c.stacks.number(ev.Stack())
			e.Lock = c.lock(uint64(l.Task))
		} else if e.By = c.goroutines[trace.GoID(l.Task)]; e.By == 0 {
			return
		}
	case trace.EventRangeBegin, trace.EventRangeActive, trace.EventRangeEnd:
		if e.Kind = rangeOf(ev); e.Kind == wire.StateChange {
			return
		}
	case trace.EventStackSample:
		e.Kind, e.G, e.Stack = wire.CPUSample, e.By, c.stacks.number(ev.Stack())
	case trace.EventTaskBegin, trace.EventTaskEnd, trace.EventRegionBegin, trace.EventRegionEnd:
		c.userEvent(&e, ev)
	case trace.EventSync:
		e.Kind = wire.GenerationBoundary
		c.begun, c.stacks = true, libraryStacks{}
		sink.NewGeneration(c)
	default:
		return
	}
	sink.Add(&e)
}

// userEvent converts the begin or end of a user task or region.
func (c *converter) userEvent(e *wire.Event, ev *trace.Event) {
	e.G = e.By
	switch ev.Kind() {
	case trace.EventTaskBegin:
		t := ev.Task()
		parent := uint64(t.Parent)
		if t.Parent == trace.NoTask {
			parent = 0
		}
		e.Kind, e.Stack = wire.TaskBegin, c.stacks.number(ev.Stack())
		c.user = wire.UserEvent{Task: uint64(t.ID), Parent: parent, Name: t.Type}
	case trace.EventTaskEnd:
		e.Kind = wire.TaskEnd
		c.user = wire.UserEvent{Task: uint64(ev.Task().ID)}
	case trace.EventRegionBegin:
		r := ev.Region()
		e.Kind, e.Stack = wire.RegionBegin, c.stacks.number(ev.Stack())
		c.user = wire.UserEvent{Task: uint64(r.Task), Name: r.Type}
	case trace.EventRegionEnd:
		r := ev.Region()
		e.Kind = wire.RegionEnd
		c.user = wire.UserEvent{Task: uint64(r.Task), Name: r.Type}
	}
}

// rangeOf returns the kind of a range event; StateChange if it is to be
// ignored. The library distinguishes ranges by name only.
func rangeOf(ev *trace.Event) wire.Kind {
	const stopWorld = "stop-the-world ("
	name, k := ev.Range().Name, ev.Kind()
	switch {
	case name == "GC concurrent mark phase":
		return map[trace.EventKind]wire.Kind{
			trace.EventRangeBegin: wire.MarkBegin, trace.EventRangeActive: wire.MarkActive, trace.EventRangeEnd: wire.MarkEnd,
		}[k]
	case !strings.HasPrefix(name, stopWorld):
	case k == trace.EventRangeEnd:
		return wire.STWEnd
	case k == trace.EventRangeBegin && strings.HasPrefix(name, stopWorld+"GC "):
		return wire.STWBeginGC
	case k == trace.EventRangeBegin:
		return wire.STWBegin
	}
	return wire.StateChange
}

func (c *converter) number(id trace.GoID) wire.G {
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
			c.goroutines = make(map[trace.GoID]wire.G)
		}
		c.ids = append(c.ids, uint64(id))
		n = wire.G(len(c.ids))
		c.goroutines[id] = n
	}
	*k = known{id, n}
	return n
}

// known is a goroutine whose number was looked up recently.
type known struct {
	id trace.GoID
	n  wire.G
}

func (c *converter) lock(address uint64) wire.Lock {
	n, ok := c.locks[address]
	if !ok {
		if c.locks == nil {
			c.locks = make(map[uint64]wire.Lock)
		}
		c.addresses = append(c.addresses, address)
		n = wire.Lock(len(c.addresses))
		c.locks[address] = n
	}
	return n
}

var _ wire.Names = (*converter)(nil)

// GoroutineID implements wire.Names.
func (c *converter) GoroutineID(g wire.G) uint64 { return c.ids[g-1] }

// Address implements wire.Names.
func (c *converter) Address(l wire.Lock) uint64 { return c.addresses[l-1] }

// Calls implements wire.Names.
func (c *converter) Calls(n wire.Stack) []int32 { return c.stacks.calls(n) }

// Frame implements wire.Names.
func (c *converter) Frame(n int32) tracefeed.Frame { return c.stacks.frames[n] }

// Dumps implements wire.Names: the library does not pass on batches of experiments.
func (c *converter) Dumps() []io.Reader { return nil }

// Thread implements wire.Names. Of a goroutine that is in a system call when the trace
// begins, the library tells a thread that reported so.
func (c *converter) Thread() uint64 { return c.thread }

// User implements wire.Names.
func (c *converter) User() wire.UserEvent { return c.user }

// libraryStacks are the stacks in the current generation of the library's
// events. A stack is a handle: equal handles are equal stacks, within a
// generation.
type libraryStacks struct {
	numbers map[trace.Stack]wire.Stack
	list    []trace.Stack // by Stack - 1
	// last is the stack that was looked up last; the next one is often the
	// same.
	last       trace.Stack
	lastNumber wire.Stack
	pcs        map[uint64]int32
	frames     []tracefeed.Frame
	scratch    []int32
}

func (s *libraryStacks) number(st trace.Stack) wire.Stack {
	if st == trace.NoStack {
		return 0
	}
	if st == s.last {
		return s.lastNumber
	}
	n, ok := s.numbers[st]
	if !ok {
		if s.numbers == nil {
			s.numbers = make(map[trace.Stack]wire.Stack)
		}
		s.list = append(s.list, st)
		n = wire.Stack(len(s.list))
		s.numbers[st] = n
	}
	s.last, s.lastNumber = st, n
	return n
}

func (s *libraryStacks) calls(n wire.Stack) []int32 {
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
