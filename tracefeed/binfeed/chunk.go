package binfeed

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"

	"github.com/pierrec/lz4/v4"

	"tiv/block"
	"tiv/tracefeed"
)

// The types of chunk. Readers skip others.
const (
	chunkMeta    = 1
	chunkEvents  = 2
	chunkTile    = 3
	chunkIndex   = 4
	chunkEnd     = 5
	chunkModel   = 6
	chunkCalls   = 7
	chunkForeign = 8
)

// Flags of chunks.
const (
	flagComplete = 1 // META: part of the list of all names
	flagRestart  = 1 // EVENTS: something is missing before it
)

// The codecs of sections.
const (
	codecNone = 0
	codecLZ4  = 1
)

const (
	chunkHeaderLen = 64
	// maxSection is the maximum length of a section in bytes.
	maxSection = 64 << 20
	// maxLZ4 is the maximum ratio of the length of LZ4 data to its stored
	// length.
	maxLZ4 = 255
)

var (
	chunkMagic = []byte("TCHK")
	castagnoli = crc32.MakeTable(crc32.Castagnoli)
)

func checksum(data []byte) uint32 { return crc32.Checksum(data, castagnoli) }

// chunk is the header of a chunk.
type chunk struct {
	kind, flags uint8
	a, b        section
	count       uint32
	sequence    uint32
	start, end  tracefeed.Time
	extra       uint32
}

// section is the description of a section in a chunk's header.
type section struct {
	codec       uint8
	stored, raw uint32
	crc         uint32
}

// size returns the length of the chunk in the file, in bytes.
func (c *chunk) size() int64 { return chunkHeaderLen + int64(c.a.stored) + int64(c.b.stored) }

// append appends the encoded header.
func (c *chunk) append(out []byte) []byte {
	at := len(out)
	le := binary.LittleEndian
	out = append(out, chunkMagic...)
	out = append(out, c.kind, c.a.codec, c.b.codec, c.flags)
	for _, v := range []uint32{c.a.stored, c.a.raw, c.b.stored, c.b.raw, c.count, c.sequence} {
		out = le.AppendUint32(out, v)
	}
	out = le.AppendUint64(out, uint64(c.start))
	out = le.AppendUint64(out, uint64(c.end))
	for _, v := range []uint32{c.a.crc, c.b.crc, c.extra} {
		out = le.AppendUint32(out, v)
	}
	return le.AppendUint32(out, checksum(out[at:]))
}

// parseChunk parses and checks a header, of at least chunkHeaderLen bytes.
func parseChunk(in []byte) (c chunk, err error) {
	in = in[:chunkHeaderLen]
	le := binary.LittleEndian
	if !bytes.HasPrefix(in, chunkMagic) {
		return c, errors.New("no chunk begins here")
	}
	if le.Uint32(in[60:]) != checksum(in[:60]) {
		return c, errors.New("the checksum of a chunk's header is wrong")
	}
	return chunkOf(in), nil
}

// chunkOf parses the fields of a header.
func chunkOf(in []byte) chunk {
	le := binary.LittleEndian
	return chunk{
		kind: in[4], flags: in[7],
		a:     section{in[5], le.Uint32(in[8:]), le.Uint32(in[12:]), le.Uint32(in[48:])},
		b:     section{in[6], le.Uint32(in[16:]), le.Uint32(in[20:]), le.Uint32(in[52:])},
		count: le.Uint32(in[24:]), sequence: le.Uint32(in[28:]),
		start: tracefeed.Time(le.Uint64(in[32:])), end: tracefeed.Time(le.Uint64(in[40:])),
		extra: le.Uint32(in[56:]),
	}
}

// knownChunk reports whether this reader knows the type of a chunk.
func knownChunk(kind uint8) bool { return kind >= chunkMeta && kind <= chunkForeign }

// check validates the header, before memory is allocated by its figures.
func (c *chunk) check() error {
	for _, s := range []section{c.a, c.b} {
		if s.stored > maxSection {
			return fmt.Errorf("a section claims to have %d bytes", s.stored)
		}
		if !knownChunk(c.kind) {
			continue
		}
		most := uint64(s.stored)
		switch s.codec {
		case codecNone:
			if s.raw != s.stored {
				return fmt.Errorf("a section of %d bytes claims to be %d", s.stored, s.raw)
			}
		case codecLZ4:
			most *= maxLZ4
		default:
			return fmt.Errorf("codec %d is not known", s.codec)
		}
		if c.kind == chunkMeta {
			most = min(most, maxMeta*uint64(s.stored))
		}
		if uint64(s.raw) > min(most, maxSection) {
			return fmt.Errorf("a section of %d bytes claims to become %d", s.stored, s.raw)
		}
	}
	switch {
	case c.kind == chunkEvents && c.count > block.MaxEvents:
		return fmt.Errorf("a block claims to have %d events", c.count)
	case c.kind == chunkTile && (c.count > block.MaxTileTimes || c.extra > math.MaxInt32):
		return fmt.Errorf("a tile claims to have %d threads in cells from %d", c.count, c.extra)
	case (c.kind == chunkEvents || c.kind == chunkTile) && (c.start < 0 || c.end < c.start):
		return fmt.Errorf("time goes back from %s to %s", c.start.Exact(), c.end.Exact())
	}
	return nil
}

// open checks the section and returns its raw bytes: stored itself, or the
// decompressed bytes in buf. It also returns buf, which may have grown.
func (s section) open(stored, buf []byte) (raw, newBuf []byte, err error) {
	if checksum(stored) != s.crc {
		return nil, buf, errors.New("the checksum of a section is wrong")
	}
	if s.codec == codecNone {
		return stored, buf, nil
	}
	buf = grow(buf, int(s.raw))
	if s.raw == 0 {
		return nil, buf, nil
	}
	n, err := lz4.UncompressBlock(stored, buf)
	if err != nil || n != int(s.raw) {
		return nil, buf, errors.New("the LZ4 data of a section is wrong")
	}
	return buf, buf, nil
}

// grow returns a slice of n elements, with arbitrary contents, in the memory of
// s if that is enough.
func grow[T any](s []T, n int) []T {
	if n <= cap(s) {
		return s[:n]
	}
	return make([]T, n)
}
