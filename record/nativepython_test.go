package record_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tiv/interaction/detect"
	"tiv/internal/recorded"
	"tiv/record"
	"tiv/tracefeed"
)

// recordPython records a program of testdata/python and returns the path of its trace.
func recordPython(t *testing.T, name string) string {
	t.Helper()
	r := recordNative(t, record.Options{Command: []string{"/usr/bin/python3", filepath.Join("testdata", "python", name)}})
	if r.ExitCode != 0 || len(r.Traces) != 1 {
		t.Fatalf("exit code %d, traces %v\n%s", r.ExitCode, r.Traces, r.notes)
	}
	return r.Traces[0]
}

// TestPythonGIL checks that the interpreter's lock is one: threads wait for it as a whole,
// and each wait has an owner.
func TestPythonGIL(t *testing.T) {
	t.Parallel()
	tables, all := events(t, recordPython(t, "gil.py"))
	owners := recorded.NewOwners(tables)
	waits := map[tracefeed.ThreadID]int{}
	gil := tracefeed.MonitorID(slices.IndexFunc(tables.Monitors, func(m tracefeed.Monitor) bool { return m.Name == "GIL" }))
	if gil < 0 {
		t.Fatalf("no GIL in %v", tables.Monitors)
	}
	waiting := map[tracefeed.ThreadID]bool{}
	for _, ev := range all {
		if ev.Monitor != gil {
			if ev.Kind == tracefeed.SuspendStart && waiting[ev.Thread] {
				t.Fatalf("%v: thread %d waits for the GIL, and is suspended", ev.Time, ev.Thread)
			}
			continue
		}
		switch ev.Kind {
		case tracefeed.MonitorWait:
			waits[ev.Thread]++
			waiting[ev.Thread] = true
		case tracefeed.MonitorEnter:
			waiting[ev.Thread] = false
		}
		if err := owners.Change(&ev); err != nil {
			t.Fatal(err)
		}
	}
	if waits[2] == 0 || waits[3] == 0 {
		t.Errorf("waits for the GIL by thread: %v", waits)
	}
	for id, th := range tables.Threads[2:] {
		if want := "Python thread #" + string(rune('1'+id)); th.Name != want {
			t.Errorf("a thread is %q, want %q", th.Name, want)
		}
	}
}

// TestPythonJoin checks that a join is a suspension, which the thread that ends finishes,
// and that a lock is one.
func TestPythonJoin(t *testing.T) {
	t.Parallel()
	tables, all := events(t, recordPython(t, "join.py"))
	suspended, woken := map[tracefeed.ThreadID]bool{}, map[tracefeed.ThreadID]bool{}
	lockWaits := 0
	for _, ev := range all {
		switch ev.Kind {
		case tracefeed.SuspendStart:
			suspended[ev.Thread] = true
		case tracefeed.SuspendEnd:
			suspended[ev.Thread] = false
		case tracefeed.Wake:
			if ev.Thread == 1 && suspended[1] {
				woken[ev.Other] = true
			}
		case tracefeed.MonitorWait:
			if name := tables.Monitors[ev.Monitor].Name; strings.HasSuffix(name, " of Python") {
				if lockWaits++; ev.Thread == 1 {
					t.Errorf("%v: the main thread waits for lock %s", ev.Time, name)
				}
			}
		}
	}
	if !woken[2] && !woken[3] && !woken[4] {
		t.Errorf("threads %v ended waits of the main thread", woken)
	}
	if lockWaits == 0 {
		t.Error("no thread waits for the lock")
	}
}

// TestPythonOrder checks that the interpreter's tries to take a lock while it holds the GIL
// are no order of locks: it releases the GIL before it waits.
func TestPythonOrder(t *testing.T) {
	t.Parallel()
	_, found := findings(t, recordPython(t, "order.py"))
	for _, f := range found {
		if f.Kind == detect.LockOrderInversion {
			t.Errorf("finding %+v", f)
		}
	}
}
