package binfeed

import (
	"errors"
	"fmt"
	"io"

	"tiv/block"
	"tiv/tracefeed"
)

// File is a trace.bin with random access. Its methods are safe for concurrent
// use.
type File struct {
	chunks    *chunks
	header    Header
	headerErr error
	names     *names
	complete  bool
	// places are all chunks, in order; events, tiles and model are the ones of
	// these types.
	places, events, tiles []place
	model                 *place
	// calls are the chunks with the open calls of blocks, by the number of the block.
	calls       map[int]place
	entries     []Entry
	tileEntries []TileEntry
}

// Open opens a trace of size bytes. It returns an error if the file is no
// trace.bin. Other damage is listed by Damage, and the rest can be read.
func Open(r io.ReaderAt, size int64) (*File, error) {
	f := &File{chunks: newChunks(r, size), names: newNames()}
	buf := make([]byte, min(size, fileHeaderLen))
	if err := f.chunks.readAt(buf, 0); err != nil {
		return nil, &tracefeed.Damage{Err: err}
	}
	f.header, f.headerErr = parseHeader(buf)
	if f.headerErr != nil && !errors.Is(f.headerErr, errHeaderSum) {
		return nil, &tracefeed.Damage{Err: f.headerErr}
	}
	var err error
	if f.places, err = f.readPlaces(); err == nil {
		f.complete = true
		f.readIndexedNames()
	} else {
		f.recover(err)
	}
	if f.headerErr != nil {
		f.chunks.report(0, f.headerErr)
	}
	f.list()
	return f, nil
}

// readCopy replaces a damaged header by its copy in the index.
func (f *File) readCopy(header []byte) error {
	h, err := parseHeader(header)
	if err != nil {
		return fmt.Errorf("the index has no header: %w", err)
	}
	if f.headerErr == nil && h != f.header {
		return errors.New("the index has another header than the file")
	}
	f.header = h
	return nil
}

// Header returns the header of the file.
func (f *File) Header() Header { return f.header }

// Property returns the value of a property of the trace, "" if it has none.
func (f *File) Property(key string) string { return f.names.property(key) }

// About returns the header in tracefeed's form. Of a trace without statements, as before
// there were any, the feed of the Format finds what its counters say.
func (f *File) About() tracefeed.Header { return f.names.about(f.header.Sched, &tracefeed.OldForm{}) }

// OSThreads returns the numbers that the recorded threads had in the operating system, as
// far as the trace has them. The caller must not change them.
func (f *File) OSThreads() map[tracefeed.ThreadID]int64 { return f.names.osThreads }

// Tables returns all names. They do not change.
func (f *File) Tables() *tracefeed.Tables { return f.names.tables }

// Entries returns the blocks, in order. The caller must not change them.
func (f *File) Entries() []Entry { return f.entries }

// Tiles returns the tiles, in order of the file. The caller must not change
// them.
func (f *File) Tiles() []TileEntry { return f.tileEntries }

// Complete reports whether the writer closed the trace, and its index is valid.
func (f *File) Complete() bool { return f.complete }

// Damage returns the damage found so far, at most about 1000 entries, each a
// *tracefeed.Damage. A trace that is not complete has at least one.
func (f *File) Damage() []error { return f.chunks.listed() }

// Block reads a part of block i into the memory of buf, where it stays until that
// is used again; if buf is nil, the block has memory of its own. An error is a
// *tracefeed.Damage: the block's events are lost then, and the next block counts as
// a restart.
func (f *File) Block(i int, part block.Part, buf *BlockBuffer) (*block.Block, error) {
	if buf == nil {
		return f.newBlock(i, part)
	}
	b, p := buf, f.events[i]
	stored, err := f.chunks.readChunk(&p, part != block.States, b.stored)
	b.stored = stored
	if err == nil {
		b.Restart = p.gap
		err = b.parse(&p.chunk, stored[chunkHeaderLen:], part, limitsOf(f.names.tables))
	}
	if calls, ok := f.calls[i]; ok && err == nil && part == block.All {
		b.details.OpenCalls, err = f.openCalls(calls, p.start)
	}
	if err != nil {
		return nil, &tracefeed.Damage{Offset: p.offset, Err: fmt.Errorf("block at %s: %w", p.start.Exact(), err)}
	}
	return &b.Block, nil
}

// newBlock reads a part of block i, without keeping the memory of a BlockBuffer.
func (f *File) newBlock(i int, part block.Part) (*block.Block, error) {
	b, err := f.Block(i, part, new(BlockBuffer))
	if err != nil {
		return nil, err
	}
	own := *b
	if own.Details != nil {
		details := *own.Details
		own.Details = &details
	}
	return &own, nil
}

// Tile reads tile i. An error is a *tracefeed.Damage.
func (f *File) Tile(i int) (t *block.Tile, err error) {
	p := f.tiles[i]
	stored, err := f.chunks.readChunk(&p, false, nil)
	var raw []byte
	if err == nil {
		raw, _, err = p.a.open(stored[chunkHeaderLen:], nil)
	}
	if err == nil {
		t, err = parseTile(&p.chunk, raw, limitsOf(f.names.tables))
	}
	if err != nil {
		return nil, &tracefeed.Damage{Offset: p.offset, Err: fmt.Errorf("tile at %s: %w", p.start.Exact(), err)}
	}
	return t, nil
}

// Model returns the encoded model of the trace, nil if it has none.
func (f *File) Model() ([]byte, error) {
	if f.model == nil {
		return nil, nil
	}
	p := *f.model
	stored, err := f.chunks.readChunk(&p, false, nil)
	var raw []byte
	if err == nil {
		raw, _, err = p.a.open(stored[chunkHeaderLen:], nil)
	}
	if err != nil {
		return nil, &tracefeed.Damage{Offset: p.offset, Err: fmt.Errorf("the model: %w", err)}
	}
	return raw, nil
}
