package interaction_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tiv/interaction"
	"tiv/timeline"
	"tiv/tracefeed"
)

const path = `
	0s A start
	0s B start
	0s C start
	0s D start
	0s E start
	1ms A monitor-enter M
	1ms B monitor-enter N
	1ms C monitor-enter O mode=shared
	2ms D monitor-enter O mode=shared
	3ms B monitor-wait M
	4ms C monitor-wait N
	5ms E monitor-wait O
	10ms A ready`

// words writes the threads of a chain by their ids in the trace.
func words(tl *timeline.Timeline, chain []tracefeed.ThreadID) string {
	var ids []string
	for _, t := range chain {
		ids = append(ids, tl.Threads[t].ID)
	}
	return strings.Join(ids, " ")
}

func TestChain(t *testing.T) {
	t.Parallel()
	tl := tell(t, "tiv-text 1", path)
	ring := tell(t, "tiv-text 1", `
		0s A start
		0s B start
		0s C start
		1ms A monitor-enter M
		1ms B monitor-enter N
		2ms A monitor-wait N
		3ms B monitor-wait M
		4ms C monitor-wait M
		5ms A ready`)
	nobody := tell(t, "tiv-text 1", "0s A start\n1ms A monitor-wait M\n2ms A ready")
	for _, c := range []struct {
		tl     *timeline.Timeline
		thread tracefeed.ThreadID
		at     tracefeed.Time
		want   string
	}{
		{tl, 5, 5 * tracefeed.Millisecond, "E C B A"},
		{tl, 3, 5 * tracefeed.Millisecond, "C B A"},
		{tl, 2, 3 * tracefeed.Millisecond, "B A"},
		{tl, 2, 2 * tracefeed.Millisecond, ""},
		{tl, 1, 5 * tracefeed.Millisecond, ""},
		{ring, 3, 4 * tracefeed.Millisecond, "C A B A"},
		{ring, 1, 4 * tracefeed.Millisecond, "A B A"},
		{nobody, 1, tracefeed.Millisecond, "A"},
	} {
		chain := interaction.Chain(c.tl, c.thread, c.at)
		if got := words(c.tl, interaction.OnChain(chain)); got != c.want {
			t.Errorf("from %d at %v: %q, want %q", c.thread, c.at, got, c.want)
		}
	}
	shared := interaction.Chain(tl, 5, 5*tracefeed.Millisecond)[0]
	if got := words(tl, shared.Blockers); got != "C D" {
		t.Errorf("E waits for %q, want both readers", got)
	}
}

// Each step of a chain is in the wait-for graph, no thread is on it twice but
// the one that closes a ring, and it ends only where it must.
func TestChainFollowsTheGraph(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 4))
	long, rings := 0, 0
	for range 300 {
		var b strings.Builder
		for i := range 6 {
			fmt.Fprintf(&b, "0s t%d start\n", i)
		}
		var held [6][]int
		for now := range 60 {
			t, m := rng.IntN(6), rng.IntN(4)
			what := []string{"enter", "wait", "exit"}[rng.IntN(3)]
			if n := len(held[t]); what == "exit" {
				if n == 0 {
					continue
				}
				m, held[t] = held[t][n-1], held[t][:n-1]
			} else if what == "enter" {
				held[t] = append(held[t], m)
			}
			fmt.Fprintf(&b, "%dms t%d monitor-%s M%d\n", now, t, what, m)
		}
		tl := tell(t, "tiv-text 1", b.String())
		at := tracefeed.Time(rng.IntN(60)) * tracefeed.Millisecond
		next := map[tracefeed.ThreadID]interaction.Wait{}
		for _, w := range interaction.At(tl, at) {
			next[w.Thread] = w
		}
		for id := range tracefeed.ThreadID(6) {
			on := interaction.OnChain(interaction.Chain(tl, id+1, at))
			for i, thread := range on[:max(0, len(on)-1)] {
				if len(next[thread].Blockers) == 0 || next[thread].Blockers[0] != on[i+1] || slices.Contains(on[:i], thread) {
					t.Fatalf("chain %v, waits %v\n%s", on, next, &b)
				}
			}
			if len(on) == 0 {
				continue
			}
			last := on[len(on)-1]
			closes := slices.Contains(on[:len(on)-1], last)
			if len(next[last].Blockers) > 0 && !closes {
				t.Fatalf("chain %v ends too early, waits %v", on, next)
			}
			if long = max(long, len(on)); closes {
				rings++
			}
		}
	}
	if long < 4 || rings < 30 {
		t.Errorf("the longest chain has %d threads, %d close a ring: too easy", long, rings)
	}
}
