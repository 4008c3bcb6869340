package textfeed_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tiv/tracefeed"
	"tiv/tracefeed/textfeed"
)

// write writes the rest of feed as text, up to its end or an error.
func write(w io.Writer, feed tracefeed.Feed) error {
	batch, err := feed.Batch(nil) // the header is certain only after it
	enc := textfeed.NewEncoder(w, feed.Header(), feed.Tables())
	for ; err == nil; batch, err = feed.Batch(batch) {
		for i := range batch {
			if err := enc.Encode(&batch[i]); err != nil {
				return errors.Join(err, enc.Flush())
			}
		}
	}
	if err == io.EOF {
		err = nil
	}
	return errors.Join(err, enc.Flush())
}

// rewrite writes a trace again.
func rewrite(text []byte) ([]byte, error) {
	feed, err := textfeed.Format().Open(tracefeed.Input{Reader: bytes.NewReader(text)})
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = write(&out, feed)
	return out.Bytes(), err
}

// checkRoundTrip checks that text, written again, says the same.
func checkRoundTrip(t *testing.T, text []byte) {
	t.Helper()
	want, wantErr := read(bytes.NewReader(text))
	again, err := rewrite(text)
	if again == nil {
		return // the first line is wrong
	}
	if (err == nil) != (wantErr == nil) {
		t.Fatalf("read: %v; write: %v", wantErr, err)
	}
	got, err := read(bytes.NewReader(again))
	if err != nil {
		t.Fatalf("%v in\n%s", err, again)
	}
	if got.header != want.header || !slices.Equal(got.events, want.events) {
		t.Fatalf("got  %v\nwant %v\nin\n%s", got.events, want.events, again)
	}
	if !reflect.DeepEqual(tracefeed.FullDelta(got.tables), tracefeed.FullDelta(want.tables)) {
		t.Fatalf("got  %+v\nwant %+v\nin\n%s", *got.tables, *want.tables, again)
	}
	if third, _ := rewrite(again); !bytes.Equal(third, again) {
		t.Fatalf("written once\n%s\nand twice\n%s", again, third)
	}
}

func TestRoundTripFixtures(t *testing.T) {
	t.Parallel()
	for _, path := range fixtures(t) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		checkRoundTrip(t, data)
	}
}

func TestWriteLines(t *testing.T) {
	t.Parallel()
	// Each line in the form in which it is written.
	const text = `tiv-text 1 sched
0s A start name=x%20y%3Dz
0s %2D start
1500ns A monitor-wait - by=%2D
2us A monitor-wait M mode=shared
2us A monitor-enter M mode=shared
2us A monitor-exit M
3ms - wake B by=A
3ms - wake B
3s A io-start disk
3s A io-start
3s A suspend-start gc
60s A run cpu=0
60s - gc-start
`
	got, err := rewrite([]byte(text))
	if err != nil || string(got) != text {
		t.Errorf("%v\n%s", err, got)
	}
}

func TestEncodeRefuses(t *testing.T) {
	t.Parallel()
	tables := tracefeed.NewTables()
	tables.AddThread(tracefeed.Thread{ID: "A", Name: "A"})
	const a = tracefeed.ThreadID(1)
	tests := []struct {
		ev   tracefeed.Event
		want string
	}{
		{tracefeed.Event{Time: 5, Kind: tracefeed.NumKinds, Thread: a}, "no such kind"},
		{tracefeed.Event{Time: 4, Kind: tracefeed.Run, Thread: a}, "time goes back from 5ns"},
		{tracefeed.Event{Time: 5, Kind: tracefeed.Run}, "no thread"},
		{tracefeed.Event{Time: 5, Kind: tracefeed.Wake}, "no thread"},
		{tracefeed.Event{Time: 5, Kind: tracefeed.GCStart, Thread: a}, "thread 1 in what happens to the whole program"},
		{tracefeed.Event{Time: 5, Kind: tracefeed.Run, Thread: 2}, "thread 2 is not in the tables"},
		{tracefeed.Event{Time: 5, Kind: tracefeed.Run, Thread: -1}, "thread -1 is not in the tables"},
		{tracefeed.Event{Time: 5, Kind: tracefeed.Run, Thread: a, Other: 2}, "thread 2 is not in the tables"},
		{tracefeed.Event{Time: 5, Kind: tracefeed.Run, Thread: a, CPU: -3}, "processor -3 does not exist"},
		{tracefeed.Event{Time: 5, Kind: tracefeed.MonitorExit, Thread: a, Monitor: 1}, "monitor 1 is not in the tables"},
		{tracefeed.Event{Time: 5, Kind: tracefeed.Run, Thread: a, Stack: 1}, "stack 1 is not in the tables"},
		{tracefeed.Event{Time: 5, Kind: tracefeed.CallEnter, Thread: a, Name: 1}, "name 1 is not in the tables"},
		{tracefeed.Event{Time: 5, Kind: tracefeed.IOStart, Thread: a, Cause: tracefeed.NumCauses}, "cause 10 does not exist"},
	}
	var out bytes.Buffer
	enc := textfeed.NewEncoder(&out, tracefeed.Header{}, tables)
	good := tracefeed.Event{Time: 5, Kind: tracefeed.Run, Thread: a}
	if err := enc.Encode(&good); err != nil {
		t.Fatal(err)
	}
	for _, test := range tests {
		if err := enc.Encode(&test.ev); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%+v: got %v, want %s", test.ev, err, test.want)
		}
	}
	if err := enc.Flush(); err != nil || out.String() != "tiv-text 1\n5ns A run\n" {
		t.Errorf("%v: wrote %q", err, out.String())
	}
	tables.AddType(tracefeed.Type{Supertypes: []tracefeed.NameID{1}})
	if err := enc.Flush(); err == nil || !strings.Contains(err.Error(), "name 1 of type 1 is not in the tables") {
		t.Errorf("a type without a name: %v", err)
	}
	tables.Types = nil
	tables.AddStack([]tracefeed.FrameID{1})
	if err := enc.Flush(); err == nil || !strings.Contains(err.Error(), "frame 1 of stack 1 is not in the tables") {
		t.Errorf("a stack without frames: %v", err)
	}
}

// TestEncodeRefusesTooLong has a name that no definition can hold.
func TestEncodeRefusesTooLong(t *testing.T) {
	t.Parallel()
	tables := tracefeed.NewTables()
	tables.AddThread(tracefeed.Thread{ID: "A", Name: strings.Repeat("x", 16<<20-len("thread A name="))})
	tables.AddThread(tracefeed.Thread{ID: "B", Name: tables.Threads[1].Name + "x"})
	enc := textfeed.NewEncoder(io.Discard, tracefeed.Header{}, tables)
	if err := enc.Encode(&tracefeed.Event{Thread: 1, Kind: tracefeed.Run}); err != nil {
		t.Errorf("the longest name: %v", err)
	}
	for range 2 {
		err := enc.Encode(&tracefeed.Event{Thread: 2, Kind: tracefeed.Run})
		if err == nil || !strings.Contains(err.Error(), "longer than 16777216 bytes") {
			t.Errorf("one byte more: %v", err)
		}
	}
}

// TestWriteKeepsGoodPart writes the events before damage.
func TestWriteKeepsGoodPart(t *testing.T) {
	t.Parallel()
	got, err := rewrite([]byte("tiv-text 1\n0s A start\nnonsense\n"))
	var damage *tracefeed.Damage
	if !errors.As(err, &damage) || damage.Line != 3 || string(got) != "tiv-text 1\n0s A start\n" {
		t.Errorf("wrote %q: %v", got, err)
	}
}

func TestWriteFails(t *testing.T) {
	t.Parallel()
	feed, err := textfeed.Format().Open(tracefeed.Input{Reader: strings.NewReader("tiv-text 1\n0s A start\n")})
	if err != nil {
		t.Fatal(err)
	}
	r, w := io.Pipe()
	full := errors.New("the disk is full")
	r.CloseWithError(full)
	if err := write(w, feed); !errors.Is(err, full) {
		t.Errorf("got %v", err)
	}
}

func FuzzRead(f *testing.F) {
	for _, path := range fixtures(f) {
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte(everything))
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := read(bytes.NewReader(data))
		var damage *tracefeed.Damage
		if err != nil && (!errors.As(err, &damage) || damage.Line < 1) {
			t.Fatalf("%v does not say the line", err)
		}
		last := tracefeed.Time(0)
		for _, ev := range got.events {
			if n := got.tables; ev.Time < last || int(ev.Thread) >= len(n.Threads) || int(ev.Other) >= len(n.Threads) ||
				int(ev.Monitor) >= len(n.Monitors) || int(ev.Stack) >= len(n.Stacks) || int(ev.Name) >= len(n.Names) {
				t.Fatalf("%+v after %s", ev, last.Exact())
			}
			last = ev.Time
		}
	})
}

func FuzzRoundTrip(f *testing.F) {
	for _, path := range fixtures(f) {
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte(everything))
	f.Add([]byte("tiv-text 1\n0s %20 start name=%\n0s %2d%23 wake %09 by=%20%0\n"))
	f.Fuzz(func(t *testing.T, data []byte) { checkRoundTrip(t, data) })
}

func BenchmarkEncode(b *testing.B) {
	feed, err := textfeed.Format().Open(tracefeed.Input{Reader: bytes.NewReader(benchText)})
	if err != nil {
		b.Fatal(err)
	}
	var events []tracefeed.Event
	for ev := range tracefeed.All(feed) {
		events = append(events, *ev)
	}
	b.ReportAllocs()
	for b.Loop() {
		enc := textfeed.NewEncoder(io.Discard, feed.Header(), feed.Tables())
		for i := range events {
			if err := enc.Encode(&events[i]); err != nil {
				b.Fatal(err)
			}
		}
		if err := enc.Flush(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(events))*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mevents/s")
}
