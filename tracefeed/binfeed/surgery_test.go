package binfeed

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"testing"

	"tiv/block"
	"tiv/tracefeed"
)

// cutting is a file as its header and chunks, to be put together otherwise.
type cutting struct {
	header []byte
	chunks [][]byte
}

func cut(t testing.TB, data []byte) *cutting {
	t.Helper()
	c := &cutting{header: data[:fileHeaderLen]}
	for rest := data[fileHeaderLen:]; len(rest) > 0; {
		h, err := parseChunk(rest)
		if err != nil {
			t.Fatal(err)
		}
		c.chunks = append(c.chunks, rest[:h.size()])
		rest = rest[h.size():]
	}
	return c
}

func (c *cutting) join() []byte {
	return slices.Concat(c.header, bytes.Join(c.chunks, nil))
}

// at returns the header of a chunk.
func (c *cutting) at(i int) chunk { return chunkOf(c.chunks[i]) }

// change gives chunk i other sections, as they are, and lets edit change its
// header, before that gets its checksum.
func (c *cutting) change(i int, a, b []byte, edit func(*chunk)) *cutting {
	h := c.at(i)
	h.a = section{stored: uint32(len(a)), raw: uint32(len(a)), crc: checksum(a)}
	h.b = section{stored: uint32(len(b)), raw: uint32(len(b)), crc: checksum(b)}
	edit(&h)
	chunks := slices.Clone(c.chunks)
	chunks[i] = slices.Concat(h.append(nil), a, b)
	return &cutting{c.header, chunks}
}

// sections returns the raw sections of a chunk.
func (c *cutting) sections(t testing.TB, i int) (a, b []byte) {
	t.Helper()
	h := c.at(i)
	stored := c.chunks[i][chunkHeaderLen:]
	a, _, err := h.a.open(stored[:h.a.stored], nil)
	if err != nil {
		t.Fatal(err)
	}
	if b, _, err = h.b.open(stored[h.a.stored:], nil); err != nil {
		t.Fatal(err)
	}
	return slices.Clone(a), slices.Clone(b)
}

// indexed returns the file with an index that fits it, after edit has changed
// that.
func (c *cutting) indexed(edit func(index []byte)) []byte {
	body := c.chunks[:len(c.chunks)-2]
	var index []byte
	at := int64(fileHeaderLen)
	for _, chunk := range body {
		index = binary.LittleEndian.AppendUint64(index, uint64(at))
		index = append(index, chunk[4:60]...)
		at += int64(len(chunk))
	}
	edit(index)
	whole := (&cutting{c.header, slices.Clone(c.chunks)}).change(len(body), index, c.header, func(h *chunk) {})
	size := at + int64(len(whole.chunks[len(body)])) + chunkHeaderLen
	return whole.change(len(body)+1, nil, nil, func(h *chunk) {
		h.start, h.end = tracefeed.Time(at), tracefeed.Time(size)
	}).join()
}

// smallSample is a reduced trace of a few short blocks.
func smallSample(t testing.TB, seed uint64) *sample {
	for rng := rand.New(rand.NewPCG(seed, 4)); ; {
		s := randomSample(t, rng, 3, 5)
		restart := slices.ContainsFunc(s.blocks, func(b *block.Block) bool { return b.Restart || len(b.Codes) == 0 || b.Start == b.End })
		if s.header.Reduced && !restart && len(s.data) < 3000 {
			return s
		}
	}
}

// unread reports whether a File with a good index has no need for a chunk.
func unread(c chunk, last bool) bool {
	return c.kind == chunkMeta && c.flags&flagComplete == 0 || c.kind == chunkModel && !last
}
