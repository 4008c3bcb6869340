package binfeed

import (
	"bytes"
	"io"
	"slices"
	"testing"

	"tiv/block"
	"tiv/tracefeed"
)

// gapSample is a reduced trace of three blocks. The last begins with a thread
// in each possible state.
func gapSample(t *testing.T) *cutting {
	t.Helper()
	var file bytes.Buffer
	w, err := NewWriter(&file, Header{Reduced: true})
	if err != nil {
		t.Fatal(err)
	}
	tables := tracefeed.NewTables()
	for range 9 {
		tables.AddThread(tracefeed.Thread{})
		tables.AddMonitor(tracefeed.Monitor{})
		tables.AddStack(nil)
	}
	write := func(start, end tracefeed.Time, kind tracefeed.Kind, state tracefeed.State, carries []block.OpenSpan, holds []block.Hold) {
		var builder block.Builder
		builder.Add(&tracefeed.Event{Time: end, Thread: 1, Kind: kind}, state)
		b := builder.Block()
		b.Start, b.End, b.OpenSpans, b.Holds = start, end, carries, holds
		if err := w.Block(b, tables, 0); err != nil {
			t.Fatal(err)
		}
	}
	write(0, 10, tracefeed.Run, tracefeed.Running,
		[]block.OpenSpan{{Thread: 2, Span: block.Span{State: tracefeed.Running}}, {Thread: 3, Span: block.Span{State: tracefeed.IO}}}, nil)
	write(10, 20, tracefeed.ThreadEnd, tracefeed.NotAlive, nil, nil)
	write(20, 30, tracefeed.Run, tracefeed.Running, []block.OpenSpan{
		{Thread: 1, Span: block.Span{State: tracefeed.Running}},
		{Thread: 3, Span: block.Span{State: tracefeed.Runnable}},
		{Thread: 4, Span: block.Span{State: tracefeed.Suspended, Cause: tracefeed.CausePark, Forever: true, Stack: 5}},
		{Thread: 5, Span: block.Span{State: tracefeed.Blocking, Monitor: 6, Other: 7, Shared: true, Forever: true}},
		{Thread: 6, Span: block.Span{State: tracefeed.IO, Cause: tracefeed.CauseNet}},
		{Thread: 7},
	}, []block.Hold{{Monitor: 6, Thread: 1, Count: 2}, {Monitor: 8, Thread: 4, Count: 1, Shared: true}})
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return cut(t, file.Bytes())
}

func TestFeedAfterGap(t *testing.T) {
	t.Parallel()
	c := gapSample(t)
	second := 0
	for i := range c.chunks {
		if c.at(i).start == 10 {
			second = i
		}
	}
	c.chunks[second] = slices.Clone(c.chunks[second])
	c.chunks[second][chunkHeaderLen] ^= 1
	got, _, err := readFeed(t, bytes.NewReader(c.join()))
	isDamage(t, err)
	want := []tracefeed.Event{
		{Time: 10, Thread: 1, Kind: tracefeed.Run},
		{Time: 10, Kind: tracefeed.Lost},
		{Time: 20, Thread: 2, Kind: tracefeed.ThreadEnd},
		{Time: 20, Thread: 4, Kind: tracefeed.ThreadStart},
		{Time: 20, Thread: 5, Kind: tracefeed.ThreadStart},
		{Time: 20, Thread: 6, Kind: tracefeed.ThreadStart},
		{Time: 20, Thread: 7, Kind: tracefeed.ThreadStart},
		{Time: 20, Thread: 1, Monitor: 6, Kind: tracefeed.MonitorEnter},
		{Time: 20, Thread: 1, Monitor: 6, Kind: tracefeed.MonitorEnter},
		{Time: 20, Thread: 4, Monitor: 8, Kind: tracefeed.MonitorEnter, Shared: true},
		{Time: 20, Thread: 1, Kind: tracefeed.Run},
		{Time: 20, Thread: 3, Kind: tracefeed.Ready},
		{Time: 20, Thread: 4, Kind: tracefeed.SuspendStart, Cause: tracefeed.CausePark, Forever: true, Stack: 5},
		{Time: 20, Thread: 5, Kind: tracefeed.MonitorWait, Monitor: 6, Other: 7, Shared: true, Forever: true},
		{Time: 20, Thread: 6, Kind: tracefeed.IOStart, Cause: tracefeed.CauseNet},
		{Time: 20, Thread: 7, Kind: tracefeed.Lost},
		{Time: 30, Thread: 1, Kind: tracefeed.Run},
	}
	if !slices.Equal(got, want) {
		t.Errorf("events are\n%v, want\n%v", got, want)
	}
}

// TestFeedThatBeginsWithGap has lost its first blocks: nothing is known of how
// long threads have lived.
func TestFeedThatBeginsWithGap(t *testing.T) {
	t.Parallel()
	c := gapSample(t)
	c.chunks = slices.DeleteFunc(slices.Clone(c.chunks), func(data []byte) bool {
		h := chunkOf(data)
		return h.kind == chunkEvents && h.start < 20
	})
	got, _, err := readFeed(t, bytes.NewReader(c.join()))
	isDamage(t, err)
	if len(got) == 0 || got[0] != (tracefeed.Event{Time: 20, Kind: tracefeed.Lost}) {
		t.Errorf("it begins with %v", got)
	}
	if slices.ContainsFunc(got, func(ev tracefeed.Event) bool { return ev.Kind == tracefeed.ThreadStart }) {
		t.Errorf("a thread starts in %v", got)
	}
}

func TestFeedOfUntoldAfterGap(t *testing.T) {
	t.Parallel()
	c := cut(t, untold(t, 10, []tracefeed.Time{5, 20}, []tracefeed.Time{21, 40}, []tracefeed.Time{35, 50}))
	for i := range c.chunks {
		if c.at(i).start == 21 {
			c.chunks = slices.Delete(c.chunks, i, i+1)
			break
		}
	}
	got, _, err := readFeed(t, bytes.NewReader(c.join()))
	isDamage(t, err)
	if want := []tracefeed.Time{5, 20, 20, 35, 50}; !slices.Equal(times(got), want) || got[2].Kind != tracefeed.Lost {
		t.Errorf("events are %v", got)
	}
}

// TestFeedOfToldLoss reads a trace with its own Lost event: no second one is
// added, and the events of the same time precede it.
func TestFeedOfToldLoss(t *testing.T) {
	t.Parallel()
	var file bytes.Buffer
	w, err := NewWriter(&file, Header{Reduced: true})
	if err != nil {
		t.Fatal(err)
	}
	tables := tracefeed.NewTables()
	tables.AddThread(tracefeed.Thread{})
	want := []tracefeed.Event{
		{Time: 10, Thread: 1, Kind: tracefeed.Run},
		{Time: 10, Kind: tracefeed.Lost, Value: 7},
		{Time: 10, Thread: 1, Kind: tracefeed.Ready},
	}
	for _, part := range [][]tracefeed.Event{want[:2], want[2:]} {
		var builder block.Builder
		for _, ev := range part {
			builder.Add(&ev, tracefeed.Running)
		}
		b := builder.Block()
		b.Start, b.End = part[len(part)-1].Time, 10
		if len(part) == 2 {
			b.Start = 0
		} else {
			b.Restart, b.OpenSpans = true, []block.OpenSpan{{Thread: 1}}
		}
		if err := w.Block(b, tables, 0); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if got, _, err := readFeed(t, bytes.NewReader(file.Bytes())); err != io.EOF || !slices.Equal(got, want) {
		t.Errorf("events are\n%v, %v, want\n%v", got, err, want)
	}
}
