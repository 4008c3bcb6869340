package binfeed

import (
	"bytes"
	"io"
	"math"
	"math/rand/v2"
	"testing"

	"tiv/block"
	"tiv/tracefeed"
)

// busyBlock returns a block like those of a busy program: threads that take
// turns with locks, with heavy-tailed times between their events.
func busyBlock(threads, events int) (*block.Block, *tracefeed.Tables) {
	rng := rand.New(rand.NewPCG(1, 2))
	t := tracefeed.NewTables()
	for range threads {
		t.AddThread(tracefeed.Thread{})
		t.AddMonitor(tracefeed.Monitor{})
		t.AddStack(nil)
	}
	cycle := []struct {
		kind  tracefeed.Kind
		state tracefeed.State
	}{
		{tracefeed.MonitorWait, 4}, {tracefeed.MonitorEnter, 2}, {tracefeed.Run, 1}, {tracefeed.MonitorExit, 1},
		{tracefeed.SuspendStart, 3}, {tracefeed.Wake, 3}, {tracefeed.SuspendEnd, 2}, {tracefeed.Run, 1},
	}
	at := make([]int, threads+1)
	var builder block.Builder
	now := tracefeed.Time(0)
	for range events {
		now += tracefeed.Time(50 * math.Pow(rng.Float64()+1e-4, -0.8))
		id := 1 + rng.IntN(1+rng.IntN(threads)) // some do more than others
		step := cycle[at[id]%len(cycle)]
		at[id]++
		ev := tracefeed.Event{Time: now, Thread: tracefeed.ThreadID(id), Kind: step.kind}
		switch step.kind {
		case tracefeed.MonitorWait, tracefeed.MonitorEnter, tracefeed.MonitorExit:
			ev.Monitor = tracefeed.MonitorID(1 + (id+at[id]/8)%16)
		case tracefeed.SuspendStart:
			ev.Stack, ev.Cause = tracefeed.StackID(1+rng.IntN(threads)), tracefeed.CauseChannel
		case tracefeed.Wake:
			ev.Other = tracefeed.ThreadID(1 + rng.IntN(threads))
		case tracefeed.Run:
			ev.CPU = tracefeed.CPU(1 + rng.IntN(8))
		}
		builder.Add(&ev, step.state)
	}
	b := builder.Block()
	b.End = now
	for id := range threads {
		b.OpenSpans = append(b.OpenSpans, block.OpenSpan{Thread: tracefeed.ThreadID(id + 1),
			Span: block.Span{State: tracefeed.State(1 + rng.IntN(4))}})
	}
	return b, t
}

// perEvent reports the speed of a benchmark with so many events per round.
func perEvent(b *testing.B, events int) {
	b.ReportMetric(float64(b.N)*float64(events)/b.Elapsed().Seconds()/1e6, "Mev/s")
}

func benchmarkDecode(b *testing.B, part block.Part) {
	block, tables := busyBlock(1000, 64<<10)
	var file bytes.Buffer
	w, _ := NewWriter(&file, Header{Reduced: true})
	if err := w.Block(block, tables, 0); err != nil {
		b.Fatal(err)
	}
	w.Close()
	f := open(b, file.Bytes())
	reuse := new(BlockBuffer)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := f.Block(0, part, reuse); err != nil {
			b.Fatal(err)
		}
	}
	perEvent(b, len(block.Codes))
	b.ReportMetric(float64(f.Entries()[0].States)/float64(len(block.Codes)), "B/ev-states")
	b.ReportMetric(float64(f.Entries()[0].Len)/float64(len(block.Codes)), "B/ev")
}

func BenchmarkDecodeStates(b *testing.B) { benchmarkDecode(b, block.States) }

func BenchmarkDecodeAll(b *testing.B) { benchmarkDecode(b, block.All) }

func BenchmarkEncode(b *testing.B) {
	block, tables := busyBlock(1000, 64<<10)
	w, _ := NewWriter(io.Discard, Header{})
	b.ReportAllocs()
	for b.Loop() {
		if err := w.Block(block, tables, 0); err != nil {
			b.Fatal(err)
		}
	}
	perEvent(b, len(block.Codes))
}

// BenchmarkTile decodes a tile of 64 cells and 1000 threads.
func BenchmarkTile(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	t := &block.Tile{}
	const length = 16 * tracefeed.Millisecond
	for i := range tracefeed.Time(block.MaxTileCells + 1) {
		t.Edges = append(t.Edges, i*length)
	}
	for id := range tracefeed.ThreadID(1000) {
		t.Threads = append(t.Threads, id+1)
		for range block.MaxTileCells {
			var s tracefeed.StateTimes
			rest := length
			for state := 1; state < 4; state++ {
				s[state] = tracefeed.Time(rng.Int64N(int64(rest)))
				rest -= s[state]
			}
			s[4] = rest
			t.Times = append(t.Times, s)
		}
	}
	_, tables := busyBlock(1000, 1)
	var file bytes.Buffer
	w, _ := NewWriter(&file, Header{})
	one, _ := busyBlock(1000, 1)
	w.Block(one, tables, 0)
	if err := w.Tile(t); err != nil {
		b.Fatal(err)
	}
	w.Close()
	f := open(b, file.Bytes())
	for b.Loop() {
		if _, err := f.Tile(0); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(f.Tiles()[0].Len)/float64(len(t.Times)), "B/sum")
}

// BenchmarkFeed reads a trace as a feed.
func BenchmarkFeed(b *testing.B) {
	block, tables := busyBlock(1000, 64<<10)
	var file bytes.Buffer
	w, _ := NewWriter(&file, Header{Reduced: true})
	const blocks = 10
	for range blocks {
		w.Block(block, tables, 0)
		for i := range block.Times {
			block.Times[i] += block.End - block.Start
		}
		block.Start, block.End = block.End, 2*block.End-block.Start
	}
	w.Close()
	b.ReportAllocs()
	for b.Loop() {
		feed, _ := openFeed(tracefeed.Input{Reader: bytes.NewReader(file.Bytes())})
		var events []tracefeed.Event
		for err := error(nil); err != io.EOF; {
			if events, err = feed.Batch(events); err != nil && err != io.EOF {
				b.Fatal(err)
			}
		}
	}
	perEvent(b, blocks*len(block.Codes))
}

// BenchmarkOpen opens a trace of as many blocks as one of 100 million events
// has.
func BenchmarkOpen(b *testing.B) {
	block, tables := busyBlock(10, 1)
	var file bytes.Buffer
	w, _ := NewWriter(&file, Header{})
	for range 1526 {
		w.Block(block, tables, 0)
	}
	w.Close()
	for b.Loop() {
		if f := open(b, file.Bytes()); !f.Complete() {
			b.Fatal(f.Damage())
		}
	}
}
