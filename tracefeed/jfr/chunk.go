package jfr

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"tiv/tracefeed"
)

// headerLen is the length of a chunk's header.
const headerLen = 68

var magic = []byte("FLR\x00")

// chunk is one part of a recording, complete in itself: it has its own clock,
// classes and constants.
type chunk struct {
	offset int64  // in the file
	bytes  []byte // with the header
	// The header. Positions are from the start of the chunk.
	constants, metadata int64
	startNanos          int64 // wall clock
	startTicks          int64
	ticksPerSecond      int64

	classes map[int64]*class
	pools   pools
	// stackClass is the class of stacks, frame the plan that reads a call of one.
	stackClass *class
	frame      plan
}

// readChunk reads the next chunk of a file at an offset: io.EOF at its end. A chunk
// that is cut off, as by the end of the program, is returned as far as it goes.
func readChunk(in io.Reader, offset int64) (*chunk, error) {
	head := make([]byte, headerLen)
	switch n, err := io.ReadFull(in, head); {
	case err == io.EOF:
		return nil, err
	case err == io.ErrUnexpectedEOF:
		return nil, &tracefeed.Damage{Offset: offset + int64(n), Err: errors.New("the header of a chunk is cut off")}
	case err != nil:
		return nil, err
	}
	c := &chunk{offset: offset}
	if !bytes.HasPrefix(head, magic) {
		return nil, c.damage(0, errors.New("no chunk of a Java recording begins here"))
	}
	if major := binary.BigEndian.Uint16(head[4:]); major != 2 {
		return nil, c.damage(4, fmt.Errorf("version %d of the format is not known, only version 2 (JDK 8u262, 11 and later)", major))
	}
	long := func(at int) int64 { return int64(binary.BigEndian.Uint64(head[at:])) }
	size := long(8)
	c.constants, c.metadata = long(16), long(24)
	c.startNanos, c.startTicks, c.ticksPerSecond = long(32), long(48), long(56)
	if compressed := binary.BigEndian.Uint32(head[64:])&1 != 0; !compressed {
		return nil, c.damage(64, errors.New("numbers of fixed length are not supported"))
	}
	if size < headerLen || c.ticksPerSecond <= 0 {
		return nil, c.damage(8, errors.New("the header of a chunk is damaged"))
	}
	const trusted = 16 << 20 // of the size in the header, before any byte is read
	var buf bytes.Buffer
	buf.Grow(int(min(size, trusted)) + bytes.MinRead)
	buf.Write(head)
	n, err := io.Copy(&buf, io.LimitReader(in, size-headerLen))
	if c.bytes = buf.Bytes(); err != nil {
		return nil, err
	}
	if n < size-headerLen {
		return c, &tracefeed.Damage{Offset: offset + headerLen + n,
			Err: fmt.Errorf("the file ends %d bytes before the end of a chunk", size-headerLen-n)}
	}
	return c, nil
}

// damage returns an error at a position of the chunk.
func (c *chunk) damage(at int64, err error) error {
	return &tracefeed.Damage{Offset: c.offset + at, Err: err}
}

// at returns a cursor to the content of the event at a position, which must have the
// type given and end before the position limit.
func (c *chunk) at(position, limit, kind int64) (cursor, error) {
	if position < headerLen || position >= limit {
		return cursor{}, errors.New("it lies outside of the chunk")
	}
	r := newCursor(c.bytes[position:limit])
	size := r.long()
	read := limit - position - int64(len(r.Rest))
	if r.Bad || size < read || size > limit-position {
		return cursor{}, errors.New("its length is wrong")
	}
	r = newCursor(c.bytes[position+read : position+size])
	if r.long() != kind {
		return cursor{}, errors.New("another event is at its place")
	}
	return r, nil
}

// The types of events that the format itself has.
const (
	metadataType  = 0
	constantsType = 1
)

// prepare reads the classes and constants of the chunk.
func (c *chunk) prepare() error {
	r, err := c.at(c.metadata, int64(len(c.bytes)), metadataType)
	if err == nil {
		c.classes, err = readClasses(r)
	}
	if err != nil {
		return c.damage(c.metadata, fmt.Errorf("list of events: %w", err))
	}
	return c.readPools()
}

// time returns nanoseconds of the wall clock for a time in ticks.
func (c *chunk) time(ticks int64) int64 {
	return c.startNanos + c.duration(ticks-c.startTicks)
}

// duration converts ticks to nanoseconds.
func (c *chunk) duration(ticks int64) int64 {
	const second = int64(tracefeed.Second)
	if c.ticksPerSecond == second {
		return ticks
	}
	return ticks/c.ticksPerSecond*second + int64(float64(ticks%c.ticksPerSecond)*float64(second)/float64(c.ticksPerSecond))
}

// each calls f with the type and content of each event, until f returns false
// because an event is damaged.
func (c *chunk) each(f func(kind int64, r cursor) bool) error {
	for at := int64(headerLen); at < int64(len(c.bytes)); {
		r := newCursor(c.bytes[at:])
		size := r.long()
		if r.Bad || size <= 0 || size > int64(len(c.bytes))-at {
			return c.damage(at, fmt.Errorf("an event has a length of %d bytes", size))
		}
		body := int64(len(c.bytes)) - int64(len(r.Rest))
		if body > at+size {
			return c.damage(at, errors.New("an event is damaged"))
		}
		r = newCursor(c.bytes[body : at+size])
		if kind := r.long(); kind != metadataType && kind != constantsType && !f(kind, r) {
			return c.damage(at, errors.New("an event is damaged"))
		}
		at += size
	}
	return nil
}
