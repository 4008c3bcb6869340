package record_test

import (
	"slices"
	"strings"
	"testing"

	"tiv/interaction/detect"
	"tiv/record"
	"tiv/timeline"
	"tiv/tracefeed"
)

// done records a program of testdata/native, which prints "done", and returns its trace.
func done(t *testing.T, o record.Options) (*timeline.Timeline, []detect.Finding) {
	t.Helper()
	r := recordNative(t, o)
	if r.ExitCode != 0 || r.out != "done\n" || len(r.Traces) != 1 {
		t.Fatalf("%v: exit code %d, output %q, traces %v: %s", o.Command, r.ExitCode, r.out, r.Traces, r.notes)
	}
	return findings(t, r.Traces[0])
}

// named returns the only thread with a name.
func named(t *testing.T, tl *timeline.Timeline, name string) tracefeed.ThreadID {
	t.Helper()
	i := slices.IndexFunc(tl.Threads, func(th tracefeed.Thread) bool { return th.Name == name })
	if i < 0 {
		t.Fatalf("there is no thread %q", name)
	}
	return tracefeed.ThreadID(i)
}

// An acquisition by a try makes no order of locks.
func TestNativeTries(t *testing.T) {
	t.Parallel()
	program := compiled(t, "tries.c")
	for how, want := range map[string]int{"wait": 2, "try": 0} {
		_, found := done(t, record.Options{Command: []string{program, how}, Locks: record.LocksAll})
		found = slices.DeleteFunc(found, func(f detect.Finding) bool { return f.Kind != detect.LockOrderInversion })
		if len(found) != want {
			t.Errorf("%s: %d inversions of lock orders, want %d", how, len(found), want)
		}
	}
}

// A thread that ends with a robust mutex has let it go.
func TestNativeRobust(t *testing.T) {
	t.Parallel()
	tl, _ := done(t, record.Options{Command: []string{compiled(t, "heirs.c")}})
	_, died := tl.Lane(named(t, tl, "dies")).Life()
	seen := 0
	for m := tracefeed.MonitorID(1); int(m) < len(tl.Monitors); m++ {
		tl.Holding(m).Each(0, tl.End, func(start, end tracefeed.Time, holders []tracefeed.ThreadID) {
			if seen = max(seen, len(holders)); len(holders) == 1 && holders[0] == named(t, tl, "dies") && end > died {
				t.Errorf("the thread that ended at %v holds the mutex until %v", died, end)
			}
		})
	}
	if seen != 1 {
		t.Errorf("the mutex had up to %d holders at once, want 1", seen)
	}
}

// A call that copies memory is no wait for a device, and one that waits is one.
func TestNativeCopies(t *testing.T) {
	t.Parallel()
	tl, _ := done(t, record.Options{Command: []string{compiled(t, "copies.c")}})
	sum := func(name string) tracefeed.StateTimes { return tl.Lane(named(t, tl, name)).Sum(0, tl.End) }
	if b := sum("copier"); b[tracefeed.IO] > b[tracefeed.Running]/2 {
		t.Errorf("the thread that copies was in IO for %v, and ran for %v", b[tracefeed.IO], b[tracefeed.Running])
	}
	if b := sum("waits"); b[tracefeed.IO] < 90*tracefeed.Millisecond {
		t.Errorf("the thread that waits was in IO for %v", b[tracefeed.IO])
	}
}

// A wait for a mutex that another process holds names the thread there, and accuses nothing.
func TestNativeApart(t *testing.T) {
	t.Parallel()
	program := compiled(t, "apart.c")
	tl, _ := done(t, record.Options{Command: []string{program}})
	owner := named(t, tl, "waits")
	tl.Lane(owner).Spans(0, tl.End, func(s *timeline.Span, _ tracefeed.Time) bool {
		if s.State == tracefeed.Blocking {
			owner = s.Other
		}
		return true
	})
	if name := tl.Threads[owner].Name; name != "thread "+strings.TrimPrefix(tl.Threads[owner].ID, "os ")+
		" of another process" || tl.Lane(owner).Seen() {
		t.Errorf("the wait is for %q", name)
	}
	r := recordNative(t, record.Options{Command: []string{program, "ever"}})
	if len(r.Traces) != 1 {
		t.Fatalf("traces %v: %s", r.Traces, r.notes)
	}
	_, found := findings(t, r.Traces[0])
	for _, f := range found {
		if f.Severity.Accuses() {
			t.Errorf("a process that waits for another one has the finding %s: %s", f.Kind, f.Text)
		}
	}
}
