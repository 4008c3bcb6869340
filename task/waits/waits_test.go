package waits

import (
	"fmt"
	"strings"
	"testing"

	"tiv/internal/generate"
	"tiv/internal/reduced"
	"tiv/task"
	"tiv/task/definition"
	"tiv/timeline"
	"tiv/tracefeed"
)

// TestAddsUp checks that the waits of each task are the time in which its threads were blocked.
func TestAddsUp(t *testing.T) {
	t.Parallel()
	var blocked, others tracefeed.Time
	for seed := range uint64(20) {
		feed, err := generate.New(generate.Options{Scenario: generate.Scenarios()[seed%2], Threads: 20, Events: 20_000, Seed: seed,
			Extras: true})
		if err != nil {
			t.Fatal(err)
		}
		tl, err := reduced.Timeline(feed, timeline.Tuning{})
		if err != nil {
			t.Fatal(err)
		}
		x, err := task.Build(t.Context(), tl, task.Options{})
		if err != nil {
			t.Fatal(err)
		}
		list, err := Find(t.Context(), tl, x)
		if err != nil {
			t.Fatal(err)
		}
		sums := make([]tracefeed.Time, len(x.Tasks))
		var none, want tracefeed.Time
		for _, w := range list {
			if w.Task == task.NoTask {
				none += w.Time
				continue
			}
			if sums[w.Task] += w.Time; w.Holder != task.NoTask && w.Holder != w.Task {
				others += w.Time
			}
		}
		for i := range x.Tasks {
			if got, want := sums[i], x.Tasks[i].Bill.Times[tracefeed.Blocking]; got != want {
				t.Fatalf("seed %d: task %d waits %d ns, and is blocked for %d ns", seed, x.Tasks[i].Number, got, want)
			}
			blocked += sums[i]
			want += sums[i]
		}
		if want = tl.Totals()[tracefeed.Blocking] - want; none != want {
			t.Fatalf("seed %d: threads without a task wait %d ns, want %d ns", seed, none, want)
		}
	}
	if blocked == 0 || others == 0 {
		t.Errorf("blocked for %v, by other tasks for %v", blocked, others)
	}
}

// TestFind tells who made a request wait, and for which task.
func TestFind(t *testing.T) {
	t.Parallel()
	tl := reduced.Story(t, `tiv-text 1
		0ms A start
		0ms B start
		0ms C start
		1ms B call-enter x.report
		2ms B monitor-enter M
		3ms A call-enter x.serve
		4ms A monitor-wait M
		6ms B call-exit x.report
		7ms B monitor-exit M
		7ms A monitor-enter M
		8ms A monitor-exit M
		9ms A call-exit x.serve`)
	x, err := task.Build(t.Context(), tl, task.Options{Definitions: definition.List{{Name: "serve", Method: "serve"},
		{Name: "report", Method: "report"}}})
	if err != nil {
		t.Fatal(err)
	}
	list, err := Find(t.Context(), tl, x)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, w := range list {
		holder := "no task"
		if w.Holder != task.NoTask {
			holder = x.Tasks[w.Holder].Type
		}
		fmt.Fprintf(&b, "%s waits %v (%d) for %s of %s at %s\n", x.Tasks[w.Task].Type, w.Time, w.Waits, tl.Threads[w.Thread].ID, holder,
			tl.Monitors[w.Monitor].ID)
	}
	const want = "serve waits 2 ms (1) for B of report at M\nserve waits 1 ms (1) for B of no task at M\n"
	if b.String() != want {
		t.Errorf("got\n%swant\n%s", b.String(), want)
	}
}

// TestShared adds up waits for several owners, of which one changes its task within the wait.
func TestShared(t *testing.T) {
	t.Parallel()
	tl := reduced.Story(t, `tiv-text 1
		0ns A start
		0ns B start
		0ns C start
		0ns D start
		0ns B monitor-enter M mode=shared
		0ns C monitor-enter M mode=shared
		0ns D monitor-enter M mode=shared
		0ns A call-enter x.serve
		0ns A monitor-wait M
		2ns B call-enter x.report
		3ns B call-exit x.report
		6ns B monitor-exit M
		6ns C monitor-exit M
		6ns D monitor-exit M
		6ns A monitor-enter M
		9ns A call-exit x.serve`)
	x, err := task.Build(t.Context(), tl, task.Options{Definitions: definition.List{{Name: "serve", Method: "serve"},
		{Name: "report", Method: "report"}}})
	if err != nil {
		t.Fatal(err)
	}
	list, err := Find(t.Context(), tl, x)
	if err != nil {
		t.Fatal(err)
	}
	sum := tracefeed.Time(0)
	least := tracefeed.Time(0)
	for _, w := range list {
		sum, least = sum+w.Time, min(least, w.Time)
	}
	if sum != 6 || least < 0 {
		t.Errorf("waits of %v, want 6 ns: %+v", sum, list)
	}
}
