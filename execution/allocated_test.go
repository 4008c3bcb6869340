package execution_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"tiv/execution"
	"tiv/tracefeed"
)

// TestAllocations compares the sums of allocations with those of the events.
func TestAllocations(t *testing.T) {
	some := int64(0)
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 8))
		trace := apart(allocating(random(rand.New(rand.NewPCG(seed, 7))), rng))
		q := window(trace, rng)
		if seed%2 == 0 {
			q.Within = randomStretches(rng, len(q.Of), trace.Events[len(trace.Events)-1].Time)
		}
		tls, err := reductions(trace, rng)
		if err != nil {
			t.Fatal(err)
		}
		calls := wantCalls(trace, execution.All(tls[0]), false)
		want := map[string][2]int64{}
		for i, ev := range trace.Events {
			if ev.Kind != tracefeed.Alloc || !alive(trace, i) || !contains(trace, q, ev.Time) || !q.Of[ev.Thread] {
				continue
			}
			if q.Within != nil && q.Within.(stretches).covered(ev.Thread, ev.Time, ev.Time+1) == 0 {
				continue
			}
			function := allocatingFunction(trace, calls, tls[0], execution.Life{Number: ev.Object, Thread: ev.Thread, Start: ev.Time})
			key := fmt.Sprint(tls[0].Names[ev.Name], " ", function, " ", ev.Object == 0)
			want[key] = [2]int64{want[key][0] + 1, want[key][1] + ev.Value}
		}
		for i, tl := range tls {
			got := map[string][2]int64{}
			list, lost := execution.Allocations(t.Context(), tl, q)
			for _, a := range list {
				got[fmt.Sprint(a.Type, " ", a.Function, " ", a.Sampled)] = [2]int64{a.Allocations, a.Bytes}
				some += a.Allocations
			}
			if fmt.Sprint(got) != fmt.Sprint(want) || lost != 0 {
				t.Fatalf("seed %d, timeline %d: got\n%v\nwant\n%v", seed, i, got, want)
			}
		}
	}
	if some < 1000 {
		t.Errorf("only %d allocations", some)
	}
}
