package wire

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// wireEvent is an event in its wire format.
type wireEvent struct {
	time int64 // in nanoseconds of the thread's clock
	// args are the time since the previous event, in clock units, and the
	// arguments.
	args [5]uint64
	off  int32 // in its batch
	kind uint8
}

// chunk is a run of events of one thread, from one batch.
type chunk struct {
	events []wireEvent
	at     int64 // offset of their batch
	end    int   // in it, where they end
	err    error // why there are no more
}

const (
	// chunkLen is the maximum number of events in a chunk.
	chunkLen = 256
	// chunksAhead is the number of decoded chunks of a thread that wait to be
	// ordered.
	chunksAhead = 2
	// aloneBytes is the minimum length of a thread's batches in a generation
	// from which a goroutine of their own decodes them.
	aloneBytes = 16 << 10
)

// decoding decodes the batches of one thread.
type decoding struct {
	gen   *generation
	rest  []batch // the first is the one that is being read
	off   int     // in it
	clock int64   // of its last event
}

// next returns the next chunk, in the memory of a used one; an empty chunk at
// the end.
func (d *decoding) next(used []wireEvent) (c chunk) {
	if len(d.rest) > 0 && d.off == len(d.rest[0].data) {
		d.rest, d.off, d.clock = d.rest[1:], 0, 0
	}
	if len(d.rest) == 0 {
		return c
	}
	b := &d.rest[0]
	room := min(chunkLen, (len(b.data)-d.off+1)/2) // an event has two bytes at least
	if room > cap(used) {
		used = make([]wireEvent, room)
	}
	c.at = b.at
	c.events, c.err = d.decode(b, used[:cap(used)])
	c.end = d.off
	return c
}

// decode decodes events of a batch while events has room.
//
// Most numbers have one byte or two. They are decoded inline, because calls of
// a function would take most of the time.
func (d *decoding) decode(b *batch, events []wireEvent) ([]wireEvent, error) {
	unit, data := d.gen.unit, b.data
	if d.clock == 0 {
		d.clock = d.gen.time(b.time)
	}
	clock, off := d.clock, d.off
	n := 0
	var err error
	for n < len(events) && off < len(data) {
		ev := &events[n]
		ev.off, ev.kind = int32(off), data[off]
		count := argCounts[ev.kind]
		if count == untimed {
			err = fmt.Errorf("an event of type %d among those of a thread", ev.kind)
			break
		}
		at := off + 1
		for a := range ev.args[:count+1] {
			switch {
			case at+1 < len(data) && data[at] < 0x80:
				ev.args[a], at = uint64(data[at]), at+1
			case at+1 < len(data) && data[at+1] < 0x80:
				ev.args[a], at = uint64(data[at]&0x7f)|uint64(data[at+1])<<7, at+2
			default:
				ev.args[a], at = uvarint(data, at)
			}
		}
		if at > len(data) {
			err = errors.New("an event is cut off")
			break
		}
		clock += int64(float64(ev.args[0]) * unit)
		ev.time, off = clock, at
		n++
	}
	d.clock, d.off = clock, off
	return events[:n], err
}

// uvarint is binary.Uvarint of data[at:]. It also returns the end of the
// number: beyond data if the number is cut off.
func uvarint(data []byte, at int) (uint64, int) {
	if at <= len(data) {
		if v, n := binary.Uvarint(data[at:]); n > 0 {
			return v, at + n
		}
	}
	return 0, len(data) + 1
}

// cursor is the position of the ordering in the events of one thread.
type cursor struct {
	m int32 // the thread's number in ordering
	chunk
	next int // of events
	// decoding makes the chunks, unless a goroutine does and sends them.
	decoding decoding
	chunks   chan chunk
	used     chan []wireEvent // for that goroutine to use again
}

// begin moves to the start of a thread's events in a generation.
func (c *cursor) begin(m int32, g *generation, batches []batch) {
	c.m, c.next, c.chunks = m, 0, nil
	c.chunk = chunk{events: c.events[:0]}
	c.decoding = decoding{gen: g, rest: batches}
}

// alone reports whether a goroutine should decode these events, and prepares
// for it.
func (c *cursor) alone() bool {
	size := 0
	for i := range c.decoding.rest {
		size += len(c.decoding.rest[i].data)
	}
	if size < aloneBytes {
		return false
	}
	c.chunks = make(chan chunk, chunksAhead)
	if c.used == nil {
		c.used = make(chan []wireEvent, chunksAhead+2)
	}
	return true
}

// decodeAhead decodes all chunks, until stop is closed.
func (c *cursor) decodeAhead(stop chan struct{}) {
	chunks, d := c.chunks, c.decoding
	defer close(chunks)
	for {
		var used []wireEvent
		select {
		case used = <-c.used:
		default:
		}
		next := d.next(used)
		if len(next.events) == 0 && next.err == nil {
			return
		}
		select {
		case chunks <- next:
		case <-stop:
			return
		}
		if next.err != nil {
			return
		}
	}
}

// fill gets the next chunk. It returns false if there is none.
func (c *cursor) fill() bool {
	if c.err != nil {
		c.events, c.next = c.events[:0], 0
		return false
	}
	c.next = 0
	if c.chunks == nil {
		c.chunk = c.decoding.next(c.events)
		return len(c.events) > 0
	}
	if cap(c.events) > 0 {
		select {
		case c.used <- c.events:
		default:
		}
	}
	c.chunk = <-c.chunks
	return len(c.events) > 0
}

// offset returns the position of the next event in the trace.
func (c *cursor) offset() int64 {
	if c.next < len(c.events) {
		return c.at + int64(c.events[c.next].off)
	}
	return c.at + int64(c.end)
}
