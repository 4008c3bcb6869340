package gotrace

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// wireEvent is an event as it is written.
type wireEvent struct {
	time int64 // in nanoseconds, as the thread's clock says
	args [4]uint64
	off  int32 // in its batch
	kind uint8
}

// cursor decodes the batches of one thread.
type cursor struct {
	gen   *generation
	m     int32   // the thread's number in ordering
	rest  []batch // the first is the one that is being read
	off   int     // in it
	clock int64   // of its last event
	err   error   // why there is nothing after events
	// events are decoded ahead, all from one batch.
	events []wireEvent
	next   int   // of events
	at     int64 // offset of their batch
}

// decodeLen is how many events are decoded at once.
const decodeLen = 64

// fill decodes the next events. It reports false if there are none.
func (c *cursor) fill() bool {
	if len(c.rest) > 0 && c.off == len(c.rest[0].data) {
		c.rest, c.off, c.clock = c.rest[1:], 0, 0
	}
	if c.next, c.events = 0, c.events[:0]; c.err != nil || len(c.rest) == 0 {
		return false
	}
	b := &c.rest[0]
	c.at = b.at
	if room := min(decodeLen, (len(b.data)-c.off+1)/2); room > cap(c.events) { // of two bytes at least
		c.events = make([]wireEvent, 0, room)
	}
	c.decode(b)
	return len(c.events) > 0
}

// decode reads what there is room for from a batch.
func (c *cursor) decode(b *batch) {
	unit, clock, off, data := c.gen.unit, c.clock, c.off, b.data
	events := c.events[:cap(c.events)]
	i := 0
	for ; i < len(events) && off < len(data); i++ {
		if clock == 0 {
			clock = c.gen.time(b.time)
		}
		ev := &events[i]
		ev.off, ev.kind = int32(off), data[off]
		count := argCounts[ev.kind]
		if count == untimed {
			c.err = fmt.Errorf("an event of type %d among those of a thread", ev.kind)
			break
		}
		dt, at := uvarint(data, off+1)
		for a := range ev.args[:count] {
			ev.args[a], at = uvarint(data, at)
		}
		if at > len(data) {
			c.err = errors.New("an event is cut")
			break
		}
		clock += int64(float64(dt) * unit)
		ev.time = clock
		off = at
	}
	c.events, c.clock, c.off = events[:i], clock, off
}

// uvarint is binary.Uvarint of data[at:], and returns where that ends: beyond
// data if it does not. Most numbers have one byte or two.
func uvarint(data []byte, at int) (uint64, int) {
	if at+1 < len(data) {
		b := data[at]
		if b < 0x80 {
			return uint64(b), at + 1
		}
		if b1 := data[at+1]; b1 < 0x80 {
			return uint64(b&0x7f) | uint64(b1)<<7, at + 2
		}
	}
	return longUvarint(data, at)
}

func longUvarint(data []byte, at int) (uint64, int) {
	if at <= len(data) {
		if v, n := binary.Uvarint(data[at:]); n > 0 {
			return v, at + n
		}
	}
	return 0, len(data) + 1
}

// offset returns where in the trace the next event is.
func (c *cursor) offset() int64 {
	if c.next < len(c.events) {
		return c.at + int64(c.events[c.next].off)
	}
	return c.at + int64(c.off)
}
