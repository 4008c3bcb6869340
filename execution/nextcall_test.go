package execution_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"tiv/execution"
	"tiv/internal/oracle"
	"tiv/tracefeed"
)

// measuredOnly returns a trace without stacks, and without calls that have no entry.
func measuredOnly(trace oracle.Trace) oracle.Trace {
	depth := map[tracefeed.ThreadID]int{}
	trace.Events = slices.DeleteFunc(slices.Clone(trace.Events), func(ev tracefeed.Event) bool {
		switch ev.Kind {
		case tracefeed.CallEnter:
			depth[ev.Thread]++
		case tracefeed.CallExit:
			depth[ev.Thread]--
		}
		if depth[ev.Thread] < 0 {
			depth[ev.Thread] = 0
			return true
		}
		return ev.Kind == tracefeed.Sample || ev.Kind == tracefeed.Lost
	})
	for i := range trace.Events {
		trace.Events[i].Stack = tracefeed.NoStack
	}
	return trace
}

// Going through the calls of a function, on and back, finds each in the order of starts.
func TestNextCall(t *testing.T) {
	found := 0
	for seed := range oracle.Seeds(60) {
		rng := rand.New(rand.NewPCG(seed, 7))
		trace := apart(measuredOnly(random(rng)))
		tls, err := reductions(trace, rng)
		if err != nil {
			t.Fatal(err)
		}
		q := execution.Query{Of: make([]bool, trace.Threads()), To: tls[0].End}
		for i := range q.Of {
			q.Of[i] = true
		}
		var calls []execution.TreeCall
		execution.EachTreeCall(t.Context(), tls[0], q, func(c *execution.TreeCall) {
			entered := slices.ContainsFunc(trace.Events, func(ev tracefeed.Event) bool {
				return ev.Kind == tracefeed.CallEnter && ev.Time == c.Start && ev.Thread == c.Thread && ev.Object == c.Object
			})
			if entered {
				calls = append(calls, *c)
			}
		})
		slices.SortFunc(calls, func(a, b execution.TreeCall) int { return int(a.Start - b.Start) })
		for i := range calls {
			c := &calls[i]
			same := func(x execution.TreeCall) bool { return x.Thread == c.Thread && x.Name == c.Name }
			after, before := slices.IndexFunc(calls[i+1:], same), -1
			for k := range i {
				if same(calls[k]) {
					before = k
				}
			}
			for n, tl := range tls {
				next, ok := execution.NextCall(t.Context(), tl, c)
				if ok != (after >= 0) || ok && !sameCall(next, calls[i+1+after]) {
					t.Fatalf("seed %d, timeline %d: after %+v comes %+v, %t", seed, n, *c, next, ok)
				}
				previous, ok := execution.PreviousCall(t.Context(), tl, c)
				if ok != (before >= 0) || ok && !sameCall(previous, calls[before]) {
					t.Fatalf("seed %d, timeline %d: before %+v comes %+v, %t", seed, n, *c, previous, ok)
				}
				found++
			}
		}
	}
	if found < oracle.Least(1000) {
		t.Errorf("only %d calls were compared", found)
	}
}

func sameCall(a, b execution.TreeCall) bool {
	return a.Name == b.Name && a.Start == b.Start && a.End == b.End && a.Depth == b.Depth
}
