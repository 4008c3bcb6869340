package execution_test

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"tiv/execution"
	"tiv/internal/oracle"
	"tiv/timeline"
	"tiv/tracefeed"
)

// follower follows a trace by snapshots.
type follower struct {
	g     *execution.Growth
	pages int
	seen  []string // sightings in settled pages
	fresh int      // how often it began anew
}

// told appends sightings as text.
func told(list *[]string) func(*execution.Paths, *execution.Sighting) {
	return func(p *execution.Paths, s *execution.Sighting) {
		path := ""
		for n := s.Path; n > 0; n = p.Nodes[n].Parent {
			path += "<" + p.Functions[p.Nodes[n].Function]
		}
		*list = append(*list, fmt.Sprintf("%d %v-%v %v %v %s", s.Thread, s.Start, s.End, s.State, s.Cause, path))
	}
}

// follow adds a snapshot. It returns the tree and all sightings up to there.
func (f *follower) follow(t *testing.T, tl *timeline.Timeline, settle bool) (*execution.Tree, []string) {
	if q := execution.All(tl); f.g == nil {
		f.g, f.pages, f.seen = execution.NewGrowth(tl, q, told(&f.seen)), 0, nil
	} else {
		f.g.Follow(tl, q)
	}
	add := func(g *execution.Growth, from, to int) (ok bool) {
		ok = true
		tl.EachNumberedPage(t.Context(), from, to, func(p *timeline.Page) { ok = g.Page(p) && ok })
		return ok
	}
	ok := add(f.g, f.pages, tl.Settled)
	f.pages = tl.Settled
	if settle && ok {
		f.g.Settle()
	}
	seen := slices.Clone(f.seen)
	fork := f.g.Fork(told(&seen))
	if !ok || !add(fork, f.pages, math.MaxInt) {
		f.fresh++
		f.g = nil
		return f.follow(t, tl, false)
	}
	tree := fork.Tree()
	return tree, seen
}

// callers returns the threads with calls of functions, from all calls; nothing if a thread lives again.
func callers(t *testing.T, trace oracle.Trace, tl *timeline.Timeline) map[string]int32 {
	ended := map[tracefeed.ThreadID]bool{}
	for _, ev := range trace.Events {
		if ended[ev.Thread] && ev.Thread != tracefeed.NoThread {
			return nil
		}
		ended[ev.Thread] = ended[ev.Thread] || ev.Kind == tracefeed.ThreadEnd
	}
	seen, all := map[string]bool{}, map[string]int32{}
	execution.EachTreeCall(t.Context(), tl, execution.All(tl), func(c *execution.TreeCall) {
		if key := fmt.Sprint(c.Thread, c.Name); !seen[key] {
			seen[key] = true
			all[c.Name]++
		}
	})
	return all
}

// threadsIn returns the threads with calls of functions that a tree has.
func threadsIn(tree *execution.Tree) map[string]int32 {
	all := map[string]int32{}
	for i, n := range tree.ThreadsIn {
		if n > 0 {
			all[tree.Functions[i]] = n
		}
	}
	return all
}

// A growth that follows a trace by snapshots has the calls and sightings of each that all at once give, whether
// it forgets paths in between or not.
func TestGrowth(t *testing.T) {
	snapshots, fresh, counted := 0, 0, 0
	for seed := range oracle.Seeds(120) {
		rng := rand.New(rand.NewPCG(seed, 9))
		trace := apart(random(rng))
		if rng.IntN(2) == 0 { // no measured calls
			trace.Events = slices.DeleteFunc(trace.Events, func(ev tracefeed.Event) bool {
				return ev.Kind == tracefeed.CallEnter || ev.Kind == tracefeed.CallExit
			})
		}
		events := feed(trace)
		r := timeline.NewReducer(events, timeline.Tuning{PageEvents: 1 + rng.IntN(12), TailEvents: 1 + rng.IntN(8)})
		var f follower
		var last *timeline.Timeline
		check := func(tl *timeline.Timeline) {
			if last != nil && !tl.Extends(last) {
				f = follower{fresh: f.fresh + 1}
			}
			last = tl
			tree, seen := f.follow(t, tl, seed%2 == 0)
			want := execution.NewTree(t.Context(), tl, execution.All(tl))
			if got, want := text(paths(tree)), text(paths(want)); got != want {
				t.Fatalf("seed %d at %v: got\n%s\nwant\n%s", seed, tl.End, got, want)
			}
			var at once
			at.read(t, tl)
			if a, b := byThread(seen), byThread(at.seen); !slices.Equal(a, b) {
				t.Fatalf("seed %d at %v: got sightings\n%q\nwant\n%q", seed, tl.End, a, b)
			}
			for i, c := range want.Longest {
				at := slices.Index(tree.Functions, want.Functions[i])
				if c.Thread != tracefeed.NoThread && (at < 0 || !equalCalls(tree.Longest[at], c)) {
					t.Fatalf("seed %d at %v: the longest call of %s is not %+v", seed, tl.End, want.Functions[i], c)
				}
			}
			if n := callers(t, trace, tl); n != nil {
				counted++
				if got := threadsIn(tree); !maps.Equal(got, n) || !maps.Equal(got, threadsIn(want)) {
					t.Fatalf("seed %d at %v: got threads %v, want %v", seed, tl.End, got, n)
				}
			}
			snapshots++
		}
		for ev, err := range tracefeed.All(events) {
			if err == nil {
				err = r.Add([]tracefeed.Event{*ev})
			}
			if err != nil {
				t.Fatal(err)
			}
			if rng.IntN(8) == 0 {
				check(r.Snapshot(false, nil))
			}
		}
		check(r.Snapshot(true, nil))
		fresh += f.fresh
	}
	if snapshots < 3*fresh || fresh == 0 || counted < snapshots/20 {
		t.Errorf("of %d snapshots %d began anew, %d counted threads", snapshots, fresh, counted)
	}
}

// once is a trace that is read at once.
type once struct{ seen []string }

func (o *once) read(t *testing.T, tl *timeline.Timeline) {
	g := execution.NewGrowth(tl, execution.All(tl), told(&o.seen))
	tl.EachPage(t.Context(), 0, tl.End, func(p *timeline.Page) { g.Page(p) })
	g.Tree()
}

// byThread sorts sightings by thread, in the order of each.
func byThread(seen []string) []string {
	seen = slices.Clone(seen)
	thread := func(s string) (n int) { fmt.Sscan(s, &n); return n }
	slices.SortStableFunc(seen, func(a, b string) int { return thread(a) - thread(b) })
	return seen
}

func equalCalls(a, b execution.TreeCall) bool {
	a.Function, b.Function = 0, 0
	return a == b
}
