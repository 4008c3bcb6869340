package record_test

import (
	"slices"
	"testing"

	"tiv/record"
	"tiv/tracefeed"
)

// TestNativeSemaphores records semaphores. A thread that has taken a unit is an owner only
// if the semaphore is used as a lock, and never a reader.
func TestNativeSemaphores(t *testing.T) {
	t.Parallel()
	program := compiled(t, "semaphores.c")
	for name, want := range map[string]struct {
		owned bool // a thread waits for an owner
		left  bool // an owner loses the semaphore by another thread
	}{
		"tokens": {},
		"pool":   {owned: true},
		"kept":   {owned: true, left: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := recordNative(t, record.Options{Command: []string{program, name}})
			if r.ExitCode != 0 || len(r.Traces) != 1 {
				t.Fatalf("exit code %d, traces %v: %s", r.ExitCode, r.Traces, r.notes)
			}
			_, all := events(t, r.Traces[0])
			var owners []tracefeed.ThreadID
			owned, left := false, false
			for _, ev := range all {
				if ev.Shared {
					t.Errorf("%v is that of a reader", ev)
				}
				switch i := slices.Index(owners, ev.Thread); ev.Kind {
				case tracefeed.MonitorWait:
					owned = owned || len(owners) > 0
				case tracefeed.MonitorEnter:
					owners = append(owners, ev.Thread)
				case tracefeed.MonitorExit:
					left = left || ev.Other != tracefeed.NoThread
					if i < 0 {
						t.Fatalf("%v: not an owner", ev)
					}
					owners = slices.Delete(owners, i, i+1)
				case tracefeed.ThreadEnd:
					if i >= 0 {
						t.Errorf("thread %d ends as an owner", ev.Thread)
					}
				}
			}
			if owned != want.owned || left != want.left {
				t.Errorf("waits for owners: %t, owners that lose it: %t", owned, left)
			}
			_, found := findings(t, r.Traces[0])
			for _, f := range found {
				if f.Severity.Accuses() {
					t.Errorf("it is accused of %s", f.Kind)
				}
			}
		})
	}
}
