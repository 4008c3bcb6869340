package perfetto

import (
	"bytes"
	"compress/zlib"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"testing"

	"tiv/execution"
	"tiv/internal/reduced"
	"tiv/internal/testtrace"
	"tiv/timeline"
	"tiv/tracefeed"
)

// sample returns a trace that Chromium wrote while it showed a page, with
// --trace-startup=v8,blink,benchmark and --trace-startup-format=proto. Packets and fields
// that are not read were left out.
func sample(t testing.TB) []byte { return testtrace.File(t, "testdata/chromium.pftrace.gz") }

// timelineOf reduces a trace.
func timelineOf(t testing.TB, file []byte) *timeline.Timeline {
	t.Helper()
	source, err := tracefeed.OpenInput(tracefeed.Input{Reader: bytes.NewReader(file)}, []tracefeed.Format{Format()})
	if err != nil {
		t.Fatal(err)
	}
	tl, err := reduced.Timeline(source, timeline.Tuning{})
	if err != nil {
		t.Fatal(err)
	}
	return tl
}

// TestTotals compares the slices of Chromium's trace with those that a reader in another
// language finds.
func TestTotals(t *testing.T) {
	t.Parallel()
	tl := timelineOf(t, sample(t))
	if c := tl.Counts; c.Dropped+c.Invented > 0 {
		t.Errorf("%+v", c)
	}
	of := make([]bool, len(tl.Threads))
	for i := range of {
		of[i] = i > 0
	}
	type total struct {
		calls int
		ns    tracefeed.Time
	}
	got := map[string]total{}
	execution.EachCall(context.Background(), tl, execution.Query{Of: of, To: tl.End}, func(c execution.Call) {
		x := got[tl.Names[c.Function]]
		got[tl.Names[c.Function]] = total{x.calls + 1, x.ns + c.End - c.Start}
	})
	cmd := exec.Command("python3", "testdata/totals.py")
	cmd.Stdin = bytes.NewReader(sample(t))
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	lines := 0
	for line := range strings.Lines(string(out)) {
		lines++
		words := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if g := got[words[0]]; fmt.Sprint(g.calls, int64(g.ns)) != strings.Join(words[1:], " ") {
			t.Errorf("%s: %+v, want %s", words[0], g, words[1:])
		}
	}
	delete(got, "") // the end of a slice that began before the trace
	if lines != len(got) || lines < 100 {
		t.Errorf("%d names, want %d", len(got), lines)
	}
	names := map[string]bool{}
	for _, th := range tl.Threads {
		names[th.Name] = true
	}
	if !names["Browser/CrBrowserMain"] || !names["Renderer/CrRendererMain"] {
		t.Errorf("threads: %v", names)
	}
}

// TestDamage cuts a file everywhere: all packets before the cut remain.
func TestDamage(t *testing.T) {
	t.Parallel()
	head, last := join(threadTrack(10, 1, 7, "main"), event(10, typeInstant, 10, text(eventName, "here"))), event(20, typeInstant, 10)
	file := join(head, last)
	for cut := len(head); cut < len(file); cut++ {
		got, _, err := read(t, file[:cut])
		if !strings.Contains(got, "region-start here") {
			t.Errorf("cut at %d: %s", cut, got)
		}
		var damage *tracefeed.Damage
		if cut > len(head) && (!errors.As(err, &damage) || damage.Offset != int64(len(head))) {
			t.Errorf("cut at %d: %v", cut, err)
		}
	}
	for _, bad := range [][]byte{
		join(head, []byte("\x0a\xff\xff\xff\xff\xff\xff\xff\xff\x7f")), // a length of 2^62
		join(head, []byte("\x0a\xff\xff\xff\x7f0")),                    // more than the largest packet
		join(head, []byte("\x0a\x02\xff\xff")),                         // an endless field
		join(head, text(tracePacket, string(text(packetCompressed, "no")))),
		join(head, text(tracePacket, string(text(packetZstd, "")))),
		join(head, event(-1, typeInstant, 10)), // a time beyond the largest
		join(head, []byte("{}")),
	} {
		got, _, err := read(t, bad)
		var damage *tracefeed.Damage
		if !errors.As(err, &damage) || damage.Offset != int64(len(head)) || !strings.Contains(got, "region-start here") {
			t.Errorf("%x: %v\n%s", bad[len(head):], err, got)
		}
	}
}

func TestCompressed(t *testing.T) {
	t.Parallel()
	pack := func(b []byte) []byte {
		var out bytes.Buffer
		z := zlib.NewWriter(&out)
		z.Write(b)
		z.Close()
		return pkt(text(packetCompressed, out.String()))
	}
	got, _, err := read(t, pack(join(threadTrack(10, 1, 7, "main"), event(10, typeInstant, 10, text(eventName, "here")))))
	if err != nil || !strings.Contains(got, "region-start here") {
		t.Errorf("%v\n%s", err, got)
	}
	if _, _, err := read(t, pack(make([]byte, maxInflated+1))); err == nil ||
		!strings.Contains(err.Error(), "compressed packets of more than") {
		t.Errorf("a bomb: %v", err)
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range stories {
		f.Add(s.file)
	}
	f.Add(sample(f)[:20000])
	f.Fuzz(func(t *testing.T, file []byte) {
		feed, err := Format().Open(tracefeed.Input{Reader: bytes.NewReader(file)})
		if err != nil {
			t.Fatal(err)
		}
		reduced.Timeline(feed, timeline.Tuning{})
	})
}

func BenchmarkRead(b *testing.B) {
	parts := [][]byte{threadTrack(10, 1, 7, "main"), threadTrack(11, 1, 8, "worker"),
		pkt(v(packetSequence, 1), v(packetFlags, flagCleared),
			msg(packetInterned, msg(internedName, v(entryID, 5), text(entryName, "work"))))}
	for i := range int64(500_000) {
		parts = append(parts, event(1000*i, typeSliceBegin, 10+i%2, v(eventNameID, 5)), event(1000*i+700, typeSliceEnd, 10+i%2))
	}
	file := join(parts...)
	b.SetBytes(int64(len(file)))
	for b.Loop() {
		feed, err := Format().Open(tracefeed.Input{Reader: bytes.NewReader(file)})
		if err != nil {
			b.Fatal(err)
		}
		for batch := []tracefeed.Event(nil); err == nil; {
			batch, err = feed.Batch(batch)
		}
		if err != io.EOF {
			b.Fatal(err)
		}
	}
}
