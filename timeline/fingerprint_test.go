package timeline_test

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tiv/internal/oracle"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
)

// lossy returns a random trace in which some events are missing, now and then
// of all threads.
func lossy(rng *rand.Rand) oracle.Trace {
	trace := oracle.Random(rng, oracle.Small(rng))
	for i := range trace.Events {
		if ev := &trace.Events[i]; ev.Kind == tracefeed.Lost && rng.IntN(2) == 0 || rng.IntN(60) == 0 {
			*ev = tracefeed.Event{Time: ev.Time, Kind: tracefeed.Lost, Value: int64(rng.IntN(3))}
		}
	}
	return trace
}

// fingerprint takes that of a trace's events.
func fingerprint(trace oracle.Trace) *timeline.Fingerprint {
	feed := trace.Feed()
	f := timeline.NewFingerprinter(feed)
	for ev := range tracefeed.All(feed) {
		f.Add(ev)
	}
	return f.Finish()
}

// differPrints compares the fingerprint of events with those of timelines.
func differPrints(trace oracle.Trace, rng *rand.Rand) error {
	want := fingerprint(trace)
	for _, pageLen := range []int{0, 1 + rng.IntN(9), 1 + rng.IntN(60)} {
		tl, err := reduce(trace, pageLen)
		if err == nil {
			err = want.Differ(tl.Fingerprint())
		}
		if err == nil {
			err = want.DifferEvents(tl.Fingerprint())
		}
		if err != nil {
			return fmt.Errorf("pages of %d events: %w", pageLen, err)
		}
	}
	var file memoryFile
	if _, err := save(trace, 1+rng.IntN(40), &file, 1); err != nil {
		return err
	}
	f, err := binfeed.Open(&file, int64(len(file.data)))
	if err != nil {
		return err
	}
	tl, _, err := timeline.Open(f, timeline.NewMemory(1), tuned(1))
	if err != nil {
		return err
	}
	got := tl.Fingerprint()
	return errors.Join(want.Differ(got), want.DifferEvents(got))
}

func TestFingerprintRandom(t *testing.T) {
	t.Parallel()
	for seed := range oracle.Seeds(600) {
		rng := rand.New(rand.NewPCG(seed, 21))
		trace := lossy(rng)
		oracle.Check(t, seed, trace, func(tr oracle.Trace) error {
			if len(tr.Events) == 0 {
				return nil
			}
			return differPrints(tr, rand.New(rand.NewPCG(seed, 22)))
		})
	}
}

// mutate changes one event of a trace in some way, which it names.
func mutate(trace oracle.Trace, rng *rand.Rand) (oracle.Trace, string) {
	events := slices.Clone(trace.Events)
	i := rng.IntN(len(events))
	ev := &events[i]
	ways := []struct {
		name string
		do   func()
	}{
		{"left out", func() { events = slices.Delete(events, i, i+1) }},
		{"twice", func() { events = slices.Insert(events, i, *ev) }},
		{"later", func() {
			if i+1 == len(events) || ev.Time < events[i+1].Time {
				ev.Time++
			}
		}},
		{"swapped", func() {
			if j := i + 1; j < len(events) {
				events[i], events[j] = events[j], events[i]
				events[i].Time, events[j].Time = events[j].Time, events[i].Time
			}
		}},
		{"thread", func() {
			if n := trace.Threads() - 1; ev.Thread != tracefeed.NoThread {
				ev.Thread = tracefeed.ThreadID(1 + rng.IntN(n))
			}
		}},
		{"other", func() { ev.Other = tracefeed.ThreadID(rng.IntN(trace.Threads())) }},
		{"monitor", func() { ev.Monitor = tracefeed.MonitorID(rng.IntN(trace.Monitors())) }},
		{"stack", func() { ev.Stack++ }},
		{"cpu", func() { ev.CPU++ }},
		{"name", func() { ev.Name++ }},
		{"object", func() { ev.Object-- }},
		{"value", func() { ev.Value-- }},
		{"kind", func() {
			if ev.Thread != tracefeed.NoThread {
				ev.Kind = tracefeed.Kind(rng.IntN(int(tracefeed.NumKinds)))
			}
		}},
		{"cause", func() { ev.Cause = tracefeed.Cause(rng.IntN(int(tracefeed.NumCauses))) }},
		{"shared", func() { ev.Shared = !ev.Shared }},
		{"forever", func() { ev.Forever = !ev.Forever }},
	}
	way := ways[rng.IntN(len(ways))]
	way.do()
	return oracle.Trace{Header: trace.Header, Events: events}, way.name
}

// TestFingerprintNoticesChanges changes one event after the other. The fingerprint
// must change unless the timeline stays the same, and so must that of the events
// unless each thread has the same ones.
func TestFingerprintNoticesChanges(t *testing.T) {
	t.Parallel()
	noticed, unchanged := map[string]int{}, map[string]int{}
	for seed := range oracle.Seeds(300) {
		rng := rand.New(rand.NewPCG(seed, 23))
		trace := lossy(rng)
		before, err := reduce(trace, 0)
		if err != nil {
			t.Fatal(err)
		}
		said, want := say(before), before.Fingerprint()
		for range 30 {
			other, how := mutate(trace, rng)
			if len(other.Events) == 0 {
				continue
			}
			tl, err := reduce(other, 0)
			if err != nil {
				t.Fatal(err)
			}
			got := tl.Fingerprint()
			if differ := want.DifferEvents(got); (differ == nil) != equalEvents(trace.Events, other.Events) {
				t.Fatalf("seed %d: %s: %v in\n%v\n%v", seed, how, differ, trace.Events, other.Events)
			}
			switch differ := want.Differ(got); {
			case differ != nil:
				noticed[how]++
			case say(tl) != said:
				t.Fatalf("seed %d: %s: the timeline says\n%s, and said\n%s", seed, how, say(tl), said)
			default:
				unchanged[how]++
			}
		}
	}
	for _, how := range []string{"cpu", "name", "object", "value"} {
		if unchanged[how] < oracle.Least(100) {
			t.Errorf("%s: %d times nothing changed", how, unchanged[how])
		}
	}
	for _, how := range []string{"left out", "twice", "later", "swapped", "thread", "other", "monitor", "stack", "kind",
		"cause", "shared", "forever"} {
		if noticed[how] < oracle.Least(15) || how != "left out" && unchanged[how] < oracle.Least(10) && how != "twice" && how != "later" {
			t.Errorf("%s: noticed %d times, %d times nothing changed", how, noticed[how], unchanged[how])
		}
	}
}

// equalEvents reports whether each thread has the same events.
func equalEvents(a, b []tracefeed.Event) bool {
	byThread := func(a, b tracefeed.Event) int { return cmp.Compare(a.Thread, b.Thread) }
	a, b = slices.Clone(a), slices.Clone(b)
	slices.SortStableFunc(a, byThread)
	slices.SortStableFunc(b, byThread)
	return slices.Equal(a, b)
}

// TestFingerprintOrder has the events of each instant in order of thread, as
// files keep them.
func TestFingerprintOrder(t *testing.T) {
	t.Parallel()
	moved := 0
	for seed := range oracle.Seeds(300) {
		rng := rand.New(rand.NewPCG(seed, 24))
		trace := oracle.Random(rng, oracle.Small(rng))
		events := slices.Clone(trace.Events)
		slices.SortStableFunc(events, func(a, b tracefeed.Event) int {
			return cmp.Or(cmp.Compare(a.Time, b.Time), cmp.Compare(a.Thread, b.Thread))
		})
		if !slices.Equal(events, trace.Events) {
			moved++
		}
		sorted := fingerprint(oracle.Trace{Header: trace.Header, Events: events})
		want := fingerprint(trace)
		sorted.Tables = want.Tables // they grow in another order
		if err := errors.Join(want.Differ(sorted), want.DifferEvents(sorted)); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
	if moved < oracle.Least(100) {
		t.Errorf("only %d traces were in another order", moved)
	}
}

// sabotage is a change to the tables of a trace.
var sabotage = map[string]func(*tracefeed.Tables){
	"thread 1 is":          func(t *tracefeed.Tables) { t.Threads[1].Name += "x" },
	"thread 2 is":          func(t *tracefeed.Tables) { t.Threads[2].System = true },
	"monitor 1 is":         func(t *tracefeed.Tables) { t.Monitors[1].ID = "x" },
	"there are 1 monitors": func(t *tracefeed.Tables) { t.Monitors = t.Monitors[:2] },
	"frame 1 is":           func(t *tracefeed.Tables) { t.Frames[1].Line++ },
	"stack 1 is":           func(t *tracefeed.Tables) { t.Stacks[1] = nil },
	"name 1 is":            func(t *tracefeed.Tables) { t.Names[1] = "x" },
	"there are 2 names":    func(t *tracefeed.Tables) { t.Names = append(t.Names, "x") },
	"there are 2 types":    func(t *tracefeed.Tables) { t.AddType(tracefeed.Type{Name: 1}) },
	"type 1 is":            func(t *tracefeed.Tables) { t.Types[1] = tracefeed.Type{Name: 1} },
}

func TestFingerprintNoticesTables(t *testing.T) {
	t.Parallel()
	tables := func() tracefeed.Tables {
		return tracefeed.Tables{
			Threads:  []tracefeed.Thread{{}, {ID: "A", Name: "A"}, {ID: "B"}},
			Monitors: []tracefeed.Monitor{{}, {ID: "M"}, {ID: "N"}},
			Frames:   []tracefeed.Frame{{}, {Func: "f", Line: 1}},
			Stacks:   [][]tracefeed.FrameID{nil, {1}},
			Names:    []string{"", "n"},
			Types:    []tracefeed.Type{{}, {Name: 1, Supertypes: []tracefeed.NameID{1}}},
		}
	}
	for want, change := range sabotage {
		a, b := &timeline.Fingerprint{Tables: tables()}, &timeline.Fingerprint{Tables: tables()}
		if err := a.Differ(b); err != nil {
			t.Fatal(err)
		}
		change(&b.Tables)
		if err := a.Differ(b); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

// TestFingerprintNames checks that errors name the difference.
func TestFingerprintNames(t *testing.T) {
	t.Parallel()
	story := func() oracle.Trace {
		return oracle.Trace{Events: []tracefeed.Event{
			{Kind: tracefeed.ThreadStart, Thread: 1},
			{Kind: tracefeed.ThreadStart, Thread: 2},
			{Time: 10, Kind: tracefeed.GCStart},
			{Time: 10, Kind: tracefeed.MonitorEnter, Thread: 1, Monitor: 1},
			{Time: 20, Kind: tracefeed.IOStart, Thread: 2},
			{Time: 30, Kind: tracefeed.MonitorExit, Thread: 1, Monitor: 1},
			{Time: 35, Kind: tracefeed.GCEnd},
			{Time: 40, Kind: tracefeed.NoKind},
		}}
	}
	want := fingerprint(story())
	for _, x := range []struct {
		change func(events []tracefeed.Event)
		want   string
	}{
		{func(events []tracefeed.Event) {}, ""},
		{func(events []tracefeed.Event) { events[4].Time++ }, "the spans of thread T2 are not the same"},
		{func(events []tracefeed.Event) { events[4].Kind = tracefeed.NoKind }, "thread T2 has 1 spans, not 2"},
		{func(events []tracefeed.Event) { events[5].Time++ }, "monitor M1 changes hands 2 times, not 2, or not the same way"},
		{func(events []tracefeed.Event) { events[5].Kind = tracefeed.NoKind }, "monitor M1 changes hands 1 times, not 2"},
		{func(events []tracefeed.Event) { events[3].Shared = true }, "monitor M1"},
		{func(events []tracefeed.Event) { events[2].Time++; events[3].Time++ }, "monitor M1"},
		{func(events []tracefeed.Event) { events[6].Time++ }, "there are 1 collections, not 1, or at other times"},
		{func(events []tracefeed.Event) { events[7].Time++ }, "the spans of thread T1"},
		{func(events []tracefeed.Event) { events[7].Kind = tracefeed.GCEnd }, "the counts of events are {Events:8 " +
			"Lost:0 Gaps:0 Uncounted:0 Dropped:1 Invented:0}, not {Events:8 Lost:0 Gaps:0 Uncounted:0 Dropped:0 Invented:0}"},
	} {
		trace := story()
		x.change(trace.Events)
		err := want.Differ(fingerprint(trace))
		if x.want == "" && err != nil || x.want != "" && (err == nil || !strings.Contains(err.Error(), x.want)) {
			t.Errorf("got %v, want %q", err, x.want)
		}
	}
}

// TestFingerprintNamesEvents checks that the error names the thread with different
// events.
func TestFingerprintNamesEvents(t *testing.T) {
	t.Parallel()
	story := oracle.Trace{Events: []tracefeed.Event{{Kind: tracefeed.Sample, Thread: 1}, {Kind: tracefeed.Counter, Value: 7}}}
	want := fingerprint(story)
	story.Events[1].Value++
	if err := want.DifferEvents(fingerprint(story)); err == nil || err.Error() != "the events of thread - are not the same" {
		t.Errorf("got %v", err)
	}
	story.Events = append(story.Events, story.Events[0])
	if err := want.DifferEvents(fingerprint(story)); err == nil || !strings.Contains(err.Error(), "thread - ") {
		t.Errorf("got %v", err)
	}
	story.Events[1].Value--
	if err := want.DifferEvents(fingerprint(story)); err == nil || err.Error() != "thread T1 has 2 events, not 1" {
		t.Errorf("got %v", err)
	}
}
