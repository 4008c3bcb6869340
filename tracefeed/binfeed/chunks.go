package binfeed

import (
	"errors"
	"fmt"
	"io"
	"sync"

	"tiv/tracefeed"
)

// chunks are the chunks of a file by their positions, and the damage found in it. Its methods are
// safe for concurrent use.
type chunks struct {
	r    io.ReaderAt
	size int64

	mu     sync.Mutex
	damage []error
	// moved finds chunks that are not at the indexed position.
	moved func() map[uint32]place
}

func newChunks(r io.ReaderAt, size int64) *chunks {
	c := &chunks{r: r, size: size}
	c.moved = sync.OnceValue(c.findMoved)
	return c
}

// maxDamage is the maximum number of damages in the list.
const maxDamage = 1000

// report adds damage to the list.
func (c *chunks) report(offset int64, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.damage) > maxDamage {
		return
	}
	if len(c.damage) == maxDamage {
		err = fmt.Errorf("%w; further damage is not listed", err)
	}
	c.damage = append(c.damage, &tracefeed.Damage{Offset: offset, Err: err})
}

// listed returns the damage found so far.
func (c *chunks) listed() []error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.damage[:len(c.damage):len(c.damage)]
}

// readChunk reads a chunk, with its section B if both is set, into buf or a
// larger buffer. If another chunk is at the indexed position, it sets *p to the
// actual position.
func (c *chunks) readChunk(p *place, both bool, buf []byte) ([]byte, error) {
	found, buf, err := c.tryChunk(p, both, buf)
	if err != nil || found == p.chunk {
		return buf, err
	}
	real, ok := c.moved()[p.sequence]
	if !ok || real.kind != p.kind {
		return buf, errors.New("the index says that a chunk is here, and it is not")
	}
	c.report(real.offset, fmt.Errorf("the index does not match chunk %d", p.sequence))
	real.gap = p.gap
	*p = real
	if found, buf, err = c.tryChunk(p, both, buf); err == nil && found != p.chunk {
		err = errors.New("the file changes")
	}
	return buf, err
}

// tryChunk reads the bytes at a chunk's indexed position, and their header.
func (c *chunks) tryChunk(p *place, both bool, buf []byte) (chunk, []byte, error) {
	n := chunkHeaderLen + int(p.a.stored)
	if both {
		n += int(p.b.stored)
	}
	buf = grow(buf, n)
	if err := c.readAt(buf, p.offset); err != nil {
		return chunk{}, buf, err
	}
	// The error is of no interest: an invalid header is not the one that is
	// looked for.
	found, _ := parseChunk(buf)
	return found, buf, nil
}

// readHeader reads the header of the chunk at some offset.
func (c *chunks) readHeader(at int64) (chunk, error) {
	var buf [chunkHeaderLen]byte
	if at < 0 {
		return chunk{}, tracefeed.ErrCutOff
	}
	if err := c.readAt(buf[:], at); err != nil {
		return chunk{}, err
	}
	return parseChunk(buf[:])
}

// readAt fills buf.
func (c *chunks) readAt(buf []byte, at int64) error {
	n, err := c.r.ReadAt(buf, at)
	if n == len(buf) {
		return nil
	}
	if err == io.EOF {
		err = fmt.Errorf("the file has become shorter than %d bytes", c.size)
	}
	return err
}
