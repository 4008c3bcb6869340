package execution_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"tiv/internal/oracle"
	"tiv/task"
	"tiv/tracefeed"
)

// namedTask is a task that a trace names.
type namedTask struct {
	number, parent int64
	typ            string
	start, end     tracefeed.Time
}

// TestTasks compares the tasks of a trace with their definition. Package task tests the work for
// them, and the order of events at one time.
func TestTasks(t *testing.T) {
	for seed := range oracle.Seeds(300) {
		rng := rand.New(rand.NewPCG(seed, 8))
		trace := apart(random(rand.New(rand.NewPCG(seed, 7))))
		tls, err := reductions(trace, rng)
		if err != nil {
			t.Fatal(err)
		}
		for _, tl := range tls {
			index, err := task.Build(t.Context(), tl, task.Options{})
			if err != nil {
				t.Fatal(err)
			}
			var got []namedTask
			for i := range index.Tasks {
				x := &index.Tasks[i]
				got = append(got, namedTask{x.Number, x.Parent, x.Type, x.Start, x.End})
			}
			if want := wantTasks(trace); !slices.Equal(got, want) {
				t.Fatalf("seed %d: got\n%v\nwant\n%v", seed, got, want)
			}
		}
	}
}

// wantTasks goes through the events of one number after the other. No two have the same time.
func wantTasks(trace oracle.Trace) (list []namedTask) {
	end, live := trace.Events[len(trace.Events)-1].Time, alive(trace)
	for number := range int64(4) {
		var events []tracefeed.Event
		for i, ev := range trace.Events {
			region := ev.Kind == tracefeed.RegionStart || ev.Kind == tracefeed.RegionEnd
			task := ev.Kind == tracefeed.TaskStart || ev.Kind == tracefeed.TaskEnd
			if ev.Object == number && (task || region && number != 0) && live[i] {
				events = append(events, ev)
			}
		}
		for len(events) > 0 {
			n := lifetime(events)
			if task, ok := taskOf(events[:n], end); ok {
				list = append(list, task)
			}
			events = events[n:]
		}
	}
	slices.SortStableFunc(list, func(a, b namedTask) int { return cmp.Compare(a.start, b.start) })
	return list
}

// lifetime returns the number of events until a start after an end.
func lifetime(events []tracefeed.Event) int {
	ended := false
	for i, ev := range events {
		if ev.Kind == tracefeed.TaskStart && ended {
			return i
		}
		ended = ended || ev.Kind == tracefeed.TaskEnd
	}
	return len(events)
}

// taskOf returns the task that events are about; false if none starts or ends it.
func taskOf(events []tracefeed.Event, end tracefeed.Time) (namedTask, bool) {
	x := namedTask{number: events[0].Object, end: end}
	first := slices.IndexFunc(events, func(ev tracefeed.Event) bool { return ev.Kind == tracefeed.TaskStart })
	if first >= 0 {
		x.start, x.parent = events[first].Time, events[first].Value
		if name := events[first].Name; name != tracefeed.NoName {
			x.typ = fmt.Sprint("f", name)
		}
	}
	ends := false
	for _, ev := range events {
		if ev.Kind == tracefeed.TaskEnd {
			ends, x.end = true, ev.Time
		}
	}
	return x, first >= 0 || ends
}
