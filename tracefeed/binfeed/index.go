package binfeed

import (
	"encoding/binary"
	"errors"
	"fmt"

	"tiv/tracefeed"
)

// indexEntryLen is the number of bytes for a chunk in the index: its offset,
// and bytes 4 to 59 of its header.
const indexEntryLen = 64

// place is a chunk and its position.
type place struct {
	offset int64
	chunk
	// gap is true if something is missing before it.
	gap bool
}

// readPlaces finds all chunks by the end of the file and the index. It returns
// an error if there is no index, or if the index is invalid.
func (f *File) readPlaces() ([]place, error) {
	end, err := f.chunks.readHeader(f.chunks.size - chunkHeaderLen)
	switch {
	case err != nil || end.kind != chunkEnd:
		return nil, tracefeed.ErrCutOff
	case int64(end.end) != f.chunks.size || end.start < fileHeaderLen || int64(end.start) > f.chunks.size-2*chunkHeaderLen:
		return nil, fmt.Errorf("the end of a file of %d bytes, with an index at byte %d, is that of another", end.end, end.start)
	}
	at := int64(end.start)
	c, err := f.chunks.readHeader(at)
	if err != nil {
		return nil, err
	}
	if c.kind != chunkIndex || at+c.size()+chunkHeaderLen != f.chunks.size {
		return nil, errors.New("the index is not where the end of the file says")
	}
	if c.check() != nil || c.a.raw != c.count*indexEntryLen || int64(c.a.raw) > f.chunks.size || c.b.raw != fileHeaderLen {
		return nil, fmt.Errorf("the index claims to have %d chunks", c.count)
	}
	if c.sequence != c.count || end.count != c.count+1 || end.sequence != c.count+1 {
		return nil, errors.New("the index does not count all chunks")
	}
	index, header, err := f.readIndex(at, &c)
	if err != nil {
		return nil, err
	}
	places, err := parseIndex(index, at)
	if err != nil {
		return nil, err
	}
	if err := f.readCopy(header); err != nil {
		return nil, err
	}
	if err := f.checkUnread(places); err != nil {
		return nil, err
	}
	return places, f.checkTimes(places)
}

// checkUnread compares the chunks that no query reads with the index: those of
// unknown types or for interpreters, and the one before the list of all names, which might be a
// part of it.
func (f *File) checkUnread(places []place) error {
	names := len(places)
	for names > 0 && places[names-1].kind == chunkMeta && places[names-1].flags&flagComplete != 0 {
		names--
	}
	for i, p := range places {
		if knownChunk(p.kind) && p.kind != chunkForeign && i != names-1 {
			continue
		}
		if c, err := f.chunks.readHeader(p.offset); err != nil || c != p.chunk {
			return fmt.Errorf("the index is wrong about chunk %d", i)
		}
	}
	return nil
}

// checkTimes checks the positions and times of the blocks of a reduced trace in
// the index.
func (f *File) checkTimes(places []place) error {
	end := tracefeed.Time(0)
	for _, p := range places {
		if p.kind != chunkEvents || !f.header.Reduced {
			continue
		}
		if p.start < end {
			return fmt.Errorf("the index has a block at %s, before the end of another", p.start.Exact())
		}
		end = p.end
	}
	return nil
}

// readIndex returns the sections of the index.
func (f *File) readIndex(at int64, c *chunk) (index, header []byte, err error) {
	stored := make([]byte, c.size()-chunkHeaderLen)
	if err := f.chunks.readAt(stored, at+chunkHeaderLen); err != nil {
		return nil, nil, err
	}
	if index, _, err = c.a.open(stored[:c.a.stored], nil); err != nil {
		return nil, nil, err
	}
	header, _, err = c.b.open(stored[c.a.stored:], nil)
	return index, header, err
}

// parseIndex parses the index, which is at some offset. Chunks are contiguous,
// so the index cannot omit one.
func parseIndex(in []byte, end int64) ([]place, error) {
	places := make([]place, 0, len(in)/indexEntryLen)
	at := int64(fileHeaderLen)
	for ; len(in) > 0; in = in[indexEntryLen:] {
		p := place{offset: int64(binary.LittleEndian.Uint64(in)), chunk: chunkOf(in[8-4:])}
		if p.offset != at || int(p.sequence) != len(places) || p.size() > end-at || p.kind == chunkIndex || p.kind == chunkEnd {
			return nil, fmt.Errorf("the index has a wrong entry for chunk %d", len(places))
		}
		if err := p.check(); err != nil {
			return nil, fmt.Errorf("the index has a wrong entry for chunk %d: %w", len(places), err)
		}
		at += p.size()
		places = append(places, p)
	}
	if at != end {
		return nil, fmt.Errorf("the index has no chunk for bytes %d to %d", at, end)
	}
	return places, nil
}
