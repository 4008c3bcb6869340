package emit_test

import (
	"fmt"
	"testing"

	"tiv/interaction"
	"tiv/tracefeed"
)

// checkPool checks the story of three workers and twelve jobs, which
// record/c/example.c and the example of this package tell: each reads a file,
// holds the lock on the results while it sleeps, keeps the others from it
// meanwhile, and is woken by the main thread.
func checkPool(t *testing.T, tr *trace) {
	t.Helper()
	if n := tr.lost(); n > 0 {
		t.Errorf("%d events were lost", n)
	}
	for kind, want := range map[tracefeed.Kind]int{
		tracefeed.ThreadStart: 4, tracefeed.TaskStart: 12, tracefeed.TaskEnd: 12, tracefeed.RegionStart: 12,
		tracefeed.RegionEnd: 12, tracefeed.Counter: 12, tracefeed.IOStart: 12, tracefeed.IOEnd: 12,
	} {
		if n := tr.count(kind); n != want {
			t.Errorf("%d events of kind %s, want %d", n, kind, want)
		}
	}
	main := tr.thread(t, "main")
	var all tracefeed.StateTimes
	locks, signals := 0, 0
	for i := range 3 {
		worker := tr.thread(t, fmt.Sprintf("worker %d", i+1))
		checkWorker(t, tr, worker, &all)
		interaction.EachEdge(tr.tl, worker, 0, tr.tl.End, func(e interaction.Edge) {
			switch {
			case e.Kind == interaction.Signal && e.Blocker == main:
				signals++
			case e.Kind == interaction.Lock && tr.tables.Monitors[e.Monitor].Name == "results" && e.Blocker != 0:
				locks++
				if e.Evidence != interaction.Observed || e.Blocker == main || e.Blocker == worker {
					t.Errorf("worker %d waits for thread %d: %v", worker, e.Blocker, e)
				}
			}
		})
	}
	if locks == 0 || signals == 0 {
		t.Errorf("%d waits for the lock, %d for the main thread, want some", locks, signals)
	}
	// The lock is held for 12 × 4 ms.
	if held := all[tracefeed.Suspended]; held < 48*tracefeed.Millisecond {
		t.Errorf("workers slept and waited for %s", held)
	}
}

// checkWorker checks what a worker did, and adds it up.
func checkWorker(t *testing.T, tr *trace, worker tracefeed.ThreadID, all *tracefeed.StateTimes) {
	t.Helper()
	b := tr.tl.Lane(worker).Sum(0, tr.tl.End)
	var start, end tracefeed.Time
	for _, ev := range tr.events {
		switch {
		case ev.Thread == worker && ev.Kind == tracefeed.ThreadStart:
			start = ev.Time
			if name := tr.tables.Threads[ev.Other].Name; name != "main" {
				t.Errorf("worker %d was started by %q", worker, name)
			}
		case ev.Thread == worker && ev.Kind == tracefeed.ThreadEnd:
			end = ev.Time
		}
	}
	if b.Alive() != end-start || b[tracefeed.Unknown] != 0 {
		t.Errorf("worker %d lived for %s, its states add up to %s: %v", worker, end-start, b.Alive(), b)
	}
	if b[tracefeed.Running] == 0 || b[tracefeed.Suspended] == 0 || b[tracefeed.IO] == 0 {
		t.Errorf("worker %d did not run, wait and read: %v", worker, b)
	}
	all.Add(b)
}
