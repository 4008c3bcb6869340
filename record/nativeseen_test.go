package record_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tiv/record"
	"tiv/tracefeed"
)

// seenNap is the least duration of each wait of the program seen.
const seenNap = 30_000_000

// late is for how long a wait can begin late in the trace: the flusher writes the begin of a
// long one where the trace then ends.
const late = 200_000

// seenProgram returns the program seen, compiled with some flags.
func seenProgram(t *testing.T, flags ...string) string {
	t.Helper()
	others, err := filepath.Glob("testdata/native/seen_*.c")
	if err != nil || len(others) == 0 {
		t.Fatal(err, others)
	}
	return compiled(t, "seen.c", append(flags, others...)...)
}

// longestWait returns the state and the duration of the longest wait of each thread, by name.
func longestWait(t *testing.T, path string) map[string]struct {
	state string
	time  tracefeed.Time
} {
	t.Helper()
	tables, all := events(t, path)
	type wait = struct {
		state string
		time  tracefeed.Time
	}
	open, longest := map[tracefeed.ThreadID]wait{}, map[string]wait{}
	for _, ev := range all {
		switch ev.Kind {
		case tracefeed.SuspendStart:
			open[ev.Thread] = wait{"suspended", ev.Time}
		case tracefeed.MonitorWait:
			open[ev.Thread] = wait{"blocking", ev.Time}
		case tracefeed.IOStart:
			open[ev.Thread] = wait{"io", ev.Time}
		case tracefeed.SuspendEnd, tracefeed.IOEnd, tracefeed.MonitorEnter, tracefeed.Run:
			w, name := open[ev.Thread], tables.Threads[ev.Thread].Name
			if w.state != "" && ev.Time-w.time > longest[name].time {
				longest[name] = wait{w.state, ev.Time - w.time}
			}
			delete(open, ev.Thread)
		}
	}
	return longest
}

// TestNativeSeen records a program that waits in each function that can wait: the trace has
// each wait with its state. The wait lasts from before another thread sees it, for as long as
// that one sleeps, and at most as long as the program measures.
func TestNativeSeen(t *testing.T) {
	t.Parallel()
	for _, flags := range [][]string{nil, {"-D_FORTIFY_SOURCE=2"}} {
		t.Run(strings.Join(flags, " "), func(t *testing.T) {
			t.Parallel()
			r := recordNative(t, record.Options{Command: []string{seenProgram(t, flags...)}})
			if r.ExitCode != 0 || len(r.Traces) != 1 {
				t.Fatalf("exit code %d, traces %v: %s", r.ExitCode, r.Traces, r.notes)
			}
			longest, checked := longestWait(t, r.Traces[0]), 0
			for line := range strings.Lines(r.notes) {
				var name, state string
				var took tracefeed.Time
				if n, _ := fmt.Sscan(line, &name, &state, &took); n < 3 ||
					!slices.Contains([]string{"suspended", "blocking", "io"}, state) {
					continue
				}
				checked++
				if w := longest[name]; w.state != state || w.time < seenNap-late || w.time > took {
					t.Errorf("%s: %q for %d ns, want %q for %d to %d ns", name, w.state, w.time, state, seenNap, took)
				}
			}
			if checked < 80 {
				t.Errorf("%d waits: %s", checked, r.notes)
			}
			checkSeenUsage(t, r)
		})
	}
}

// checkSeenUsage compares the running states of the program seen with its processor time, of
// which the recorder's thread has a part.
func checkSeenUsage(t *testing.T, r nativeRun) {
	t.Helper()
	_, end, _ := strings.Cut(r.notes, "\nusage ")
	var used, ran, inQueue tracefeed.Time
	if _, err := fmt.Sscan(end, &used, &ran, &inQueue); err != nil {
		t.Fatalf("%v: %s", err, r.notes)
	}
	tl, _ := findings(t, r.Traces[0])
	all := tl.Totals()
	if running := all[tracefeed.Running]; running > used+inQueue+unnoticed(all.Alive()) || running < ran/2 {
		t.Errorf("running for %v, of %v of processor time, %v of it in these threads, which waited %v for processors", running,
			used, ran, inQueue)
	}
}
