package oracle_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tiv/internal/oracle"
	"tiv/tracefeed"
	"tiv/tracefeed/textfeed"
)

// parse reads a text trace; its events are one a line from line 2.
func parse(t *testing.T, text string) oracle.Trace {
	t.Helper()
	feed, err := textfeed.Format().Open(tracefeed.Input{Reader: strings.NewReader(text)})
	if err != nil {
		t.Fatal(err)
	}
	trace := oracle.Trace{Header: feed.Header()}
	for ev, err := range tracefeed.All(feed) {
		if err != nil {
			t.Fatal(err)
		}
		trace.Events = append(trace.Events, *ev)
	}
	return trace
}

// Threads and monitors of the traces below, in the order of their mention.
const (
	A tracefeed.ThreadID = 1 + iota
	B
	C
	D
)

const (
	M tracefeed.MonitorID = 1 + iota
	N
)

// TestSpans replays a trace of each state and checks it against a result
// computed by hand.
func TestSpans(t *testing.T) {
	h := oracle.Replay(parse(t, `tiv-text 1 sched
10ns A start
20ns B end
30ns A run
40ns A monitor-enter M
50ns A suspend-start join
55ns C wake A
60ns A suspend-end
60ns A suspend-start join
70ns A suspend-end
80ns A io-start disk
80ns A ready
90ns A monitor-wait M by=C
95ns A monitor-wait M
97ns A end
98ns A run
99ns A start
99ns - gc-end
100ns - gc-start
101ns - gc-start
102ns - gc-end
104ns - gc-end
104ns - gc-start`))
	want := map[tracefeed.ThreadID][]oracle.Span{
		A: {
			{Start: 10, End: 30, Doing: oracle.Doing{State: oracle.Runnable}},
			{Start: 30, End: 50, Doing: oracle.Doing{State: oracle.Running}},
			{Start: 50, End: 60, Doing: oracle.Doing{State: oracle.Suspended, Cause: tracefeed.CauseJoin, Other: C}},
			{Start: 60, End: 70, Doing: oracle.Doing{State: oracle.Suspended, Cause: tracefeed.CauseJoin}},
			{Start: 70, End: 90, Doing: oracle.Doing{State: oracle.Runnable}},
			{Start: 90, End: 97, Doing: oracle.Doing{State: oracle.Blocking, Monitor: M, Other: C}},
			{Start: 97, End: 99, Doing: oracle.Doing{State: oracle.NotAlive}},
			{Start: 99, End: 104, Doing: oracle.Doing{State: oracle.Runnable}},
		},
		B: {
			{Start: 0, End: 20, Doing: oracle.Doing{State: oracle.Unknown}},
			{Start: 20, End: 104, Doing: oracle.Doing{State: oracle.NotAlive}},
		},
		C: {{Start: 0, End: 104, Doing: oracle.Doing{State: oracle.Unknown}}},
	}
	for thread, spans := range want {
		if got := h.Spans(thread); !slices.Equal(got, spans) {
			t.Errorf("thread %d:\ngot  %+v\nwant %+v", thread, got, spans)
		}
	}
	if got := h.Sum(A, -5, 92); !reflect.DeepEqual(got, map[oracle.State]tracefeed.Time{oracle.Runnable: 40,
		oracle.Running: 20, oracle.Suspended: 20, oracle.Blocking: 2}) {
		t.Errorf("sum %v", got)
	}
	if got := h.Collections(); !slices.Equal(got, [][2]tracefeed.Time{{100, 104}}) {
		t.Errorf("collections %v", got)
	}
}

// TestEdges charges waits to holders in turn, to several at once, to one that
// only the event names, and to none.
func TestEdges(t *testing.T) {
	h := oracle.Replay(parse(t, `tiv-text 1
0ns A start
0ns B start
0ns C monitor-enter M
0ns D monitor-wait N
10ns A monitor-wait M
20ns B monitor-enter M
20ns B monitor-enter M
31ns C monitor-exit M
35ns B monitor-exit M
40ns B monitor-exit M
45ns - wake A by=D
50ns A monitor-enter M
60ns B suspend-start wait
70ns A wake B
80ns B suspend-end
80ns B suspend-start wait
90ns B suspend-end`))
	want := []oracle.Edge{
		{Start: 10, End: 20, Blocked: A, Blocker: C, Monitor: M, Time: 10, Evidence: "observed"},
		{Start: 20, End: 31, Blocked: A, Blocker: B, Monitor: M, Time: 6, Evidence: "observed"},
		{Start: 20, End: 31, Blocked: A, Blocker: C, Monitor: M, Time: 5, Evidence: "observed"},
		{Start: 31, End: 40, Blocked: A, Blocker: B, Monitor: M, Time: 9, Evidence: "observed"},
		{Start: 40, End: 50, Blocked: A, Blocker: D, Monitor: M, Time: 10, Evidence: "inferred"},
		{Start: 60, End: 80, Signal: true, Blocked: B, Blocker: A, Time: 20, Evidence: "inferred"},
		{Start: 0, End: 90, Blocked: D, Monitor: N, Time: 90, Evidence: "unknown"},
	}
	got := h.Edges()
	for i := range got {
		got[i].Wait = 0
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

// TestDeadlocks cuts a story at several times, and expects the deadlocks there.
func TestDeadlocks(t *testing.T) {
	trace := parse(t, `tiv-text 1
0ns A monitor-enter M
0ns B monitor-enter N
10ns A monitor-wait N
20ns C monitor-wait M
30ns B monitor-wait M
40ns D monitor-enter O
40ns D monitor-wait O
50ns A run
60ns C run`)
	for _, test := range []struct {
		events int
		want   []oracle.Deadlock
	}{
		{2, nil}, {4, nil}, {5, []oracle.Deadlock{{Start: 30, Threads: []tracefeed.ThreadID{A, B}}}},
		{7, []oracle.Deadlock{{Start: 30, Threads: []tracefeed.ThreadID{A, B}}, {Start: 40, Threads: []tracefeed.ThreadID{D}}}},
		{8, []oracle.Deadlock{{Start: 40, Threads: []tracefeed.ThreadID{D}}}},
		{9, []oracle.Deadlock{{Start: 40, Threads: []tracefeed.ThreadID{D}}}},
	} {
		if got := oracle.Replay(trace.Prefix(test.events)).Deadlocks(); !reflect.DeepEqual(got, test.want) {
			t.Errorf("after %d events: got %v, want %v", test.events, got, test.want)
		}
	}
}

// TestSemaphore has two threads hold M at once. As readers both are needed, so
// that B's wait for A closes a circle; at a semaphore D may release it for A.
func TestSemaphore(t *testing.T) {
	all := []oracle.Deadlock{{Start: 30, Threads: []tracefeed.ThreadID{A, B, C}}}
	for mode, want := range map[string][2][]oracle.Deadlock{
		"shared":    {{{Start: 20, Threads: []tracefeed.ThreadID{A, B}}}, all},
		"exclusive": {nil, all},
	} {
		trace := parse(t, strings.ReplaceAll(`tiv-text 1
0ns A start
0ns B monitor-enter M mode=MODE
0ns C monitor-enter M mode=MODE
10ns A monitor-enter N
10ns A monitor-wait M
20ns B monitor-wait N
30ns C monitor-wait N`, "MODE", mode))
		for i, events := range []int{6, 7} {
			if got := oracle.Replay(trace.Prefix(events)).Deadlocks(); !reflect.DeepEqual(got, want[i]) {
				t.Errorf("%s, %d events: got %v, want %v", mode, events, got, want[i])
			}
		}
	}
}

// TestHandedOver has B release the monitor of A: then no owner is charged, and
// A's wait for itself is no deadlock. Without a start, B may have entered the
// monitor before the trace.
func TestHandedOver(t *testing.T) {
	story := `tiv-text 1
0ns B start
0ns A monitor-enter M
10ns A monitor-wait M
20ns B monitor-exit M
30ns A monitor-enter M
40ns A monitor-wait M
50ns - gc-start`
	for text, want := range map[string]int{story: 0, strings.Replace(story, "B start", "B run", 1): 1,
		strings.Replace(story, "B monitor-exit M", "A monitor-exit M by=B", 1): 0} {
		h := oracle.Replay(parse(t, text))
		if got := h.Deadlocks(); len(got) != want {
			t.Errorf("%s: deadlocks %v", text, got)
		}
		for _, e := range h.Edges() {
			if (e.Evidence == "observed") != (want == 1) {
				t.Errorf("%s: %+v", text, e)
			}
		}
	}
}

// TestReaderBehindWriter has a reader that reads again behind a writer that waits
// for it.
func TestReaderBehindWriter(t *testing.T) {
	h := oracle.Replay(parse(t, `tiv-text 1
0ns A monitor-enter M mode=shared
10ns B monitor-wait M
20ns A monitor-wait M mode=shared`))
	if got := h.Deadlocks(); !reflect.DeepEqual(got, []oracle.Deadlock{{Start: 20, Threads: []tracefeed.ThreadID{A, B}}}) {
		t.Errorf("deadlocks %v", got)
	}
}

// TestEdgesAddUp checks on random traces that a thread's blocked time equals
// the sum of its edges.
func TestEdgesAddUp(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 1))
		trace := oracle.Random(rng, oracle.Small(rng))
		h := oracle.Replay(trace)
		sums := make([]tracefeed.Time, trace.Threads())
		for _, e := range h.Edges() {
			if !e.Signal {
				sums[e.Blocked] += e.Time
			}
		}
		for thread, sum := range sums {
			if want := h.Sum(tracefeed.ThreadID(thread), 0, h.End())[oracle.Blocking]; sum != want {
				t.Fatalf("seed %d: thread %d: edges %d, blocked %d", seed, thread, sum, want)
			}
		}
	}
}

// TestRandomIsVaried checks that the random traces have the variety that tests
// need.
func TestRandomIsVaried(t *testing.T) {
	seen := map[string]int{}
	for seed := range uint64(500) {
		rng := rand.New(rand.NewPCG(seed, 2))
		trace := oracle.Random(rng, oracle.Small(rng))
		h := oracle.Replay(trace)
		if trace.Header.Sched {
			seen["sched"]++
		}
		if h.Deadlocks() != nil {
			seen["deadlock at the end"]++
		}
		for _, e := range h.Edges() {
			seen["evidence "+e.Evidence]++
			if e.Signal {
				seen["signal"]++
			}
			if e.Blocked == e.Blocker {
				seen["self"]++
			}
		}
		for _, m := range h {
			for _, d := range m.Threads {
				seen[string(d.State)]++
			}
			for _, holders := range m.Holders {
				if len(holders) > 1 {
					seen["shared"]++
				}
			}
		}
		for i := range trace.Events[1:] {
			if trace.Events[i].Time == trace.Events[i+1].Time {
				seen["same time"]++
			}
		}
	}
	for _, what := range []string{"sched", "deadlock at the end", "evidence observed", "evidence inferred",
		"evidence unknown", "signal", "self", "unknown",
		"running", "runnable", "suspended", "blocking", "io", "not alive", "shared", "same time"} {
		if seen[what] < 30 {
			t.Errorf("%s: %d", what, seen[what])
		}
	}
	t.Log(seen)
}

// TestShrink keeps only the events that the failure needs.
func TestShrink(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	trace := oracle.Random(rng, oracle.Shape{Threads: 5, Monitors: 2, Events: 100})
	got := oracle.Shrink(trace, func(tr oracle.Trace) bool {
		return slices.ContainsFunc(tr.Events, func(ev tracefeed.Event) bool { return ev.Kind == tracefeed.MonitorWait })
	})
	if len(got.Events) != 1 || got.Events[0].Thread != 1 || got.Events[0].Monitor != 1 {
		t.Errorf("left %+v", got.Events)
	}
}
