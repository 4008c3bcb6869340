package convert_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tiv/block"
	"tiv/convert"
	"tiv/interaction/detect"
	"tiv/internal/oracle"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
	"tiv/tracefeed/chrome"
	"tiv/tracefeed/schedtext"
)

const story = `tiv-text 1 sched
0s A start
0s B start
1ms A monitor-enter M
2ms B monitor-enter N
3ms A monitor-wait N
4ms B monitor-wait M
9ms - gc-start
`

// reopen opens a trace.bin.
func reopen(t *testing.T, data []byte) (*binfeed.File, *timeline.Timeline, []byte) {
	t.Helper()
	f, err := binfeed.Open(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	tl, extra, err := timeline.Open(f, timeline.NewMemory(1), timeline.Tuning{})
	if err != nil {
		t.Fatal(err)
	}
	return f, tl, extra
}

// properties returns the properties of a trace.bin.
func properties(t *testing.T, data []byte) []binfeed.Property {
	t.Helper()
	feed, err := binfeed.Format().Open(tracefeed.Input{Reader: bytes.NewReader(data)})
	if err != nil {
		t.Fatal(err)
	}
	for range tracefeed.All(feed) {
	}
	_, list, _ := binfeed.Origin(feed)
	return list
}

// Damage and its position in the source are kept.
func TestBinSaysMore(t *testing.T) {
	data, err := convertBytes([]byte(story), toBin)
	if err != nil {
		t.Fatal(err)
	}
	f, tl, extra := reopen(t, data)
	report, err := detect.ParseReport(extra, tl, nil)
	accusations := slices.DeleteFunc(slices.Clone(report.Findings), func(f detect.Finding) bool { return !f.Severity.Accuses() })
	if err != nil || len(accusations) != 1 || accusations[0].Kind != detect.Deadlock {
		t.Errorf("findings are %+v, %v", report, err)
	}
	h := f.Header()
	if want := []binfeed.Property{{Key: "format", Value: "text"}, {Key: "kind", Value: "recording"},
		{Key: "source", Value: "trace"}}; !slices.Equal(properties(t, data), want) ||
		h.ID == [16]byte{} || !h.Sched || !h.Reduced {
		t.Errorf("the file says %v, %+v", properties(t, data), h)
	}
	again, err := convertBytes(data, toBin)
	if err != nil {
		t.Fatal(err)
	}
	g, _, _ := reopen(t, again)
	if g.Header() != h || !slices.Equal(properties(t, again), properties(t, data)) {
		t.Errorf("the copy says %v, %+v", properties(t, again), g.Header())
	}
	other, err := convertBytes([]byte(story), toBin)
	if err != nil {
		t.Fatal(err)
	}
	if g, _, _ := reopen(t, other); g.Header().ID == h.ID {
		t.Error("two conversions have the same identity")
	}
}

// A trace.bin of another program keeps its clock and properties.
func TestBinKeepsOrigin(t *testing.T) {
	var file memoryFile
	h := binfeed.Header{Wall: 12345, PID: 77, ID: [16]byte{5}, Slack: 9, Sched: true}
	w, err := binfeed.NewWriter(&file, h)
	if err == nil {
		err = w.Property("host", "here")
	}
	var b block.Builder
	tables := tracefeed.NewTables()
	tables.AddThread(tracefeed.Thread{ID: "A"})
	b.Add(&tracefeed.Event{Time: 3, Kind: tracefeed.Run, Thread: 1}, tracefeed.Unspecified)
	if err == nil {
		block := b.Block()
		block.End = 3
		err = w.Block(block, tables, 0)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	data, err := convertBytes(file.data, toBin)
	if err != nil {
		t.Fatal(err)
	}
	f, _, _ := reopen(t, data)
	h.Slack, h.Reduced = 0, true
	want := []binfeed.Property{{Key: "format", Value: "tiv"}, {Key: "kind", Value: "recording"},
		{Key: "source", Value: "trace"}, {Key: "host", Value: "here"}}
	if f.Header() != h || !slices.Equal(properties(t, data), want) {
		t.Errorf("the file says %v, %+v", properties(t, data), f.Header())
	}
}

// TestFull fills the disk at all places: that is an error.
func TestFull(t *testing.T) {
	whole, err := convertBytes([]byte(story), toBin)
	if err != nil {
		t.Fatal(err)
	}
	for full := 1; full < len(whole); full += 13 {
		source, err := openTrace([]byte(story))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := convert.Bin(&memoryFile{full: full}, source, options()); !errors.Is(err, errFull) {
			t.Errorf("with room for %d of %d bytes: %v", full, len(whole), err)
		}
	}
	source, err := openTrace([]byte(story))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := convert.Text(&memoryFile{full: 10}, source, options()); !errors.Is(err, errFull) {
		t.Errorf("text: %v", err)
	}
}

// failing is a feed that ends with an error after some events.
type failing struct {
	tracefeed.Feed
	events int
	err    error
}

func (f *failing) Batch(used []tracefeed.Event) ([]tracefeed.Event, error) {
	if f.events--; f.events < 0 {
		return nil, f.err
	}
	return f.Feed.Batch(used)
}

// A failing disk is an error, not damage of the trace; so is a trace without
// events.
func TestSourceErrors(t *testing.T) {
	broken := &tracefeed.Damage{Offset: 7, Err: &fs.PathError{Op: "read", Path: "x", Err: errors.New("the cable was pulled")}}
	damaged := &tracefeed.Damage{Offset: 7, Err: errors.New("nonsense")}
	for _, x := range []struct {
		events int
		err    error
		want   string // in the error; none if the trace is converted up to there
	}{
		{3, broken, "read trace: random: the cable was pulled"},
		{3, damaged, ""},
		{0, damaged, "read trace: random: byte 7: nonsense"},
		{0, nil, "has no events"},
	} {
		for _, to := range []func(*tracefeed.Source) (convert.Result, error){
			func(s *tracefeed.Source) (convert.Result, error) { return convert.Bin(&memoryFile{}, s, options()) },
			func(s *tracefeed.Source) (convert.Result, error) { return convert.Text(&memoryFile{}, s, options()) },
		} {
			trace := oracle.Random(rand.New(rand.NewPCG(1, 1)), oracle.Shape{Threads: 3, Monitors: 1, Events: 9})
			if x.err == nil {
				trace.Events = nil
				x.events = 1
			}
			source := &tracefeed.Source{Feed: &failing{trace.Feed(), x.events, x.err}, Name: "random"}
			r, err := to(source)
			switch {
			case x.want == "" && (err != nil || r.Damage != x.err || r.Events != int64(x.events)):
				t.Errorf("%v after %d events: %+v, %v", x.err, x.events, r, err)
			case x.want != "" && (err == nil || !strings.Contains(err.Error(), x.want)):
				t.Errorf("%v after %d events: got %v, want %q", x.err, x.events, err, x.want)
			}
		}
	}
}

// TestVerifyNotices changes one event on the way.
func TestVerifyNotices(t *testing.T) {
	other := strings.Replace(story, "3ms A monitor-wait N", "3001us A monitor-wait N", 1)
	named := strings.Replace(story, "0s B start", "0s B start name=b", 1)
	for _, changed := range []string{other, named} {
		bin, err := convertBytes([]byte(changed), toBin)
		if err != nil {
			t.Fatal(err)
		}
		source, err := openTrace([]byte(story))
		if err != nil {
			t.Fatal(err)
		}
		r, err := convert.Bin(&memoryFile{}, source, options())
		if err != nil {
			t.Fatal(err)
		}
		for _, err := range []error{r.VerifyBin(bytes.NewReader(bin), int64(len(bin))), r.VerifyText(strings.NewReader(changed))} {
			if err == nil || !strings.Contains(err.Error(), "not what was read") {
				t.Errorf("got %v", err)
			}
		}
	}
}

// TestVerifyNoticesDamage changes any byte of a trace.bin.
func TestVerifyNoticesDamage(t *testing.T) {
	source, err := openTrace([]byte(story))
	if err != nil {
		t.Fatal(err)
	}
	var file memoryFile
	r, err := convert.Bin(&file, source, options())
	if err != nil {
		t.Fatal(err)
	}
	missed := 0
	for i := range file.data {
		file.data[i] ^= 0x10
		if r.VerifyBin(&file, int64(len(file.data))) == nil {
			missed++
		}
		file.data[i] ^= 0x10
	}
	// No names are read twice: those before blocks are also at the end.
	if missed > len(file.data)/3 {
		t.Errorf("%d of %d bytes may be wrong", missed, len(file.data))
	}
	if err := r.VerifyBin(&file, int64(len(file.data))); err != nil {
		t.Error(err)
	}
}

func TestTells(t *testing.T) {
	trace := oracle.Random(rand.New(rand.NewPCG(1, 2)), oracle.Shape{Threads: 3, Monitors: 1, Events: 50_000})
	var steps []string
	events := int64(0)
	o := options()
	o.OnProgress = func(p convert.Progress) {
		if len(steps) == 0 || steps[len(steps)-1] != p.Step {
			steps = append(steps, p.Step)
		}
		if p.Events < events || p.Events > int64(len(trace.Events)) || p.Read != -1 {
			t.Errorf("%+v after %d events", p, events)
		}
		events = p.Events
	}
	source := &tracefeed.Source{Feed: trace.Feed(), Name: "random"}
	if _, err := convert.Bin(&memoryFile{}, source, o); err != nil {
		t.Fatal(err)
	}
	if strings.Join(steps, " ") != "converting analysing verifying" || events != int64(len(trace.Events)) {
		t.Errorf("it told of %v, %d events", steps, events)
	}
}

// The remark on how a source was read is in the trace.bin, read as a whole or as a stream. That
// of a long text follows from its last line.
func TestNoteIsKept(t *testing.T) {
	t.Parallel()
	var long strings.Builder
	for i := range 100_000 {
		fmt.Fprintf(&long, "a-%d [000] d..2 1.%06d: sched_switch: a:%d [120] R ==> a:%d [120]\n", 1+i%2, i, 1+i%2, 2-i%2)
	}
	long.WriteString("an odd line\n")
	formats := append(schedtext.Formats(), chrome.Format())
	for _, file := range []string{`[{"ph":"X","tid":1,"ts":1,"dur":1,"name":"a"}]`, long.String()} {
		source, err := tracefeed.OpenInput(tracefeed.Input{Reader: strings.NewReader(file)}, formats)
		if err != nil {
			t.Fatal(err)
		}
		data, err := toBin(source)
		if err != nil {
			t.Fatal(err)
		}
		want := source.Header().Note
		if _, tl, _ := reopen(t, data); want == "" || tl.Header.Note != want {
			t.Errorf("the remark is %q, want %q", tl.Header.Note, want)
		}
		again, err := convertBytes(data, toBin)
		if err != nil {
			t.Fatal(err)
		}
		if _, tl, _ := reopen(t, again); tl.Header.Note != want {
			t.Errorf("converted again, the remark is %q, want %q", tl.Header.Note, want)
		}
	}
}

// What a recorder states about things that can end waits is in the trace.bin, and as far as
// it holds for the whole trace in the text.
func TestOutsideIsKept(t *testing.T) {
	t.Parallel()
	data, err := convertBytes([]byte("tiv-text 1 alone\n0s A start\n1ms A suspend-start wait\n"), toBin)
	if err != nil {
		t.Fatal(err)
	}
	if _, tl, _ := reopen(t, data); tl.Header.Outside != tracefeed.Alone {
		t.Errorf("the trace states %q", tl.Header.Outside)
	}
	text, err := convertBytes(data, toText)
	if err != nil || !strings.HasPrefix(string(text), "tiv-text 1 alone\n") {
		t.Errorf("%v: %s", err, text)
	}
}
