package handler_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"tiv/handler"
	"tiv/internal/reduced"
	"tiv/timeline"
	"tiv/tracefeed"
)

// idleLoop says by definition for the next event of which loop a thread waits: of the loops of
// all handlers, the innermost one. It is slow, and shares nothing with the package.
func idleLoop(trie *handler.Trie, all []handler.Found, stack []string, state tracefeed.State) string {
	class := map[tracefeed.State]handler.Class{tracefeed.Suspended: handler.Wait, tracefeed.IO: handler.IO}
	whole := begun(stack)
	stack = edited(stack)
	best, at := "", -1
	for _, f := range all {
		if f.IsCallback() {
			c, waits := class[state]
			for i, name := range whole {
				if i >= len(stack) && waits && f.Waits[c] > 0 && name == f.Loop && i > at {
					best, at = f.Loop, i
				}
			}
			continue
		}
		if slices.Contains(stack, f.Function) {
			return "" // it handles an event
		}
		of := map[handler.Type]tracefeed.State{handler.NodeWait: tracefeed.Suspended, handler.NodeIO: tracefeed.IO}
		if of[f.Type] != state {
			continue
		}
		loops := [][2]string{{f.Loop, f.Next}}
		for _, l := range f.Loops {
			one := [2]string{}
			for k, node := range []int32{l.Node, l.Next} {
				if node >= 0 {
					one[k] = trie.Functions[trie.Nodes[node].Function].Name
				}
			}
			loops = append(loops, one)
		}
		for _, l := range loops {
			for i, name := range stack {
				ends := l[1] == "" && i == len(stack)-1 || l[1] != "" && i+1 < len(stack) && stack[i+1] == l[1]
				if name == l[0] && ends && i > at {
					best, at = l[0], i
				}
			}
		}
	}
	return best
}

// Waits of random programs are idle where the definition says so.
func TestIdle(t *testing.T) {
	t.Parallel()
	idle, busy := 0, 0
	for seed := range uint64(150) {
		rng := rand.New(rand.NewPCG(seed, 3))
		o := random(rng)
		if len(o.looks) == 0 {
			continue
		}
		tl := reduced.Story(t, o.story(rng))
		x := handler.New(context.Background(), tl, handler.Options{Patterns: patterns})
		all := x.Find(o.thresholds())
		for i := range all {
			if all[i].IsCallback() { // the rules of the paper do not know their waits
				all[i].Waits[rng.IntN(2)] = rng.Int64N(2)
			}
		}
		is := handler.NewIdle(tl, patterns, x.Trie, all)
		for id := range tl.Stacks {
			var stack []string
			for _, f := range slices.Backward(tl.Stacks[id]) {
				stack = append(stack, tl.Frames[f].Func)
			}
			for state := tracefeed.State(0); int(state) < tracefeed.NumStates; state++ {
				want := idleLoop(x.Trie, all, stack, state)
				if got := is.Loop(state, tracefeed.StackID(id)); got != want {
					t.Fatalf("seed %d: %v in %v: loop %q, want %q; found %+v", seed, state, stack, got, want, all)
				}
				if want != "" {
					idle++
				} else {
					busy++
				}
			}
		}
	}
	if idle < 50 || busy < 300 {
		t.Errorf("%d stacks are idle, %d are not: too few to tell", idle, busy)
	}
}

// Workers wait for items in next; in the handler of an item they wait, too.
func TestIdleStory(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../testdata/workers.tiv")
	if err != nil {
		t.Fatal(err)
	}
	tl := reduced.Story(t, string(text))
	x := handler.New(context.Background(), tl, handler.Options{})
	is := handler.NewIdle(tl, handler.Patterns{}, x.Trie, x.Find(handler.DefaultThresholds()))
	if !is.Any() {
		t.Fatal("nothing is idle")
	}
	got := map[string]bool{}
	for id := range tl.Threads {
		tl.Lane(tracefeed.ThreadID(id)).Spans(0, tl.End, func(s *timeline.Span, end tracefeed.Time) bool {
			if loop := is.Loop(s.State, s.Stack); loop != "" {
				got[fmt.Sprint(s.State, " ", s.Cause, " ", loop)] = true
			} else if s.State == tracefeed.Suspended {
				got[fmt.Sprint("busy ", s.Cause)] = true
			}
			return true
		})
	}
	want := []string{"suspended wait acme.Worker.loop", "busy sleep"}
	if len(got) != len(want) || !got[want[0]] || !got[want[1]] {
		t.Errorf("got %v, want %v", got, want)
	}
	var none *handler.Idle
	if none.Any() || none.Loop(tracefeed.Suspended, 1) != "" {
		t.Error("nothing is known, and something is idle")
	}
}

// Two loops call the same handler: waits of both are idle.
func TestIdleInAllLoops(t *testing.T) {
	t.Parallel()
	tl := reduced.Story(t, strings.ReplaceAll(twoLoops, "acme.B.handle", "acme.A.handle"))
	is, got := handler.FindIdle(context.Background(), tl), map[string]bool{}
	for id := range tl.Stacks {
		got[is.Loop(tracefeed.Suspended, tracefeed.StackID(id))] = true
	}
	if len(got) != 3 || !got["acme.A.loop"] || !got["acme.B.loop"] || !got[""] {
		t.Errorf("got %v", got)
	}
}

// Idle time adds up what the spans of threads say.
func TestIdleTime(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../testdata/workers.tiv")
	if err != nil {
		t.Fatal(err)
	}
	idle := 0
	var before *handler.Idle
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 5))
		tl := reduced.Story(t, string(text))
		if seed > 0 {
			known := strings.NewReplacer("s.wait", "java.lang.wait", "t.run", "start_thread")
			tl = reduced.Story(t, known.Replace(randomWorkers(rng)))
		}
		is, x := handler.FindIdle(context.Background(), tl), handler.FindIdleTime(context.Background(), tl, before)
		before = is // of another trace, the next time
		if same := handler.FindIdleTime(context.Background(), tl, is); (same == nil) != (x == nil) || x != nil && same.Idle != is {
			t.Fatalf("seed %d: the known idle waits are not used", seed)
		}
		if x == nil {
			continue
		}
		for range 200 {
			thread, from := tracefeed.ThreadID(1+rng.IntN(len(tl.Threads)-1)), tracefeed.Time(rng.Int64N(int64(tl.End)))
			to := from + tracefeed.Time(rng.Int64N(int64(tl.End-from)+1))
			var want tracefeed.StateTimes
			tl.Lane(thread).Spans(from, to, func(s *timeline.Span, end tracefeed.Time) bool {
				if is.Loop(s.State, s.Stack) != "" {
					want[s.State] += max(0, min(end, to)-max(s.Start, from))
				}
				return true
			})
			for s := tracefeed.State(0); int(s) < tracefeed.NumStates; s++ {
				if got := x.Time(thread, s, from, to); got != want[s] {
					t.Fatalf("seed %d, thread %d from %v to %v in %v: %v, want %v", seed, thread, from, to, s, got, want[s])
				}
			}
			if want.Alive() > 0 {
				idle++
			}
		}
	}
	if idle < 1000 {
		t.Errorf("%d intervals have idle time: too few to tell", idle)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if handler.FindIdleTime(ctx, reduced.Story(t, string(text)), nil) != nil {
		t.Error("a search that was cancelled has a result")
	}
}
