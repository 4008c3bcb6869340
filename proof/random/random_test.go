package random

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// program reads operations, one thread a line, such as "lock 0; send 1". Channels
// and groups have the numbers 0 and 1: without room and with room for one message, with
// the counters 1 and 2.
func program(t *testing.T, text string) *Program {
	t.Helper()
	kinds := map[string]Kind{"lock": Lock, "unlock": Unlock, "rlock": ReadLock, "runlock": ReadUnlock, "send": Send, "receive": Receive,
		"wait": Wait, "signal": Signal, "done": Done, "await": Await, "nap": Nap, "rest": Rest}
	p := &Program{Rooms: []int{0, 1}, Locks: []int{0, 2}, Groups: []int{1}}
	for line := range strings.Lines(strings.TrimSpace(text)) {
		var ops []Op
		for part := range strings.SplitSeq(strings.TrimSpace(line), "; ") {
			var word string
			var n int
			if _, err := fmt.Sscan(part, &word, &n); err != nil {
				t.Fatalf("%q: %v", part, err)
			}
			ops = append(ops, Op{kinds[word], n})
		}
		p.Threads = append(p.Threads, ops)
	}
	return p
}

func TestOutcome(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, text string
		finished   []int
		want       Outcome
	}{
		{"two locks, two orders", "lock 0; lock 2; unlock 2; unlock 0\nlock 2; lock 0; unlock 0; unlock 2", []int{1, 1},
			Outcome{Deadlocked: []int{0, 1}, Locks: []int{2, 0}}},
		{"behind two locks", "lock 0; lock 2\nlock 2; lock 0\nlock 0", []int{1, 1, 0},
			Outcome{Deadlocked: []int{0, 1}, Locks: []int{2, 0}, Endless: []int{2}, Unreachable: []int{2}}},
		{"a lock again", "lock 0; lock 0", []int{1}, Outcome{Deadlocked: []int{0}, Locks: []int{0}}},
		{"a reader again behind a writer", "rlock 1; nap 0; rlock 1\nlock 1", []int{2, 0},
			Outcome{Deadlocked: []int{0, 1}, Locks: []int{1, 1}}},
		{"the owner has ended", "lock 0\nlock 0", []int{1, 0}, Outcome{Endless: []int{1}, Unreachable: []int{1}}},
		{"no receiver", "send 0\nnap 0", []int{0, 1}, Outcome{Endless: []int{0}, Unreachable: []int{0}}},
		{"a receiver that comes late", "send 0\nrest 0; receive 0", []int{0, 0}, Outcome{}},
		{"a thread at rest that refers to the channel, but will not receive", "send 0\nrest 0; send 0", []int{0, 0},
			Outcome{Endless: []int{0}}},
		{"a signal before the wait", "lock 0; wait 0; unlock 0\nsignal 0", []int{1, 1}, Outcome{Endless: []int{0}, Unreachable: []int{0}}},
		{"a signal, and the lock is kept", "lock 0; wait 0; unlock 0\nlock 0; signal 0", []int{1, 2},
			Outcome{Endless: []int{0}, Unreachable: []int{0}}},
		{"a group without its last", "await 0\nnap 0", []int{0, 1}, Outcome{Endless: []int{0}, Unreachable: []int{0}}},
		{"two waiters and two signals", "lock 0; wait 0; unlock 0\nlock 0; wait 0; unlock 0\nsignal 0; signal 0",
			[]int{3, 3, 2}, Outcome{}},
		{"all have ended", "await 0\ndone 0", []int{1, 1}, Outcome{}},
	} {
		got, ok := program(t, c.text).Outcome(c.finished)
		if !ok || fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%s: %+v (%v), want %+v", c.name, got, ok, c.want)
		}
	}
	if _, ok := program(t, "lock 0; lock 2\nlock 2; lock 0").Outcome([]int{1, 0}); ok {
		t.Error("a run comes to a rest though a thread can go on")
	}
}

func TestRings(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, text string
		finished   []int
		want       [][]int
	}{
		{"two orders", "lock 0; lock 2; unlock 2; unlock 0\nlock 2; lock 0; unlock 0; unlock 2", []int{4, 4}, [][]int{{0, 2}}},
		{"one of them not reached", "lock 0; lock 2; unlock 2; unlock 0\nlock 2; lock 0; unlock 0; unlock 2", []int{4, 1}, nil},
		{"a gate", "lock 3; lock 0; lock 2; unlock 2; unlock 0; unlock 3\nlock 3; lock 2; lock 0; unlock 0; unlock 2; unlock 3",
			[]int{6, 6}, nil},
		{"readers", "rlock 1; rlock 3; runlock 3; runlock 1\nrlock 3; rlock 1; runlock 1; runlock 3", []int{4, 4}, nil},
		{"a message between does not count",
			"lock 0; lock 2; unlock 2; unlock 0; send 0\nreceive 0; lock 2; lock 0; unlock 0; unlock 2", []int{5, 5}, [][]int{{0, 2}}},
		{"three locks", "lock 0; lock 1; unlock 1; unlock 0\nlock 1; lock 2; unlock 2; unlock 1\nlock 2; lock 0; unlock 0; unlock 2",
			[]int{4, 4, 4}, [][]int{{0, 1, 2}}},
		{"a wait takes its lock again", "lock 0; lock 2; wait 0; unlock 2; unlock 0\nlock 0; lock 2; unlock 2; signal 0; unlock 0",
			[]int{5, 5}, [][]int{{0, 2}}},
	} {
		if got := program(t, c.text).Rings(c.finished); fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// TestRuns runs random programs for real, until the model says that they have come to
// a rest. Their goroutines stay.
func TestRuns(t *testing.T) {
	t.Parallel()
	var stuck int
	for seed := range uint64(40) {
		p := Generate(seed)
		run := p.Start(func(int) {})
		end := time.Now().Add(20 * time.Second)
		for {
			o, ok := p.Outcome(run.Finished())
			if ok {
				stuck += len(o.Deadlocked) + len(o.Endless)
				break
			}
			if time.Now().After(end) {
				t.Fatalf("seed %d: the model knows no rest after %v of\n%v", seed, run.Finished(), p)
			}
			time.Sleep(time.Millisecond)
		}
	}
	if stuck < 10 {
		t.Errorf("only %d threads are stuck", stuck)
	}
}

func TestGenerate(t *testing.T) {
	t.Parallel()
	kinds := map[Kind]bool{}
	for seed := range uint64(200) {
		p := Generate(seed)
		if p.String() != Generate(seed).String() {
			t.Fatalf("seed %d has two programs", seed)
		}
		if _, ok := p.explore(p.start()); !ok {
			t.Errorf("seed %d has too many states\n%v", seed, p)
		}
		for _, op := range slices.Concat(p.Threads...) {
			kinds[op.kind] = true
		}
	}
	if len(kinds) != int(Rest)+1 {
		t.Errorf("kinds of operations: %v", kinds)
	}
}
