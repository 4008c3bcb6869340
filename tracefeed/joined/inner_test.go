package joined_test

import (
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"testing"

	"tiv/internal/oracle"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/tracefeed/joined"
)

// kept is a feed that was read, to be read again.
type kept struct {
	header tracefeed.Header
	tables *tracefeed.Tables
	events []tracefeed.Event
}

func keep(t *testing.T, f tracefeed.Feed) *kept {
	t.Helper()
	k := &kept{}
	for ev, err := range tracefeed.All(f) {
		if err != nil && err != io.EOF {
			t.Fatal(err)
		} else if err == nil {
			k.events = append(k.events, *ev)
		}
	}
	k.header, k.tables = f.Header(), f.Tables()
	return k
}

func (k *kept) Header() tracefeed.Header  { return k.header }
func (k *kept) Tables() *tracefeed.Tables { return k.tables }
func (k *kept) Close() error              { return nil }
func (k *kept) Batch(used []tracefeed.Event) ([]tracefeed.Event, error) {
	if len(k.events) == 0 {
		return nil, io.EOF
	}
	out := append(used[:0], k.events...)
	k.events = nil
	return out, nil
}

// part returns a part that is read once.
func (k *kept) part(t *testing.T, of tracefeed.ProcessID) joined.Part {
	t.Helper()
	early, err := joined.Early(&kept{k.header, k.tables, k.events})
	if err != nil {
		t.Fatal(err)
	}
	return joined.Part{Process: of, Several: true, Open: func() (joined.Source, error) {
		return joined.Source{Feed: &kept{k.header, k.tables, k.events}, Tables: k.tables, Early: early}, nil
	}}
}

// described returns the spans and names of all threads.
func described(tl *timeline.Timeline) (out []string) {
	for id := 1; id < len(tl.Threads); id++ {
		th := &tl.Threads[id]
		out = append(out, fmt.Sprint(th.Name, " of ", tl.Processes[th.Process].Name, ": ", spans(tl, tracefeed.ThreadID(id), 0)))
	}
	slices.Sort(out)
	return out
}

// TestInner joins random traces of processes at once, and the first ones as a trace of their own, which
// then is joined with the last one. The threads have the same states, names and processes.
func TestInner(t *testing.T) {
	for seed := range uint64(100) {
		rng := rand.New(rand.NewPCG(seed, 2))
		names, traces := make([]tracefeed.Process, 1), []*kept{}
		for i := range 2 + rng.IntN(3) {
			trace := oracle.Random(rng, oracle.Small(rng))
			trace.Header = tracefeed.Header{Format: "trace"}
			traces = append(traces, keep(t, trace.Feed()))
			names = append(names, tracefeed.Process{ID: fmt.Sprint(40 + i), Name: fmt.Sprint("p", i)})
		}
		join := func(names []tracefeed.Process, traces []*kept) *joined.Processes {
			var parts []joined.Part
			for i, k := range traces {
				parts = append(parts, k.part(t, tracefeed.ProcessID(i+1)))
			}
			return joined.OpenProcesses(slices.Clone(names), parts)
		}
		last := len(traces) - 1
		// The first ones end with the last one: a thread that lives is alive to the end of its trace only.
		first := keep(t, join(names[:last+1], traces[:last]))
		outer := []tracefeed.Process{{}, names[1], names[last+1]}
		got := described(timelineOf(t, join(outer, []*kept{first, traces[last]})))
		want := described(timelineOf(t, join(names, traces)))
		if !slices.Equal(got, want) {
			t.Fatalf("seed %d:\ngot  %q\nwant %q", seed, got, want)
		}
	}
}

// TestInnerObjects: tasks of the processes of a joined trace, and its counters, are those of no other process.
func TestInnerObjects(t *testing.T) {
	one := func() *kept {
		k := &kept{header: tracefeed.Header{Format: "trace"}, tables: tracefeed.NewTables()}
		th := k.tables.AddThread(tracefeed.Thread{ID: "1", Name: "main"})
		name := k.tables.AddName("heap")
		k.events = []tracefeed.Event{{Time: 1, Kind: tracefeed.ThreadStart, Thread: th},
			{Time: 2, Kind: tracefeed.TaskStart, Thread: th, Object: 7, Name: name},
			{Time: 3, Kind: tracefeed.Counter, Name: name, Value: 5}, {Time: 4, Kind: tracefeed.TaskEnd, Thread: th, Object: 7}}
		return k
	}
	inner := keep(t, joined.OpenProcesses([]tracefeed.Process{{}, {ID: "1", Name: "a"}, {ID: "2", Name: "b"}},
		[]joined.Part{one().part(t, 1), one().part(t, 2)}))
	all := keep(t, joined.OpenProcesses([]tracefeed.Process{{}, {ID: "3", Name: "a"}, {ID: "4", Name: "b"}},
		[]joined.Part{inner.part(t, 1), one().part(t, 2)}))
	tasks, counters := map[int64]int{}, map[string]int{}
	for _, ev := range all.events {
		switch ev.Kind {
		case tracefeed.TaskStart:
			tasks[ev.Object]++
		case tracefeed.Counter:
			counters[all.tables.Names[ev.Name]]++
		}
	}
	if len(tasks) != 3 || len(counters) != 3 || len(all.tables.Processes) != 4 || all.tables.Processes[3].Parent != 0 {
		t.Errorf("tasks %v, counters %v, processes %v; want three of each", tasks, counters, all.tables.Processes)
	}
}
