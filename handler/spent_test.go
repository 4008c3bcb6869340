package handler_test

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"tiv/execution"
	"tiv/handler"
	"tiv/internal/reduced"
	"tiv/timeline"
	"tiv/tracefeed"
)

// spentSlowly cuts the life of each thread wherever a call or a state begins or ends, and adds up
// the pieces by the innermost found function. Index 0 is no function, 1 is idle.
func spentSlowly(tl *timeline.Timeline, trie *handler.Trie, found []handler.Found) []tracefeed.StateTimes {
	out := make([]tracefeed.StateTimes, 2+len(found))
	var calls []execution.TreeCall
	execution.EachTreeCall(context.Background(), tl, execution.All(tl), func(c *execution.TreeCall) { calls = append(calls, *c) })
	slices.SortStableFunc(calls, func(a, b execution.TreeCall) int { return cmp.Compare(a.Depth, b.Depth) })
	for id := 1; id < len(tl.Threads); id++ {
		cuts := []tracefeed.Time{0, tl.End}
		for _, c := range calls {
			cuts = append(cuts, c.Start, c.End)
		}
		tl.Lane(tracefeed.ThreadID(id)).Spans(0, tl.End, func(s *timeline.Span, end tracefeed.Time) bool {
			cuts = append(cuts, s.Start, end)
			return true
		})
		slices.Sort(cuts)
		for i := 1; i < len(cuts); i++ {
			from, to := cuts[i-1], cuts[i]
			state := tl.Lane(tracefeed.ThreadID(id)).StateAt(from)
			if from == to || int(state) >= tracefeed.NumStates {
				continue
			}
			var stack []string
			in := 0
			for _, c := range calls {
				if int(c.Thread) != id || c.Start > from || c.End < to {
					continue
				}
				stack = append(stack, c.Name)
				if f := slices.IndexFunc(found, func(x handler.Found) bool { return x.Function == c.Name }); f >= 0 {
					in = 2 + f
				}
			}
			if in == 0 && idleLoop(trie, found, stack, state) != "" {
				in = 1
			}
			out[in][state] += to - from
		}
	}
	return out
}

// checkSpent compares the times in handlers with the slow ones. It returns them.
func checkSpent(t *testing.T, tl *timeline.Timeline, th handler.Thresholds) []handler.Spent {
	t.Helper()
	o := handler.Options{Patterns: patterns}
	x := handler.New(context.Background(), tl, o)
	var found []handler.Found
	for _, f := range x.Find(th) {
		if !slices.ContainsFunc(found, func(o handler.Found) bool { return o.Function == f.Function }) {
			found = append(found, f)
		}
	}
	want, got := spentSlowly(tl, x.Trie, found), x.Spent(context.Background(), tl, o, found)
	for _, s := range got {
		i := 0
		if s.Idle {
			i = 1
		} else if s.Function != "" {
			i = 2 + slices.IndexFunc(found, func(f handler.Found) bool { return f.Function == s.Function })
		}
		if want[i] != s.Times {
			t.Errorf("%q, idle %v: got %v, want %v", s.Function, s.Idle, s.Times, want[i])
		}
		want[i] = tracefeed.StateTimes{}
	}
	for i, w := range want {
		if w.Alive() > 0 {
			t.Errorf("no row for %d with %v", i, w)
		}
	}
	return got
}

func TestSpent(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../testdata/workers.tiv")
	if err != nil {
		t.Fatal(err)
	}
	list := checkSpent(t, reduced.Story(t, string(text)), handler.DefaultThresholds())
	if len(list) != 3 || list[0].Function != "acme.Job.handle" || list[0].Times.Alive() != 94_800_000 || !list[1].Idle ||
		list[1].Times[tracefeed.Suspended] != 5_902_500_000 {
		t.Errorf("got %+v", list)
	}
	idle := 0
	for seed := range uint64(100) {
		rng := rand.New(rand.NewPCG(seed, 4))
		for _, s := range checkSpent(t, reduced.Story(t, randomWorkers(rng)), handler.DefaultThresholds()) {
			if s.Idle {
				idle++
			}
		}
		if t.Failed() {
			t.Fatal("seed", seed)
		}
	}
	if idle < 20 || idle > 90 {
		t.Errorf("in %d of 100 traces something is idle: that tells too little", idle)
	}
}

// randomWorkers returns a trace of threads of loops, which wait for events and handle them.
func randomWorkers(rng *rand.Rand) string {
	var b strings.Builder
	b.WriteString("tiv-text 1 sched\n")
	for _, f := range []string{"t.run", "u.loop", "u.next", "s.wait", "u.handle", "u.db", "u.other", "s.sort", "u.compare"} {
		fmt.Fprintf(&b, "frame %[1]s %[1]s\n", f)
	}
	for i, stack := range []string{"s.wait u.next u.loop t.run", "s.wait u.loop t.run", "u.handle u.loop t.run",
		"s.wait u.db u.handle u.loop t.run", "s.wait u.next u.other t.run", "s.wait u.next u.handle u.loop t.run", "u.other t.run",
		"u.compare s.sort u.handle u.loop t.run"} {
		fmt.Fprintf(&b, "stack k%d %s\n", i, stack)
	}
	waits := [][]int{{0, 0, 0, 0, 3, 4, 5}, {1, 1, 1, 3, 4}, {0, 1, 3, 5}}[rng.IntN(3)]
	kind := []string{"suspend-start wait", "io-start net"}[rng.IntN(2)]
	end, _, _ := strings.Cut(strings.Replace(kind, "start", "end", 1), " ")
	for at := range 60 {
		ms := 100 * at
		thread := "ABC"[rng.IntN(3)]
		if at < 3 {
			thread = "ABC"[at]
			fmt.Fprintf(&b, "%dms %c start\n%dms %c run cpu=0\n", ms, thread, ms, thread)
		} else {
			fmt.Fprintf(&b, "%dms %c %s\n%dms %c run cpu=0\n", ms, thread, end, ms, thread)
		}
		if rng.IntN(4) > 0 {
			fmt.Fprintf(&b, "%dms %c sample value=1 stack=k%d\n", ms+1+rng.IntN(5), thread, []int{2, 2, 7, 6}[rng.IntN(4)])
		}
		fmt.Fprintf(&b, "%dms %c %s stack=k%d\n", ms+10+rng.IntN(20), thread, kind, waits[rng.IntN(len(waits))])
	}
	return b.String()
}

// A function that is only called within another found one begins no event, unless its stacks are
// not in the trie.
func TestOutermost(t *testing.T) {
	t.Parallel()
	split, b := handler.NewSplit(nil, patterns), handler.NewBuilder(1)
	for _, stack := range [][]string{{"u.loop"}, {"u.loop", "u.handle"}, {"u.loop", "u.handle", "s.sort", "u.compare"},
		{"s.pool", "u.call"}} {
		var ids []int32
		for _, f := range stack {
			ids = append(ids, b.Function(f, split))
		}
		b.Add(ids, handler.Counts{handler.Run: 50}, 0)
	}
	var got []string
	found := []handler.Found{{Function: "u.compare"}, {Function: "u.handle"}, {Function: "u.call"}, {Function: "u.away"}}
	for _, f := range b.Trie().Outermost(found) {
		got = append(got, f.Function)
	}
	if want := []string{"u.handle", "u.call", "u.away"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
