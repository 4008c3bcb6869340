package gotrace_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tiv/internal/testtrace"
	"tiv/timeline"
	"tiv/tracefeed"
)

// sample returns the bytes of a trace in testdata.
func sample(t testing.TB, name string) []byte {
	t.Helper()
	path := filepath.Join("testdata", name+".trace")
	if _, err := os.Stat(path); err != nil {
		path += ".gz"
	}
	return testtrace.File(t, path)
}

// readAll returns all events of a trace that must be sound, and its tables.
func readAll(t testing.TB, data []byte) ([]tracefeed.Event, *tracefeed.Tables) {
	t.Helper()
	feed := openBytes(t, data)
	var all []tracefeed.Event
	for ev, err := range tracefeed.All(feed) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, *ev)
	}
	return all, feed.Tables()
}

// named returns the threads whose names begin with one of the functions.
func named(threads []tracefeed.Thread, funcs ...string) (ids []tracefeed.ThreadID) {
	for id, th := range threads {
		for _, f := range funcs {
			if strings.HasPrefix(th.Name, f+" ") {
				ids = append(ids, tracefeed.ThreadID(id))
			}
		}
	}
	return ids
}

// share returns how much of its life a thread spent in a state.
func share(tl *timeline.Timeline, id tracefeed.ThreadID, s tracefeed.State) float64 {
	b := tl.Lane(id).Sum(0, tl.End)
	return float64(b[s]) / float64(b.Alive())
}

func within(t *testing.T, what string, got, low, high float64) {
	t.Helper()
	if got < low || got > high {
		t.Errorf("%s: %.4f, want between %.4f and %.4f", what, got, low, high)
	}
}

func TestMutex2(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"go-mutex2", "go-mutex2-lockids", "go-flight"} {
		t.Run(name, func(t *testing.T) {
			tl := load(t, sample(t, name))
			workers := named(tl.Threads, "main.workerA", "main.workerB")
			if len(workers) != 10 {
				t.Fatalf("%d workers, want 10", len(workers))
			}
			for _, id := range workers {
				who := tl.Threads[id].Name
				within(t, who+" blocking", share(tl, id, tracefeed.Blocking), 0.74, 0.84)
				within(t, who+" suspended", share(tl, id, tracefeed.Suspended), 0.16, 0.25)
				within(t, who+" running", share(tl, id, tracefeed.Running), 0.002, 0.010)
				if io := share(tl, id, tracefeed.IO); io != 0 {
					t.Errorf("%s: %.4f in IO, want none", who, io)
				}
			}
			if tl.Counts.Invented > 0 {
				t.Errorf("%d waits without an end", tl.Counts.Invented)
			}
		})
	}
}

// TestMutex2Edges checks that a goroutine that ends a wait for a lock is of the
// same group as the waiter, and that all goroutines of a group are linked by
// such edges.
func TestMutex2Edges(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"go-mutex2", "go-mutex2-lockids", "go-flight"} {
		events, tables := readAll(t, sample(t, name))
		blocking := map[tracefeed.ThreadID]bool{}
		edges := map[[2]tracefeed.ThreadID]int{}
		for _, ev := range events {
			switch ev.Kind {
			case tracefeed.MonitorWait:
				blocking[ev.Thread] = true
			case tracefeed.Wake:
				if blocking[ev.Thread] {
					edges[[2]tracefeed.ThreadID{ev.Thread, ev.Other}]++
				}
			case tracefeed.Ready, tracefeed.Run:
				blocking[ev.Thread] = false
			}
		}
		group := func(id tracefeed.ThreadID) string {
			f, _, _ := strings.Cut(tables.Threads[id].Name, " ")
			return f
		}
		total := 0
		for e, n := range edges {
			if group(e[0]) != group(e[1]) {
				t.Errorf("%s: %s waited for %s", name, tables.Threads[e[0]].Name, tables.Threads[e[1]].Name)
			}
			total += n
		}
		if total < 1400 {
			t.Errorf("%s: %d edges, want at least 1400", name, total)
		}
		for _, f := range []string{"main.workerA", "main.workerB"} {
			if n := component(edges, named(tables.Threads, f)); n != 5 {
				t.Errorf("%s: %d of the 5 of %s hang together", name, n, f)
			}
		}
	}
}

// component returns how many threads can be reached from the first.
func component(edges map[[2]tracefeed.ThreadID]int, threads []tracefeed.ThreadID) int {
	reached := map[tracefeed.ThreadID]bool{threads[0]: true}
	for grew := true; grew; {
		grew = false
		for e := range edges {
			if reached[e[0]] != reached[e[1]] {
				reached[e[0]], reached[e[1]], grew = true, true, true
			}
		}
	}
	return len(reached)
}

func TestLockIdentity(t *testing.T) {
	t.Parallel()
	events, tables := readAll(t, sample(t, "go-mutex2-lockids"))
	holder := map[tracefeed.MonitorID]tracefeed.ThreadID{}
	entered := map[tracefeed.MonitorID]int{}
	waits := map[string]int{}
	for _, ev := range events {
		who := tables.Threads[ev.Thread].Name
		switch ev.Kind {
		case tracefeed.MonitorEnter:
			if h := holder[ev.Monitor]; h != 0 {
				t.Fatalf("%v: %s enters what %s holds", ev.Time, who, tables.Threads[h].Name)
			}
			holder[ev.Monitor] = ev.Thread
			entered[ev.Monitor]++
		case tracefeed.MonitorExit:
			if holder[ev.Monitor] == ev.Thread {
				holder[ev.Monitor] = 0
			}
		case tracefeed.MonitorWait:
			f, _, _ := strings.Cut(who, " ")
			waits[f+" "+tables.Monitors[ev.Monitor].ID]++
		}
	}
	total, hot := 0, 0
	for _, n := range entered {
		total += n
		if n > 100 {
			hot++
		}
	}
	if total != 1496 || hot != 2 {
		t.Errorf("%d acquisitions and %d hot locks, want 1496 and 2", total, hot)
	}
	if len(waits) != 2 {
		t.Errorf("want each group to wait for one lock of its own, got %v", waits)
	}
}

func TestDeadlock(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"go-deadlock", "go-deadlock-lockids"} {
		tl := load(t, sample(t, name))
		for _, f := range []string{"main.abWorker", "main.baWorker"} {
			id := named(tl.Threads, f)[0]
			last, end := tl.Lane(id).At(tl.End)
			if last.State != tracefeed.Blocking || end != tl.End {
				t.Errorf("%s: %s is %v at the end, want blocking", name, f, last.State)
			}
			if last.Start < 9*tracefeed.Millisecond || last.Start > 20*tracefeed.Millisecond {
				t.Errorf("%s: %s blocks from %v on, want about 10 ms", name, f, last.Start)
			}
			if last.Other != tracefeed.NoThread {
				t.Errorf("%s: a wait that never ended has an edge", name)
			}
			if where := tl.Frames[tl.Stacks[last.Stack][0]].Func; !strings.HasPrefix(where, "sync.(*Mutex).") {
				t.Errorf("%s: %s waits in %s", name, f, where)
			}
		}
		if tl.End < 1900*tracefeed.Millisecond {
			t.Errorf("%s: ends at %v, want about 2 s", name, tl.End)
		}
		for f, want := range map[string]tracefeed.State{"main.main": tracefeed.Suspended, "main.bystander": tracefeed.Suspended} {
			id := named(tl.Threads, f)[0]
			within(t, name+": "+f+" "+want.String(), share(tl, id, want), 0.9, 1)
		}
	}
}

func TestDeadlockCycle(t *testing.T) {
	t.Parallel()
	tl := load(t, sample(t, "go-deadlock-lockids"))
	for waiter, want := range map[string]string{"main.abWorker": "0xaa8028 held by 26", "main.baWorker": "0xaa8020 held by 25"} {
		id := named(tl.Threads, waiter)[0]
		last, _ := tl.Lane(id).At(tl.End)
		got := tl.Monitors[last.Monitor].ID + " held by"
		for _, h := range tl.Holds(last.Monitor).At(tl.End) {
			got += " " + tl.Threads[h].ID
		}
		if got != want {
			t.Errorf("%s waits for %s, want %s", waiter, got, want)
		}
	}
}

func TestNetserver(t *testing.T) {
	t.Parallel()
	tl := load(t, sample(t, "go-netserver"))
	pool, accept, clients := named(tl.Threads, "main.netserver.func1"), named(tl.Threads, "main.netserver.func2"),
		named(tl.Threads, "main.netserver.func3")
	if len(pool) != 4 || len(accept) != 1 || len(clients) != 6 {
		t.Fatalf("%d of the pool, %d accept, %d clients", len(pool), len(accept), len(clients))
	}
	within(t, "accept loop IO", share(tl, accept[0], tracefeed.IO), 0.95, 1)
	channel := 0
	for _, id := range pool {
		within(t, "pool IO", share(tl, id, tracefeed.IO), 0.9, 1)
		channel += spans(tl, id, tracefeed.Suspended, tracefeed.CauseChannel)
	}
	if channel == 0 {
		t.Error("no idle goroutine of the pool waits for a channel")
	}
	for _, id := range append(clients, accept...) {
		if spans(tl, id, tracefeed.IO, tracefeed.CauseNet) < 100 {
			t.Errorf("%s: want waits for the network", tl.Threads[id].Name)
		}
		if n := spans(tl, id, tracefeed.IO, tracefeed.CauseDisk); n > 0 {
			t.Errorf("%s: %d waits for a disk, want none", tl.Threads[id].Name, n)
		}
	}
}

// spans counts a thread's spans in a state for a cause.
func spans(tl *timeline.Timeline, id tracefeed.ThreadID, s tracefeed.State, c tracefeed.Cause) (n int) {
	tl.Lane(id).Spans(0, tl.End, func(span *timeline.Span, _ tracefeed.Time) bool {
		if span.State == s && span.Cause == c {
			n++
		}
		return true
	})
	return n
}

// TestZoo finds each kind of wait that the program has a goroutine for, as
// often as the trace has it by a count of its raw transitions.
func TestZoo(t *testing.T) {
	t.Parallel()
	events, tables := readAll(t, sample(t, "go-zoo"))
	got := map[string]int{}
	for _, ev := range events {
		word := fmt.Sprint(ev.Kind)
		switch ev.Kind {
		case tracefeed.SuspendStart, tracefeed.IOStart:
			word += " " + ev.Cause.String()
			if ev.Forever {
				word += " forever"
			}
		case tracefeed.MonitorWait:
			if ev.Shared {
				word += " shared"
			}
		}
		if !tables.Threads[ev.Thread].System {
			got[word]++
		}
	}
	for word, want := range map[string]int{
		"monitor-wait shared":           1280, // RWMutex.RLock
		"monitor-wait":                  428,  // RWMutex.Lock and a Once
		"suspend-start join":            614 + 85,
		"suspend-start wait":            460,
		"suspend-start channel forever": 1,
		"io-start net":                  883,
	} {
		if got[word] != want {
			t.Errorf("%s: %d, want %d", word, got[word], want)
		}
	}
	for word, least := range map[string]int{
		"suspend-start sleep": 10000, "suspend-start channel": 4700, "suspend-start gc": 20, "suspend-start park": 2457,
		"io-start disk": 120000, "io-start other": 350, "gc-start": 19,
	} {
		if got[word] < least {
			t.Errorf("%s: %d, want at least %d", word, got[word], least)
		}
	}
}

// TestLeaks has the trace of a program that tiv record ran, with six goroutines
// that are proven to wait for ever and one that waits for a nil channel.
func TestLeaks(t *testing.T) {
	t.Parallel()
	got := map[string]int{}
	events, _ := readAll(t, sample(t, "go-leaks"))
	for _, ev := range events {
		if ev.Forever {
			got[fmt.Sprint(ev.Kind, " ", ev.Cause)]++
		}
	}
	want := map[string]int{
		"suspend-start channel": 4, "suspend-start join": 1, "suspend-start wait": 1, "monitor-wait other": 1,
	}
	if !maps.Equal(got, want) {
		t.Errorf("for ever: %v, want %v", got, want)
	}
}

func TestZooNames(t *testing.T) {
	t.Parallel()
	tl := load(t, sample(t, "go-zoo"))
	system := 0
	for _, th := range tl.Threads[1:] {
		if th.Name == th.ID {
			t.Errorf("goroutine %s has no better name", th.ID)
		}
		if th.System {
			system++
			if strings.HasPrefix(th.Name, "main.") {
				t.Errorf("%s counts as the runtime's", th.Name)
			}
		}
	}
	if system < 8 || system > 12 {
		t.Errorf("%d goroutines of the runtime, want about 10", system)
	}
	if len(named(tl.Threads, "main.main")) != 1 {
		t.Error("main.main is not there")
	}
}
