package record_test

import (
	"bufio"
	"fmt"
	"strings"
	"testing"

	"tiv/record"
	"tiv/timeline"
	"tiv/tracefeed"
)

// measured are the times of a thread by its own measurement.
type measured struct{ lived, ran, queued tracefeed.Time }

// measurements reads the output of unseen.c.
func measurements(t *testing.T, out string) map[string]measured {
	t.Helper()
	all := map[string]measured{}
	for lines := bufio.NewScanner(strings.NewReader(out)); lines.Scan(); {
		var name string
		var m measured
		if _, err := fmt.Sscan(lines.Text(), &name, &m.lived, &m.ran, &m.queued); err != nil {
			t.Fatalf("%q: %v", lines.Text(), err)
		}
		all[name] = m
	}
	if len(all) != 4 {
		t.Fatalf("output %q", out)
	}
	return all
}

// statesByName returns the times of threads with different names.
func statesByName(tl *timeline.Timeline) map[string]tracefeed.StateTimes {
	byName := map[string]tracefeed.StateTimes{}
	var all []tracefeed.ThreadID
	for id := range tl.Threads[1:] {
		all = append(all, tracefeed.ThreadID(id+1))
	}
	tl.EachSum(all, 0, tl.End, func(row int, times *tracefeed.StateTimes) {
		byName[tl.Threads[all[row]].Name] = *times
	})
	return byName
}

// TestUnseenWaits compares the states of threads that wait in system calls of their own
// with their processor times: what is neither that nor time in the queue is unknown.
func TestUnseenWaits(t *testing.T) {
	t.Parallel()
	r := recordNative(t, record.Options{Command: []string{compiled(t, "unseen.c")}})
	if r.ExitCode != 0 || len(r.Traces) != 1 {
		t.Fatalf("exit code %d, traces %v: %s", r.ExitCode, r.Traces, r.notes)
	}
	tl, _ := findings(t, r.Traces[0])
	states := statesByName(tl)
	for name, m := range measurements(t, r.out) {
		s := states[name]
		// What is left of each account is less than a fiftieth and a millisecond.
		atMost := m.ran + m.queued + m.lived/20 + 3*tracefeed.Millisecond
		if name != "both" && s[tracefeed.Running] > atMost {
			t.Errorf("%s: %v running, of %+v", name, s, m)
		}
		unknown := s[tracefeed.Unknown]
		if name == "computes" && unknown > 0 || name != "computes" && unknown > m.lived-m.ran+tracefeed.Millisecond {
			t.Errorf("%s: %v unknown, of %+v", name, s, m)
		}
		if name == "both" && (unknown == 0 || s[tracefeed.Suspended] < 30*tracefeed.Millisecond) {
			t.Errorf("%s: %v, of %+v", name, s, m)
		}
	}
	if c := tl.Counts; c.Dropped > 0 || c.Lost > 0 {
		t.Errorf("%+v", c)
	}
}

// TestUnseenWaitOfKilledProgram checks that a program which is killed in a system call of its
// own is shown in an unknown state up to the end.
func TestUnseenWaitOfKilledProgram(t *testing.T) {
	t.Parallel()
	r := recordNative(t, record.Options{Command: []string{compiled(t, "unseen.c"), "killed"}})
	if r.ExitCode != 128+9 || len(r.Traces) != 1 {
		t.Fatalf("exit code %d, traces %v: %s", r.ExitCode, r.Traces, r.notes)
	}
	tl, _ := findings(t, r.Traces[0])
	if span, _ := tl.Lane(1).At(tl.End); span.State != tracefeed.Unknown {
		t.Errorf("killed while %v", span.State)
	}
	if s := statesByName(tl)["unseen"]; s[tracefeed.Unknown] < s[tracefeed.Running] {
		t.Errorf("%v", s)
	}
	if !strings.Contains(tl.Header.Note, "in calls that the recorder does not see") {
		t.Errorf("note %q", tl.Header.Note)
	}
}
