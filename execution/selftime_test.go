package execution_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tiv/execution"
	"tiv/internal/reduced"
	"tiv/tracefeed"
)

// TestEachSelfTime compares self time in intervals with the sums of a tree, and with the states
// of the threads.
func TestEachSelfTime(t *testing.T) {
	t.Parallel()
	equal := 0
	for seed := range uint64(200) {
		trace := apart(random(rand.New(rand.NewPCG(seed, 21))))
		rng := rand.New(rand.NewPCG(seed, 22))
		q := window(trace, rng)
		tls, err := reductions(trace, rng)
		if err != nil {
			t.Fatal(err)
		}
		tl := tls[len(tls)-1]
		byName := map[string]tracefeed.StateTimes{}
		type self struct {
			function int32
			state    tracefeed.State
			time     tracefeed.Time
		}
		var list []self
		states := make([]tracefeed.StateTimes, len(tl.Threads))
		functions := execution.EachSelfTime(t.Context(), tl, q, func(s *execution.SelfTime) {
			if s.Start >= s.End || s.Start < q.From || s.End > min(q.To, tl.End) {
				t.Fatalf("seed %d: %+v", seed, *s)
			}
			states[s.Thread][s.State] += s.End - s.Start
			list = append(list, self{s.Function, s.State, s.End - s.Start})
			if at := tl.Lane(s.Thread).Since(s.Start); at.State != s.State || at.Cause != s.Cause || at.Monitor != s.Object {
				t.Fatalf("seed %d: %+v in the span %+v", seed, *s, at)
			}
		})
		for _, s := range list {
			sum := byName[functions[s.function]]
			sum[s.state] += s.time
			byName[functions[s.function]] = sum
		}
		for id := range tl.Threads {
			var want tracefeed.StateTimes
			if id > 0 && id < len(q.Of) && q.Of[id] {
				want = tl.Lane(tracefeed.ThreadID(id)).Sum(q.From, q.To)
			}
			if states[id] != want {
				t.Fatalf("seed %d: thread %d has %v, want %v", seed, id, states[id], want)
			}
		}
		tree := execution.NewTree(t.Context(), tl, q)
		want := map[string]tracefeed.StateTimes{}
		for _, n := range tree.Nodes {
			sum := want[tree.Functions[n.Function]]
			sum.Add(n.Self)
			want[tree.Functions[n.Function]] = sum
		}
		same := true
		for name, w := range want {
			for state, d := range byName[name] {
				if name != "" && d > w[state] {
					t.Fatalf("seed %d: %s has %v, want at most %v", seed, name, byName[name], w)
				}
				same = same && d == w[state]
			}
		}
		if same {
			equal++
		}
	}
	if equal < 20 {
		t.Errorf("%d traces have no calls without an entry", equal)
	}
}

// TestSelfTimeOfWaits tells in what function of the program's own a thread waits, and for what.
func TestSelfTimeOfWaits(t *testing.T) {
	t.Parallel()
	tl := reduced.Story(t, `tiv-text 1
		frame read runtime.gopark proc.go:1
		frame ask main.ask main.go:7
		stack wait read ask
		0ms A start
		1ms A call-enter main.serve
		2ms A io-start net
		3ms A io-end
		4ms A call-exit main.serve
		5ms A suspend-start channel monitor=C stack=wait
		7ms A suspend-end
		8ms A end`)
	var got []string
	var own []int32
	functions := execution.EachSelfTime(t.Context(), tl, execution.All(tl), func(s *execution.SelfTime) {
		got = append(got, fmt.Sprintf("%v-%v %v %v %s ", s.Start, s.End, s.State, s.Cause, tl.Monitors[s.Object].ID))
		own = append(own, s.Function, s.Own)
	})
	for i := range got {
		got[i] += functions[own[2*i]] + "/" + functions[own[2*i+1]]
	}
	want := []string{"0 ns-1 ms running other  /", "1 ms-2 ms running other  main.serve/main.serve",
		"2 ms-3 ms io net  main.serve/main.serve", "3 ms-4 ms running other  main.serve/main.serve",
		"4 ms-5 ms running other  /", "5 ms-7 ms suspended channel C runtime.gopark/main.ask", "7 ms-8 ms running other  /"}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
