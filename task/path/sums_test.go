package path

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"tiv/internal/reduced"
	"tiv/task"
	"tiv/tracefeed"
)

// TestSum compares sums of paths with the pieces of the paths.
func TestSum(t *testing.T) {
	t.Parallel()
	held := 0
	for seed := range uint64(300) {
		tl := reduced.Story(t, randomTrace(rand.New(rand.NewPCG(seed, 8))))
		x, err := task.Build(t.Context(), tl, task.Options{Definitions: definitions})
		if err != nil {
			t.Fatal(err)
		}
		var of []int
		type key struct {
			of     string
			kind   Kind
			state  tracefeed.State
			holder string
			at     tracefeed.MonitorID
		}
		times, tasks := map[key]tracefeed.Time{}, map[key]map[int]bool{}
		for i := range x.Tasks {
			of = append(of, i)
			p, err := Find(t.Context(), tl, x, i)
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range p.Pieces {
				k := key{of: x.Tasks[i].Type, kind: p.Kind}
				if p.Kind == Work {
					k.state = p.State
				} else {
					k.at = p.Monitor
				}
				if p.HolderTask >= 0 {
					k.holder = "of " + x.Tasks[p.HolderTask].Type
					held++
				}
				if times[k] += p.End - p.Start; tasks[k] == nil {
					tasks[k] = map[int]bool{}
				}
				tasks[k][i] = true
			}
		}
		list, err := Sum(t.Context(), tl, x, of)
		if err != nil {
			t.Fatal(err)
		}
		most := map[key]int{}
		for _, c := range list {
			k := key{of: c.Type, kind: c.Kind, state: c.State, at: c.Monitor}
			if c.Held {
				k.holder = "of " + c.Holder
			}
			times[k] -= c.Time
			most[k] = max(most[k], c.Tasks)
			if c.Tasks > len(tasks[k]) {
				t.Fatalf("seed %d: %d tasks have %+v, not %d", seed, c.Tasks, c, len(tasks[k]))
			}
		}
		for k, d := range times {
			if d != 0 || most[k] == 0 {
				t.Fatalf("seed %d: sums of %+v lack %d ns", seed, k, d)
			}
		}
	}
	if held == 0 {
		t.Error("no task waited for another")
	}
}

func TestSumCancelled(t *testing.T) {
	t.Parallel()
	tl, x := index(t, "0ms A start\n1ms A call-enter x.serve\n2ms A call-exit x.serve\n")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Sum(ctx, tl, x, []int{0}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
