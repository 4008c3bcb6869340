package binfeed

import (
	"errors"
	"fmt"
	"io"

	"tiv/tracefeed"
)

// stream reads the chunks of a file one after the other, from something that
// can't go back.
type stream struct {
	r io.Reader
	// buf is what has been read and not used up; at is where in the file it
	// begins.
	buf []byte
	at  int64
	// err is what ended reading.
	err error
	// next is the sequence number to come.
	next int64
	// tell is called with what is wrong; lost with the type of a chunk that is
	// known to be missing, or 0.
	tell func(offset int64, err error)
	lost func(kind uint8)
	// ended is true behind the end of the trace.
	ended bool
}

// fillStep is how much memory is taken at least, and how much at most for what
// has not come yet: a chunk's length may be a lie.
const (
	fillLeast = 64 << 10
	fillStep  = 1 << 20
)

// fill makes n bytes available, or as many as there are.
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

// skip uses up n bytes that are there.
func (s *stream) skip(n int) {
	s.buf = s.buf[n:]
	s.at += int64(n)
}

// chunk returns the next chunk that is whole, and its sections as stored,
// which are valid until the next call, and where it is; io.EOF behind the last.
func (s *stream) chunk() (c chunk, stored []byte, at int64, err error) {
	for {
		if !s.fill(1) || s.ended {
			return c, nil, s.at, s.end()
		}
		c, err := s.whole()
		if err != nil {
			s.tell(s.at, err)
			if !s.resync() {
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

// end returns what ends the stream, and tells what is wrong with its end.
func (s *stream) end() error {
	switch {
	case s.ended && s.fill(1):
		s.tell(s.at, errors.New("something comes after the end of the trace"))
		return io.EOF
	case s.err == io.EOF && !s.ended:
		s.tell(s.at, errNoEnd)
	}
	return s.err
}

// whole reads the chunk at the start of the buffer and its sections.
func (s *stream) whole() (chunk, error) {
	if !s.fill(chunkHeaderLen) {
		return chunk{}, errors.New("the header of a chunk is cut off")
	}
	c, err := parseChunk(s.buf)
	if err == nil {
		err = c.check()
	}
	if err == nil && !s.fill(int(c.size())) {
		err = fmt.Errorf("a chunk of %d bytes is cut off", c.size())
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

// resync goes on to the next good header behind the one that the buffer begins
// with; false if there is none.
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

// inOrder reports whether the chunk comes after those before it. What comes
// late or again is left out.
func (s *stream) inOrder(c *chunk, at int64) bool {
	number := int64(c.sequence)
	if number < s.next {
		s.tell(at, fmt.Errorf("chunk %d comes again, or too late", number))
		return false
	}
	if number > s.next {
		s.tell(at, fmt.Errorf("%d chunks before chunk %d are missing", number-s.next, number))
		s.lost(0)
	}
	s.next = number + 1
	return true
}

// damages collects what is wrong with a stream.
type damages struct {
	first *tracefeed.Damage
	more  int
}

func (d *damages) tell(offset int64, err error) {
	if d.first == nil {
		d.first = &tracefeed.Damage{Offset: offset, Err: err}
		return
	}
	d.more++
}

// error returns what is wrong, nil if nothing is.
func (d *damages) error() error {
	if d.first == nil {
		return nil
	}
	if d.more == 0 {
		return d.first
	}
	return &tracefeed.Damage{Offset: d.first.Offset, Err: fmt.Errorf("%w; and %d more", d.first.Err, d.more)}
}
