package binfeed

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"tiv/tracefeed"
)

// maxIdentifier is the length of an identifier in bytes.
const maxIdentifier = 1 << 10

// Foreign writes bytes in an encoding that an interpreter of the identifier knows. It reads all
// bytes of an identifier in the order of writing. start and end are the times of the first and the
// last event in the bytes.
func (w *Writer) Foreign(identifier string, data []byte, start, end tracefeed.Time) error {
	if identifier == "" || len(identifier) > maxIdentifier {
		return fmt.Errorf("write trace: an identifier has 1 to %d bytes, not %d", maxIdentifier, len(identifier))
	}
	return w.chunk(chunk{kind: chunkForeign, start: start, end: end}, []byte(identifier), data)
}

// countForeign counts a chunk with foreign bytes.
func (f *feed) countForeign(c *chunk, stored []byte) error {
	identifier, _, err := c.a.open(stored[:c.a.stored], nil)
	if err != nil {
		return err
	}
	if len(identifier) == 0 || len(identifier) > maxIdentifier {
		return fmt.Errorf("an identifier of %d bytes", len(identifier))
	}
	i := slices.IndexFunc(f.foreign, func(x foreignCount) bool { return x.identifier == string(identifier) })
	switch {
	case i >= 0:
		f.foreign[i].chunks++
	case len(f.foreign) < maxIdentifiers:
		f.foreign = append(f.foreign, foreignCount{string(identifier), 1})
	default:
		return fmt.Errorf("it has more than %d identifiers", maxIdentifiers)
	}
	return nil
}

// maxIdentifiers is the number of identifiers in a trace.
const maxIdentifiers = 100

// foreignCount is the number of chunks with an identifier.
type foreignCount struct {
	identifier string
	chunks     int
}

// foreignNote says which chunks are not read.
func (f *feed) foreignNote() (note string) {
	for _, x := range f.foreign {
		why := "are for an interpreter, and are not read"
		if f.why != nil {
			why = f.why(x.identifier)
		}
		if why != "" {
			note = tracefeed.JoinNotes(note, fmt.Sprintf("%d chunks of %q %s", x.chunks, x.identifier, why))
		}
	}
	return note
}

// OpenFeed opens a trace.bin as its Format does. why says for an identifier why its chunks are not
// read, after their number in the note; "" if an interpreter reads them.
func OpenFeed(in tracefeed.Input, why func(identifier string) string) (tracefeed.Feed, error) {
	opened, err := openFeed(in)
	if err != nil {
		return nil, err
	}
	opened.(*feed).why = why
	return opened, nil
}

// ForeignBytes are the bytes of all chunks of an identifier, one after the other.
type ForeignBytes struct {
	Identifier string
	chunks     *chunks
	places     []place
	left       []byte // of the last chunk
	buf        []byte
}

// Foreign returns the foreign bytes in a trace.bin of size bytes. Damaged chunks are left out: the
// feed of the trace reports them. A feed that reads the trace is not needed.
func Foreign(r io.ReaderAt, size int64) (all []*ForeignBytes) {
	c := newChunks(r, size)
	w := walker{in: c, patience: 2 * size, report: func(int64, error) {}}
	w.walk()
	next := int64(0)
	for _, p := range w.places {
		if int64(p.sequence) < next {
			continue // it comes again
		}
		if next = int64(p.sequence) + 1; p.kind != chunkForeign {
			continue
		}
		stored, err := c.readChunk(&p, false, nil)
		if err != nil || int(p.a.raw) > maxIdentifier {
			continue
		}
		name, _, err := p.a.open(stored[chunkHeaderLen:], nil)
		if err != nil || len(name) == 0 {
			continue
		}
		i := slices.IndexFunc(all, func(b *ForeignBytes) bool { return b.Identifier == string(name) })
		if i < 0 && len(all) < maxIdentifiers {
			i = len(all)
			all = append(all, &ForeignBytes{Identifier: string(name), chunks: c})
		}
		if i >= 0 {
			all[i].places = append(all[i].places, p)
		}
	}
	return all
}

// Read returns the next bytes.
func (b *ForeignBytes) Read(p []byte) (int, error) {
	for len(b.left) == 0 {
		if len(b.places) == 0 {
			return 0, io.EOF
		}
		at := b.places[0]
		b.places = b.places[1:]
		stored, err := b.chunks.readChunk(&at, true, b.buf)
		if err != nil {
			return 0, err
		}
		b.buf = stored
		if b.left, _, err = at.b.open(stored[chunkHeaderLen+at.a.stored:], nil); err != nil {
			return 0, errors.Join(errForeign, err)
		}
	}
	n := copy(p, b.left)
	b.left = b.left[n:]
	return n, nil
}

// errForeign is the error of a damaged chunk for an interpreter.
var errForeign = errors.New("a chunk for an interpreter is damaged")
