package execution_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"tiv/execution"
	"tiv/internal/oracle"
	"tiv/tracefeed"
)

// allocationSum is what is known of some allocations.
type allocationSum struct {
	n, bytes, largest int64
	in                [2]int64
	at                tracefeed.Time // of the largest
}

// TestAllocations compares the sums of allocations with those of the events.
func TestAllocations(t *testing.T) {
	some := int64(0)
	for seed := range oracle.Seeds(60) {
		rng := rand.New(rand.NewPCG(seed, 8))
		trace := apart(allocating(random(rand.New(rand.NewPCG(seed, 7))), rng))
		q := window(trace, rng)
		if seed%2 == 0 {
			q.Within = randomStretches(rng, len(q.Of), trace.Events[len(trace.Events)-1].Time)
		}
		last := trace.Events[len(trace.Events)-1].Time
		q.Sets = []execution.Set{randomStretches(rng, len(q.Of), last), randomStretches(rng, len(q.Of), last)}
		tls, err := reductions(trace, rng)
		if err != nil {
			t.Fatal(err)
		}
		calls := wantCalls(trace, execution.All(tls[0]), false)
		live, want := alive(trace), map[string]allocationSum{}
		for i, ev := range trace.Events {
			if ev.Kind != tracefeed.Alloc || !live[i] || !contains(trace, q, ev.Time) || !q.Of[ev.Thread] {
				continue
			}
			if q.Within != nil && q.Within.(stretches).covered(ev.Thread, ev.Time, ev.Time+1) == 0 {
				continue
			}
			function := allocatingFunction(trace, calls, tls[0], execution.Life{Number: ev.Object, Thread: ev.Thread, Start: ev.Time})
			key := fmt.Sprint(tls[0].Names[ev.Name], " ", function, " ", ev.Object == 0)
			sum := want[key]
			if sum.n++; sum.n == 1 || ev.Value > sum.largest {
				sum.largest, sum.at = ev.Value, ev.Time
			}
			sum.bytes += ev.Value
			for k, set := range q.Sets {
				if set.(stretches).covered(ev.Thread, ev.Time, ev.Time+1) > 0 {
					sum.in[k] += ev.Value
				}
			}
			want[key] = sum
		}
		for key, sum := range want {
			sum.largest = 0
			want[key] = sum
		}
		for i, tl := range tls {
			got := map[string]allocationSum{}
			sums := execution.Allocations(t.Context(), tl, q)
			for _, a := range sums.List {
				got[fmt.Sprint(a.Type, " ", a.Function, " ", a.Sampled)] = allocationSum{n: a.Allocations, bytes: a.Bytes,
					in: [2]int64(a.In), at: a.At}
				some += a.Allocations
			}
			if fmt.Sprint(got) != fmt.Sprint(want) || sums.Lost+sums.Unfollowed != 0 {
				t.Fatalf("seed %d, timeline %d: got\n%v\nwant\n%v", seed, i, got, want)
			}
		}
	}
	if some < int64(oracle.Least(1000)) {
		t.Errorf("only %d allocations", some)
	}
}
