package execution_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tiv/execution"
	"tiv/internal/oracle"
	"tiv/internal/reduced"
	"tiv/timeline"
	"tiv/tracefeed"
)

// allocating adds random allocations and releases at few addresses to a trace: twice, without
// each other, and of no object.
func allocating(trace oracle.Trace, rng *rand.Rand) oracle.Trace {
	var events []tracefeed.Event
	for _, ev := range trace.Events {
		events = append(events, ev)
		if rng.IntN(4) == 0 && ev.Kind != tracefeed.Lost {
			x := tracefeed.Event{Time: ev.Time, Thread: ev.Thread, Kind: tracefeed.Free, Object: rng.Int64N(4)}
			if rng.IntN(3) > 0 {
				x.Kind, x.Value, x.Name = tracefeed.Alloc, rng.Int64N(100), tracefeed.NameID(rng.IntN(names+1))
				x.Stack = tracefeed.StackID(rng.IntN(stacks + 1))
			}
			events = append(events, x)
		}
	}
	trace.Events = events
	return trace
}

// livesAt is the definition of the objects at an address: each moment belongs to one, or at
// the same time to several.
func livesAt(trace oracle.Trace, number int64) (list []execution.Life) {
	var events []tracefeed.Event
	live, losses := alive(trace), 0
	for i, ev := range trace.Events {
		if ev.Kind == tracefeed.Lost && ev.Thread == tracefeed.NoThread {
			losses++
		}
		if ev.CPU = tracefeed.CPU(losses); (ev.Kind == tracefeed.Alloc || ev.Kind == tracefeed.Free) && ev.Object == number &&
			live[i] {
			events = append(events, ev)
		}
	}
	slices.SortStableFunc(events, func(a, b tracefeed.Event) int {
		return cmp.Or(cmp.Compare(a.Time, b.Time), cmp.Compare(a.CPU, b.CPU), cmp.Compare(a.Thread, b.Thread))
	})
	now := execution.Life{Number: number}
	end := func(at tracefeed.Time, how execution.Ending) {
		now.End, now.Ending = at, how
		if now.Allocated || now.Start < at {
			list = append(list, now)
		}
		now = execution.Life{Number: number, Start: at}
	}
	for i, ev := range events {
		if ev.Kind == tracefeed.Free {
			end(ev.Time, execution.Freed)
			continue
		}
		end(ev.Time, execution.Reused)
		for _, other := range events[:i] {
			if other.Kind == tracefeed.Alloc && other.Time == ev.Time {
				now.Nth++
			}
		}
		now.Allocated, now.Size, now.Thread = true, ev.Value, ev.Thread
		if ev.Name != tracefeed.NoName {
			now.Type = fmt.Sprint("f", ev.Name)
		}
	}
	end(trace.Events[len(trace.Events)-1].Time, execution.Open)
	return list
}

// onAt returns the object of a list on which a call is that begins at a time.
func onAt(list []execution.Life, at tracefeed.Time) (found execution.Life) {
	for _, o := range list {
		if o.Start <= at && at <= o.End && (o.Allocated || found.Number == 0) {
			found = o
		}
	}
	return found
}

// TestLives compares objects with their definition, also with threads that allocate at the
// same time.
func TestLives(t *testing.T) {
	endings, functions := map[string]int{}, 0
	for seed := range oracle.Seeds(60) {
		rng := rand.New(rand.NewPCG(seed, 8))
		trace := allocating(random(rand.New(rand.NewPCG(seed, 7))), rng)
		if seed%2 == 0 {
			trace = apart(trace)
		}
		tls, err := reductions(trace, rng)
		if err != nil {
			t.Fatal(err)
		}
		want, calls := "", wantCalls(trace, execution.All(tls[0]), false)
		for number := range int64(4) {
			for _, o := range livesAt(trace, number) {
				if o.Allocated && number != 0 && o.Thread != tracefeed.NoThread {
					endings[o.Ending.String()]++
					want += fmt.Sprintf("%+v\n", o)
				}
			}
		}
		for i, tl := range tls {
			got := ""
			for _, o := range execution.Objects(t.Context(), tl, execution.All(tl)).Objects {
				if !o.Allocated || o.Thread == tracefeed.NoThread {
					continue
				}
				if seed%2 == 0 {
					if want := allocatingFunction(trace, calls, tl, o.Life); o.Function != want {
						t.Fatalf("seed %d, timeline %d: %+v: the function is not %q", seed, i, o.Life, want)
					}
					functions += len(o.Function)
				}
				if o.Function = ""; !strings.Contains(want, fmt.Sprintf("%+v\n", o.Life)) {
					o.Type = "" // that of the calls
				}
				got += fmt.Sprintf("%+v\n", o.Life)
			}
			if got != want {
				t.Fatalf("seed %d, timeline %d: got\n%swant\n%s", seed, i, got, want)
			}
		}
	}
	if len(endings) < 3 || functions == 0 {
		t.Errorf("only %v, %d", endings, functions)
	}
}

// allocationOf returns the event that begins an object, at a time that no other event has.
func allocationOf(trace oracle.Trace, o execution.Life) tracefeed.Event {
	return trace.Events[slices.IndexFunc(trace.Events, func(ev tracefeed.Event) bool {
		return ev.Kind == tracefeed.Alloc && ev.Time == o.Start && ev.Thread == o.Thread && ev.Object == o.Number
	})]
}

// allocatingFunction is the definition of the function that allocated an object.
func allocatingFunction(trace oracle.Trace, calls []call, tl *timeline.Timeline, o execution.Life) (function string) {
	if stack := tl.Stacks[allocationOf(trace, o).Stack]; len(stack) > 0 {
		return tl.Frames[stack[0]].Func
	}
	depth := -1
	for _, c := range calls {
		if c.Entered && c.Thread == o.Thread && c.Start < o.Start && (o.Start < c.End || o.Start == tl.End && !c.Left) && c.Depth > depth {
			depth, function = c.Depth, tl.Names[c.Function]
		}
	}
	return function
}

// TestFewObjects limits the number of objects: those in the list are as without the limit, but
// for types, and others have no calls.
func TestFewObjects(t *testing.T) {
	lost := 0
	for seed := range oracle.Seeds(100) {
		rng := rand.New(rand.NewPCG(seed, 8))
		tl, err := reduced.Timeline(feed(apart(allocating(random(rand.New(rand.NewPCG(seed, 7))), rng))), timeline.Tuning{})
		if err != nil {
			t.Fatal(err)
		}
		q := []execution.Query{execution.All(tl)}
		all := execution.ObjectsOf(t.Context(), tl, q, 1<<20)
		few := execution.ObjectsOf(t.Context(), tl, q, 2)
		if len(few.Objects) > 2 {
			t.Fatalf("seed %d: %d objects", seed, len(few.Objects))
		}
		for _, o := range few.Objects {
			x := all.Find(o.Number, o.Start)
			if o.Allocated && (x < 0 || all.Objects[x].End != o.End || all.Objects[x].Calls != o.Calls) {
				t.Fatalf("seed %d: %+v is another one: %d", seed, o, x)
			}
		}
		if few.Lost > 0 {
			lost++
		}
	}
	if lost < oracle.Least(50) {
		t.Errorf("only %d traces with too many objects", lost)
	}
}

// At one time, allocations come before calls, and releases after them.
func TestCallsAtTheTimesOfLives(t *testing.T) {
	tl := reduced.Story(t, `tiv-text 1
0s A start
10ms A alloc object=7 value=64
10ms A call-enter f object=7
10ms A call-exit f
20ms A call-enter g object=7
20ms A free object=7
21ms A call-exit g
30ms A call-enter f object=7
31ms A call-exit f
40ms A call-enter f object=7
40ms A alloc object=7 value=32
41ms A call-exit f
100ms A end
`)
	got := ""
	for _, o := range execution.Objects(t.Context(), tl, execution.All(tl)).Objects {
		got += fmt.Sprintln(o.Allocated, o.Size, o.Start, o.End, o.Ending, o.Calls)
	}
	const want = "true 64 10 ms 20 ms freed 2\nfalse 0 20 ms 40 ms reused 1\ntrue 32 40 ms 100 ms open 1\n"
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}
