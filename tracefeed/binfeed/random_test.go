package binfeed

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"tiv/block"
	"tiv/tracefeed"
)

// randomTables returns tables of some length, with odd names.
func randomTables(rng *rand.Rand, most int) *tracefeed.Tables {
	t := tracefeed.NewTables()
	growTables(rng, t, most)
	return t
}

// growTables adds to tables, and renames some threads and monitors.
func growTables(rng *rand.Rand, t *tracefeed.Tables, most int) {
	word := func() string {
		return []string{"", "a", "main.go", "Fäden\x00\xff", string(make([]byte, 300))}[rng.IntN(5)] + fmt.Sprint(rng.IntN(1000))
	}
	for range rng.IntN(most + 1) {
		th := tracefeed.Thread{ID: word(), Name: word(), System: rng.IntN(2) == 0}
		if n := len(t.Threads); n%3 == 0 {
			t.AddProcess(tracefeed.Process{ID: th.ID, Name: th.Name, Command: "a\x00", Parent: tracefeed.ProcessID(n / 6)})
			th.Process = tracefeed.ProcessID(n / 3)
		}
		t.AddThread(th)
		t.AddMonitor(tracefeed.Monitor{ID: word(), Name: word()})
		t.AddName(word())
		t.Frames = append(t.Frames, tracefeed.Frame{Func: word(), File: word(), Line: int32(rng.Uint32() >> rng.IntN(32))})
		frames := []tracefeed.FrameID{}
		for range rng.IntN(5) {
			frames = append(frames, tracefeed.FrameID(rng.IntN(len(t.Frames))))
		}
		t.AddStack(frames)
		if n := len(t.Names); n%2 == 0 {
			is := tracefeed.Type{Name: tracefeed.NameID(n / 2)}
			for i := range n % 5 {
				is.Supertypes = append(is.Supertypes, tracefeed.NameID(n/(i+2)))
			}
			t.AddType(is)
		}
	}
	t.Threads[len(t.Threads)-1].Name = word()
	t.Monitors[len(t.Monitors)-1].Name = word()
	t.Threads[0], t.Monitors[0] = tracefeed.Thread{}, tracefeed.Monitor{}
}

// randomEvent returns an event of a thread that uses all fields.
func randomEvent(rng *rand.Rand, t *tracefeed.Tables) tracefeed.Event {
	ev := tracefeed.Event{
		Thread: tracefeed.ThreadID(rng.IntN(len(t.Threads))), Kind: tracefeed.Kind(rng.IntN(int(tracefeed.NumKinds))),
		Cause:  tracefeed.Cause(rng.IntN(int(tracefeed.NumCauses))),
		Shared: rng.IntN(9) == 0, Forever: rng.IntN(9) == 0,
	}
	if rng.IntN(2) == 0 {
		ev.Monitor = tracefeed.MonitorID(rng.IntN(len(t.Monitors)))
	}
	if rng.IntN(3) == 0 {
		ev.Other = tracefeed.ThreadID(rng.IntN(len(t.Threads)))
		ev.Stack = tracefeed.StackID(rng.IntN(len(t.Stacks)))
	}
	if rng.IntN(3) == 0 {
		ev.CPU = []tracefeed.CPU{1, 2, 300, math.MaxInt32 - 1}[rng.IntN(4)]
		ev.Name = tracefeed.NameID(rng.IntN(len(t.Names)))
	}
	if rng.IntN(3) == 0 {
		ev.Object = int64(rng.Uint64()) >> rng.IntN(64)
		ev.Value = []int64{0, -1, math.MinInt64, math.MaxInt64, 5}[rng.IntN(5)]
	}
	return ev
}

// randomBlock returns a block that begins at start.
func randomBlock(rng *rand.Rand, t *tracefeed.Tables, start tracefeed.Time, events int) *block.Block {
	var builder block.Builder
	now := start
	for range events {
		if builder.Room(0) <= 0 {
			break
		}
		wide := []uint{0, 1, 8, 33, 40}[rng.IntN(5)]
		if room := uint64(math.MaxInt64 - now); wide > 0 {
			now += tracefeed.Time(rng.Uint64N(min(room, 1<<wide) + 1))
		}
		ev := randomEvent(rng, t)
		ev.Time = now
		builder.Add(&ev, []tracefeed.State{0, 1, 2, 3, 4, 5, 6, tracefeed.Unspecified}[rng.IntN(8)])
	}
	b := builder.Block()
	b.Start, b.End = start, now
	for id := range t.Threads {
		if rng.IntN(3) == 0 {
			b.OpenSpans = append(b.OpenSpans, block.OpenSpan{
				Thread: tracefeed.ThreadID(id), Span: block.Span{State: tracefeed.State(rng.IntN(7)),
					Cause:  tracefeed.Cause(rng.IntN(int(tracefeed.NumCauses))),
					Shared: rng.IntN(2) == 0, Forever: rng.IntN(2) == 0, Start: start - tracefeed.Time(rng.Uint64()>>1>>rng.IntN(63)),
					Monitor: tracefeed.MonitorID(rng.IntN(len(t.Monitors))), Other: tracefeed.ThreadID(rng.IntN(len(t.Threads))),
					Stack: tracefeed.StackID(rng.IntN(len(t.Stacks)))},
			})
		}
	}
	for id := range t.Monitors {
		if rng.IntN(3) == 0 {
			b.Holds = append(b.Holds, block.Hold{Monitor: tracefeed.MonitorID(id), Thread: tracefeed.ThreadID(rng.IntN(len(t.Threads))),
				Count: int32(rng.Uint32() >> 1 >> rng.IntN(31)), Shared: rng.IntN(2) == 0})
		}
	}
	if rng.IntN(2) == 0 {
		b.OpenCalls = randomCalls(rng, t, start)
	}
	return b
}

// randomCalls returns open calls at a time.
func randomCalls(rng *rand.Rand, t *tracefeed.Tables, start tracefeed.Time) (list []block.OpenCalls) {
	before := func() tracefeed.Time { return tracefeed.Time(rng.Uint64N(uint64(start) + 1)) }
	some := func() (calls []block.OpenCall) {
		for range rng.IntN(4) {
			calls = append(calls, block.OpenCall{Start: before(), Name: tracefeed.NameID(rng.IntN(len(t.Names))),
				Stack: tracefeed.StackID(rng.IntN(len(t.Stacks))), Object: int64(rng.Uint64()) >> rng.IntN(64)})
		}
		return calls
	}
	for id := 1; id < len(t.Threads); id++ {
		if rng.IntN(3) == 0 {
			list = append(list, block.OpenCalls{Thread: tracefeed.ThreadID(id), Since: before(), Calls: some(), Regions: some(),
				MoreCalls: int64(rng.Uint64() >> 1 >> rng.IntN(63)), MoreRegions: rng.Int64N(3)})
		}
	}
	return list
}

// same returns the difference of two blocks.
func same(got, want *block.Block, part block.Part) error {
	if got.Start != want.Start || got.End != want.End || got.Restart != want.Restart {
		return fmt.Errorf("block is %v %v %v, want %v %v %v", got.Start, got.End, got.Restart, want.Start, want.End, want.Restart)
	}
	if !slices.Equal(got.Groups, want.Groups) || !slices.Equal(got.Table, want.Table) ||
		!slices.Equal(got.Codes, want.Codes) || !slices.Equal(got.Times, want.Times) {
		return fmt.Errorf("states are\n%v %v %v %v, want\n%v %v %v %v", got.Groups, got.Table, got.Codes, got.Times,
			want.Groups, want.Table, want.Codes, want.Times)
	}
	carries := slices.Clone(want.OpenSpans)
	if part == block.States {
		for i, c := range carries {
			carries[i] = block.OpenSpan{Thread: c.Thread, Span: block.Span{State: c.State}}
		}
	}
	if !slices.Equal(got.OpenSpans, carries) {
		return fmt.Errorf("carries are %v, want %v", got.OpenSpans, carries)
	}
	if part == block.States {
		if got.Details != nil {
			return fmt.Errorf("there are details")
		}
		return nil
	}
	g, w := got.Details, *want.Details
	if part == block.Waits {
		w.Stacks, w.CPUs, w.Names, w.Objects, w.Values = nil, nil, nil, nil, nil
	}
	if !slices.Equal(g.Monitors, w.Monitors) || !slices.Equal(g.Others, w.Others) || !slices.Equal(g.Stacks, w.Stacks) ||
		!slices.Equal(g.CPUs, w.CPUs) || !slices.Equal(g.Names, w.Names) || !slices.Equal(g.Objects, w.Objects) ||
		!slices.Equal(g.Values, w.Values) || !slices.Equal(g.Firsts, w.Firsts) || !slices.Equal(g.Holds, w.Holds) {
		return fmt.Errorf("details are\n%v, want\n%v", g, w)
	}
	if part == block.All && !reflect.DeepEqual(g.OpenCalls, w.OpenCalls) || part != block.All && g.OpenCalls != nil {
		return fmt.Errorf("open calls are\n%+v, want\n%+v", g.OpenCalls, w.OpenCalls)
	}
	return nil
}

// sameTables reports whether tables say the same.
func sameTables(got, want *tracefeed.Tables) error {
	if !slices.Equal(got.Threads, want.Threads) || !slices.Equal(got.Monitors, want.Monitors) ||
		!slices.Equal(got.Frames, want.Frames) || !slices.Equal(got.Names, want.Names) ||
		!slices.EqualFunc(got.Stacks, want.Stacks, slices.Equal) ||
		!slices.EqualFunc(got.Types, want.Types, tracefeed.Type.Equal) {
		return fmt.Errorf("tables are\n%v, want\n%v", *got, *want)
	}
	return nil
}

// sample is a file, and the data written to it.
type sample struct {
	data   []byte
	header Header
	tables *tracefeed.Tables
	blocks []*block.Block
	tiles  []*block.Tile
	model  []byte
	// ends are where the file ends after each block.
	ends []int
}

// randomSample writes a file of some blocks of some events each.
func randomSample(t testing.TB, rng *rand.Rand, blocks, events int) *sample {
	t.Helper()
	cells := min(block.MaxTileCells, events)
	s := &sample{
		header: Header{Sched: rng.IntN(2) == 0, Reduced: rng.IntN(2) == 0, Wall: int64(rng.Uint64()),
			PID: rng.Uint32(), Slack: tracefeed.Time(rng.Uint32())},
		tables: randomTables(rng, min(9, events)),
		model:  bytes.Repeat([]byte("model"), rng.IntN(9)),
	}
	rng.Uint64()
	s.header.ID[3] = byte(rng.Uint32())
	var file bytes.Buffer
	w, err := NewWriter(&file, s.header)
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	check(err)
	check(w.Property("format", "random"))
	check(w.Property("host", "é"))
	check(w.Property("format", "test"))
	start := tracefeed.Time(rng.Uint64() >> 2 >> rng.IntN(62))
	for i := range blocks {
		growTables(rng, s.tables, 3)
		b := randomBlock(rng, s.tables, start, rng.IntN(events+1))
		b.Restart = i > 0 && rng.IntN(5) == 0
		check(w.Block(b, s.tables, uint32(i)))
		s.blocks = append(s.blocks, b)
		s.ends = append(s.ends, file.Len())
		start = b.End
		tile := randomTile(rng, len(s.tables.Threads), cells)
		check(w.Tile(tile))
		s.tiles = append(s.tiles, tile)
	}
	check(w.Model([]byte("old")))
	check(w.Model(s.model))
	check(w.Close())
	s.data = file.Bytes()
	return s
}

// randomTile returns a tile of threads below a number, and of that many cells
// at most.
func randomTile(rng *rand.Rand, threads, most int) *block.Tile {
	t := &block.Tile{Level: rng.IntN(256), First: int(rng.Uint32() >> 1), Edges: []tracefeed.Time{tracefeed.Time(rng.Uint64() >> 2)}}
	cells := 1 + rng.IntN(most)
	for i := range cells {
		length := rng.Uint64() >> 1 >> rng.IntN(64)
		t.Edges = append(t.Edges, t.Edges[i]+tracefeed.Time(min(length, uint64(math.MaxInt64-t.Edges[i]))))
	}
	for id := range threads {
		if rng.IntN(2) == 0 {
			continue
		}
		t.Threads = append(t.Threads, tracefeed.ThreadID(id))
		for cell := range cells {
			var s tracefeed.StateTimes
			rest := t.Edges[cell+1] - t.Edges[cell]
			for range rng.IntN(4) {
				d := tracefeed.Time(rng.Uint64N(uint64(rest) + 1))
				s[rng.IntN(tracefeed.NumStates)] += d
				rest -= d
			}
			if rng.IntN(2) == 0 {
				s[rng.IntN(tracefeed.NumStates)] += rest
			}
			t.Times = append(t.Times, s)
		}
	}
	return t
}
