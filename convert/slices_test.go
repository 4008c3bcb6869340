package convert_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"tiv/convert"
	"tiv/execution"
	"tiv/internal/reduced"
	"tiv/task"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/tracefeed/chrome"
	"tiv/tracefeed/perfetto"
)

// viewers are the formats of trace viewers.
var viewers = []struct {
	format tracefeed.Format
	write  func(io.Writer, *tracefeed.Source, convert.Options) (convert.Result, error)
}{{chrome.Format(), convert.Chrome}, {perfetto.Format(), convert.Perfetto}}

// kept lists what the formats of trace viewers keep of a trace, sorted. Words as ids of
// threads are not kept.
func kept(tl *timeline.Timeline) (lines []string) {
	add := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	id := func(t tracefeed.ThreadID) string { return tl.Threads[t].Name }
	q := execution.Query{Of: make([]bool, len(tl.Threads)), To: tl.End}
	for t := range q.Of {
		q.Of[t] = true
	}
	ctx := context.Background()
	add("length %d", tl.End)
	type span struct {
		timeline.Span
		end tracefeed.Time
	}
	spans := make([][]span, len(tl.Threads))
	tl.EachSpan(ctx, q.Of, 0, tl.End, func(t tracefeed.ThreadID, s *timeline.Span, end tracefeed.Time) {
		list, x := spans[t], span{*s, end}
		// Stacks are not kept, nor the objects of suspensions, so waits that differ in them alone are one.
		if x.State == tracefeed.Suspended {
			x.Monitor = tracefeed.NoMonitor
		}
		if n := len(list) - 1; n >= 0 && list[n].end == x.Start && list[n].State == x.State && list[n].Cause == x.Cause &&
			list[n].Monitor == x.Monitor {
			list[n].end, list[n].Other = end, x.Other
		} else if t != tracefeed.NoThread && x.State != tracefeed.NotAlive && x.Start < end {
			spans[t] = append(list, x)
		}
	})
	for t, list := range spans {
		for _, s := range list {
			if s.State != tracefeed.Suspended || s.end == tl.End {
				s.Other = tracefeed.NoThread
			}
			th := tl.Threads[t]
			add("%s %v: %d to %d: %v %v %q by %s", th.Name, th.System, s.Start, s.end, s.State, s.Cause,
				tl.Monitors[s.Monitor].Name, id(s.Other))
		}
	}
	execution.EachCall(ctx, tl, q, func(c execution.Call) {
		add("%s calls %s: %d to %d", id(c.Thread), tl.Names[c.Function], c.Start, c.End)
	})
	execution.EachRegion(ctx, tl, q, func(r execution.Region) {
		add("%s in region %s: %d to %d", id(r.Thread), tl.Names[r.Name], r.Start, r.End)
	})
	index, err := task.Build(ctx, tl, task.Options{})
	if err != nil {
		panic(err) // ctx is never done
	}
	for _, t := range index.Tasks {
		add("task %s: %d to %d", t.Type, t.Start, t.End)
	}
	for _, gc := range tl.GC {
		add("collection: %d to %d", gc.Start, gc.End)
	}
	tl.EachPage(ctx, 0, tl.End, func(p *timeline.Page) {
		var ev tracefeed.Event
		for g := range p.Groups {
			events := p.Events(g)
			for _, ok := events.Next(&ev); ok; _, ok = events.Next(&ev) {
				if ev.Kind == tracefeed.Counter {
					add("counter %s at %d: %d", tl.Names[ev.Name], ev.Time, ev.Value)
				}
			}
		}
	})
	slices.Sort(lines)
	return lines
}

// callsTrace has what Go traces lack: calls, within regions that are not nested.
const callsTrace = `tiv-text 1
0s A start name=Alpha
1ms A call-enter main
1ms A call-enter main.work
2ms A region-start one
3ms A region-start two
4ms A region-end one
5ms A call-exit main.work
6ms A region-end two
7ms A call-enter main.work
8ms A suspend-start sleep
9ms A suspend-end
9ms - counter heap value=-3
10ms A task-start request object=7
11ms A task-end request object=7
12ms A task-start request object=8
13ms A unknown
20ms - none
`

// overlapTrace has regions of one name that overlap, and one that is left open.
const overlapTrace = `tiv-text 1
0s A start name=Alpha
1ms A region-start r
2ms A region-start r
3ms A region-start s
4ms A region-end r value=1
5ms A region-start r
6ms A region-end r value=1
7ms A region-end r
8ms A region-end s
9ms A region-start open
20ms - none
`

// TestRoundTrips converts traces for each trace viewer, and reads them back.
func TestRoundTrips(t *testing.T) {
	t.Parallel()
	traces := samples(t)
	traces["calls"] = []byte(callsTrace)
	traces["overlap"] = []byte(overlapTrace)
	for name, data := range traces {
		if strings.HasSuffix(name, ".gz") && !strings.Contains(name, "go-1.26") && !strings.Contains(name, "go-leaks") {
			continue // large, and of the same kind
		}
		source, err := openTrace(data)
		if err != nil {
			t.Fatal(err)
		}
		original, err := reduced.Timeline(source, timeline.Tuning{})
		if err != nil {
			t.Fatal(err)
		}
		want := kept(original)
		for _, v := range viewers {
			if source, err = openTrace(data); err != nil {
				t.Fatal(err)
			}
			var file bytes.Buffer
			if _, err := v.write(&file, source, convert.Options{Memory: &timeline.Memory{}}); err != nil {
				t.Fatal(err)
			}
			back, err := tracefeed.OpenInput(tracefeed.Input{Name: name, Reader: &file}, []tracefeed.Format{v.format})
			if err != nil {
				t.Fatal(err)
			}
			tl, err := reduced.Timeline(back, timeline.Tuning{})
			if err != nil {
				t.Fatal(err)
			}
			if c := tl.Counts; c.Dropped+c.Invented+c.Gaps > 0 {
				t.Errorf("%s as %s: %+v", name, v.format.Name, c)
			}
			report(t, name+" as "+v.format.Name, kept(tl), want)
		}
	}
}

// report reports the lines that are in one sorted list alone.
func report(t *testing.T, name string, got, want []string) {
	t.Helper()
	for len(got)+len(want) > 0 && !t.Failed() {
		switch {
		case len(want) == 0 || len(got) > 0 && got[0] < want[0]:
			t.Errorf("%s: not expected: %s", name, got[0])
			got = got[1:]
		case len(got) == 0 || want[0] < got[0]:
			t.Errorf("%s: missing: %s", name, want[0])
			want = want[1:]
		default:
			got, want = got[1:], want[1:]
		}
	}
}
