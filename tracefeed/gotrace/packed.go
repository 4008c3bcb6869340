package gotrace

import (
	"math"

	"tiv/tracefeed"
)

// packed is a block of events in a quarter of the memory: without zeros.
type packed struct {
	first   tracefeed.Time
	since   []uint32 // by event: nanoseconds from first
	threads []tracefeed.ThreadID
	heads   []uint16
	values  []int32  // of the fields that are flagged in the heads
	details []detail // of the events with headDetail
}

// detail is the fields of an event that only samples, tasks and regions have.
type detail struct {
	object, value int64
	name          tracefeed.NameID
}

// A head is the kind of an event in its lowest bits, then its cause, and flags.
// The constants are bit numbers.
const (
	headCause = iota + 5
	_
	_
	_
	headShared
	headForever
	headOther
	headMonitor
	headStack
	headCPU
	headDetail
	headKinds  = 1<<headCause - 1
	headCauses = 1<<(headShared-headCause) - 1
)

// maxValues is the maximum number of values of an event.
const maxValues = 4

// pack packs events into blocks, each short enough in time for the type of
// since.
func (q *events) pack(evs []tracefeed.Event) {
	if q.values == nil {
		q.values = make([]int32, maxValues*blockLen)
	}
	for len(evs) > 0 {
		n := 1
		for n < len(evs) && evs[n].Time-evs[0].Time <= math.MaxUint32 {
			n++
		}
		q.held = append(q.held, packOne(evs[:n], q.values))
		evs = evs[n:]
	}
}

// packOne makes a block; values is scratch. Neither packing nor unpacking
// branches on the fields of an event, except for rare details.
func packOne(evs []tracefeed.Event, values []int32) packed {
	n := len(evs)
	p := packed{first: evs[0].Time, since: make([]uint32, n), threads: make([]tracefeed.ThreadID, n), heads: make([]uint16, n)}
	o := 0
	for i := range evs {
		ev := &evs[i]
		p.since[i], p.threads[i] = uint32(ev.Time-p.first), ev.Thread
		head := uint32(ev.Kind) | uint32(ev.Cause)<<headCause
		if ev.Shared {
			head |= 1 << headShared
		}
		if ev.Forever {
			head |= 1 << headForever
		}
		if int64(ev.Name)|ev.Object|ev.Value != 0 {
			head |= 1 << headDetail
			p.details = append(p.details, detail{ev.Object, ev.Value, ev.Name})
		}
		fields := values[o : o+maxValues]
		other, monitor, stack, cpu := some(int32(ev.Other)), some(int32(ev.Monitor)), some(int32(ev.Stack)), some(int32(ev.CPU))
		fields[0] = int32(ev.Other)
		fields[other] = int32(ev.Monitor)
		fields[other+monitor] = int32(ev.Stack)
		fields[other+monitor+stack] = int32(ev.CPU)
		o += int(other + monitor + stack + cpu)
		p.heads[i] = uint16(head | other<<headOther | monitor<<headMonitor | stack<<headStack | cpu<<headCPU)
	}
	p.values = make([]int32, o+maxValues) // the last event may read all values
	copy(p.values, values[:o])
	return p
}

// some returns 1 for a value that is not zero.
func some(v int32) uint32 { return uint32(v|-v) >> 31 }

// unpack returns the events of a block, in a block for events.
func (p *packed) unpack(out []tracefeed.Event) []tracefeed.Event {
	out = out[:len(p.heads)]
	values, details := p.values, p.details
	for i, head := range p.heads {
		h := int32(head)
		other, monitor, stack, cpu := h>>headOther&1, h>>headMonitor&1, h>>headStack&1, h>>headCPU&1
		fields := values[:maxValues]
		ev := &out[i]
		*ev = tracefeed.Event{}
		ev.Time, ev.Thread = p.first+tracefeed.Time(p.since[i]), p.threads[i]
		ev.Other = tracefeed.ThreadID(fields[0] & -other)
		ev.Monitor = tracefeed.MonitorID(fields[other] & -monitor)
		ev.Stack = tracefeed.StackID(fields[other+monitor] & -stack)
		ev.CPU = tracefeed.CPU(fields[other+monitor+stack] & -cpu)
		ev.Kind, ev.Cause = tracefeed.Kind(h&headKinds), tracefeed.Cause(h>>headCause&headCauses)
		ev.Shared, ev.Forever = h>>headShared&1 != 0, h>>headForever&1 != 0
		if h>>headDetail != 0 {
			d := &details[0]
			ev.Object, ev.Value, ev.Name = d.object, d.value, d.name
			details = details[1:]
		}
		values = values[other+monitor+stack+cpu:]
	}
	return out
}
