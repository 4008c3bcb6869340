package block

import (
	"slices"

	"tiv/tracefeed"
)

const (
	// MaxEvents is the maximum number of events in a block. A block has minLen
	// events while few threads are alive, and about eventsPerThread events for each
	// thread alive otherwise.
	MaxEvents       = 1 << 20
	minLen          = 64 << 10
	eventsPerThread = 64
	// MaxCodes is the maximum number of codes in a block; from manyCodes on, the
	// next block is due.
	MaxCodes  = 255
	manyCodes = 200
)

// Builder makes blocks of events that arrive in time order. It appends them to
// a list for each field, and sorts the lists by thread when it makes a block.
type Builder struct {
	log      []logged
	monitors values[tracefeed.MonitorID]
	others   values[tracefeed.ThreadID]
	stacks   values[tracefeed.StackID]
	cpus     values[tracefeed.CPU]
	names    values[tracefeed.NameID]
	objects  values[int64]
	amounts  values[int64]
	table    []Code
	// recent caches the codes of events by a hash of their fields.
	recent [256]recentCode
	// last is the monitor of each thread's last event that had one.
	last []tracefeed.MonitorID
	// marked is the number of monitors before the last mark.
	marked int
	// next is scratch of Block, by thread: zero for all in between.
	next []int32
}

// logged holds the fields that every event has.
type logged struct {
	time   tracefeed.Time
	thread tracefeed.ThreadID
	code   uint8
}

type recentCode struct {
	key  uint32 // 0: none
	code uint8
}

// Len returns the number of events.
func (b *Builder) Len() int { return len(b.log) }

// Room returns the number of events that fit before a new block may be due
// while that many threads are alive; 0 if it is due now. A block should end
// between two instants rather than within one.
func (b *Builder) Room(live int) int {
	n := len(b.log)
	room := min(eventsPerThread*live, MaxEvents/2) - n
	// Each of the events may be the last of its thread.
	room = max(minLen-n, (room+eventsPerThread)/(eventsPerThread+1))
	return min(room, manyCodes-len(b.table))
}

// Overfull reports whether there is no room for another event.
func (b *Builder) Overfull() bool { return len(b.log) == MaxEvents || len(b.table) == MaxCodes }

// Add is AddAll for one event.
func (b *Builder) Add(ev *tracefeed.Event, state tracefeed.State) {
	b.AddAll([]tracefeed.Event{*ev}, []tracefeed.State{state})
}

// AddAll adds events, and the state of their threads after each. There must be
// Room for them; for a single event, the builder must not be overfull.
func (b *Builder) AddAll(evs []tracefeed.Event, states []tracefeed.State) {
	from := len(b.log)
	b.log = slices.Grow(b.log, len(evs))[:from+len(evs)]
	log, states := b.log[from:][:len(evs)], states[:len(evs)]
	for i := range evs {
		ev, f := &evs[i], Fields(0)
		if ev.Monitor != tracefeed.NoMonitor {
			f = b.monitor(ev)
		}
		f |= b.others.add(ev.Thread, ev.Other, HasOther)
		f |= b.stacks.add(ev.Thread, ev.Stack, HasStack)
		f |= b.cpus.add(ev.Thread, ev.CPU, HasCPU)
		if int64(ev.Name)|ev.Object|ev.Value != 0 {
			f |= b.names.add(ev.Thread, ev.Name, HasName)
			f |= b.objects.add(ev.Thread, ev.Object, HasObject)
			f |= b.amounts.add(ev.Thread, ev.Value, HasValue)
		}
		// Unspecified is the only state above 7, and there are at most 64 kinds and 16 causes.
		key := uint32(ev.Kind) | uint32(ev.Cause)<<6 | uint32(states[i]&7)<<12 | uint32(f)<<15 | 1<<31
		if ev.Shared {
			key |= 1 << 10
		}
		if ev.Forever {
			key |= 1 << 11
		}
		r := &b.recent[key*0x9E3779B9>>24]
		if r.key != key {
			*r = recentCode{key, b.code(Code{Kind: ev.Kind, State: states[i], Cause: ev.Cause, Shared: ev.Shared,
				Forever: ev.Forever, Fields: f})}
		}
		log[i] = logged{ev.Time, ev.Thread, r.code}
	}
}

// monitor encodes the monitor of an event that has one.
func (b *Builder) monitor(ev *tracefeed.Event) Fields {
	for int(ev.Thread) >= len(b.last) {
		b.last = append(b.last, tracefeed.NoMonitor)
	}
	if last := &b.last[ev.Thread]; *last != ev.Monitor {
		*last = ev.Monitor
		return b.monitors.add(ev.Thread, ev.Monitor, HasMonitor)
	}
	return SameMonitor
}

// code returns the index of c in the table, and adds c if necessary.
func (b *Builder) code(c Code) uint8 {
	i := slices.Index(b.table, c)
	if i < 0 {
		i = len(b.table)
		b.table = append(b.table, c)
	}
	return uint8(i)
}

// Reset removes all events. Its cost follows the events, not the threads.
func (b *Builder) Reset() {
	for i := range b.monitors {
		b.last[b.monitors[i].thread] = tracefeed.NoMonitor
	}
	b.log = b.log[:0]
	b.monitors, b.others, b.stacks, b.cpus = b.monitors[:0], b.others[:0], b.stacks[:0], b.cpus[:0]
	b.names, b.objects, b.amounts = b.names[:0], b.objects[:0], b.amounts[:0]
	b.table, b.marked = nil, 0
	clear(b.recent[:])
}

// Block returns the events so far as a block. The caller sets Start, End,
// Restart, OpenSpans, Holds and OpenCalls.
func (b *Builder) Block() *Block {
	n := len(b.log)
	block := &Block{
		Codes:   make([]uint8, n),
		Times:   make([]tracefeed.Time, n),
		Table:   b.table[:len(b.table):len(b.table)],
		Details: &Details{},
	}
	b.group(block)
	next := b.next
	b.place(block, next)
	d := block.Details
	d.Monitors = b.monitors.spread(block, next, func(f *First) *int32 { return &f.Monitor })
	d.Others = b.others.spread(block, next, func(f *First) *int32 { return &f.Other })
	d.Stacks = b.stacks.spread(block, next, func(f *First) *int32 { return &f.Stack })
	d.CPUs = b.cpus.spread(block, next, func(f *First) *int32 { return &f.CPU })
	d.Names = b.names.spread(block, next, func(f *First) *int32 { return &f.Name })
	d.Objects = b.objects.spread(block, next, func(f *First) *int32 { return &f.Object })
	d.Values = b.amounts.spread(block, next, func(f *First) *int32 { return &f.Value })
	for g := range block.Groups {
		next[block.Groups[g].Thread] = 0
	}
	return block
}

// group makes the groups, and sets next to the position of each thread's first
// event.
func (b *Builder) group(block *Block) {
	used := b.count()
	block.Groups, block.Firsts = make([]Group, len(used)), make([]First, len(used))
	first := int32(0)
	for g, t := range used {
		at := &b.next[t]
		block.Groups[g] = Group{t, first, *at}
		*at, first = first, first+*at
	}
}

// count sets next to the number of events of each thread, and returns the
// threads that have events, by id. If these are few, it does not visit the
// others.
func (b *Builder) count() (used []tracefeed.ThreadID) {
	next := b.next
	for i := range b.log {
		t := b.log[i].thread
		if int(t) >= len(next) {
			next = append(next, make([]int32, int(t)+1-len(next))...)
		}
		next[t]++
	}
	b.next = next
	if len(next) <= len(b.log) {
		used = make([]tracefeed.ThreadID, 0, len(next))
		for t, n := range next {
			if n > 0 {
				used = append(used, tracefeed.ThreadID(t))
			}
		}
		return used
	}
	for i := range b.log {
		if n := &next[b.log[i].thread]; *n > 0 {
			used = append(used, b.log[i].thread)
			*n = -*n // seen
		}
	}
	for _, t := range used {
		next[t] = -next[t]
	}
	slices.Sort(used)
	return used
}

// place moves the fields of every event to the positions of its thread's group.
func (b *Builder) place(block *Block, next []int32) {
	codes, times := block.Codes, block.Times
	for i := range b.log {
		l := &b.log[i]
		at := next[l.thread]
		next[l.thread] = at + 1
		codes[at], times[at] = l.code, l.time
	}
}
