package task_test

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tiv/task"
	"tiv/tracefeed"
)

// TestAddsUp checks that each moment of each thread counts for one task or for none, and that
// the bills have all that counts.
func TestAddsUp(t *testing.T) {
	t.Parallel()
	worked := tracefeed.Time(0)
	for seed := range uint64(3000) {
		rng := rand.New(rand.NewPCG(seed, 2))
		tl := read(t, randomFull(rng), 1+rng.IntN(40))
		index, err := task.Build(context.Background(), tl, task.Options{Definitions: randomList(rng), Tracking: task.Full})
		if err != nil {
			t.Fatal(err)
		}
		var billed, work, alive tracefeed.StateTimes
		for i := range index.Tasks {
			billed.Add(index.Tasks[i].Bill.Times)
		}
		for id := range tracefeed.ThreadID(len(tl.Threads)) {
			lane, last := tl.Lane(id), tracefeed.Time(0)
			for _, w := range index.Work(id) {
				if w.Start < last || w.End <= w.Start || w.Thread != id {
					t.Fatalf("seed %d: work from %d to %d after %d", seed, w.Start, w.End, last)
				}
				last = w.End
				work.Add(lane.Sum(w.Start, w.End))
			}
			alive.Add(lane.Sum(0, tl.End))
		}
		for i := range index.Tasks {
			var want []task.Work
			index.EachWork(func(w *task.Work) {
				if index.Within(int(w.Task), i) {
					want = append(want, *w)
				}
			})
			slices.SortStableFunc(want, func(a, b task.Work) int { return cmp.Compare(a.Start, b.Start) })
			if got := index.WorkOf(i); !slices.Equal(got, want) {
				t.Fatalf("seed %d: task %d has the work %v, not %v", seed, i, got, want)
			}
		}
		if billed != work {
			t.Fatalf("seed %d: billed %v, worked %v", seed, billed, work)
		}
		if work.Alive() > alive.Alive() {
			t.Fatalf("seed %d: worked %v of %v", seed, work, alive)
		}
		worked += work.Alive()
	}
	if worked == 0 {
		t.Error("no work")
	}
}

// randomFull returns a random trace with hand-overs, tasks and regions, in which no two events
// have the same time.
func randomFull(rng *rand.Rand) string {
	list, _ := randomTrace(rng)
	var b strings.Builder
	b.WriteString("tiv-text 1\nframe send runtime.chansend1 chan.go:1\nstack send send\n" +
		"frame pool java.util.concurrent.ThreadPoolExecutor.getTask\nstack pool pool\n")
	var created []string
	var put, taken [2]int
	later := int64(0)
	for _, a := range list {
		if rng.IntN(20) == 0 { // as long as work takes
			later += 10_000
		}
		a.at = 2*a.at + later
		b.WriteString(a.line())
		a.at++
		thread := string(rune('A' + rng.IntN(3)))
		other := string(rune('A' + rng.IntN(3)))
		if n := len(created); n > 0 && rng.IntN(3) == 0 {
			thread = created[rng.IntN(n)]
		}
		switch name := fmt.Sprint("n", rng.IntN(2)); rng.IntN(20) {
		case 16, 17:
			fmt.Fprintf(&b, "%dns %s task-type %s object=%d\n", a.at, thread, name, rng.IntN(4))
		case 11, 12:
			q := rng.IntN(len(put))
			if put[q] += 1 + rng.IntN(9)/8; rng.IntN(20) == 0 {
				put[q] = rng.IntN(9)
			}
			fmt.Fprintf(&b, "%dns %s put object=%d value=%d\n", a.at, thread, q, put[q])
		case 13, 14:
			q := rng.IntN(len(put))
			if taken[q] += 1 + rng.IntN(9)/8; rng.IntN(5) == 0 {
				taken[q] = max(0, put[q]-rng.IntN(4))
			}
			fmt.Fprintf(&b, "%dns %s take object=%d value=%d\n", a.at, thread, q, taken[q])
		case 15:
			fmt.Fprintf(&b, "%dns %s take object=%d\n", a.at, thread, rng.IntN(len(put)))
		case 18:
			fmt.Fprintf(&b, "%dns %s monitor-exit L\n", a.at, thread)
		case 0, 7:
			fmt.Fprintf(&b, "%dns %s suspend-start channel monitor=M%d\n", a.at, thread, rng.IntN(2))
		case 8:
			cause := []string{"channel", "wait", "park", "channel stack=send", "other", "park stack=pool"}[rng.IntN(6)]
			fmt.Fprintf(&b, "%dns %s suspend-start %s\n", a.at, thread, cause)
		case 1, 9, 10:
			fmt.Fprintf(&b, "%dns %s wake %s%s\n", a.at, other, thread, []string{"", "", "", " mode=shared"}[rng.IntN(4)])
		case 2:
			before := []string{"", "", "", " mode=shared"}[rng.IntN(4)]
			fmt.Fprintf(&b, "%dns %s task-start %s object=%d value=%d%s\n", a.at, thread, name, rng.IntN(4), rng.IntN(3), before)
		case 3:
			fmt.Fprintf(&b, "%dns %s task-end %s object=%d\n", a.at, thread, name, rng.IntN(4))
		case 4:
			fmt.Fprintf(&b, "%dns %s region-start %s object=%d\n", a.at, thread, name, rng.IntN(4))
		case 5:
			fmt.Fprintf(&b, "%dns %s region-end %s object=%d value=%d\n", a.at, thread, name, rng.IntN(4), rng.IntN(2))
		case 6:
			fmt.Fprintf(&b, "%dns T%d start by=%s value=%d\n", a.at, a.at, thread, rng.IntN(2)*rng.IntN(40))
			created = append(created, fmt.Sprint("T", a.at))
		}
	}
	return b.String()
}
