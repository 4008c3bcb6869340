package generate_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"slices"
	"testing"

	"tiv/interaction/detect"
	"tiv/internal/generate"
	"tiv/internal/reduced"
	"tiv/timeline"
	"tiv/tracefeed"
)

func newFeed(t *testing.T, o generate.Options) *generate.Feed {
	t.Helper()
	feed, err := generate.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return feed
}

// all returns all events of a feed, taken in batches.
func all(t *testing.T, o generate.Options) []tracefeed.Event {
	t.Helper()
	feed := newFeed(t, o)
	var events []tracefeed.Event
	for {
		batch, err := feed.Batch(nil)
		if errors.Is(err, io.EOF) {
			return events
		}
		if err != nil || len(batch) == 0 {
			t.Fatalf("a batch of %d and %v", len(batch), err)
		}
		events = append(events, batch...)
	}
}

// reduce returns the timeline of a whole trace, and fails unless the reducer
// could use every event as it was.
func reduce(t *testing.T, o generate.Options) *timeline.Timeline {
	t.Helper()
	tl, err := reduced.Timeline(newFeed(t, o), timeline.Tuning{})
	if err != nil {
		t.Fatal(err)
	}
	if c := tl.Counts; c.Dropped > 0 || c.Invented > 0 {
		t.Errorf("%+v: dropped %d, invented %d of %d events", o, c.Dropped, c.Invented, c.Events)
	}
	return tl
}

// shares returns the parts of the time of all threads spent in each state, in
// per mille.
func shares(tl *timeline.Timeline) (parts [tracefeed.NumStates]int) {
	total := tl.Totals()
	var sum tracefeed.Time
	for _, d := range total {
		sum += d
	}
	for s, d := range total {
		parts[s] = int(1000 * d / sum)
	}
	return parts
}

// each calls f for options of all scenarios, with and without a scheduler and
// extras.
func each(t *testing.T, f func(t *testing.T, o generate.Options)) {
	for _, name := range generate.Scenarios() {
		for _, sched := range []bool{true, false} {
			for _, extras := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s/sched=%t/extras=%t", name, sched, extras), func(t *testing.T) {
					f(t, generate.Options{Scenario: name, Seed: 7, Sched: sched, Extras: extras})
				})
			}
		}
	}
}

// TestReducer has the reducer take traces of many sizes, and looks for
// deadlocks that are not there.
func TestReducer(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, o generate.Options) {
		for _, size := range []struct{ threads, cpus, events int }{
			{2, 0, 5000}, {3, 1, 5000}, {4, 4, 5000}, {5, 0, 5000}, {17, 2, 10_000}, {60, 1, 20_000},
			{120, 40, 50_000}, {450, 0, 100_000},
		} {
			o.Threads, o.CPUs, o.Events = size.threads, size.cpus, int64(size.events)
			report := detect.Find(context.Background(), reduce(t, o), nil)
			if n := deadlocks(report); n > 0 {
				t.Errorf("%+v: %d deadlocks", size, n)
			}
		}
	})
}

func deadlocks(report detect.Report) (n int) {
	for _, f := range report.Findings {
		if f.Kind == detect.Deadlock {
			n++
		}
	}
	return n
}

// TestDeadlock demands one deadlock of two threads, in the last fifth of the
// events, in traces as short as can be.
func TestDeadlock(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, o generate.Options) {
		o.Deadlock = true
		for _, threads := range []int{4, 5, 40, 300} {
			o.Threads, o.CPUs, o.Events = threads, 0, generate.MinEventsDeadlock(threads)
			for o.Seed = range 6 {
				o.CPUs = int(o.Seed % 2)
				tl := reduce(t, o)
				report := detect.Find(context.Background(), tl, nil)
				i := slices.IndexFunc(report.Findings, func(f detect.Finding) bool { return f.Kind == detect.Deadlock })
				if deadlocks(report) != 1 {
					t.Fatalf("%d threads, seed %d: %d deadlocks", threads, o.Seed, deadlocks(report))
				}
				due := all(t, o)[o.Events*4/5].Time
				if f := report.Findings[i]; len(f.Threads) != 2 || f.End != tl.End || f.Start < due {
					t.Errorf("%d threads, seed %d: due at %d: %+v", threads, o.Seed, due, f)
				}
			}
		}
	})
}

// TestShares demands that threads are in every state, and about as long
// however many there are.
func TestShares(t *testing.T) {
	t.Parallel()
	const least, drift = 3, 60 // per mille
	for _, name := range generate.Scenarios() {
		o := generate.Options{Scenario: name, Seed: 3, Threads: 200, Events: 150_000, Sched: true}
		want := shares(reduce(t, o))
		for s := tracefeed.Running; s < tracefeed.NotAlive; s++ {
			if want[s] < least {
				t.Errorf("%s: only %d ‰ %v", name, want[s], s)
			}
		}
		for _, threads := range []int{1000, 4000} {
			o.Threads, o.Events = threads, int64(100*threads)
			got := shares(reduce(t, o))
			for s := range want {
				if d := got[s] - want[s]; d < -drift || d > drift {
					t.Errorf("%s: %d threads are %d ‰ %v, 200 are %d ‰", name, threads, got[s], tracefeed.State(s), want[s])
				}
			}
		}
		o.Threads, o.Events, o.Sched = 200, 50_000, false
		if got := shares(reduce(t, o)); got[tracefeed.Runnable] > 0 {
			t.Errorf("%s: runnable without a scheduler", name)
		}
	}
}

// TestMix demands that at least six of ten events change a state, as in the
// traces of real programs.
func TestMix(t *testing.T) {
	t.Parallel()
	for _, name := range generate.Scenarios() {
		tl := reduce(t, generate.Options{Scenario: name, Seed: 3, Threads: 200, Events: 100_000, Sched: true})
		spans := 0
		for id := range tl.Threads {
			tl.Lane(tracefeed.ThreadID(id)).Spans(0, tl.End, func(*timeline.Span, tracefeed.Time) bool {
				spans++
				return true
			})
		}
		if spans < 60_000 {
			t.Errorf("%s: %d changes of state in 100000 events", name, spans)
		}
	}
}

func TestAllKinds(t *testing.T) {
	t.Parallel()
	var seen [tracefeed.NumKinds]int
	for _, name := range generate.Scenarios() {
		o := generate.Options{Scenario: name, Seed: 5, Threads: 60, Events: 100_000, Sched: true, Extras: true}
		for _, ev := range all(t, o) {
			seen[ev.Kind]++
		}
	}
	for k := tracefeed.NoKind + 1; k < tracefeed.NumKinds; k++ {
		if seen[k] == 0 {
			t.Errorf("no event of kind %v", k)
		}
	}
}

// digest returns a number that depends on every field of every event.
func digest(events []tracefeed.Event) uint64 {
	h := fnv.New64a()
	for i := range events {
		binary.Write(h, binary.LittleEndian, &events[i])
	}
	return h.Sum64()
}

// TestSame demands the same events on every machine. A change of a scenario
// must change its number here.
func TestSame(t *testing.T) {
	t.Parallel()
	want := map[string]uint64{"pipeline": 0xf14b871b0cb3cded, "pool": 0x30f47f3fb7847ab5, "server": 0xfeb15a973691e21f}
	for _, name := range generate.Scenarios() {
		o := generate.Options{Scenario: name, Seed: 11, Threads: 30, Events: 20_000, Sched: true, Extras: true}
		first := all(t, o)
		if got := digest(first); got != want[name] {
			t.Errorf("%s: %#x, want %#x", name, got, want[name])
		}
		if !slices.Equal(first, all(t, o)) {
			t.Errorf("%s: twice the same options, different events", name)
		}
		o.Seed++
		if slices.Equal(first, all(t, o)) {
			t.Errorf("%s: another seed, the same events", name)
		}
	}
}

// TestBatch reuses the memory of batches, of whatever size.
func TestBatch(t *testing.T) {
	t.Parallel()
	o := generate.Options{Scenario: "server", Seed: 2, Threads: 50, Events: 20_000, Sched: true}
	want := all(t, o)
	feed := newFeed(t, o)
	var got []tracefeed.Event
	for used := make([]tracefeed.Event, 3); ; {
		batch, err := feed.Batch(used)
		if err != nil {
			break
		}
		got = append(got, batch...)
		used = batch[:len(batch)/2]
	}
	if !slices.Equal(got, want) {
		t.Error("the events differ")
	}
	if _, err := feed.Batch(nil); err != io.EOF {
		t.Errorf("after the end: %v", err)
	}
}

func TestEvents(t *testing.T) {
	t.Parallel()
	for _, n := range []int64{1, 10, 4095, 4096, 4097, 30_000} {
		for _, threads := range []int{2, 200, generate.MaxThreads} {
			o := generate.Options{Scenario: "pool", Threads: threads, Events: n, Sched: true}
			if got := len(all(t, o)); int64(got) != n {
				t.Errorf("%d threads: %d events, want %d", threads, got, n)
			}
		}
	}
}

func TestNoAllocations(t *testing.T) {
	for _, name := range generate.Scenarios() {
		feed := newFeed(t, generate.Options{Scenario: name, Threads: 500, Events: 10_000_000, Sched: true, Extras: true})
		var events []tracefeed.Event
		batch := func() {
			var err error
			if events, err = feed.Batch(events); err != nil {
				t.Fatal(err)
			}
		}
		for range 50 {
			batch()
		}
		if n := testing.AllocsPerRun(100, batch); n > 0 {
			t.Errorf("%s: %v allocations a batch", name, n)
		}
	}
}

func TestBadOptions(t *testing.T) {
	t.Parallel()
	good := generate.Options{Scenario: "pool", Threads: 100, Events: 7000, Deadlock: true}
	if _, err := generate.New(good); err != nil {
		t.Fatal(err)
	}
	for what, change := range map[string]func(*generate.Options){
		"no scenario":           func(o *generate.Options) { o.Scenario = "zoo" },
		"one thread":            func(o *generate.Options) { o.Threads = 1 },
		"too many threads":      func(o *generate.Options) { o.Threads = generate.MaxThreads + 1 },
		"no events":             func(o *generate.Options) { o.Events = 0 },
		"processors below none": func(o *generate.Options) { o.CPUs = -1 },
		"too short to deadlock": func(o *generate.Options) { o.Events = 6999 },
		"too few to deadlock":   func(o *generate.Options) { o.Threads = 3 },
	} {
		o := good
		change(&o)
		if feed, err := generate.New(o); err == nil || feed != nil {
			t.Errorf("%s: no error", what)
		}
	}
}
