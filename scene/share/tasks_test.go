package share

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tiv/execution/slice"
	"tiv/internal/reduced"
	"tiv/lod"
	"tiv/scene/paint"
	"tiv/scene/view"
	"tiv/task"
	"tiv/timeline"
	"tiv/tracefeed"
)

// tasked returns the look of a trace with tasks of some types, coloured by them.
func tasked(t *testing.T, rng *rand.Rand, types int) (*timeline.Timeline, view.Look) {
	t.Helper()
	var b strings.Builder
	b.WriteString("tiv-text 1\n0ns A start\n0ns B start\n")
	for i := range 3 * types {
		at, name := 100*i, []string{"A", "B"}[rng.IntN(2)]
		fmt.Fprintf(&b, "%dns - task-start type%d object=%d\n", at, i%types, i+1)
		fmt.Fprintf(&b, "%dns %s region-start r object=%d\n", at+rng.IntN(9), name, i+1)
		fmt.Fprintf(&b, "%dns %s region-end r object=%d\n", at+20+rng.IntN(60), name, i+1)
	}
	tl := reduced.Story(t, b.String()+fmt.Sprintf("%dns A end\n", 300*types))
	look := view.LookAt(tl)
	x, err := task.Build(t.Context(), tl, task.Options{})
	if err != nil {
		t.Fatal(err)
	}
	look.Tasks, look.TaskColours = x, true
	return tl, look
}

// Bars show for which type of task threads worked: the costliest types apart, the others together,
// and each nanosecond once.
func TestColoursOfTasks(t *testing.T) {
	t.Parallel()
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 3))
		types := 1 + rng.IntN(14)
		tl, look := tasked(t, rng, types)
		var s Slicer
		c := s.Colouring(&look, 0)
		if !c.ByTask || c.Pending {
			t.Fatal("bars have no colours of tasks")
		}
		costs := map[string]tracefeed.Time{}
		look.Tasks.EachWork(func(w *task.Work) { costs[look.Tasks.Tasks[w.Task].Type] += w.End - w.Start })
		list := c.Categories(&look, lod.Near)
		own := min(types, paint.SliceTones)
		for i := range own - 1 {
			if costs[list[i].name] < costs[list[i+1].name] {
				t.Errorf("%s, with %v, comes before %s, with %v", list[i].name, costs[list[i].name], list[i+1].name, costs[list[i+1].name])
			}
		}
		if others := types - own; others > 0 && list[own].name != tracefeed.Plural(others, "other type") {
			t.Errorf("%d other types are called %q", others, list[own].name)
		}
		if last := list[len(list)-1]; last.kind != OfNoTask || last.name != "no task" {
			t.Errorf("the last category is %q", last.name)
		}
		for id := tracefeed.ThreadID(1); int(id) < len(tl.Threads); id++ {
			from := tracefeed.Time(rng.IntN(200 * types))
			to := from + tracefeed.Time(rng.IntN(100*types))
			got, want := make([]tracefeed.Time, c.Size()), make([]tracefeed.Time, c.Size())
			c.Partition.Add(id, slice.AnyDepth, from, to, got)
			for at := from; at < to; at++ {
				want[categoryAt(&look, list, id, at)]++
			}
			if !slices.Equal(got, want) {
				t.Fatalf("seed %d: from %d to %d %v, want %v", seed, from, to, got, want)
			}
		}
	}
}

// categoryAt returns the counted category of a thread at a time.
func categoryAt(look *view.Look, list []Category, id tracefeed.ThreadID, at tracefeed.Time) int {
	for _, w := range look.Tasks.Work(id) {
		if w.Start > at || w.End <= at {
			continue
		}
		name := look.Tasks.Tasks[w.Task].Type
		for i := range list {
			if list[i].name == name || list[i].kind == OfOtherTasks {
				return list[i].Of[0]
			}
		}
	}
	return list[len(list)-1].Of[0]
}

// While tasks are being found, bars show states; and no slices, whatever they are.
func TestColoursBeforeTasks(t *testing.T) {
	t.Parallel()
	_, look := tasked(t, rand.New(rand.NewPCG(1, 1)), 2)
	look.Tasks = nil
	var s Slicer
	if c := s.Colouring(&look, 0); c.Partition != nil || c.ByTask {
		t.Error("bars have colours of tasks that are not known")
	}
}
