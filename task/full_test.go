package task_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"tiv/execution"
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

// TestOwn compares the tasks that a trace names with those of package execution.
func TestOwn(t *testing.T) {
	t.Parallel()
	for seed := range uint64(1000) {
		rng := rand.New(rand.NewPCG(seed, 3))
		tl := read(t, randomFull(rng), 1+rng.IntN(40))
		index, err := task.Build(context.Background(), tl, task.Options{Tracking: task.Full})
		if err != nil {
			t.Fatal(err)
		}
		var got, want strings.Builder
		for _, x := range index.Tasks {
			fmt.Fprintln(&got, x.Number, x.Type, x.Parent, x.Start, x.End)
		}
		q := execution.All(tl)
		q.Of[tracefeed.NoThread] = true
		for _, x := range execution.Tasks(context.Background(), tl, q) {
			fmt.Fprintln(&want, x.Number, tl.Names[x.Type], x.Parent, x.Start, x.End)
		}
		if got.String() != want.String() {
			t.Fatalf("seed %d: got\n%swant\n%s", seed, got.String(), want.String())
		}
	}
}

// randomFull returns a random trace with hand-overs, tasks and regions, in which no two events
// have the same time.
func randomFull(rng *rand.Rand) string {
	list, _ := randomTrace(rng)
	var b strings.Builder
	b.WriteString("tiv-text 1\n")
	for _, a := range list {
		a.at *= 2
		b.WriteString(a.line())
		a.at++
		thread := string(rune('A' + rng.IntN(3)))
		other := string(rune('A' + rng.IntN(3)))
		switch name := fmt.Sprint("n", rng.IntN(2)); rng.IntN(12) {
		case 0:
			fmt.Fprintf(&b, "%dns %s suspend-start channel monitor=M%d\n", a.at, thread, rng.IntN(2))
		case 1:
			fmt.Fprintf(&b, "%dns %s wake %s\n", a.at, other, thread)
		case 2:
			fmt.Fprintf(&b, "%dns %s task-start %s object=%d value=%d\n", a.at, thread, name, rng.IntN(4), rng.IntN(3))
		case 3:
			fmt.Fprintf(&b, "%dns %s task-end %s object=%d\n", a.at, thread, name, rng.IntN(4))
		case 4:
			fmt.Fprintf(&b, "%dns %s region-start %s object=%d\n", a.at, thread, name, rng.IntN(4))
		case 5:
			fmt.Fprintf(&b, "%dns %s region-end %s object=%d value=%d\n", a.at, thread, name, rng.IntN(4), rng.IntN(2))
		case 6:
			fmt.Fprintf(&b, "%dns T%d start by=%s\n", a.at, a.at, thread)
		}
	}
	return b.String()
}
