package binfeed

import (
	"errors"
	"fmt"
	"io"

	"tiv/tracefeed"
)

// stream reads the chunks of a file one after the other, from a reader that
// cannot seek.
type stream struct {
	r io.Reader
	// buf is the bytes read and not yet consumed; at is the position of their
	// start in the file.
	buf []byte
	at  int64
	// err is the error that ended reading.
	err error
	// next is the next sequence number.
	next int64
	// report receives each damage; lost receives the type of a chunk known to
	// be missing, or 0.
	report func(offset int64, err error)
	lost   func(kind uint8)
	// ended is true after the end of the trace, torn if that is a part of a chunk.
	ended, torn bool
}

// errTorn is the error for a chunk of which only the first part is there.
var errTorn = errors.New("is cut off")

// The minimum and maximum of memory that is allocated for data not read yet: a
// chunk's length may be wrong.
const (
	fillLeast = 64 << 10
	fillStep  = 1 << 20
)

// fill reads until buf has n bytes, or the reader ends.
func (s *stream) fill(n int) bool {
	for len(s.buf) < n && s.err == nil {
		have := len(s.buf)
		if need := min(n-have, fillStep); cap(s.buf)-have < need {
			s.buf = append(make([]byte, 0, have+max(have, need, fillLeast)), s.buf...)
		}
		var got int
		got, s.err = s.r.Read(s.buf[have:cap(s.buf)])
		s.buf = s.buf[:have+got]
	}
	return len(s.buf) >= n
}

// skip consumes n bytes of buf.
func (s *stream) skip(n int) {
	s.buf = s.buf[n:]
	s.at += int64(n)
}

// chunk returns the next complete chunk, its sections as stored, which are valid
// until the next call, and its position; io.EOF after the last.
func (s *stream) chunk() (c chunk, stored []byte, at int64, err error) {
	for {
		if !s.fill(1) || s.ended {
			return c, nil, s.at, s.end()
		}
		c, err := s.whole()
		if err != nil {
			torn := s.at
			more := s.resync()
			if !more && s.err == io.EOF && errors.Is(err, errTorn) {
				err = tracefeed.ErrCutOff // its end, which was not written whole
				s.torn = true
			}
			s.report(torn, err)
			if !more {
				return c, nil, s.at, s.end()
			}
			continue
		}
		at, stored = s.at, s.buf[chunkHeaderLen:c.size()]
		s.skip(int(c.size()))
		s.ended = c.kind == chunkEnd
		if s.inOrder(&c, at) {
			return c, stored, at, nil
		}
	}
}

// end returns the error that ends the stream, and reports damage of its end.
func (s *stream) end() error {
	switch {
	case s.ended && s.fill(1):
		s.report(s.at, errors.New("something comes after the end of the trace"))
		return io.EOF
	case s.err == io.EOF && !s.ended && !s.torn:
		s.report(s.at, tracefeed.ErrCutOff)
	}
	return s.err
}

// whole reads the chunk at the start of the buffer and its sections.
func (s *stream) whole() (chunk, error) {
	if !s.fill(chunkHeaderLen) {
		return chunk{}, fmt.Errorf("the header of a chunk %w", errTorn)
	}
	c, err := parseChunk(s.buf)
	if err == nil {
		err = c.check()
	}
	if err == nil && !s.fill(int(c.size())) {
		err = fmt.Errorf("a chunk of %d bytes %w", c.size(), errTorn)
	}
	if err != nil {
		return c, err
	}
	a := s.buf[chunkHeaderLen:][:c.a.stored]
	b := s.buf[chunkHeaderLen+len(a):][:c.b.stored]
	if checksum(a) == c.a.crc && checksum(b) == c.b.crc {
		return c, nil
	}
	if int64(c.sequence) == s.next {
		s.next++
		s.lost(c.kind)
	}
	return c, fmt.Errorf("the checksum of chunk %d is wrong", c.sequence)
}

// resync moves to the next valid header after the start of the buffer; it
// returns false if there is none.
func (s *stream) resync() bool {
	if len(s.buf) > 0 {
		s.skip(1)
	}
	for s.fill(chunkHeaderLen) {
		if i := findHeader(s.buf); i >= 0 {
			s.skip(i)
			return true
		}
		s.skip(len(s.buf) - chunkHeaderLen + 1)
	}
	return false
}

// inOrder reports whether the chunk comes after those before it. Duplicates and
// chunks out of order are left out.
func (s *stream) inOrder(c *chunk, at int64) bool {
	number := int64(c.sequence)
	if number < s.next {
		s.report(at, fmt.Errorf("chunk %d comes again, or too late", number))
		return false
	}
	if number > s.next {
		s.report(at, fmt.Errorf("%d chunks before chunk %d are missing", number-s.next, number))
		s.lost(0)
	}
	s.next = number + 1
	return true
}

// damages counts the damage of a stream and keeps the first.
type damages struct {
	first *tracefeed.Damage
	more  int
}

func (d *damages) add(offset int64, err error) {
	if d.first == nil {
		d.first = &tracefeed.Damage{Offset: offset, Err: err}
		return
	}
	d.more++
}

// error returns the damage as an error; nil if there is none.
func (d *damages) error() error {
	if d.first == nil {
		return nil
	}
	if d.more == 0 {
		return d.first
	}
	return &tracefeed.Damage{Offset: d.first.Offset, Err: fmt.Errorf("%w; and %d more", d.first.Err, d.more)}
}
