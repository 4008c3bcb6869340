package binfeed

import (
	"fmt"

	"tiv/tracefeed"
)

// Entry is the description of a block in the index.
type Entry struct {
	// Offset is the position of the chunk, Len its length in bytes, and States
	// the length of the part to read for states only.
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

// TileEntry is the description of a tile in the index.
type TileEntry struct {
	Offset, Len  int64
	Level, First int
	// Threads is the number of threads.
	Threads    int
	Start, End tracefeed.Time
}

// list makes the lists of blocks and tiles.
func (f *File) list() {
	gap := false
	end := tracefeed.Time(0)
	var calls place // the chunk of open calls before a block
	for _, p := range f.places {
		gap = gap || p.gap
		switch p.kind {
		case chunkEvents:
			p.gap = gap || p.flags&flagRestart != 0
			if f.header.Reduced && len(f.events) > 0 {
				if p.start < end {
					f.chunks.report(p.offset, fmt.Errorf("a block begins at %s, before the one before it ends at %s",
						p.start.Exact(), end.Exact()))
					gap = true
					continue
				}
				if p.start > end && !p.gap {
					f.chunks.report(p.offset, fmt.Errorf("no block covers the time from %s to %s", end.Exact(), p.start.Exact()))
					p.gap = true
				}
			}
			end, gap = p.end, false
			if calls.kind != 0 && calls.sequence+1 == p.sequence && calls.start == p.start {
				if f.calls == nil {
					f.calls = map[int]place{}
				}
				f.calls[len(f.events)] = calls
			}
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
		case chunkCalls:
			calls = p
		case chunkModel:
			f.model = &p
		}
	}
}
