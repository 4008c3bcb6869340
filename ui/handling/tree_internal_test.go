package handling

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tiv/handler"
)

// randomTree returns what is found in random stacks of a few functions.
func randomTree(rng *rand.Rand) *found {
	b, split := handler.NewBuilder(1), handler.NewSplit(nil, handler.Patterns{User: []string{"f"}})
	for range rng.IntN(40) {
		var stack []int32
		for range 1 + rng.IntN(5) {
			stack = append(stack, b.Function(fmt.Sprint("f.", rng.IntN(3)), split))
		}
		b.Add(stack, handler.Counts{handler.Run: 1 + rng.Int64N(3)}, 0)
	}
	return foundKey{newStacks(&handler.Trace{Trie: b.Trie()}), handler.DefaultThresholds()}.find()
}

// pathOf returns the functions down to a node.
func pathOf(f *found, node int32) string {
	if node < 0 {
		return ""
	}
	return pathOf(f, f.of.stacks.Nodes[node].Parent) + "/" + f.of.stacks.name(node)
}

// The rows of a tree are, whatever the user unfolds, the nodes of which all callers are unfolded: callers first,
// then by amount.
func TestTreeRows(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 6))
	for range 200 {
		f := randomTree(rng)
		var tr tree
		open := map[string]bool{}
		var want []string
		var list func(parent int32)
		list = func(parent int32) {
			var below []int32
			for i := range f.of.stacks.Nodes {
				if f.of.stacks.Nodes[i].Parent == parent {
					below = append(below, int32(i))
				}
			}
			slices.SortStableFunc(below, func(a, b int32) int {
				return int(f.of.stacks.subtrees[b].Sum() - f.of.stacks.subtrees[a].Sum())
			})
			for _, n := range below {
				p := pathOf(f, n)
				if want = append(want, p); open[p] {
					list(n)
				}
			}
		}
		for range 10 {
			tr.list(f)
			want = nil
			list(-1)
			var got []string
			for _, r := range tr.rows {
				p := pathOf(f, r.node)
				if got = append(got, p); r.depth != strings.Count(p, "/")-1 || r.open != open[p] {
					t.Fatalf("%s is at depth %d, unfolded %v", p, r.depth, r.open)
				}
			}
			if !slices.Equal(got, want) {
				t.Fatalf("%q, want %q", got, want)
			}
			if len(tr.rows) > 0 {
				r := tr.rows[rng.IntN(len(tr.rows))]
				p := pathOf(f, r.node)
				open[p] = !open[p]
				tr.toggle(r.path)
			}
		}
		tr.fold()
		tr.show(f, "f.1")
		tr.list(f)
		shown := map[int32]bool{}
		for _, r := range tr.rows {
			shown[r.node] = true
		}
		for i := range f.of.stacks.Nodes {
			if f.of.stacks.name(int32(i)) == "f.1" && !shown[int32(i)] {
				t.Fatalf("%s is not shown", pathOf(f, int32(i)))
			}
		}
	}
}

// Each limit's slider stands at its default, and no place of it gives an invalid value.
func TestSliders(t *testing.T) {
	t.Parallel()
	defaults := handler.DefaultThresholds()
	for _, l := range handler.Limits() {
		s, value := scaleOf(&l), l.Value(&defaults)
		if at := s.place(value); at <= 0 || at >= 1 || s.value(at) != value {
			t.Errorf("%s: %v at place %v, which is %v", l.Name, value, at, s.value(at))
		}
		last := -1.0
		for i := range 101 {
			v := s.value(float32(i) / 100)
			if v < last || l.IsShare() && (v < 0 || v > 1) || !l.IsShare() && v < 1 {
				t.Errorf("%s: %v after %v", l.Name, v, last)
			}
			last = v
		}
	}
}
