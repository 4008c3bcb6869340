package execution_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tiv/execution"
	"tiv/internal/oracle"
)

// TestSandwich compares the callers and callees of all functions of random trees with their
// definition: each path of the tree is cut at the first call of the function.
func TestSandwich(t *testing.T) {
	for seed := range oracle.Seeds(40) {
		trace := random(rand.New(rand.NewPCG(seed, 7)))
		rng := rand.New(rand.NewPCG(seed, 8))
		tls, err := reductions(trace, rng)
		if err != nil {
			t.Fatal(err)
		}
		tree := execution.NewTree(t.Context(), tls[0], window(trace, rng))
		for i, function := range tree.Functions {
			above, below := map[string]pathSum{}, map[string]pathSum{}
			for path, sum := range paths(tree) {
				calls := strings.Split(path, "/")[1:]
				first := slices.IndexFunc(calls, func(call string) bool { return strings.HasPrefix(call, function+":") })
				if first < 0 {
					continue
				}
				add(below, calls[first:], sum)
				callers := slices.Clone(calls[:first+1])
				slices.Reverse(callers)
				add(above, callers, pathSum{self: sum.self})
				for n := 1; n <= len(callers) && first == len(calls)-1; n++ {
					add(above, callers[:n], pathSum{calls: sum.calls})
				}
			}
			for _, x := range []struct {
				name string
				got  *execution.Tree
				want map[string]pathSum
			}{{"callees", tree.Callees(int32(i)), below}, {"callers", tree.Callers(int32(i)), above}} {
				if got := paths(x.got); !maps.Equal(got, x.want) {
					t.Fatalf("seed %d: %s of %q: got\n%s\nwant\n%s\nin\n%s", seed, x.name, function, text(got), text(x.want),
						text(paths(tree)))
				}
			}
		}
	}
}

func add(sums map[string]pathSum, calls []string, more pathSum) {
	path := "/" + strings.Join(calls, "/")
	s := sums[path]
	s.calls += more.calls
	s.self.Add(more.self)
	sums[path] = s
}
