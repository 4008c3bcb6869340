package execution_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tiv/execution"
	"tiv/internal/oracle"
	"tiv/tracefeed"
)

// TestGroups adds up the paths of random trees by function, and by random groups of
// functions: the time of a path counts once for each group in it.
func TestGroups(t *testing.T) {
	for seed := range oracle.Seeds(40) {
		trace, q, tls, rng := example(t, seed)
		tree := execution.NewTree(t.Context(), tls[0], q)
		some := make([]string, len(tree.Functions))
		for i := range some {
			some[i] = fmt.Sprint(rng.IntN(3))
		}
		for _, groups := range [][]string{tree.Functions, some} {
			if got, want := sumsOf(tree.Groups(groups)), wantGroups(tree, groups); !reflect.DeepEqual(got, want) {
				t.Fatalf("seed %d, %q: got\n%+v\nwant\n%+v\n%s", seed, groups, got, want, text(paths(tree)))
			}
		}
		alive := tree.Totals()[0].Alive()
		for _, tl := range tls {
			if got := execution.NewTree(t.Context(), tl, q).Totals()[0].Alive(); got != alive {
				t.Errorf("seed %d: %v, want %v", seed, got, alive)
			}
		}
		if want := aliveTime(trace, q); alive != want {
			t.Errorf("seed %d: %v of threads, want %v", seed, alive, want)
		}
	}
}

func sumsOf(groups []execution.Group) map[string]execution.Sum {
	sums := map[string]execution.Sum{}
	for _, g := range groups {
		if g.Calls > 0 {
			sums[g.Name] = g.Sum
		}
	}
	return sums
}

// wantGroups is the definition of the sums of groups, which list the group of each function.
func wantGroups(tree *execution.Tree, groups []string) map[string]execution.Sum {
	sums := map[string]execution.Sum{}
	for path, sum := range paths(tree) {
		seen := map[string]bool{}
		calls := strings.Split(path, "/")[1:]
		for i, call := range calls {
			function, evidence, _ := strings.Cut(call, ":")
			group := groups[slices.Index(tree.Functions, function)]
			s := sums[group]
			if !seen[group] {
				s.Cumulative.Add(sum.self)
			}
			seen[group] = true
			if i == len(calls)-1 {
				s.Calls += sum.calls
				if evidence == execution.Sampled.String() {
					s.Sampled += sum.calls
				}
				s.Self.Add(sum.self)
			}
			sums[group] = s
		}
	}
	return sums
}

// The sums of threads are those of trees of one thread each, and so are the longest calls.
func TestThreads(t *testing.T) {
	for seed := range oracle.Seeds(40) {
		_, q, tls, _ := example(t, seed)
		got := execution.NewTree(t.Context(), tls[0], q).Threads
		for id, is := range q.Of {
			one := execution.Query{Of: make([]bool, len(q.Of)), From: q.From, To: q.To}
			one.Of[id] = is && id > 0
			tree := execution.NewTree(t.Context(), tls[0], one)
			want := execution.Group{}
			for i, c := range tree.Longest {
				if c.Thread != 0 && (want.Longest.Thread == 0 || c.End-c.Start > want.Longest.End-want.Longest.Start) {
					want.Longest = tree.Longest[i]
				}
			}
			for _, n := range tree.Nodes[1:] {
				want.Calls += n.Calls
				if n.Evidence == execution.Sampled {
					want.Sampled += n.Calls
				}
				want.Self.Add(n.Self)
			}
			if want.Cumulative = want.Self; want.Calls == 0 {
				continue
			}
			if len(got) == 0 || !reflect.DeepEqual(got[0].Sum, want.Sum) || int(got[0].Longest.Thread) != id {
				t.Fatalf("seed %d, thread %d: got %+v, want %+v", seed, id, got, want)
			}
			got = got[1:]
		}
		if len(got) > 0 {
			t.Fatalf("seed %d: other threads: %+v", seed, got)
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
