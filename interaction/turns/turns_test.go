package turns_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"tiv/interaction/turns"
	"tiv/internal/oracle"
	"tiv/internal/reduced"
	"tiv/timeline"
	"tiv/tracefeed"
)

// wanted returns the steps of one lock by the rules of the oracle: one step after the other, with all
// edges and moments.
func wanted(h oracle.History, monitors []tracefeed.MonitorID, from, step tracefeed.Time, n int) []turns.Step {
	steps := make([]turns.Step, n)
	for i := range steps {
		start := from + step*tracefeed.Time(i)
		held, waited := map[turns.Part]tracefeed.Time{}, map[turns.Part]tracefeed.Time{}
		part := h.Window(start, start+step)
		for first := 0; len(monitors) == 1 && first < len(part); {
			owners, next := part[first].Owners[monitors[0]], first+1
			for next < len(part) && slices.Equal(part[next].Owners[monitors[0]], owners) {
				next++
			}
			for k, t := range owners {
				length, of := part[next-1].End-part[first].Start, tracefeed.Time(len(owners))
				held[turns.Part{Thread: t}] += length / of
				if k == 0 {
					held[turns.Part{Thread: t}] += length % of
				}
			}
			first = next
		}
		for _, e := range part.Edges() {
			if !e.Signal && slices.Contains(monitors, e.Monitor) {
				waited[turns.Part{Thread: e.Blocker, Inferred: e.Evidence == "inferred"}] += e.Time
			}
		}
		steps[i] = turns.Step{Held: sorted(held), Waited: sorted(waited)}
	}
	return steps
}

// sorted returns parts with their times, by thread.
func sorted(sums map[turns.Part]tracefeed.Time) (parts []turns.Part) {
	for p, sum := range sums {
		if p.Time = sum; sum > 0 {
			parts = append(parts, p)
		}
	}
	slices.SortFunc(parts, func(a, b turns.Part) int {
		switch {
		case a.Thread != b.Thread:
			return int(a.Thread) - int(b.Thread)
		case a.Inferred:
			return 1
		}
		return -1
	})
	return parts
}

// differ compares the turns at two locks and at a group of some with the oracle.
func differ(trace oracle.Trace, rng *rand.Rand) error {
	tl, err := reduced.Timeline(trace.Feed(), timeline.Tuning{PageEvents: rng.IntN(2) * rng.IntN(40)})
	if err != nil {
		return err
	}
	h := oracle.Replay(trace)
	var ids []tracefeed.MonitorID
	for m := 1; m < len(tl.Monitors); m++ {
		ids = append(ids, tracefeed.MonitorID(m))
	}
	rng.Shuffle(len(ids), func(i, k int) { ids[i], ids[k] = ids[k], ids[i] })
	locks := [][]tracefeed.MonitorID{ids[:min(1, len(ids))], ids[min(1, len(ids)):min(2, len(ids))], ids[min(2, len(ids)):]}
	step := max(1, h.End()/tracefeed.Time(1+rng.IntN(12)))
	g := turns.Grid{From: step * tracefeed.Time(rng.IntN(4)), Step: step, Steps: 1 + rng.IntN(12)}
	got := turns.Of(context.Background(), tl, locks, g)
	for k, monitors := range locks {
		want := wanted(h, monitors, g.From, g.Step, g.Steps)
		for i := range want {
			a, b := got[k][i], want[i]
			if !slices.Equal(a.Held, b.Held) || !slices.Equal(a.Waited, b.Waited) {
				return fmt.Errorf("locks %v, step %d of %v from %v:\ngot  %v\nwant %v", monitors, i, g.Step, g.From, a, b)
			}
		}
	}
	return nil
}

// Random traces, in pages of random length, agree with the oracle in all steps of random grids.
func TestRandom(t *testing.T) {
	for seed := range oracle.Seeds(400) {
		trace := oracle.Random(rand.New(rand.NewPCG(seed, 1)), oracle.Small(rand.New(rand.NewPCG(seed, 2))))
		oracle.Check(t, seed, trace, func(trace oracle.Trace) error { return differ(trace, rand.New(rand.NewPCG(seed, 3))) })
	}
}

// A convoy: one thread holds the lock and two others queue up, one after the other, until it hands over.
func TestConvoy(t *testing.T) {
	tl := reduced.Story(t, `
		tiv-text 1
		0ms  A start
		0ms  B start
		0ms  C start
		0ms  A monitor-enter M
		10ms B monitor-wait M
		20ms C monitor-wait M
		30ms A monitor-exit M
		30ms B monitor-enter M
		40ms B monitor-exit M
		40ms C monitor-enter M
		50ms C monitor-exit M
	`)
	const ms = tracefeed.Millisecond
	got := turns.Of(context.Background(), tl, [][]tracefeed.MonitorID{{1}}, turns.Grid{Step: 20 * ms, Steps: 3})[0]
	a, b, c := tracefeed.ThreadID(1), tracefeed.ThreadID(2), tracefeed.ThreadID(3)
	want := []turns.Step{
		{Held: []turns.Part{{Thread: a, Time: 20 * ms}}, Waited: []turns.Part{{Thread: a, Time: 10 * ms}}},
		{Held: []turns.Part{{Thread: a, Time: 10 * ms}, {Thread: b, Time: 10 * ms}},
			Waited: []turns.Part{{Thread: a, Time: 20 * ms}, {Thread: b, Time: 10 * ms}}},
		{Held: []turns.Part{{Thread: c, Time: 10 * ms}}},
	}
	for i := range want {
		if !slices.Equal(got[i].Held, want[i].Held) || !slices.Equal(got[i].Waited, want[i].Waited) {
			t.Errorf("step %d: %v, want %v", i, got[i], want[i])
		}
	}
	if main := turns.Main(got[1].Waited); main != a {
		t.Errorf("most of the waiting is for %d", main)
	}
	if sum := turns.Sum(got[1].Waited); sum != 30*ms {
		t.Errorf("threads waited %v", sum)
	}
}
