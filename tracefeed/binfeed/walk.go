package binfeed

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
)

// recover finds all chunks of a file without a valid index; err is the index's
// error.
func (f *File) recover(err error) {
	w := walker{in: f.chunks, patience: 2 * f.chunks.size, report: f.chunks.report}
	w.walk()
	f.chunks.report(w.at, err)
	f.places = f.order(w.places)
	f.readAllNames()
}

// findMoved finds all chunks, by their sequence number. It reports no damage:
// opening the file did, or reading the chunk will.
func (c *chunks) findMoved() map[uint32]place {
	w := walker{in: c, patience: 2 * c.size, report: func(int64, error) {}}
	w.walk()
	found := map[uint32]place{}
	for _, p := range w.places {
		if _, ok := found[p.sequence]; !ok {
			found[p.sequence] = p
		}
	}
	return found
}

// walker goes from chunk to chunk by their headers.
//
//  1. After a complete chunk it continues at its end.
//  2. Where none begins, or one is longer than the file, it searches for the
//     next header with a valid checksum: inside the chunk before, if that is
//     damaged, because its length may be wrong.
//  3. The bytes after the last header are a torn tail.
type walker struct {
	in     *chunks
	places []place
	report func(offset int64, err error)
	// at is the end of the last complete chunk.
	at int64
	// patience is the number of bytes that may still be read to detect damaged
	// chunks, a bound on the time that false lengths can cost.
	patience int64
	part     []byte // of the file, that is searched
}

func (w *walker) walk() {
	w.at = fileHeaderLen
	gap := false
	for w.at < w.in.size {
		c, err := w.in.readHeaderOf(w.at)
		if err == nil {
			err = c.check()
		}
		if err == nil && c.size() <= w.in.size-w.at {
			w.places = append(w.places, place{w.at, c, gap})
			w.at += c.size()
			gap = false
			continue
		}
		from := w.at + 1
		if err == nil {
			err = fmt.Errorf("a chunk of %d bytes %w", c.size(), errTorn)
		} else if w.dropLast() {
			from = w.at + chunkHeaderLen
		}
		next := w.find(from)
		if next >= 0 || !errors.Is(err, errTorn) { // else only the end is missing
			w.report(w.at, err)
		}
		if next < 0 {
			return
		}
		gap, w.at = true, next
	}
}

// dropLast removes the last chunk if it is damaged.
func (w *walker) dropLast() bool {
	if len(w.places) == 0 {
		return false
	}
	p := w.places[len(w.places)-1]
	if p.offset+p.size() != w.at || p.size() > w.patience {
		return false
	}
	w.patience -= p.size()
	stored := make([]byte, p.size())
	if err := w.in.readAt(stored, p.offset); err != nil {
		return false
	}
	stored = stored[chunkHeaderLen:]
	if checksum(stored[:p.a.stored]) == p.a.crc && checksum(stored[p.a.stored:]) == p.b.crc {
		return false
	}
	w.places = w.places[:len(w.places)-1]
	w.at = p.offset
	return true
}

// findLen is the number of bytes searched at once: few at first, because the
// next header is often near.
const (
	findLeast = 4 << 10
	findMost  = 1 << 20
)

// find returns the position of the next valid header, -1 if there is none.
func (w *walker) find(from int64) int64 {
	for length := int64(findLeast); w.in.size-from >= chunkHeaderLen; length = min(4*length, findMost) {
		w.part = grow(w.part, int(min(length, w.in.size-from)))
		if err := w.in.readAt(w.part, from); err != nil {
			return -1
		}
		if i := findHeader(w.part); i >= 0 {
			return from + int64(i)
		}
		from += int64(len(w.part)) - chunkHeaderLen + 1
	}
	return -1
}

// findHeader returns the index in a part of a file of the first valid header,
// -1 if there is none.
func findHeader(part []byte) int {
	for i := 0; len(part)-i >= chunkHeaderLen; i++ {
		next := bytes.Index(part[i:], chunkMagic)
		if next < 0 || len(part)-i-next < chunkHeaderLen {
			return -1
		}
		i += next
		if c, err := parseChunk(part[i:]); err == nil && c.check() == nil {
			return i
		}
	}
	return -1
}

// readHeaderOf reads the header at some offset, which may be too near the end.
func (c *chunks) readHeaderOf(at int64) (chunk, error) {
	if c.size-at < chunkHeaderLen {
		return chunk{}, fmt.Errorf("the header of a chunk %w", errTorn)
	}
	return c.readHeader(at)
}

// order sorts chunks by sequence number, and reports those that are misplaced,
// duplicate, or missing.
func (f *File) order(places []place) []place {
	for i := 1; i < len(places); i++ {
		if p := &places[i]; p.sequence < places[i-1].sequence {
			f.chunks.report(p.offset, fmt.Errorf("chunk %d comes after chunk %d", p.sequence, places[i-1].sequence))
		}
	}
	slices.SortStableFunc(places, func(a, b place) int { return int(int64(a.sequence) - int64(b.sequence)) })
	kept := places[:0]
	next := int64(0)
	for _, p := range places {
		number := int64(p.sequence)
		if number < next {
			f.chunks.report(p.offset, fmt.Errorf("duplicate chunk %d", number))
			continue
		}
		if number > next && !p.gap {
			f.chunks.report(p.offset, fmt.Errorf("%d chunks before chunk %d are missing", number-next, number))
			p.gap = true
		}
		if number == next {
			// Unreadable bytes before it were not part of the trace.
			p.gap = false
		}
		kept = append(kept, p)
		next = number + 1
	}
	return kept
}
