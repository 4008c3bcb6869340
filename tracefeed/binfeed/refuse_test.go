package binfeed

import (
	"bytes"
	"encoding/binary"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"tiv/block"
	"tiv/tracefeed"
)

// plainTables are tables of two of each.
func plainTables() *tracefeed.Tables {
	t := tracefeed.NewTables()
	for _, name := range []string{"A", "B"} {
		t.AddThread(tracefeed.Thread{ID: name, Name: name})
		t.AddMonitor(tracefeed.Monitor{ID: name, Name: name})
		t.AddStack(nil)
		t.AddName(name)
	}
	return t
}

// plainBlock is a block of two threads, from 10 to 40.
func plainBlock() *block.Block {
	var builder block.Builder
	for _, ev := range []tracefeed.Event{
		{Time: 20, Thread: 1, Monitor: 1, Kind: tracefeed.MonitorEnter},
		{Time: 30, Thread: 1, Monitor: 1, Kind: tracefeed.MonitorExit},
		{Time: 40, Thread: 2, Other: 1, Stack: 1, Name: 1, CPU: 1, Object: 1, Value: 1, Kind: tracefeed.Sample},
	} {
		builder.Add(&ev, 1)
	}
	b := builder.Block()
	b.Start, b.End = 10, 40
	b.OpenSpans = []block.OpenSpan{{Thread: 1, Span: block.Span{State: 1, Start: 5}}, {Thread: 2, Span: block.Span{State: 2}}}
	b.Holds = []block.Hold{{Monitor: 1, Thread: 1, Count: 1}, {Monitor: 2, Thread: 1, Count: 1}}
	return b
}

// wrongs are ways to make a block wrong, so that it can neither be written nor
// be read.
var wrongs = map[string]func(b *block.Block){
	"the same monitor as none before": func(b *block.Block) {
		b.Codes[0], b.Monitors, b.Firsts[1].Monitor = b.Codes[1], nil, 0
	},
	"a code that is not in the table":  func(b *block.Block) { b.Codes[2] = 3 },
	"a state that does not exist":      func(b *block.Block) { b.Table[0].State = 7 },
	"both monitors":                    func(b *block.Block) { b.Table[0].Fields = block.HasMonitor | block.SameMonitor },
	"a thread that is not in a table":  func(b *block.Block) { b.Groups[1].Thread = 3 },
	"a group of no events":             func(b *block.Block) { b.Groups = append(b.Groups, block.Group{Thread: 2, First: 3}) },
	"a group of too many events":       func(b *block.Block) { b.Groups[0].Len = 3 },
	"an event in no group":             func(b *block.Block) { b.Groups[0].Len = 1 },
	"an event behind the end":          func(b *block.Block) { b.End = 39 },
	"a monitor that is not in a table": func(b *block.Block) { b.Monitors[0] = 3 },
	"a negative stack":                 func(b *block.Block) { b.Stacks[0] = -1 },
	"a name too many":                  func(b *block.Block) { b.Names = append(b.Names, 1) },
	"a carried state":                  func(b *block.Block) { b.OpenSpans[0].State = 7 },
	"a carried thread":                 func(b *block.Block) { b.OpenSpans[1].Thread = 3 },
	"a carried monitor":                func(b *block.Block) { b.OpenSpans[1].Monitor = 3 },
	"a carried stack":                  func(b *block.Block) { b.OpenSpans[1].Stack = 3 },
	"a hold of a monitor":              func(b *block.Block) { b.Holds[1].Monitor = 3 },
	"a hold by a thread":               func(b *block.Block) { b.Holds[1].Thread = 3 },
	"since after the start":            func(b *block.Block) { b.OpenSpans[0].Start = 11 },
}

func TestWrongBlocks(t *testing.T) {
	t.Parallel()
	tables := plainTables()
	for what, wrong := range wrongs {
		b := plainBlock()
		if err := checkWritable(b, tables); err != nil {
			t.Fatal(err)
		}
		wrong(b)
		w, err := NewWriter(io.Discard, Header{})
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Block(b, tables, 0); err == nil {
			t.Errorf("%s: it was written", what)
		}
		if err := parseAgain(b, tables); err == nil {
			t.Errorf("%s: it was read", what)
		}
	}
}

// parseAgain reads the sections of a block as they are without any check.
func parseAgain(b *block.Block, tables *tracefeed.Tables) error {
	a, err := appendStates(nil, b)
	if err != nil {
		// An event behind the end: that is found when it is written.
		end := b.End
		b.End = math.MaxInt64
		a, _ = appendStates(nil, b)
		b.End = end
	}
	details := appendDetails(nil, b)
	c := chunk{kind: chunkEvents, count: uint32(len(b.Codes)), start: b.Start, end: b.End}
	c.a = section{stored: uint32(len(a)), raw: uint32(len(a)), crc: checksum(a)}
	c.b = section{stored: uint32(len(details)), raw: uint32(len(details)), crc: checksum(details)}
	return new(BlockBuffer).parse(&c, append(a, details...), block.All, limitsOf(tables))
}

func TestBlocksFollowEachOther(t *testing.T) {
	t.Parallel()
	w, err := NewWriter(io.Discard, Header{Reduced: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Block(plainBlock(), plainTables(), 0); err != nil {
		t.Fatal(err)
	}
	if err := w.Block(plainBlock(), plainTables(), 0); err == nil || !strings.Contains(err.Error(), "40ns") {
		t.Errorf("a block at 10 after one that ends at 40: %v", err)
	}
}

func TestWrongTiles(t *testing.T) {
	t.Parallel()
	tile := &block.Tile{Edges: []tracefeed.Time{0, 10}, Threads: []tracefeed.ThreadID{1}, Times: []tracefeed.StateTimes{{0, 8}}}
	raw, err := appendTile(nil, tile)
	if err != nil {
		t.Fatal(err)
	}
	lim := limitsOf(plainTables())
	c := chunk{kind: chunkTile, count: 1, end: 10}
	if _, err := parseTile(&c, raw, lim); err != nil {
		t.Fatal(err)
	}
	const length = 16 // where that of the cell is
	c.end, raw[length] = 7, 7
	if _, err := parseTile(&c, raw, lim); err == nil {
		t.Error("a thread does something for 8 ns of 7")
	}
	for what, wrong := range map[string]*block.Tile{
		"too long":       {Edges: []tracefeed.Time{0, 7}, Threads: tile.Threads, Times: tile.Times},
		"negative":       {Edges: tile.Edges, Threads: tile.Threads, Times: []tracefeed.StateTimes{{-1, 8}}},
		"back":           {Edges: []tracefeed.Time{10, 0}, Threads: tile.Threads, Times: []tracefeed.StateTimes{{}}},
		"no cells":       {Edges: []tracefeed.Time{10}},
		"too many sums":  {Edges: tile.Edges, Threads: tile.Threads, Times: make([]tracefeed.StateTimes, 2)},
		"threads wrong":  {Edges: tile.Edges, Threads: []tracefeed.ThreadID{2, 1}, Times: make([]tracefeed.StateTimes, 2)},
		"too many cells": {Edges: make([]tracefeed.Time, block.MaxTileCells+2)},
	} {
		if _, err := appendTile(nil, wrong); err == nil {
			t.Errorf("a tile was written: %s", what)
		}
	}
}

// TestLostNames damages names in a file without an end: its blocks can be read
// nevertheless.
func TestLostNames(t *testing.T) {
	t.Parallel()
	var file bytes.Buffer
	w, err := NewWriter(&file, Header{})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Block(plainBlock(), plainTables(), 0); err != nil {
		t.Fatal(err)
	}
	data := file.Bytes()
	data[fileHeaderLen+chunkHeaderLen] ^= 1
	f := open(t, data)
	b, err := f.Block(0, block.All, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := same(b, plainBlock(), block.All); err != nil {
		t.Error(err)
	}
	if th := f.Tables().Threads; len(th) != 3 || th[2].ID != "?2" {
		t.Errorf("threads are %v", th)
	}
}

// TestNamesThatChange looks at a file without an end.
func TestNamesThatChange(t *testing.T) {
	t.Parallel()
	var file bytes.Buffer
	w, err := NewWriter(&file, Header{})
	if err != nil {
		t.Fatal(err)
	}
	tables := plainTables()
	for range 2 {
		if err := w.Block(plainBlock(), tables, 0); err != nil {
			t.Fatal(err)
		}
		tables.Threads[2].Name, tables.Monitors[1].Name = "worker", "queue"
	}
	if err := sameTables(open(t, file.Bytes()).Tables(), tables); err != nil {
		t.Error(err)
	}
}

// TestMissingBlockOfUntold reads a trace whose times do not show that a block
// is missing.
func TestMissingBlockOfUntold(t *testing.T) {
	t.Parallel()
	c := cut(t, untold(t, 10, []tracefeed.Time{5, 20}, []tracefeed.Time{20, 40}, []tracefeed.Time{40, 50}, []tracefeed.Time{50, 60}))
	for i := range c.chunks {
		if c.at(i).start == 20 {
			c.chunks = slices.Delete(c.chunks, i, i+1)
			break
		}
	}
	var restarts []bool
	for _, e := range open(t, c.join()).Entries() {
		restarts = append(restarts, e.Restart)
	}
	if !slices.Equal(restarts, []bool{false, true, false}) {
		t.Errorf("restarts are %v", restarts)
	}
}

// TestFileFromSeveralGoroutines is for the race detector.
func TestFileFromSeveralGoroutines(t *testing.T) {
	t.Parallel()
	s := smallSample(t, 12)
	c := cut(t, s.data)
	// A chunk at another position than the index has makes them all search for
	// it.
	c.chunks[2], c.chunks[3] = c.chunks[3], c.chunks[2]
	f := open(t, c.join())
	done := make(chan error)
	const readers = 4
	for range readers {
		go func() {
			for i := range f.Entries() {
				b, err := f.Block(i, block.All, nil)
				if err == nil {
					err = same(b, s.blocks[i], block.All)
				}
				if err != nil {
					done <- err
					return
				}
			}
			done <- nil
		}()
	}
	for range readers {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

// A trace that needs an unknown feature is refused, whichever it is. Other unknown flags have no effect.
func TestRequiredFeatures(t *testing.T) {
	t.Parallel()
	var whole bytes.Buffer
	w, err := NewWriter(&whole, Header{})
	if err == nil {
		err = w.Block(plainBlock(), plainTables(), 0)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	for bit := range 32 {
		data := slices.Clone(whole.Bytes())
		data[12+bit/8] |= 1 << (bit % 8)
		binary.LittleEndian.PutUint32(data[60:], checksum(data[:60]))
		wanted := bit < 16
		if _, err := Open(bytes.NewReader(data), int64(len(data))); (err == nil) != wanted {
			t.Errorf("bit %d: the file opens with %v", bit, err)
		}
		if _, err := openFeed(tracefeed.Input{Reader: bytes.NewReader(data)}); (err == nil) != wanted {
			t.Errorf("bit %d: the feed opens with %v", bit, err)
		}
	}
}
