package textfeed_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"iter"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"tiv/tracefeed"
	"tiv/tracefeed/gotrace"
	"tiv/tracefeed/textfeed"
)

// everything is a trace with each kind of line that a reader knows, as the
// encoder writes it.
const everything = `tiv-text 1 sched
thread A system=yes
0s A start name=Alpha
0s B start name=Beta by=A
1s - none
monitor M name=queue
frame f1 main.work /src/a%20b.go:12
frame f2 -
stack s1 f1 - f2
1s B monitor-wait M by=A stack=s1
stack s2
1s B monitor-enter M mode=shared stack=s2
1s B run monitor=M cause=gc lasts=forever cpu=3 what=x object=-1 value=2
1s B suspend-start channel lasts=forever
1s B io-start cause=join
2s A lost value=5
2s - lost
2s A call-enter main.f
2s A call-exit main.f
2s A alloc what=node object=140737353973760 value=64
2s A free object=140737353973760
2s A sample value=1 stack=s1
2s A task-start request object=7 value=3
2s A region-start parse object=7
2s A region-end parse object=7
2s A task-end request object=7
2s - counter heap value=-9223372036854775808
2s - counter
thread thread-3 id=
2s thread-3 run
thread A name=Omega system=no
2s A end
thread thread-4 id=A
monitor never
name n
name above
type node request
type -
type parse above - node
frame f3 %FF :-1
stack s3 f3
`

func TestWriteEverything(t *testing.T) {
	t.Parallel()
	got, err := rewrite([]byte(everything))
	if err != nil || string(got) != everything {
		t.Errorf("%v\n%s", err, got)
	}
}

func TestReadEverything(t *testing.T) {
	t.Parallel()
	got, err := read(strings.NewReader(everything))
	if err != nil {
		t.Fatal(err)
	}
	want := &tracefeed.Tables{
		Threads:  []tracefeed.Thread{{}, {ID: "A", Name: "Omega"}, {ID: "B", Name: "Beta"}, {}, {ID: "A", Name: "A"}},
		Monitors: []tracefeed.Monitor{{}, {ID: "M", Name: "queue"}, {ID: "never", Name: "never"}},
		Frames:   []tracefeed.Frame{{}, {Func: "main.work", File: "/src/a b.go", Line: 12}, {}, {Func: "\xff", Line: -1}},
		Stacks:   [][]tracefeed.FrameID{nil, {1, 0, 2}, nil, {3}},
		Names:    []string{"", "x", "main.f", "node", "request", "parse", "heap", "n", "above"},
		Types: []tracefeed.Type{{}, {Name: 3, Supertypes: []tracefeed.NameID{4}}, {},
			{Name: 5, Supertypes: []tracefeed.NameID{8, 0, 3}}},
	}
	if !reflect.DeepEqual(tracefeed.FullDelta(got.tables), tracefeed.FullDelta(want)) {
		t.Errorf("got  %+v\nwant %+v", got.tables, want)
	}
	for i, want := range map[int]tracefeed.Event{
		1: {Thread: 2, Other: 1, Kind: tracefeed.ThreadStart},
		2: {Time: tracefeed.Second, Kind: tracefeed.NoKind},
		5: {Time: tracefeed.Second, Thread: 2, Monitor: 1, Stack: 0, CPU: 4, Name: 1, Object: -1, Value: 2,
			Kind: tracefeed.Run, Cause: tracefeed.CauseCollector, Forever: true},
		7:  {Time: tracefeed.Second, Thread: 2, Kind: tracefeed.IOStart, Cause: tracefeed.CauseJoin},
		19: {Time: 2 * tracefeed.Second, Name: 6, Value: math.MinInt64, Kind: tracefeed.Counter},
	} {
		if got.events[i] != want {
			t.Errorf("event %d: got %+v, want %+v", i, got.events[i], want)
		}
	}
}

// hostile are names that are hard to write.
var hostile = []string{"", "-", "--", "A", "B", "thread-3", "thread-3'", "monitor-2", "name-1", "a b", "#", "#x", "x#y",
	"%", "%2D", "%zz", "100%", "a=b", "name=", "id=x", "stack=s1", "by=A", "\n", "a\r\n", "\t", "\x00", "\x7f", "\\", "x\\",
	"x\\\\", "\xff", "\xc3", "\xe2\x80", "grün", "日本", "\u2028", "\ufffd", ":", "a:b:1", ":7", "thread", "frame f1 x",
	strings.Repeat("x", 10<<10), strings.Repeat(" ", 10<<10), strings.Repeat("\xff", 10<<10), strings.Repeat("é", 40<<10),
	strings.Repeat("\\", 70<<10)}

// author makes random traces whose tables grow and change along with the
// events.
type author struct {
	rng    *rand.Rand
	tables *tracefeed.Tables
	now    tracefeed.Time
}

func (a *author) name() string {
	switch a.rng.IntN(9) {
	case 0:
		return ""
	case 1, 2:
		return hostile[a.rng.IntN(len(hostile))]
	}
	return string(rune('a' + a.rng.IntN(26)))
}

// small returns a number below n, often 0.
func (a *author) small(n int) int { return a.rng.IntN(2) * a.rng.IntN(n) }

func (a *author) large() int64 {
	return []int64{0, 0, 1, -1, math.MaxInt64, math.MinInt64, a.rng.Int64N(1 << 40)}[a.rng.IntN(7)]
}

// grow adds something to the tables, or changes a name.
func (a *author) grow() {
	t := a.tables
	switch a.rng.IntN(9) {
	case 0:
		t.AddThread(tracefeed.Thread{ID: a.name(), Name: a.name(), System: a.rng.IntN(4) == 0})
	case 1:
		id := a.name()
		t.AddThread(tracefeed.Thread{ID: id, Name: id})
	case 2:
		t.AddMonitor(tracefeed.Monitor{ID: a.name(), Name: a.name()})
	case 3:
		t.AddName(a.name())
	case 4:
		t.Frames = append(t.Frames, tracefeed.Frame{Func: a.name(), File: a.name(), Line: int32(a.large())})
	case 5:
		var frames []tracefeed.FrameID
		for range a.rng.IntN(5) {
			frames = append(frames, tracefeed.FrameID(a.rng.IntN(len(t.Frames))))
		}
		t.AddStack(frames)
	case 6:
		if i := a.rng.IntN(len(t.Threads)); i > 0 {
			th := &t.Threads[i]
			if th.Name, th.System = a.name(), a.rng.IntN(4) == 0; a.rng.IntN(2) == 0 {
				th.Name = th.ID
			}
		}
	case 7:
		if i := a.rng.IntN(len(t.Monitors)); i > 0 {
			t.Monitors[i].Name = a.name()
		}
	case 8:
		is := tracefeed.Type{Name: tracefeed.NameID(a.rng.IntN(len(t.Names)))}
		for range a.rng.IntN(4) {
			is.Supertypes = append(is.Supertypes, tracefeed.NameID(a.rng.IntN(len(t.Names))))
		}
		t.AddType(is)
	}
}

// event returns an event of any kind with any fields.
func (a *author) event() tracefeed.Event {
	t := a.tables
	a.now += tracefeed.Time(a.small(3)) * tracefeed.Time(a.rng.IntN(1<<30))
	ev := tracefeed.Event{
		Time: a.now, Kind: tracefeed.Kind(a.rng.IntN(int(tracefeed.NumKinds))),
		Thread: tracefeed.ThreadID(a.rng.IntN(len(t.Threads))), Other: tracefeed.ThreadID(a.small(len(t.Threads))),
		Monitor: tracefeed.MonitorID(a.small(len(t.Monitors))), Stack: tracefeed.StackID(a.small(len(t.Stacks))),
		Name: tracefeed.NameID(a.small(len(t.Names))), CPU: tracefeed.CPU(a.small(math.MaxInt32)),
		Object: a.large(), Value: a.large(), Cause: tracefeed.Cause(a.small(int(tracefeed.NumCauses))),
		Shared: a.rng.IntN(4) == 0, Forever: a.rng.IntN(4) == 0,
	}
	switch {
	case ev.Kind == tracefeed.GCStart || ev.Kind == tracefeed.GCEnd:
		ev.Thread = tracefeed.NoThread
	case ev.Thread == tracefeed.NoThread && ev.Kind != tracefeed.NoKind && (ev.Kind < tracefeed.Lost || ev.Kind == tracefeed.StateUnknown):
		ev.Kind = tracefeed.Lost + ev.Kind%(tracefeed.StateUnknown-tracefeed.Lost)
	}
	return ev
}

// said is an event, and its table entries at the time.
type said struct {
	ev            tracefeed.Event
	thread, other tracefeed.Thread
	monitor       tracefeed.Monitor
}

// String is short.
func (s said) String() string {
	return fmt.Sprintf("%+v of %.40q by %.40q at %.40q", s.ev, fmt.Sprint(s.thread), fmt.Sprint(s.other), fmt.Sprint(s.monitor))
}

func sayAs(ev tracefeed.Event, t *tracefeed.Tables) said {
	return said{ev, t.Threads[ev.Thread], t.Threads[ev.Other], t.Monitors[ev.Monitor]}
}

// TestLossless writes random traces and reads them.
func TestLossless(t *testing.T) {
	t.Parallel()
	for seed := range uint64(60) {
		a := &author{rng: rand.New(rand.NewPCG(seed, 7)), tables: tracefeed.NewTables()}
		for range a.rng.IntN(30) { // a part that is there from the start
			a.grow()
		}
		var text bytes.Buffer
		enc := textfeed.NewEncoder(&text, tracefeed.Header{Format: "text", Sched: seed%2 == 0}, a.tables)
		var want []said
		for range a.rng.IntN(60) {
			for range a.rng.IntN(4) {
				a.grow()
			}
			ev := a.event()
			if err := enc.Encode(&ev); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			want = append(want, sayAs(ev, a.tables))
			if a.rng.IntN(20) == 0 {
				if err := enc.Flush(); err != nil {
					t.Fatalf("seed %d: %v", seed, err)
				}
			}
		}
		a.grow()
		if err := enc.Flush(); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		checkSaid(t, seed, text.Bytes(), want, a.tables)
		checkRoundTrip(t, text.Bytes())
	}
}

// checkSaid checks that text has the expected statements.
func checkSaid(t *testing.T, seed uint64, text []byte, want []said, tables *tracefeed.Tables) {
	t.Helper()
	feed, err := textfeed.Format().Open(tracefeed.Input{Reader: bytes.NewReader(text)})
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	if feed.Header() != (tracefeed.Header{Format: "text", Sched: seed%2 == 0}) {
		t.Fatalf("seed %d: header %+v", seed, feed.Header())
	}
	i := 0
	for ev, err := range tracefeed.All(feed) {
		if err != nil || i == len(want) {
			t.Fatalf("seed %d: after %d of %d events: %v", seed, i, len(want), err)
		}
		if got := sayAs(*ev, feed.Tables()); got != want[i] {
			t.Fatalf("seed %d, event %d:\ngot  %s\nwant %s", seed, i, got, want[i])
		}
		i++
	}
	if i < len(want) {
		t.Fatalf("seed %d: %d events, want %d", seed, i, len(want))
	}
	if !reflect.DeepEqual(tracefeed.FullDelta(feed.Tables()), tracefeed.FullDelta(tables)) {
		t.Fatalf("seed %d: got  %.2000v\nwant %.2000v", seed, *feed.Tables(), *tables)
	}
	if !utf8.Valid(text) {
		t.Fatalf("seed %d: not UTF-8", seed)
	}
}

// TestLosslessGo writes real traces as text and reads them.
func TestLosslessGo(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob("../gotrace/testdata/*.trace*")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no samples: %v", err)
	}
	for _, path := range paths {
		var text bytes.Buffer
		if err := write(&text, openGo(t, path)); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		want, got := openGo(t, path), openText(t, text.Bytes())
		wanted, stop := iter.Pull2(tracefeed.All(want))
		defer stop()
		n := 0
		for g, err := range tracefeed.All(got) {
			w, wantErr, more := wanted()
			if err != nil || wantErr != nil || !more || *w != *g {
				t.Fatalf("%s: event %d: got %+v, %v, want %+v, %v", path, n, g, err, w, wantErr)
			}
			n++
		}
		if w, _, more := wanted(); more {
			t.Fatalf("%s: ends after %d events, want %+v", path, n, w)
		}
		if !reflect.DeepEqual(tracefeed.FullDelta(got.Tables()), tracefeed.FullDelta(want.Tables())) {
			t.Errorf("%s: the tables differ", path)
		}
		if got.Header().Sched != want.Header().Sched || n == 0 {
			t.Errorf("%s: %d events, %+v", path, n, got.Header())
		}
		if again, err := rewrite(text.Bytes()); err != nil || !bytes.Equal(again, text.Bytes()) {
			t.Errorf("%s: written again, it differs: %v", path, err)
		}
	}
}

func openText(t *testing.T, text []byte) tracefeed.Feed {
	t.Helper()
	feed, err := textfeed.Format().Open(tracefeed.Input{Reader: bytes.NewReader(text)})
	if err != nil {
		t.Fatal(err)
	}
	return feed
}

func openGo(t *testing.T, path string) tracefeed.Feed {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var r io.Reader = bytes.NewReader(data)
	if strings.HasSuffix(path, ".gz") {
		if r, err = gzip.NewReader(r); err != nil {
			t.Fatal(err)
		}
	}
	feed, err := gotrace.Format().Open(tracefeed.Input{Reader: r})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { feed.Close() })
	return feed
}
