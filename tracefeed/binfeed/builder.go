package binfeed

import "tiv/tracefeed"

// BlockLen is how many events a block has where threads are few, MostEvents
// how many it can have. In between it grows with the threads that are alive,
// so that each finds about EventsPerThread events in it.
const (
	BlockLen        = 64 << 10
	EventsPerThread = 64
	MostEvents      = 1 << 20
)

// mostCodes is how many codes a block can have, manyCodes when it is time for
// another.
const (
	mostCodes = 255
	manyCodes = 200
)

// Builder makes blocks of events that come in order of time. It writes them
// down as they come, and sorts them by thread when a block is asked for.
type Builder struct {
	log []logged
	// small are the fields of all events that fit 32 bits, in the order of
	// Fields; large are the others.
	small []int32
	large []int64
	table []Code
	// recent finds the code of an event by a hash of what makes it, most of
	// the time.
	recent [256]recentCode
	// lastMonitor is, by thread, that of the last event in this block that had
	// one. used lists the threads that have events, count how many.
	lastMonitor []tracefeed.MonitorID
	count       []int32
	used        int
	// monitors are those that events have; seen says so by monitor.
	monitors []tracefeed.MonitorID
	seen     []bool
}

// logged is what every event has.
type logged struct {
	time   tracefeed.Time
	thread tracefeed.ThreadID
	code   uint8
}

type recentCode struct {
	key  uint64 // 0: none
	code uint8
}

// Len returns how many events there are.
func (b *Builder) Len() int { return len(b.log) }

// Full reports whether it is time for a new block, while some number of
// threads is alive. A block that ends between two instants is better than one
// that ends within one.
func (b *Builder) Full(live int) bool {
	return len(b.log) >= min(max(BlockLen, EventsPerThread*live), MostEvents/2) || len(b.table) >= manyCodes
}

// Overfull reports whether there is no room for another event.
func (b *Builder) Overfull() bool { return len(b.log) == MostEvents || len(b.table) == mostCodes }

// Add takes an event, and what its thread does after it. The builder must not
// be overfull.
func (b *Builder) Add(ev *tracefeed.Event, state State) {
	for int(ev.Thread) >= len(b.count) {
		b.count = append(b.count, 0)
		b.lastMonitor = append(b.lastMonitor, 0)
	}
	if b.count[ev.Thread] == 0 {
		b.used++
	}
	b.count[ev.Thread]++
	code := Code{Kind: ev.Kind, State: state, Cause: ev.Cause, Shared: ev.Shared, Forever: ev.Forever, Fields: b.fields(ev)}
	b.log = append(b.log, logged{ev.Time, ev.Thread, b.code(code)})
}

// fields notes the fields that the event has, and returns which.
func (b *Builder) fields(ev *tracefeed.Event) (f Fields) {
	if ev.Monitor != tracefeed.NoMonitor {
		f = HasMonitor
		if last := &b.lastMonitor[ev.Thread]; *last == ev.Monitor {
			f = SameMonitor
		} else {
			*last = ev.Monitor
			b.note(ev.Monitor)
			b.small = append(b.small, int32(ev.Monitor))
		}
	}
	if ev.Other != tracefeed.NoThread {
		f |= HasOther
		b.small = append(b.small, int32(ev.Other))
	}
	if ev.Stack != tracefeed.NoStack {
		f |= HasStack
		b.small = append(b.small, int32(ev.Stack))
	}
	if ev.CPU != tracefeed.NoCPU {
		f |= HasCPU
		b.small = append(b.small, int32(ev.CPU))
	}
	if ev.Name != tracefeed.NoName {
		f |= HasName
		b.small = append(b.small, int32(ev.Name))
	}
	if ev.Object != 0 {
		f |= HasObject
		b.large = append(b.large, ev.Object)
	}
	if ev.Value != 0 {
		f |= HasValue
		b.large = append(b.large, ev.Value)
	}
	return f
}

// note notes that events have a monitor.
func (b *Builder) note(m tracefeed.MonitorID) {
	for int(m) >= len(b.seen) {
		b.seen = append(b.seen, false)
	}
	if !b.seen[m] {
		b.seen[m] = true
		b.monitors = append(b.monitors, m)
	}
}

// Threads is a sequence of the threads that have events, by id.
func (b *Builder) Threads(yield func(tracefeed.ThreadID) bool) {
	for t, n := range b.count {
		if n > 0 && !yield(tracefeed.ThreadID(t)) {
			return
		}
	}
}

// Monitors returns the monitors that events have, in no order.
func (b *Builder) Monitors() []tracefeed.MonitorID { return b.monitors }

// code returns the index of c in the table, which may be new.
func (b *Builder) code(c Code) uint8 {
	key := uint64(c.Kind) | uint64(c.State)<<8 | uint64(c.Cause)<<16 | uint64(c.Fields)<<24 | 1<<32
	if c.Shared {
		key |= 1 << 33
	}
	if c.Forever {
		key |= 1 << 34
	}
	r := &b.recent[key*0x9E3779B97F4A7C15>>56]
	if r.key == key {
		return r.code
	}
	r.key = key
	for i := range b.table {
		if b.table[i] == c {
			r.code = uint8(i)
			return r.code
		}
	}
	b.table = append(b.table, c)
	r.code = uint8(len(b.table) - 1)
	return r.code
}

// Reset forgets all events.
func (b *Builder) Reset() {
	clear(b.count)
	clear(b.lastMonitor)
	for _, m := range b.monitors {
		b.seen[m] = false
	}
	b.monitors = b.monitors[:0]
	b.used = 0
	b.log = b.log[:0]
	b.small, b.large = b.small[:0], b.large[:0]
	b.table = nil
	clear(b.recent[:])
}

// Block returns the events so far as a block. Start, End, Restart, Carries and
// Holds are the caller's to set.
func (b *Builder) Block() *Block {
	n := len(b.log)
	block := &Block{
		Groups:  make([]Group, 0, b.used),
		Codes:   make([]uint8, n),
		Times:   make([]tracefeed.Time, n),
		Table:   b.table[:len(b.table):len(b.table)],
		Details: &Details{Firsts: make([]First, b.used)},
	}
	group := make([]int32, len(b.count)) // by thread
	first := int32(0)
	for t, c := range b.count {
		if c > 0 {
			group[t] = int32(len(block.Groups))
			block.Groups = append(block.Groups, Group{tracefeed.ThreadID(t), first, c})
			first += c
		}
	}
	b.place(block, group)
	b.placeFields(block, group)
	return block
}

// place puts what every event has where its thread's events are.
func (b *Builder) place(block *Block, group []int32) {
	next := make([]int32, len(block.Groups))
	for g := range next {
		next[g] = block.Groups[g].First
	}
	for i := range b.log {
		l := &b.log[i]
		at := &next[group[l.thread]]
		block.Codes[*at], block.Times[*at] = l.code, l.time
		*at++
	}
}

// placeFields puts the fields of events in the order of threads.
func (b *Builder) placeFields(block *Block, group []int32) {
	d := block.Details
	next := make([]First, len(block.Groups))
	var fields [256]Fields // those that have values, by code
	for c := range b.table {
		fields[c] = b.table[c].Fields &^ SameMonitor
	}
	for i := range b.log {
		if l := &b.log[i]; fields[l.code] != 0 {
			next[group[l.thread]].count(fields[l.code])
		}
	}
	var sum First
	for g := range next {
		d.Firsts[g] = sum
		sum.add(next[g])
		next[g] = d.Firsts[g]
	}
	d.Monitors = make([]tracefeed.MonitorID, sum.Monitor)
	d.Others = make([]tracefeed.ThreadID, sum.Other)
	d.Stacks = make([]tracefeed.StackID, sum.Stack)
	d.CPUs = make([]tracefeed.CPU, sum.CPU)
	d.Names = make([]tracefeed.NameID, sum.Name)
	d.Objects = make([]int64, sum.Object)
	d.Values = make([]int64, sum.Value)
	small, large := b.small, b.large
	for i := range b.log {
		if l := &b.log[i]; fields[l.code] != 0 {
			small, large = d.put(&next[group[l.thread]], fields[l.code], small, large)
		}
	}
}

// put moves the fields of one event to where its group's next ones are, and
// returns what is left.
func (d *Details) put(at *First, f Fields, small []int32, large []int64) ([]int32, []int64) {
	if f&HasMonitor != 0 {
		d.Monitors[at.Monitor], small = tracefeed.MonitorID(small[0]), small[1:]
		at.Monitor++
	}
	if f&HasOther != 0 {
		d.Others[at.Other], small = tracefeed.ThreadID(small[0]), small[1:]
		at.Other++
	}
	if f&HasStack != 0 {
		d.Stacks[at.Stack], small = tracefeed.StackID(small[0]), small[1:]
		at.Stack++
	}
	if f&HasCPU != 0 {
		d.CPUs[at.CPU], small = tracefeed.CPU(small[0]), small[1:]
		at.CPU++
	}
	if f&rareFields == 0 {
		return small, large
	}
	if f&HasName != 0 {
		d.Names[at.Name], small = tracefeed.NameID(small[0]), small[1:]
		at.Name++
	}
	if f&HasObject != 0 {
		d.Objects[at.Object], large = large[0], large[1:]
		at.Object++
	}
	if f&HasValue != 0 {
		d.Values[at.Value], large = large[0], large[1:]
		at.Value++
	}
	return small, large
}

// rareFields are those that few events have.
const rareFields = HasName | HasObject | HasValue

// bit is 1 if the field is in the set.
func (f Fields) bit(field Fields) int32 {
	if f&field != 0 {
		return 1
	}
	return 0
}

// count moves on behind the values of an event.
func (at *First) count(f Fields) {
	at.Monitor += f.bit(HasMonitor)
	at.Other += f.bit(HasOther)
	at.Stack += f.bit(HasStack)
	at.CPU += f.bit(HasCPU)
	if f&rareFields != 0 {
		at.Name += f.bit(HasName)
		at.Object += f.bit(HasObject)
		at.Value += f.bit(HasValue)
	}
}

func (at *First) add(n First) {
	at.Monitor += n.Monitor
	at.Other += n.Other
	at.Stack += n.Stack
	at.CPU += n.CPU
	at.Name += n.Name
	at.Object += n.Object
	at.Value += n.Value
}
