package binfeed

import (
	"errors"
	"fmt"
	"io"
	"sync"

	"tiv/tracefeed"
)

// File is a trace.bin that can be read at any place. Its methods may be called
// from several goroutines at once.
type File struct {
	r         io.ReaderAt
	size      int64
	header    Header
	headerErr error
	names     *names
	complete  bool
	// places are all chunks, in order; events, tiles and model are those of
	// these types.
	places, events, tiles []place
	model                 *place
	entries               []Entry
	tileEntries           []TileEntry

	mu     sync.Mutex
	damage []error
	// moved finds chunks that are not where the index says.
	moved func() map[uint32]place
}

// Entry is what is known of a block before it is read.
type Entry struct {
	// Offset is where its chunk begins, Len how many bytes that has, States
	// how many of these are read where only states are asked for.
	Offset      int64
	Len, States int64
	// Count is the number of events.
	Count int
	// Start, End and Restart are as in Block.
	Start, End tracefeed.Time
	Restart    bool
	// Weight is the number of waits that begin and monitors that change hands.
	Weight uint32
}

// TileEntry is what is known of a tile before it is read.
type TileEntry struct {
	Offset, Len  int64
	Level, First int
	// Threads is how many threads it has.
	Threads    int
	Start, End tracefeed.Time
}

// Open opens a trace of size bytes. It fails if that is none; other damage is
// told by Damage, and what is not damaged can be read.
func Open(r io.ReaderAt, size int64) (*File, error) {
	f := &File{r: r, size: size, names: newNames()}
	buf := make([]byte, min(size, fileHeaderLen))
	if err := f.readAt(buf, 0); err != nil {
		return nil, &tracefeed.Damage{Err: err}
	}
	f.header, f.headerErr = parseHeader(buf)
	if f.headerErr != nil && !errors.Is(f.headerErr, errHeaderSum) {
		return nil, &tracefeed.Damage{Err: f.headerErr}
	}
	f.moved = sync.OnceValue(f.findMoved)
	var err error
	if f.places, err = f.readPlaces(); err == nil {
		f.complete = true
		f.readIndexedNames()
	} else {
		f.recover(err)
	}
	if f.headerErr != nil {
		f.tell(0, f.headerErr)
	}
	f.list()
	return f, nil
}

// readCopy takes the header from its copy in the index, if it is damaged.
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

// mostDamage is how many damages are told.
const mostDamage = 1000

// tell notes damage.
func (f *File) tell(offset int64, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.damage) > mostDamage {
		return
	}
	if len(f.damage) == mostDamage {
		err = fmt.Errorf("%w; there is more, which is not told", err)
	}
	f.damage = append(f.damage, &tracefeed.Damage{Offset: offset, Err: err})
}

// list makes the lists of blocks and tiles.
func (f *File) list() {
	gap := false
	end := tracefeed.Time(0)
	for _, p := range f.places {
		gap = gap || p.gap
		switch p.kind {
		case chunkEvents:
			p.gap = gap || p.flags&flagRestart != 0
			if f.header.Reduced && len(f.events) > 0 {
				if p.start < end {
					f.tell(p.offset, fmt.Errorf("a block begins at %s, before the one before it ends at %s", p.start.Exact(), end.Exact()))
					gap = true
					continue
				}
				if p.start > end && !p.gap {
					f.tell(p.offset, fmt.Errorf("nothing is told of the time from %s to %s", end.Exact(), p.start.Exact()))
					p.gap = true
				}
			}
			end, gap = p.end, false
			f.events = append(f.events, p)
			f.entries = append(f.entries, Entry{
				Offset: p.offset, Len: p.size(), States: chunkHeaderLen + int64(p.a.stored),
				Count: int(p.count), Start: p.start, End: p.end, Restart: p.gap, Weight: p.extra,
			})
		case chunkTile:
			f.tiles = append(f.tiles, p)
			f.tileEntries = append(f.tileEntries, TileEntry{
				Offset: p.offset, Len: p.size(), Level: int(p.flags), First: int(p.extra),
				Threads: int(p.count), Start: p.start, End: p.end,
			})
		case chunkModel:
			f.model = &p
		}
	}
}

// Header returns what the file says of itself.
func (f *File) Header() Header { return f.header }

// Properties returns what is said of the whole trace.
func (f *File) Properties() []Property { return f.names.properties }

// Tables returns all names. They do not change.
func (f *File) Tables() *tracefeed.Tables { return f.names.tables }

// Entries lists the blocks, in order. The caller does not change it.
func (f *File) Entries() []Entry { return f.entries }

// Tiles lists the tiles, in order of the file. The caller does not change it.
func (f *File) Tiles() []TileEntry { return f.tileEntries }

// Complete reports whether the trace was closed by its writer, and its index
// is good.
func (f *File) Complete() bool { return f.complete }

// Damage returns what has been found wrong so far, within reason: each is a
// *tracefeed.Damage. A trace that is not complete has at least one.
func (f *File) Damage() []error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.damage[:len(f.damage):len(f.damage)]
}

// Block reads block i, into the memory of reuse if that is not nil. Without
// details, only states are read. An error is a *tracefeed.Damage, after which
// nothing is known of the time of this block.
func (f *File) Block(i int, details bool, reuse *Block) (*Block, error) {
	b := reuse
	if b == nil {
		b = new(Block)
	}
	p := f.events[i]
	stored, err := f.readChunk(&p, details, b.memory.stored)
	b.memory.stored = stored
	if err == nil {
		b.Restart = p.gap
		err = b.parse(&p.chunk, stored[chunkHeaderLen:], details, limitsOf(f.names.tables))
	}
	if err != nil {
		return nil, &tracefeed.Damage{Offset: p.offset, Err: fmt.Errorf("block at %s: %w", p.start.Exact(), err)}
	}
	return b, nil
}

// parse reads the sections of an EVENTS chunk.
func (b *Block) parse(c *chunk, stored []byte, details bool, lim limits) error {
	b.Start, b.End, b.Details = c.start, c.end, nil
	raw, buf, err := c.a.open(stored[:c.a.stored], b.memory.rawA)
	b.memory.rawA = buf
	if err != nil {
		return err
	}
	if err := b.parseStates(raw, int(c.count), lim); err != nil || !details {
		return err
	}
	raw, buf, err = c.b.open(stored[c.a.stored:], b.memory.rawB)
	b.memory.rawB = buf
	if err != nil {
		return err
	}
	return b.parseDetails(raw, lim)
}

// Tile reads tile i, into the memory of reuse if that is not nil. An error is
// a *tracefeed.Damage.
func (f *File) Tile(i int, reuse *Tile) (*Tile, error) {
	t := reuse
	if t == nil {
		t = new(Tile)
	}
	p := f.tiles[i]
	stored, err := f.readChunk(&p, false, t.stored)
	t.stored = stored
	var raw []byte
	if err == nil {
		raw, t.raw, err = p.a.open(stored[chunkHeaderLen:], t.raw)
	}
	if err == nil {
		err = t.parse(&p.chunk, raw, limitsOf(f.names.tables))
	}
	if err != nil {
		return nil, &tracefeed.Damage{Offset: p.offset, Err: fmt.Errorf("tile at %s: %w", p.start.Exact(), err)}
	}
	return t, nil
}

// Model returns the model of the trace, nil if it has none.
func (f *File) Model() ([]byte, error) {
	if f.model == nil {
		return nil, nil
	}
	p := *f.model
	stored, err := f.readChunk(&p, false, nil)
	var raw []byte
	if err == nil {
		raw, _, err = p.a.open(stored[chunkHeaderLen:], nil)
	}
	if err != nil {
		return nil, &tracefeed.Damage{Offset: p.offset, Err: fmt.Errorf("the model: %w", err)}
	}
	return raw, nil
}

// readChunk reads a chunk, without its section B unless asked for, into buf or
// more. If another is where the index says, it sets *p to where the right one
// is.
func (f *File) readChunk(p *place, both bool, buf []byte) ([]byte, error) {
	found, buf, err := f.tryChunk(p, both, buf)
	if err != nil || found == p.chunk {
		return buf, err
	}
	real, ok := f.moved()[p.sequence]
	if !ok || real.kind != p.kind {
		return buf, errors.New("the index says that a chunk is here, and it is not")
	}
	f.tell(real.offset, fmt.Errorf("the index says something else of chunk %d", p.sequence))
	real.gap = p.gap
	*p = real
	if found, buf, err = f.tryChunk(p, both, buf); err == nil && found != p.chunk {
		err = errors.New("the file changes")
	}
	return buf, err
}

// tryChunk reads what is where a chunk should be, and the header it has.
func (f *File) tryChunk(p *place, both bool, buf []byte) (chunk, []byte, error) {
	n := chunkHeaderLen + int(p.a.stored)
	if both {
		n += int(p.b.stored)
	}
	buf = grow(buf, n)
	if err := f.readAt(buf, p.offset); err != nil {
		return chunk{}, buf, err
	}
	// What is wrong with a header that is none is not of interest: it is not
	// the one that was looked for.
	found, _ := parseChunk(buf)
	return found, buf, nil
}
