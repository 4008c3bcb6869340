package textfeed_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"tiv/tracefeed"
	"tiv/tracefeed/textfeed"
)

const ms = tracefeed.Millisecond

// trace is everything that a feed said.
type trace struct {
	header tracefeed.Header
	events []tracefeed.Event
	tables *tracefeed.Tables
}

// read reads a trace to its end, and returns the events before an error beside
// it.
func read(r io.Reader) (trace, error) {
	feed, err := textfeed.Format().Open(tracefeed.Input{Reader: r})
	if err != nil {
		return trace{}, err
	}
	t := trace{header: feed.Header(), tables: feed.Tables()}
	for ev, err := range tracefeed.All(feed) {
		if err != nil {
			if _, again := feed.Batch(nil); again != err {
				return t, fmt.Errorf("Batch returned %v, then %v", err, again)
			}
			return t, err
		}
		t.events = append(t.events, *ev)
	}
	return t, nil
}

// mustRead reads lines under a good header.
func mustRead(t *testing.T, lines ...string) trace {
	t.Helper()
	tr, err := read(strings.NewReader("tiv-text 1\n" + strings.Join(lines, "\n")))
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

func TestReadExample(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("testdata/handoff.tiv")
	if err != nil {
		t.Fatal(err)
	}
	const a, b, m = 1, 2, 1
	want := []tracefeed.Event{
		{Time: 0, Thread: a, Kind: tracefeed.ThreadStart},
		{Time: 0, Thread: b, Kind: tracefeed.ThreadStart},
		{Time: 10 * ms, Thread: a, Kind: tracefeed.MonitorEnter, Monitor: m},
		{Time: 20 * ms, Thread: b, Kind: tracefeed.MonitorWait, Monitor: m},
		{Time: 50 * ms, Thread: a, Kind: tracefeed.MonitorExit, Monitor: m},
		{Time: 50 * ms, Thread: b, Kind: tracefeed.MonitorEnter, Monitor: m},
		{Time: 60 * ms, Thread: b, Kind: tracefeed.IOStart, Cause: tracefeed.CauseNet},
		{Time: 80 * ms, Thread: b, Kind: tracefeed.IOEnd},
		{Time: 90 * ms, Thread: a, Kind: tracefeed.SuspendStart, Cause: tracefeed.CauseSleep},
		{Time: 95 * ms, Thread: a, Kind: tracefeed.SuspendEnd},
		{Time: 95 * ms, Thread: a, Kind: tracefeed.Ready},
		{Time: 96 * ms, Thread: a, Kind: tracefeed.Run, CPU: 1},
		{Time: 97 * ms, Kind: tracefeed.GCStart},
		{Time: 99 * ms, Kind: tracefeed.GCEnd},
		{Time: 100 * ms, Thread: b, Kind: tracefeed.MonitorExit, Monitor: m},
		{Time: 100 * ms, Thread: b, Kind: tracefeed.ThreadEnd},
		{Time: 120 * ms, Thread: a, Kind: tracefeed.ThreadEnd},
	}
	unix := string(data)
	for name, text := range map[string]string{
		"as written":       unix,
		"lines of Windows": strings.ReplaceAll(unix, "\n", "\r\n"),
		"tabs":             strings.ReplaceAll(unix, "  ", "\t"),
		"no last newline":  strings.TrimSuffix(unix, "\n"),
	} {
		// Half the reads end in the middle of a line.
		got, err := read(iotest.HalfReader(strings.NewReader(text)))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if got.header != (tracefeed.Header{Format: "text"}) {
			t.Errorf("%s: header %+v", name, got.header)
		}
		if !slices.Equal(got.events, want) {
			t.Errorf("%s: got %v", name, got.events)
		}
		wantThreads := []tracefeed.Thread{{}, {ID: "A", Name: "Alpha"}, {ID: "B", Name: "B"}}
		if !slices.Equal(got.tables.Threads, wantThreads) {
			t.Errorf("%s: threads %v", name, got.tables.Threads)
		}
		if !slices.Equal(got.tables.Monitors, []tracefeed.Monitor{{}, {ID: "M", Name: "M"}}) {
			t.Errorf("%s: monitors %v", name, got.tables.Monitors)
		}
	}
}

func TestReadLines(t *testing.T) {
	t.Parallel()
	// Threads and monitors are numbered in the order of their first mention.
	tests := []struct {
		line string
		want tracefeed.Event
	}{
		{"1ns A monitor-wait M", tracefeed.Event{Time: 1, Thread: 1, Monitor: 1, Kind: tracefeed.MonitorWait}},
		{"0s A monitor-wait M mode=shared by=B",
			tracefeed.Event{Thread: 1, Other: 2, Monitor: 1, Kind: tracefeed.MonitorWait, Shared: true}},
		{"0s A monitor-wait M by=- mode=exclusive",
			tracefeed.Event{Thread: 1, Monitor: 1, Kind: tracefeed.MonitorWait}},
		{"0s A monitor-wait -", tracefeed.Event{Thread: 1, Kind: tracefeed.MonitorWait}},
		{"0s A monitor-enter a=b mode=shared",
			tracefeed.Event{Thread: 1, Monitor: 1, Kind: tracefeed.MonitorEnter, Shared: true}},
		{"0s A monitor-exit M#1#comment", tracefeed.Event{Thread: 1, Monitor: 1, Kind: tracefeed.MonitorExit}},
		{"0s A io-start", tracefeed.Event{Thread: 1, Kind: tracefeed.IOStart}},
		{"0s A io-start other # x", tracefeed.Event{Thread: 1, Kind: tracefeed.IOStart}},
		{"0s A io-start disk", tracefeed.Event{Thread: 1, Kind: tracefeed.IOStart, Cause: tracefeed.CauseDisk}},
		{"0s A suspend-start", tracefeed.Event{Thread: 1, Kind: tracefeed.SuspendStart}},
		{"0s A suspend-start gc",
			tracefeed.Event{Thread: 1, Kind: tracefeed.SuspendStart, Cause: tracefeed.CauseCollector}},
		{"0s A run", tracefeed.Event{Thread: 1, Kind: tracefeed.Run}},
		{"0s A run cpu=7", tracefeed.Event{Thread: 1, Kind: tracefeed.Run, CPU: 8}},
		{"0s - wake B by=A", tracefeed.Event{Thread: 1, Other: 2, Kind: tracefeed.Wake}},
		{"0s A wake B", tracefeed.Event{Thread: 1, Other: 2, Kind: tracefeed.Wake}},
		{"0s B wake by=A", tracefeed.Event{Thread: 1, Other: 2, Kind: tracefeed.Wake}},
		{"0s A wake B by=A", tracefeed.Event{Thread: 1, Other: 2, Kind: tracefeed.Wake}},
		{"0s - wake B", tracefeed.Event{Thread: 1, Kind: tracefeed.Wake}},
		{"0.5us A end", tracefeed.Event{Time: 500, Thread: 1, Kind: tracefeed.ThreadEnd}},
		{"2h - gc-start", tracefeed.Event{Time: 2 * tracefeed.Hour, Kind: tracefeed.GCStart}},
		{"9223372036854775807ns - gc-end", tracefeed.Event{Time: 1<<63 - 1, Kind: tracefeed.GCEnd}},
	}
	for _, test := range tests {
		got := mustRead(t, "", "   # only a comment", test.line, "\t").events
		if len(got) != 1 || got[0] != test.want {
			t.Errorf("%s: got %+v, want %+v", test.line, got, test.want)
		}
	}
	got := mustRead(t, "0s B wake by=A").tables.Threads
	if got[1].ID != "B" || got[2].ID != "A" {
		t.Errorf("B wake by=A: threads %v", got)
	}
}

func TestReadNames(t *testing.T) {
	t.Parallel()
	got := mustRead(t,
		"0s grün%20é start name=Grüner%20Faden%0a",
		"0s 100% start",
		"0s 5%2 start name=-",
		"0s %2D start name=a=b#c",
		"0s %23x monitor-wait by%3DA",
		"0s a%20b end",
		"0s a%2520b end",
		"0s 100% start name=x",
		"0s 100% start",
	).tables
	want := []tracefeed.Thread{{}, {ID: "grün é", Name: "Grüner Faden\n"}, {ID: "100%", Name: "100%"},
		{ID: "5%2", Name: "-"}, {ID: "-", Name: "a=b#c"}, {ID: "#x", Name: "#x"},
		{ID: "a b", Name: "a b"}, {ID: "a%20b", Name: "a%20b"}}
	if !slices.Equal(got.Threads, want) {
		t.Errorf("got %+v\nwant %+v", got.Threads, want)
	}
	if got.Monitors[1].ID != "by=A" {
		t.Errorf("monitors %q", got.Monitors)
	}
}

func TestReadDamage(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 64<<10)
	tests := []struct{ line, want string }{
		{"1ms B", `want TIME THREAD EVENT`},
		{"1ms", `want TIME THREAD EVENT`},
		{"soon B end", `invalid time "soon"`},
		{"1 B end", `invalid time "1"`},
		{"-1ms B end", `invalid time "-1ms"`},
		{"10000000000000000000ns B end", `invalid time`},
		{"99999999999s B end", `invalid time`},
		{"4ms B end", "time goes back from 5ms to 4ms"},
		{"5ms B monitor-wat M", `unknown event "monitor-wat"`},
		{"5ms B " + long[:1000] + " M", `xxx…"`},
		{"5ms B nothing", `unknown event "nothing"`},
		{"5ms B monitor-wait", "monitor-wait: want a monitor"},
		{"5ms B monitor-wait by=C", `monitor-wait: want a monitor before "by=C"`},
		{"5ms B monitor-wait M N", `monitor-wait: unexpected "N"`},
		{"5ms B monitor-enter M name=C", `monitor-enter: unexpected "name=C"`},
		{"5ms B monitor-enter M monitor=N", `monitor-enter: duplicate "monitor=N"`},
		{"5ms B io-start net cause=disk", `io-start: duplicate "cause=disk"`},
		{"5ms B call-enter f what=g", `call-enter: duplicate "what=g"`},
		{"5ms B call-enter f g", `call-enter: unexpected "g"`},
		{"5ms B run cause=tape", `run: unknown word "tape"; known: other, sleep`},
		{"5ms B suspend-start lasts=long", "suspend-start: lasts=long: want forever"},
		{"5ms B alloc object=0x", `alloc: invalid number "0x"`},
		{"5ms B alloc object=0x10000000000000000", `invalid number`},
		{"5ms B alloc value=9223372036854775808", `invalid number`},
		{"5ms B alloc value=1.5", `alloc: invalid number "1.5"`},
		{"5ms B sample stack=s1", `sample: stack "s1" is not defined`},
		{"5ms C sample by=D monitor=M what=N stack=s1", `sample: stack "s1" is not defined`},
		{"5ms B monitor-wait M by=", `monitor-wait: "by=": want a value`},
		{"5ms B monitor-wait M by=A by=C", `monitor-wait: duplicate "by=C"`},
		{"5ms B monitor-wait M mode=both", "monitor-wait: mode=both: want shared or exclusive"},
		{"5ms B io-start tape", `io-start: unknown word "tape"; known: disk, net, other`},
		{"5ms B io-start sleep", `io-start: unknown word "sleep"; known: disk, net, other`},
		{"5ms B suspend-start disk", `suspend-start: unknown word "disk"; known: sleep, wait, join, park, channel, gc, other`},
		{"5ms B run 1", `run: unexpected "1"`},
		{"5ms B run cpu=-1", "run: cpu=-1: want the number of a processor, from 0"},
		{"5ms B run cpu=2147483647", "run: cpu=2147483647: want the number"},
		{"5ms B end now", `end: unexpected "now"`},
		{"5ms B end colour=red", `end: unexpected "colour=red"`},
		{"5ms - end", "end: want a thread, not -"},
		{"5ms B gc-start", `gc-start: want - for the thread, not "B"`},
		{"5ms B wake", "wake: want the thread that was let go on"},
		{"5ms - wake by=B", "wake: want a thread, not -"},
		{"5ms B wake -", "wake: want a thread, not -"},
		{"5ms B wake C by=D", "wake: by=D, but the line is of thread B"},
		{"5ms B\xff end", "not UTF-8"},
		{"5ms B end # \xff", "not UTF-8"},
		{"5ms B end #" + long, "the line is longer than 65536 bytes"},
		{"tiv-text 1", `invalid time "tiv-text"`},
	}
	for _, test := range tests {
		text := "tiv-text 1\n0s A start\n\n5ms A end\n" + test.line + "\n6ms A end\n"
		got, err := read(strings.NewReader(text))
		var damage *tracefeed.Damage
		if !errors.As(err, &damage) || damage.Line != 5 {
			t.Errorf("%.60s: got %v, want damage in line 5", test.line, err)
		} else if !strings.Contains(err.Error(), test.want) || len(err.Error()) > 200 {
			t.Errorf("%.60s: got %q, want %q", test.line, err, test.want)
		}
		if len(got.events) != 2 || len(got.tables.Threads) != 2 || len(got.tables.Monitors) != 1 {
			t.Errorf("%.60s: the good part is %v of %v", test.line, got.events, got.tables.Threads)
		}
	}
}

func TestReadHeader(t *testing.T) {
	t.Parallel()
	good := map[string]bool{
		"tiv-text 1": false, "tiv-text 1\r\n": false, "tiv-text 1 # hello": false,
		"tiv-text 1 sched": true, "tiv-text  1\tsched \n": true,
	}
	for text, sched := range good {
		got, err := read(strings.NewReader(text))
		if err != nil || got.header.Sched != sched || len(got.events) != 0 {
			t.Errorf("%q: got %+v, %v", text, got, err)
		}
		if !textfeed.Format().Sniff([]byte(text)) {
			t.Errorf("%q: not sniffed", text)
		}
	}
	bad := []struct{ text, want string }{
		{"", "line 1: the file is empty"},
		{"\ntiv-text 1", "line 1: not a text trace"},
		{" tiv-text 1", "line 1: not a text trace"},
		{"tiv-text1", "line 1: not a text trace"},
		{"tiv-text ", `line 1: version ""`},
		{"tiv-text 2", `line 1: version "2" of text traces is not known, only 1`},
		{"tiv-text 1 sched sched", `line 1: unexpected "sched"`},
		{"tiv-text 1 alone sched alone", `line 1: unexpected "alone"`},
		{"tiv-text 1 fast", `line 1: unexpected "fast" after "tiv-text 1"`},
		{"tiv-text 1 " + strings.Repeat(" ", 1<<20), "line 1: the line is longer than 65536 bytes"},
	}
	for _, test := range bad {
		if _, err := read(strings.NewReader(test.text)); err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%.20q: got %v, want %s", test.text, err, test.want)
		}
	}
}

// TestReadLongestLine reads lines that just fit, with each way to end a line.
func TestReadLongestLine(t *testing.T) {
	t.Parallel()
	const start = "0s A start name="
	long := strings.Repeat("x", 64<<10-len(start))
	for _, end := range []string{"", "\n", "\r\n", "\n1s A end", "\r\n1s A end"} {
		got, err := read(strings.NewReader("tiv-text 1\n" + start + long + end))
		if err != nil || got.tables.Threads[1].Name != long {
			t.Errorf("end %q: %v", end, err)
		}
		if _, err := read(strings.NewReader("tiv-text 1\n" + start + long + "x" + end)); err == nil {
			t.Errorf("end %q: one byte more was read", end)
		}
	}
}

// TestReadCut cuts a trace at each byte. The complete lines must be kept.
func TestReadCut(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("testdata/sched.tiv")
	if err != nil {
		t.Fatal(err)
	}
	whole, err := read(strings.NewReader(string(data)))
	if err != nil {
		t.Fatal(err)
	}
	for n := range data {
		got, _ := read(strings.NewReader(string(data[:n])))
		lines := 0
		for line := range strings.Lines(string(data[:n])) {
			if strings.HasSuffix(line, "\n") && line[0] >= '0' && line[0] <= '9' {
				lines++
			}
		}
		if len(got.events) < lines || !slices.Equal(got.events[:lines], whole.events[:lines]) {
			t.Errorf("cut at %d: %d of %d whole lines", n, len(got.events), lines)
		}
	}
}

// TestReadFails passes on the reader's error, with the line.
func TestReadFails(t *testing.T) {
	t.Parallel()
	broken := errors.New("the disk is on fire")
	got, err := read(io.MultiReader(strings.NewReader("tiv-text 1\n0s A start\n1s A e"), iotest.ErrReader(broken)))
	var damage *tracefeed.Damage
	if !errors.Is(err, broken) || !errors.As(err, &damage) || damage.Line != 3 || len(got.events) != 1 {
		t.Errorf("got %v, %v", got.events, err)
	}
}

func TestClose(t *testing.T) {
	t.Parallel()
	feed, err := textfeed.Format().Open(tracefeed.Input{Reader: strings.NewReader("tiv-text 1\n0s A start\n")})
	if err != nil {
		t.Fatal(err)
	}
	if err := feed.Close(); err != nil {
		t.Error(err)
	}
	if _, err := feed.Batch(nil); err == nil || err == io.EOF {
		t.Errorf("Batch after Close: %v", err)
	}
}

// TestReadEndlessLine reads a line without end; only a window of it may be
// taken.
func TestReadEndlessLine(t *testing.T) {
	t.Parallel()
	r := &countReader{}
	_, err := read(io.MultiReader(strings.NewReader("tiv-text 1\n"), r))
	if err == nil || r.n > 256<<10 {
		t.Errorf("took %d bytes: %v", r.n, err)
	}
}

// countReader is an endless run of x; it counts the bytes read.
type countReader struct{ n int }

func (r *countReader) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	r.n += len(p)
	return len(p), nil
}

func TestReadMillionThreads(t *testing.T) {
	t.Parallel()
	const threads = 1_000_000
	r, w := io.Pipe()
	go func() {
		fmt.Fprintln(w, "tiv-text 1")
		var line []byte
		for i := range threads {
			line = fmt.Appendf(line, "%dns T%d start\n", i, i)
			if len(line) > 1<<15 || i == threads-1 {
				w.Write(line)
				line = line[:0]
			}
		}
		w.Close()
	}()
	got, err := textfeed.Format().Open(tracefeed.Input{Reader: r})
	if err != nil {
		t.Fatal(err)
	}
	for batch := []tracefeed.Event(nil); err == nil; {
		batch, err = got.Batch(batch)
	}
	if n := len(got.Tables().Threads); err != io.EOF || n != threads+1 {
		t.Errorf("%d threads, %v", n, err)
	}
}

func TestFixturesAreRead(t *testing.T) {
	t.Parallel()
	for _, path := range fixtures(t) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := read(strings.NewReader(string(data))); err != nil || len(got.events) == 0 {
			t.Errorf("%s: %d events, %v", path, len(got.events), err)
		}
	}
}

func fixtures(t testing.TB) []string {
	t.Helper()
	paths, err := filepath.Glob("testdata/*.tiv")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no fixtures: %v", err)
	}
	return paths
}

// benchText is a trace of benchLines events.
var benchText = func() []byte {
	text := []byte("tiv-text 1\n")
	for i := range benchLines / 4 {
		text = fmt.Appendf(text, "%dus thread-%d monitor-wait lock-%d mode=shared\n", 4*i, i%50, i%7)
		text = fmt.Appendf(text, "%dus thread-%d monitor-enter lock-%d mode=shared\n", 4*i+1, i%50, i%7)
		text = fmt.Appendf(text, "%dus thread-%d monitor-exit lock-%d\n", 4*i+2, i%50, i%7)
		text = fmt.Appendf(text, "%dus thread-%d suspend-start channel  # a comment\n", 4*i+3, i%50)
	}
	return text
}()

const benchLines = 10_000

func BenchmarkRead(b *testing.B) { benchmarkRead(b, benchText) }

// BenchmarkReadDefined reads a trace with definitions.
func BenchmarkReadDefined(b *testing.B) {
	text := []byte("tiv-text 1 sched\n")
	for i := range benchLines {
		text = fmt.Appendf(text, "frame f%d package.function%d /src/package/file.go:%d\nstack s%d f%d f%d\n", i, i, i, i, i, i/2)
		text = fmt.Appendf(text, "%dus thread-%d suspend-start channel stack=s%d\n", i, i%50, i)
	}
	benchmarkRead(b, text)
}

func benchmarkRead(b *testing.B, text []byte) {
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		feed, err := textfeed.Format().Open(tracefeed.Input{Reader: strings.NewReader(string(text))})
		if err != nil {
			b.Fatal(err)
		}
		n := 0
		for batch := []tracefeed.Event(nil); err == nil; n += len(batch) {
			batch, err = feed.Batch(batch)
		}
		if n != benchLines {
			b.Fatal(n, err)
		}
	}
	b.ReportMetric(float64(benchLines)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mevents/s")
}

// TestBatchDoesNotWait reads the complete lines of a trace whose writer pauses
// in the middle of a line.
func TestBatchDoesNotWait(t *testing.T) {
	t.Parallel()
	r, w := io.Pipe()
	defer r.Close()
	go io.WriteString(w, "tiv-text 1\n0s A run\n1s B run\n2s A")
	feed, err := textfeed.Format().Open(tracefeed.Input{Reader: r})
	if err != nil {
		t.Fatal(err)
	}
	batch, err := feed.Batch(nil)
	if err != nil || len(batch) != 2 || batch[1].Time != tracefeed.Second {
		t.Errorf("got %+v, %v, want two events", batch, err)
	}
}
