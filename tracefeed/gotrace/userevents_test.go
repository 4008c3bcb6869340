package gotrace_test

import (
	"slices"
	"testing"

	"tiv/tracefeed"
)

// countKind returns the number of events of a kind, and how many have no thread.
func countKind(events []tracefeed.Event, k tracefeed.Kind) (all, threadless int) {
	for _, ev := range events {
		if ev.Kind == k {
			all++
			if ev.Thread == tracefeed.NoThread {
				threadless++
			}
		}
	}
	return all, threadless
}

// TestSampleCounts compares numbers of samples with counts of the library's
// events.
func TestSampleCounts(t *testing.T) {
	t.Parallel()
	for name, want := range map[string][2]int{
		"go-zoo": {186, 3}, "go-netserver": {39, 9}, "go-mutex2": {12, 3}, "go-profiled": {61, 0}, "go-flight": {0, 0},
	} {
		events, _ := readAll(t, sample(t, name))
		all, threadless := countKind(events, tracefeed.Sample)
		if got := [2]int{all, threadless}; got != want {
			t.Errorf("%s: %d samples, %d without a thread, want %d", name, got[0], got[1], want)
		}
	}
}

// calls reports whether a function is in the stack of an event.
func calls(tables *tracefeed.Tables, ev *tracefeed.Event, function string) bool {
	return slices.ContainsFunc(tables.Stacks[ev.Stack], func(f tracefeed.FrameID) bool {
		return tables.Frames[f].Func == function
	})
}

// TestSamplesInRegions checks that a sample in a region of testdata/profiled is
// of the function that the region calls, and the other way round.
func TestSamplesInRegions(t *testing.T) {
	t.Parallel()
	events, tables := readAll(t, sample(t, "go-profiled"))
	open := map[tracefeed.ThreadID][]string{}
	within := map[string]int{}
	for i := range events {
		ev := &events[i]
		regions := open[ev.Thread]
		switch ev.Kind {
		case tracefeed.RegionStart:
			open[ev.Thread] = append(regions, tables.Names[ev.Name])
			if !calls(tables, ev, "main.serve") {
				t.Errorf("%v: region %s begins outside of main.serve", ev.Time, tables.Names[ev.Name])
			}
		case tracefeed.RegionEnd:
			if n := len(regions) - 1; n >= 0 && regions[n] == tables.Names[ev.Name] {
				open[ev.Thread] = regions[:n]
			} else if tables.Names[ev.Name] != "start" {
				t.Errorf("%v: %s ends within %v", ev.Time, tables.Names[ev.Name], regions)
			}
		case tracefeed.Sample:
			for _, name := range []string{"parse", "render"} {
				inside := len(regions) > 0 && regions[len(regions)-1] == name
				if calls(tables, ev, "main."+name) != inside {
					t.Errorf("%v: sampled in main.%s %v, while regions %v are open", ev.Time, name, !inside, regions)
				}
				if inside {
					within[name]++
				}
			}
			if ev.Value != 1 || ev.CPU == tracefeed.NoCPU {
				t.Errorf("%v: a sample with weight %d on processor %d", ev.Time, ev.Value, ev.CPU)
			}
		}
	}
	if within["parse"] < 10 || within["render"] < 10 {
		t.Errorf("samples in regions: %v, want at least 10 in each", within)
	}
}

// TestTasks checks the tasks of testdata/profiled: each query is part of a
// request, and each task ends but once.
func TestTasks(t *testing.T) {
	t.Parallel()
	events, tables := readAll(t, sample(t, "go-profiled"))
	kinds, threads := map[int64]string{}, map[int64]tracefeed.ThreadID{}
	begun := map[string]int{}
	for i := range events {
		switch ev := &events[i]; ev.Kind {
		case tracefeed.TaskStart:
			kind := tables.Names[ev.Name]
			kinds[ev.Object], threads[ev.Object] = kind, ev.Thread
			begun[kind]++
			if parent := kinds[ev.Value]; kind == "query" && parent != "request" || kind == "request" && ev.Value != 0 {
				t.Errorf("%s %d is part of %d, a %q", kind, ev.Object, ev.Value, parent)
			}
			if at := map[string]string{"query": "main.query", "request": "main.serve"}[kind]; !calls(tables, ev, at) {
				t.Errorf("%s %d does not begin in %s", kind, ev.Object, at)
			}
		case tracefeed.TaskEnd:
			if ev.Object == 1 && ev.Thread == named(tables.Threads, "main.main")[0] {
				begun["early"]++ // it began before the trace
				continue
			}
			if threads[ev.Object] != ev.Thread || ev.Thread == tracefeed.NoThread {
				t.Errorf("task %d of thread %d ends on %d", ev.Object, threads[ev.Object], ev.Thread)
			}
			delete(threads, ev.Object)
		case tracefeed.RegionStart:
			if kinds[ev.Object] == "" {
				t.Errorf("region %s of task %d, which has not begun", tables.Names[ev.Name], ev.Object)
			}
		}
	}
	if begun["request"] != 36 || begun["query"] != 36 || begun["early"] != 1 || len(threads) != 0 {
		t.Errorf("%v tasks, and %d without an end", begun, len(threads))
	}
}
