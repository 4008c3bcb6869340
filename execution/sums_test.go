package execution_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tiv/execution"
	"tiv/internal/oracle"
	"tiv/tracefeed"
)

// TestSums adds up the paths of random trees by function: the time of a path counts once
// for each function in it.
func TestSums(t *testing.T) {
	for seed := range uint64(40) {
		trace := random(rand.New(rand.NewPCG(seed, 7)))
		rng := rand.New(rand.NewPCG(seed, 8))
		q := window(trace, rng)
		tls, err := reductions(trace, rng)
		if err != nil {
			t.Fatal(err)
		}
		tree := execution.NewTree(t.Context(), tls[0], q)
		want := make([]execution.Sum, len(tree.Functions))
		for path, sum := range paths(tree) {
			calls := strings.Split(path, "/")[1:]
			for i, call := range calls {
				function, evidence, _ := strings.Cut(call, ":")
				n := slices.Index(tree.Functions, function)
				if !slices.ContainsFunc(calls[:i], func(outer string) bool { return strings.HasPrefix(outer, function+":") }) {
					want[n].Cumulative += sum.self.Alive()
				}
				if i == len(calls)-1 {
					want[n].Calls += sum.calls
					if evidence == execution.Sampled.String() {
						want[n].Sampled += sum.calls
					}
					want[n].Self.Add(sum.self)
				}
			}
		}
		if got := tree.ByFunction(); !slices.Equal(got, want) {
			t.Fatalf("seed %d: got\n%+v\nwant\n%+v\n%s", seed, got, want, text(paths(tree)))
		}
		alive := tree.Totals()[0]
		for _, tl := range tls {
			if got := execution.NewTree(t.Context(), tl, q).Totals()[0]; got != alive {
				t.Errorf("seed %d: %v, want %v", seed, got, alive)
			}
		}
		if want := aliveTime(trace, q); alive != want {
			t.Errorf("seed %d: %v of threads, want %v", seed, alive, want)
		}
	}
}

// aliveTime is the time for which threads are alive in a window.
func aliveTime(trace oracle.Trace, q execution.Query) (sum tracefeed.Time) {
	h := oracle.Replay(trace)
	for t := range q.Of {
		if t > 0 && q.Of[t] {
			for state, d := range h.Sum(tracefeed.ThreadID(t), q.From, min(q.To, h.End())) {
				if state != oracle.NotAlive {
					sum += d
				}
			}
		}
	}
	return sum
}
