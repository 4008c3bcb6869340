package record_test

import (
	"maps"
	"slices"
	"testing"

	"tiv/interaction/detect"
	"tiv/record"
	"tiv/tracefeed"
)

// waitsOf returns the waits of each thread that waits by futex: the state, the number of
// waits if it is not 1, and the thread that ended them.
func waitsOf(t *testing.T, path string) map[string]string {
	t.Helper()
	tables, all := events(t, path)
	got := map[string]string{}
	waits, by := map[tracefeed.ThreadID]string{}, map[tracefeed.ThreadID]string{}
	for _, ev := range all {
		switch ev.Kind {
		case tracefeed.SuspendStart:
			if ev.Cause == tracefeed.CausePark || ev.Cause == tracefeed.CauseWait {
				waits[ev.Thread] = "suspended"
			}
		case tracefeed.MonitorWait:
			waits[ev.Thread] = "blocking"
		case tracefeed.Wake:
			by[ev.Thread] = " by " + tables.Threads[ev.Other].Name
		case tracefeed.SuspendEnd, tracefeed.Run:
			if name := tables.Threads[ev.Thread].Name; waits[ev.Thread] != "" {
				if got[name] != "" {
					got[name] += ", "
				}
				got[name] += waits[ev.Thread] + by[ev.Thread]
			}
			delete(waits, ev.Thread)
			delete(by, ev.Thread)
		}
	}
	return got
}

// TestNativeFutex checks the waits of programs that call the kernel themselves: a word
// is a lock only where that is known.
func TestNativeFutex(t *testing.T) {
	t.Parallel()
	const suspended, blocking = "suspended by ", "blocking by "
	want := map[string]string{
		"first":    suspended + "futex",
		"second":   blocking + "futex",
		"third":    blocking + "futex",
		"counted":  "suspended by futex, suspended by futex, suspended by futex, suspended by futex",
		"late":     suspended + "futex",
		"timed":    "suspended",
		"untold":   "suspended",
		"priority": blocking + "futex",
	}
	t.Run("c", func(t *testing.T) {
		t.Parallel()
		checkWaits(t, compiled(t, "futex.c"), want)
	})
	t.Run("rust", func(t *testing.T) {
		t.Parallel()
		want := maps.Clone(want)
		want["first"] = blocking + "futex"
		checkWaits(t, compiled(t, "futex.c", "-DRUST"), want)
	})
	t.Run("c++20", func(t *testing.T) {
		t.Parallel()
		checkWaits(t, compiled(t, "waits.cc", "-std=c++20"), map[string]string{"atomic": suspended + "waits", "flag": suspended + "waits",
			"latch": suspended + "waits", "semaphore": suspended + "waits", "barrier": suspended + "waits"})
	})
}

func checkWaits(t *testing.T, program string, want map[string]string) {
	t.Helper()
	r := recordNative(t, record.Options{Command: []string{program}})
	if r.ExitCode != 0 || len(r.Traces) != 1 {
		t.Fatalf("exit code %d, traces %v: %s", r.ExitCode, r.Traces, r.notes)
	}
	if got := waitsOf(t, r.Traces[0]); !maps.Equal(got, want) {
		t.Errorf("waits %q, want %q", got, want)
	}
}

// TestNativeFutexDeadlock kills a program that hangs in locks without owners: nothing is
// left to end the waits, and no cycle is claimed.
func TestNativeFutexDeadlock(t *testing.T) {
	t.Parallel()
	for _, flags := range [][]string{nil, {"-DRUST"}} {
		program := compiled(t, "futex.c", flags...)
		r := recordNative(t, record.Options{Command: hanging(program, "ab-ba")})
		if len(r.Traces) != 1 {
			t.Fatalf("traces %v: %s", r.Traces, r.notes)
		}
		tl, found := findings(t, r.Traces[0])
		kind := func(kind string) int {
			return slices.IndexFunc(found, func(f detect.Finding) bool { return f.Kind == kind })
		}
		stuck := kind("stuck")
		if stuck < 0 || kind("deadlock") >= 0 {
			t.Fatalf("%v: findings %v", flags, found)
		}
		var names []string
		for _, th := range found[stuck].Threads {
			names = append(names, tl.Threads[th].Name)
		}
		if slices.Sort(names); !slices.Equal(names, []string{"ab", "ba", "futex"}) {
			t.Errorf("%v: stuck threads %q", flags, names)
		}
	}
}
