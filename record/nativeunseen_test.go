package record_test

import (
	"bufio"
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
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
	if len(all) != 5 {
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
// with their processor times: what is neither that nor time in the queue is unknown. If all
// acquisitions are recorded, each pass of the flusher writes many blocks of events.
func TestUnseenWaits(t *testing.T) {
	t.Parallel()
	for _, locks := range []record.Locks{record.LocksAuto, record.LocksAll} {
		r := recordNative(t, record.Options{Command: []string{compiled(t, "unseen.c")}, Locks: locks})
		if r.ExitCode != 0 || len(r.Traces) != 1 {
			t.Fatalf("exit code %d, traces %v: %s", r.ExitCode, r.Traces, r.notes)
		}
		tl, _ := findings(t, r.Traces[0])
		states := statesByName(tl)
		// The note leaves out what is less than 10 ms, or a hundredth of the time.
		more := noteTime(t, tl, "more") + 10*tracefeed.Millisecond + tl.Totals().Alive()/100
		for name, m := range measurements(t, r.out) {
			checkMeasured(t, name, states[name], m, more)
		}
		if c := tl.Counts; c.Dropped > 0 || c.Invented > 0 || c.Lost > 0 {
			t.Errorf("%+v", c)
		}
	}
}

// checkMeasured compares the states of a thread with its measurement. Unseen waits of a time
// can be shown as running.
func checkMeasured(t *testing.T, name string, s tracefeed.StateTimes, m measured, more tracefeed.Time) {
	t.Helper()
	unknown, running := s[tracefeed.Unknown], s[tracefeed.Running]
	wrong := unknown > m.lived-m.ran+tracefeed.Millisecond
	switch name {
	case "waits", "brief":
		// What is left of each account is less than a fiftieth and a millisecond.
		wrong = wrong || running > m.ran+m.queued+m.lived/20+more
	case "both": // at times it waits for a processor instead
		wrong = wrong || unknown == 0 || s[tracefeed.Suspended] < 30*tracefeed.Millisecond
	default: // it computes, and sleeps in functions that are recorded
		wrong = wrong || unknown > m.lived/50
	}
	if wrong {
		t.Errorf("%s: %v, of %+v", name, s, m)
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
	if !strings.Contains(tl.Header.Remarks(), "unseen by the recorder") {
		t.Errorf("note %q", tl.Header.Remarks())
	}
}

// noteTime returns the time before some words in the note of a trace, 0 if it lacks them.
func noteTime(t *testing.T, tl *timeline.Timeline, words string) tracefeed.Time {
	t.Helper()
	m := regexp.MustCompile(`([\d.]+) (m?s) ` + words).FindStringSubmatch(tl.Header.Remarks())
	if m == nil {
		return 0
	}
	d, err := tracefeed.ParseTime(m[1] + m[2])
	if err != nil {
		t.Fatalf("note %q: %v", tl.Header.Remarks(), err)
	}
	return d
}

// TestRunningIsProcessorTime compares the sum of running states with the processor time of
// the process: only waits for processors, and unseen waits that the note names, are more. It
// is at least most of what the threads compute.
func TestRunningIsProcessorTime(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		command  []string
		computes tracefeed.Time
	}{
		{command: []string{"python3", filepath.Join("testdata", "native", "pool.py")}},
		{[]string{compiled(t, "team.c", "-fopenmp")}, 4 * 30 * tracefeed.Millisecond},
	} {
		r := recordNative(t, record.Options{Command: c.command})
		used, err := strconv.ParseInt(strings.TrimSpace(r.out), 10, 64)
		if err != nil || r.ExitCode != 0 || len(r.Traces) == 0 {
			t.Fatalf("%v: exit code %d, traces %v, output %q: %s", c.command, r.ExitCode, r.Traces, r.out, r.notes)
		}
		tl, _ := findings(t, r.Traces[0])
		all := tl.Totals()
		// Below a tenth, waits for processors are not in the note.
		explained := tracefeed.Time(used) + noteTime(t, tl, "more") + noteTime(t, tl, "for processors")
		atMost := explained*5/4 + all.Alive()/16 + 30*tracefeed.Millisecond
		if running := all[tracefeed.Running]; running > atMost || running < c.computes*3/4 {
			t.Errorf("%v: running for %v, of %v of processor time: %q", c.command, running, tracefeed.Time(used), tl.Header.Remarks())
		}
	}
}
