package binfeed

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/pierrec/lz4/v4"

	"tiv/block"
	"tiv/tracefeed"
)

// Writer writes a trace.bin. It only appends, so the written part can be read
// at any time. After an error of the file, all calls return it.
type Writer struct {
	w        io.Writer
	header   Header
	offset   int64
	sequence uint32
	err      error
	// index has the chunks so far; last is the newest of them.
	index []byte
	last  place
	// lastCalls is the chunk of open calls of the last block; its kind is 0 if that
	// has none.
	lastCalls  place
	properties []Property
	written    writtenNames
	tables     *tracefeed.Tables // those of the last block
	// end is the start of the next block of a reduced trace, if there is a
	// block before it.
	end     tracefeed.Time
	started bool

	compressor lz4.Compressor
	rawA, rawB []byte // of the chunk that is written
	out        []byte
}

// NewWriter writes the header, and returns a Writer for the rest.
func NewWriter(w io.Writer, h Header) (*Writer, error) {
	out, err := h.append(nil)
	if err != nil {
		return nil, err
	}
	writer := &Writer{w: w, header: h, written: newWrittenNames(), tables: tracefeed.NewTables()}
	writer.write(out)
	return writer, writer.err
}

// Property adds a property of the whole trace, such as "format" of its source,
// "host", "process", "recorder".
func (w *Writer) Property(key, value string) error {
	p := Property{key, value}
	w.properties = setProperty(w.properties, p)
	r := records{writer: w}
	r.property(p)
	return w.meta(&r)
}

// Block writes a block with its Details, after the new names in t. In a reduced
// trace it begins at the end of the block before, unless it is a restart. The
// weight is the number of waits that begin and monitors that change hands in
// it.
func (w *Writer) Block(b *block.Block, t *tracefeed.Tables, weight uint32) error {
	if w.err != nil {
		return w.err
	}
	if w.header.Reduced && w.started && !b.Restart && b.Start != w.end {
		return fmt.Errorf("write block at %s: the one before it ends at %s", b.Start.Exact(), w.end.Exact())
	}
	err := checkWritable(b, t)
	if err == nil {
		w.rawA, err = appendStates(w.rawA[:0], b)
	}
	if err != nil {
		return fmt.Errorf("write block at %s: %w", b.Start.Exact(), err)
	}
	w.rawB = appendDetails(w.rawB[:0], b)
	w.tables = t
	r := records{writer: w}
	w.written.changes(&r, b, t)
	if err := w.meta(&r); err != nil {
		return err
	}
	c := chunk{kind: chunkEvents, count: uint32(len(b.Codes)), start: b.Start, end: b.End, extra: weight}
	if b.Restart {
		c.flags = flagRestart
	}
	w.started, w.end = true, b.End
	if err := w.openCalls(b); err != nil {
		return err
	}
	return w.chunk(c, w.rawA, w.rawB)
}

// meta writes the records as a META chunk, if there are any, and removes them.
func (w *Writer) meta(r *records) error {
	if r.count > 0 {
		w.chunk(chunk{kind: chunkMeta, flags: r.flags, count: r.count}, r.out, nil)
	}
	r.out, r.count = r.out[:0], 0
	return w.err
}

// Tile writes a part of the pyramid of times by state. Blocks before it must have named
// its threads.
func (w *Writer) Tile(t *block.Tile) error {
	raw, err := appendTile(w.rawA[:0], t)
	if err != nil {
		return err
	}
	w.rawA = raw
	c := chunk{kind: chunkTile, flags: uint8(t.Level), count: uint32(len(t.Threads)), extra: uint32(t.First),
		start: t.Edges[0], end: t.Edges[len(t.Edges)-1]}
	return w.chunk(c, raw, nil)
}

// Model writes the model of the trace, in the encoding of package timeline. The
// last one counts.
func (w *Writer) Model(data []byte) error { return w.chunk(chunk{kind: chunkModel}, data, nil) }

// Close writes all names, the index and the end. It does not close the file.
func (w *Writer) Close() error {
	if w.err != nil {
		return w.err
	}
	r := records{writer: w, flags: flagComplete}
	for _, p := range w.properties {
		r.property(p)
	}
	all := newWrittenNames()
	all.changes(&r, &block.Block{Details: &block.Details{}}, w.tables)
	if err := w.meta(&r); err != nil {
		return err
	}
	if err := w.finish(); err != nil {
		return err
	}
	w.err = errors.New("the trace is closed")
	return nil
}

// finish writes the index and the end.
func (w *Writer) finish() error {
	at, index := w.offset, w.index
	header, err := w.header.append(nil)
	if err != nil {
		return err
	}
	if err := w.chunk(chunk{kind: chunkIndex, count: uint32(len(index) / indexEntryLen)}, index, header); err != nil {
		return err
	}
	end := chunk{kind: chunkEnd, count: w.sequence, start: tracefeed.Time(at), end: tracefeed.Time(w.offset + chunkHeaderLen)}
	return w.chunk(end, nil, nil)
}

// indexed adds a chunk to the index, by its header.
func (w *Writer) indexed(offset int64, header []byte) {
	w.index = binary.LittleEndian.AppendUint64(w.index, uint64(offset))
	w.index = append(w.index, header[4:60]...)
}

// chunk writes a chunk, and adds it to the index.
func (w *Writer) chunk(c chunk, a, b []byte) error {
	if w.err != nil {
		return w.err
	}
	if len(a) > maxSection || len(b) > maxSection {
		w.err = fmt.Errorf("write trace: a section of %d bytes is too long", max(len(a), len(b)))
		return w.err
	}
	c.sequence = w.sequence
	out := grow(w.out, chunkHeaderLen+len(a)+len(b))
	n := chunkHeaderLen
	c.a = w.section(&c, out[n:], a)
	n += int(c.a.stored)
	c.b = w.section(&c, out[n:], b)
	n += int(c.b.stored)
	c.append(out[:0])
	w.out = out
	w.last = place{offset: w.offset, chunk: c, gap: c.flags&flagRestart != 0}
	w.indexed(w.offset, out)
	w.sequence++
	return w.write(out[:n])
}

// section writes raw to the start of out, compressed if that is shorter. out is
// long enough for raw.
func (w *Writer) section(c *chunk, out, raw []byte) section {
	s := section{raw: uint32(len(raw))}
	n := 0
	if len(raw) > 1 {
		// Compression fails if the result is longer.
		n, _ = w.compressor.CompressBlock(raw, out[:len(raw)-1])
	}
	if n == 0 || c.kind == chunkMeta && len(raw) > maxMeta*n {
		n = copy(out, raw)
	} else {
		s.codec = codecLZ4
	}
	s.stored, s.crc = uint32(n), checksum(out[:n])
	return s
}

func (w *Writer) write(data []byte) error {
	n, err := w.w.Write(data)
	if err == nil && n < len(data) {
		err = io.ErrShortWrite
	}
	if err != nil {
		w.err = fmt.Errorf("write trace: %w", err)
	}
	w.offset += int64(n)
	return w.err
}
