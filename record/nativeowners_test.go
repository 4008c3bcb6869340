package record_test

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tiv/record"
	"tiv/tracefeed"
)

// longWaits counts the waits of each thread that last at least as long as those of the
// program seen, by name, state and cause. A wait for a lock has the owner at its begin.
func longWaits(t *testing.T, path string) map[string]int {
	t.Helper()
	tables, all := events(t, path)
	type wait struct {
		text string
		time tracefeed.Time
	}
	open, owner, long := map[tracefeed.ThreadID]wait{}, map[tracefeed.MonitorID]string{}, map[string]int{}
	for _, ev := range all {
		name := tables.Threads[ev.Thread].Name
		switch ev.Kind {
		case tracefeed.SuspendStart:
			open[ev.Thread] = wait{name + ": " + ev.Cause.String(), ev.Time}
		case tracefeed.IOStart:
			open[ev.Thread] = wait{name + ": io", ev.Time}
		case tracefeed.MonitorWait:
			open[ev.Thread] = wait{name + ": lock of " + owner[ev.Monitor], ev.Time}
		case tracefeed.SuspendEnd, tracefeed.IOEnd, tracefeed.MonitorEnter, tracefeed.Run:
			if w, ok := open[ev.Thread]; ok && ev.Time-w.time >= seenNap {
				long[w.text]++
			}
			delete(open, ev.Thread)
		}
		switch ev.Kind {
		case tracefeed.MonitorEnter:
			owner[ev.Monitor] = name
		case tracefeed.MonitorExit:
			delete(owner, ev.Monitor)
		}
	}
	return long
}

// TestNativeOpenMP records a team of threads: its locks have owners, waits for the others of
// the team are suspensions, and a task that a thread runs in such a wait is not part of it.
func TestNativeOpenMP(t *testing.T) {
	t.Parallel()
	loads := compiled(t, "loads.c", "-ldl")
	for _, command := range [][]string{
		{compiled(t, "openmp.c", "-fopenmp")},
		{loads, compiled(t, "openmp.c", "-fopenmp", "-shared", "-fPIC")}, // with the library of OpenMP
	} {
		r := recordNative(t, record.Options{Command: command})
		if r.ExitCode != 0 || len(r.Traces) != 1 {
			t.Fatalf("%v: exit code %d, traces %v: %s", command, r.ExitCode, r.Traces, r.notes)
		}
		long, first := longWaits(t, r.Traces[0]), filepath.Base(command[0])
		runner := first
		if r.out == "worker\n" {
			runner = "worker"
		}
		if long["worker: lock of "+first] != 4 || long["worker: wait"] < 1 || long["worker: park"] != 1 || long[first+": wait"] < 1 ||
			long[runner+": io"] != 1 {
			t.Errorf("%v: %v; %s runs the task", command, long, runner)
		}
	}
}

// TestNativeInitialization: the thread that initializes a static variable of C++, or runs the
// function of std::call_once, is the owner that others wait for, also after a failure.
func TestNativeInitialization(t *testing.T) {
	t.Parallel()
	r := recordNative(t, record.Options{Command: []string{compiled(t, "guard.cc")}})
	if r.ExitCode != 0 || r.out != "2 failed\n" || len(r.Traces) != 1 {
		t.Fatalf("exit code %d, output %q, traces %v: %s", r.ExitCode, r.out, r.Traces, r.notes)
	}
	if long := longWaits(t, r.Traces[0]); long["waiter: lock of maker"] != 2 {
		t.Errorf("waits %v", long)
	}
}

// TestNativeFileLocks: the locks of a file by different descriptors are one, and have the
// owner that the program has. Locks between processes have none.
func TestNativeFileLocks(t *testing.T) {
	t.Parallel()
	r := recordNative(t, record.Options{Command: []string{seenProgram(t), "flock", "ofd", "flock_other", "fcntl", "lockf", "sys_flock"}})
	if r.ExitCode != 0 || len(r.Traces) != 1 {
		t.Fatalf("exit code %d, traces %v: %s", r.ExitCode, r.Traces, r.notes)
	}
	got := longWaits(t, r.Traces[0])
	// On a busy machine a thread also waits long until the process that it made has the lock.
	maps.DeleteFunc(got, func(text string, _ int) bool {
		return strings.HasPrefix(text, "seen:") || strings.HasSuffix(text, ": io")
	})
	want := map[string]int{
		"flock: lock of seen": 1, "ofd: lock of seen": 1, "sys_flock: lock of seen": 1,
		"flock_other: lock of ": 1, "fcntl: lock of ": 1, "lockf: lock of ": 1,
	}
	if !maps.Equal(got, want) {
		t.Errorf("waits %v, want %v", got, want)
	}
	// A lock of another process has no owner at all, so that no report says that it was free.
	tables, all := events(t, r.Traces[0])
	for _, ev := range all {
		if name := tables.Threads[ev.Thread].Name; ev.Kind == tracefeed.MonitorWait && want[name+": lock of "] == 1 {
			owned := func(other tracefeed.Event) bool {
				return other.Kind == tracefeed.MonitorEnter && other.Monitor == ev.Monitor
			}
			if slices.ContainsFunc(all, owned) || !strings.HasSuffix(tables.Monitors[ev.Monitor].Name, "of another process") {
				t.Errorf("%s waits for %q", name, tables.Monitors[ev.Monitor].Name)
			}
		}
	}
}

// TestNativeDeadlock11 kills a program that hangs in mutexes of C11, and records the
// corrected one.
func TestNativeDeadlock11(t *testing.T) {
	t.Parallel()
	program := compiled(t, "deadlock11.c")
	for _, corrected := range []bool{false, true} {
		command := hanging(program)
		if corrected {
			command = []string{program, "corrected"}
		}
		r := recordNative(t, record.Options{Command: command})
		if len(r.Traces) != 1 || corrected && (r.ExitCode != 0 || r.out != "done\n") {
			t.Fatalf("exit code %d, output %q, traces %v: %s", r.ExitCode, r.out, r.Traces, r.notes)
		}
		want := []string{"deadlock ab ba"}
		if corrected {
			want = nil
		}
		if got := accusations(t, r.Traces[0]); !slices.Equal(got, want) {
			t.Errorf("corrected %v: %q, want %q", corrected, got, want)
		}
	}
}
