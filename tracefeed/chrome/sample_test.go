package chrome

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"tiv/execution"
	"tiv/internal/reduced"
	"tiv/internal/testtrace"
	"tiv/timeline"
	"tiv/tracefeed"
)

// sample returns a file of testdata that another program wrote: node.js ran node.js with
// --trace-events-enabled; Chromium showed a page with --trace-startup=v8,blink, and
// arguments of events were left out.
func sample(t testing.TB, name string) []byte { return testtrace.File(t, "testdata/"+name+".json.gz") }

// total is the number and length of the slices of a name.
type total struct {
	calls int
	ns    int64
}

// slowTotals adds up slices with another parser, thread by thread.
func slowTotals(t *testing.T, file []byte) map[string]total {
	t.Helper()
	type event struct {
		Ph, Name string
		Pid, Tid int
		Ts, Dur  float64
	}
	var doc struct{ TraceEvents []event }
	if err := json.Unmarshal(file, &doc); err != nil {
		t.Fatal(err)
	}
	events := slices.DeleteFunc(doc.TraceEvents, func(e event) bool { return e.Ph == "M" })
	slices.SortStableFunc(events, func(a, b event) int { return cmp.Compare(a.Ts, b.Ts) })
	last := 0.0
	for _, e := range events {
		last = max(last, e.Ts+e.Dur)
	}
	totals := map[string]total{}
	add := func(name string, us float64) {
		x := totals[name]
		totals[name] = total{x.calls + 1, x.ns + int64(math.Round(us*1000))}
	}
	open := map[[2]int][]event{}
	for _, e := range events {
		key := [2]int{e.Pid, e.Tid}
		switch stack := open[key]; e.Ph {
		case "X":
			add(e.Name, e.Dur)
		case "B":
			open[key] = append(stack, e)
		case "E":
			b := stack[len(stack)-1]
			add(b.Name, e.Ts-b.Ts)
			open[key] = stack[:len(stack)-1]
		}
	}
	for _, stack := range open {
		for _, b := range stack {
			add(b.Name, last-b.Ts)
		}
	}
	return totals
}

// TestTotals compares the slices of files of other programs with those that another
// parser finds.
func TestTotals(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"node", "chromium"} {
		file := sample(t, name)
		source, err := tracefeed.OpenInput(tracefeed.Input{Name: name, Reader: bytes.NewReader(file)}, []tracefeed.Format{Format()})
		if err != nil {
			t.Fatal(err)
		}
		tl, err := reduced.Timeline(source, timeline.Tuning{})
		if err != nil {
			t.Fatal(err)
		}
		if tl.Counts.Dropped+tl.Counts.Invented > 0 {
			t.Errorf("%s: %+v", name, tl.Counts)
		}
		of := make([]bool, len(tl.Threads))
		for i := range of {
			of[i] = i > 0
		}
		got := map[string]total{}
		q := execution.Query{Of: of, To: tl.End}
		execution.EachCall(context.Background(), tl, q, func(c execution.Call) {
			x := got[tl.Names[c.Function]]
			got[tl.Names[c.Function]] = total{x.calls + 1, x.ns + int64(c.End-c.Start)}
		})
		execution.EachRegion(context.Background(), tl, q, func(r execution.Region) {
			if x := got[tl.Names[r.Name]]; r.End > r.Start {
				got[tl.Names[r.Name]] = total{x.calls + 1, x.ns + int64(r.End-r.Start)}
			}
		})
		want := slowTotals(t, file)
		if len(want) < 5 {
			t.Fatalf("%s: only %d names", name, len(want))
		}
		for n, w := range want {
			if got[n] != w {
				t.Errorf("%s: %s: %+v, want %+v", name, n, got[n], w)
			}
		}
	}
}

// TestDamage cuts a file everywhere: all events before the cut remain.
func TestDamage(t *testing.T) {
	t.Parallel()
	file := `{"traceEvents":[{"ph":"X","tid":1,"ts":1,"dur":1,"name":"a"},{"ph":"X","tid":1,"ts":3,"dur":1,"name":"b"}],"x":{"y":"\"}"}}`
	first := strings.Index(file, `,{"ph"`)
	for cut := 1; cut < len(file); cut++ {
		text, _, err := read(t, file[:cut])
		if err == nil {
			t.Errorf("cut at %d: no error", cut)
		}
		var damage *tracefeed.Damage
		if !errors.As(err, &damage) || damage.Offset > int64(cut) {
			t.Errorf("cut at %d: %v", cut, err)
		}
		if got, want := strings.Contains(text, "call-enter a"), cut >= first; got != want {
			t.Errorf("cut at %d: the first slice is there: %v", cut, got)
		}
	}
	if _, _, err := read(t, file[:first-1]); err == nil || err.Error() != "byte 16: the file ends within an event" {
		t.Errorf("within an event: %v", err)
	}
	if text, _, err := read(t, `[{"ph":"X","tid":1,"ts":1,"dur":1,"name":"a"},`); err != nil || !strings.Contains(text, "call-exit a") {
		t.Errorf("a list without an end: %v\n%s", err, text)
	}
	for _, bad := range []string{`{"traceEvents":[{"ph"}]}`, `{"traceEvents":[}`} {
		if _, _, err := read(t, bad); err == nil {
			t.Errorf("%s is read without an error", bad)
		}
	}
}

func TestMicros(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int64{"0": 0, "1": 1000, "1.5": 1500, "-1.001": -1001, "0.0005": 1, "0.0004999": 0,
		"58196406646.123": 58196406646123, "1.5e3": 1500000, `"12.25"`: 12250, "1700000000000000": 1700000000000000000} {
		if got, ok := micros([]byte(text)); !ok || got != want {
			t.Errorf("%s µs: %d ns, %v, want %d", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "-", "x", "1e30", "99999999999999999999", "NaN", "null", `"1`} {
		if got, ok := micros([]byte(text)); ok {
			t.Errorf("%s µs: %d ns", text, got)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range stories {
		f.Add([]byte(s.file))
	}
	f.Add(sample(f, "node"))
	f.Fuzz(func(t *testing.T, file []byte) {
		feed, err := Format().Open(tracefeed.Input{Reader: bytes.NewReader(file)})
		if err != nil {
			t.Fatal(err)
		}
		tl, err := reduced.Timeline(feed, timeline.Tuning{})
		if tl != nil && tl.Counts.Events > 8*len64(file) {
			t.Errorf("%d events of %d bytes, %v", tl.Counts.Events, len(file), err)
		}
	})
}

func len64(b []byte) int64 { return int64(len(b)) }

func BenchmarkRead(b *testing.B) {
	var file bytes.Buffer
	file.WriteString("[")
	for i := range 1_000_000 {
		fmt.Fprintf(&file, `{"name":"fn%d","cat":"app","ph":"X","ts":%d.%03d,"dur":%d,"pid":1,"tid":%d,"args":{"key":"value %d"}},`+"\n",
			i%300, 2*i, i%1000, i%50, i%16, i%100)
	}
	b.SetBytes(int64(file.Len()))
	for b.Loop() {
		feed, err := Format().Open(tracefeed.Input{Reader: bytes.NewReader(file.Bytes())})
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
