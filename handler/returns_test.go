package handler

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tiv/tracefeed"
)

// glimpse is what a thread was seen to do: its stack, the outermost call first, with / between calls, and its state.
type glimpse struct {
	stack string
	state tracefeed.State
}

// randomGlimpses returns what a thread of a random program does. Functions of the system begin with s, others
// with u.
func randomGlimpses(rng *rand.Rand) (all []glimpse) {
	var paths []string
	for range 3 + rng.IntN(5) {
		path := "u0"
		if len(paths) > 0 && rng.IntN(8) > 0 {
			path = paths[rng.IntN(len(paths))]
		}
		for range 1 + rng.IntN(2) {
			path += fmt.Sprintf("/%c%d", "us"[rng.IntN(2)], rng.IntN(3))
		}
		paths = append(paths, path)
	}
	states := []tracefeed.State{tracefeed.Running, tracefeed.Suspended, tracefeed.IO, tracefeed.Blocking}
	mostly := map[string]tracefeed.State{}
	for _, p := range paths {
		mostly[p] = states[rng.IntN(4)]
	}
	for len(all) < 60 {
		if rng.IntN(3) == 0 && len(all) > 8 { // again what it did before
			all = append(all, all[len(all)-1-rng.IntN(8):]...)
			continue
		}
		g := glimpse{stack: paths[rng.IntN(len(paths))]}
		if g.state = mostly[g.stack]; rng.IntN(6) == 0 {
			g.state = states[rng.IntN(4)]
		}
		all = append(all, g)
	}
	return all
}

// The functions below say by definition which loops a list of glimpses has. They are slow, and share
// nothing with the package.

func goes(path, stack string) bool { return stack == path || strings.HasPrefix(stack, path+"/") }

func arrival(g glimpse) bool { return g.state == tracefeed.Suspended || g.state == tracefeed.IO }

// usersPart returns a stack up to its innermost routine of the user.
func usersPart(stack string) string {
	calls := strings.Split(stack, "/")
	for len(calls) > 0 && calls[len(calls)-1][0] == 's' {
		calls = calls[:len(calls)-1]
	}
	return strings.Join(calls, "/")
}

// ordered returns the glimpses of a thread that say something about the order of items.
func ordered(all []glimpse) (list []glimpse) {
	for _, g := range all {
		if n := len(list); n > 0 && (g == list[n-1] || !arrival(g) && goes(usersPart(g.stack), list[n-1].stack)) {
			continue
		}
		list = append(list, g)
	}
	return list
}

// callee returns the path to the user's routine that a path calls in a stack, empty if that has none.
func callee(path, stack string) string {
	for _, call := range strings.Split(strings.TrimPrefix(stack[len(path):], "/"), "/") {
		if path += "/" + call; call != "" && call[0] == 'u' {
			return path
		}
	}
	return ""
}

// shares returns the number of glimpses in a path that wait for an arrival, and of all.
func shares(threads [][]glimpse, path string) (waits, all int) {
	for _, list := range threads {
		for _, g := range list {
			if goes(path, g.stack) {
				if all++; arrival(g) {
					waits++
				}
			}
		}
	}
	return waits, all
}

// loopsOf returns the loops as texts.
func loopsOf(threads [][]glimpse) (all []string) {
	paths := map[string]bool{}
	for _, list := range threads {
		for _, g := range list {
			calls := strings.Split(g.stack, "/")
			for i, call := range calls {
				if call[0] == 'u' {
					paths[strings.Join(calls[:i+1], "/")] = true
				}
			}
		}
	}
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		if s := loopOf(threads, path); s != "" {
			all = append(all, s)
		}
	}
	return all
}

func loopOf(threads [][]glimpse, path string) string {
	again, begins, after, ends := map[string]int{}, map[string]int{}, map[string]int{}, map[string]int{}
	entered := 0
	type pair struct{ a, b glimpse }
	var within []pair
	for _, list := range threads {
		list = ordered(list)
		for i := 1; i < len(list); i++ {
			a, b := list[i-1], list[i]
			if goes(path, b.stack) && !goes(path, a.stack) {
				entered++
			}
			if !goes(path, a.stack) || !goes(path, b.stack) {
				continue
			}
			from, to := strings.TrimPrefix(a.stack[len(path):], "/"), strings.TrimPrefix(b.stack[len(path):], "/")
			from, _, _ = strings.Cut(from, "/")
			if to, _, _ = strings.Cut(to, "/"); from == to && from != "" {
				continue // they have more in common
			}
			within = append(within, pair{a, b})
			if c := callee(path, b.stack); c != "" || arrival(b) {
				again[c]++
			}
		}
	}
	next, returns := "", again[""]
	if returns < 3 {
		most := 0
		for _, c := range slices.Sorted(maps.Keys(again)) {
			waits, known := shares(threads, c)
			if c == "" || again[c] < 3 || waits == 0 || 2*waits < known || waits < most {
				continue
			}
			if waits == most {
				return "any"
			}
			next, returns, most = c, again[c], waits
		}
	}
	if returns < max(3, entered) {
		return ""
	}
	for _, p := range within {
		before, x := callee(path, p.a.stack), callee(path, p.b.stack)
		ends[before]++
		if begins[x]++; before == next && (before != "" || arrival(p.a)) {
			after[x]++
		}
	}
	var handles []string
	for _, x := range slices.Sorted(maps.Keys(begins)) {
		waits, known := shares(threads, x)
		if x != "" && x != next && begins[x] >= 2 && after[x] > 0 && 10*after[x] >= begins[x] && ends[x] > 0 && 100*waits < 99*known {
			handles = append(handles, fmt.Sprintf("%s %d/%d", x, after[x], begins[x]))
		}
	}
	if len(handles) == 0 {
		return ""
	}
	return fmt.Sprintf("%s next %q %d: %s", path, next, returns, strings.Join(handles, ", "))
}

// pathOf returns the path to a node.
func (r *returns) pathOf(n int32) string {
	var calls []string
	for ; n >= 0; n = r.nodes[n].from {
		calls = append(calls, r.name(n))
	}
	slices.Reverse(calls)
	return strings.Join(calls, "/")
}

// Random programs have the loops that the definition gives them.
func TestRandomLoops(t *testing.T) {
	t.Parallel()
	found, withNext := 0, 0
	for seed := range uint64(4000) {
		rng := rand.New(rand.NewPCG(seed, 3))
		threads := make([][]glimpse, 1+rng.IntN(2))
		split := NewSplit(nil, Patterns{System: []string{"s0", "s1", "s2"}})
		f := newFlowBuilder(NewBuilder(1), split)
		f.follow(split, len(threads))
		for i := range threads {
			threads[i] = randomGlimpses(rng)
		}
		for i, list := range threads {
			for _, g := range list {
				n := int32(-1)
				for _, call := range strings.Split(g.stack, "/") {
					n = f.node(n, f.builder.Function(call, split))
				}
				f.sees(tracefeed.ThreadID(i), f.spot(n, g.state, tracefeed.NoCause), 0, 0, 1)
			}
		}
		f.addPairs()
		th := DefaultThresholds()
		r := newReturns(f.flow, &th)
		var got []string
		for _, l := range r.loops() {
			next := ""
			if l.next >= 0 {
				next = r.pathOf(l.next)
				withNext++
			}
			var handles []string
			for _, h := range l.handles {
				handles = append(handles, fmt.Sprintf("%s %d/%d", r.pathOf(h.node), h.after, h.begins))
			}
			slices.Sort(handles)
			got = append(got, fmt.Sprintf("%s next %q %d: %s", r.pathOf(l.node), next, l.returns, strings.Join(handles, ", ")))
		}
		slices.Sort(got)
		want := loopsOf(threads)
		slices.Sort(want)
		if slices.Contains(want, "any") {
			continue // two routines wait equally long, and either can be the one that gets the next item
		}
		if !slices.Equal(got, want) {
			t.Fatalf("seed %d of %v:\ngot  %q\nwant %q", seed, threads, got, want)
		}
		found += len(got)
	}
	if found < 300 || withNext < 50 {
		t.Errorf("%d loops were found, %d with a routine that gets the next item", found, withNext)
	}
}
