package binfeed

import (
	"errors"
	"fmt"
	"io"

	"tiv/block"
	"tiv/tracefeed"
)

// parse reads a part of the sections of an EVENTS chunk.
func (b *BlockBuffer) parse(c *chunk, stored []byte, part block.Part, lim limits) error {
	b.Start, b.End, b.Part, b.Details = c.start, c.end, part, nil
	raw, buf, err := c.a.open(stored[:c.a.stored], b.rawA)
	b.rawA = buf
	if err != nil {
		return err
	}
	if err := b.parseStates(raw, int(c.count), lim); err != nil || part == block.States {
		return err
	}
	raw, buf, err = c.b.open(stored[c.a.stored:], b.rawB)
	b.rawB = buf
	if err != nil {
		return err
	}
	return b.parseDetails(raw, lim)
}

// readChunk reads a chunk, with its section B if both is set, into buf or a
// larger buffer. If another chunk is at the indexed position, it sets *p to the
// actual position.
func (f *File) readChunk(p *place, both bool, buf []byte) ([]byte, error) {
	found, buf, err := f.tryChunk(p, both, buf)
	if err != nil || found == p.chunk {
		return buf, err
	}
	real, ok := f.moved()[p.sequence]
	if !ok || real.kind != p.kind {
		return buf, errors.New("the index says that a chunk is here, and it is not")
	}
	f.report(real.offset, fmt.Errorf("the index does not match chunk %d", p.sequence))
	real.gap = p.gap
	*p = real
	if found, buf, err = f.tryChunk(p, both, buf); err == nil && found != p.chunk {
		err = errors.New("the file changes")
	}
	return buf, err
}

// tryChunk reads the bytes at a chunk's indexed position, and their header.
func (f *File) tryChunk(p *place, both bool, buf []byte) (chunk, []byte, error) {
	n := chunkHeaderLen + int(p.a.stored)
	if both {
		n += int(p.b.stored)
	}
	buf = grow(buf, n)
	if err := f.readAt(buf, p.offset); err != nil {
		return chunk{}, buf, err
	}
	// The error is of no interest: an invalid header is not the one that is
	// looked for.
	found, _ := parseChunk(buf)
	return found, buf, nil
}

// readHeader reads the header of the chunk at some offset.
func (f *File) readHeader(at int64) (chunk, error) {
	var buf [chunkHeaderLen]byte
	if at < 0 {
		return chunk{}, tracefeed.ErrCutOff
	}
	if err := f.readAt(buf[:], at); err != nil {
		return chunk{}, err
	}
	return parseChunk(buf[:])
}

// readAt fills buf.
func (f *File) readAt(buf []byte, at int64) error {
	n, err := f.r.ReadAt(buf, at)
	if n == len(buf) {
		return nil
	}
	if err == io.EOF {
		err = fmt.Errorf("the file has become shorter than %d bytes", f.size)
	}
	return err
}
