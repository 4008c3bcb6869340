package record_test

import (
	"bufio"
	"fmt"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tiv/record"
	"tiv/timeline"
	"tiv/tracefeed"
)

// An ownWait is a thread that waits, by its own measurement: at least and at most for how
// long, in the state that the trace is to have ("-" for a thread that does not only wait),
// and its times on a processor and in the queue for one.
type ownWait struct {
	name, state               string
	least, most, ran, inQueue tracefeed.Time
}

// everyWait reads the output of the programs everywait: the threads, and the processor time
// of the process.
func everyWait(t *testing.T, out string) (threads []ownWait, used tracefeed.Time) {
	t.Helper()
	for lines := bufio.NewScanner(strings.NewReader(out)); lines.Scan(); {
		var w ownWait
		if n, _ := fmt.Sscanf(lines.Text(), "usage %d", &used); n == 1 {
			continue
		}
		if _, err := fmt.Sscan(lines.Text(), &w.name, &w.state, &w.least, &w.most, &w.ran, &w.inQueue); err != nil {
			t.Fatalf("%q: %v", lines.Text(), err)
		}
		threads = append(threads, w)
	}
	if used == 0 {
		t.Fatalf("output %q", out)
	}
	return threads, used
}

// TestEveryWait records programs whose threads wait in each way of a language for a time that
// they measure, and compares the waits, the running state of each thread and that of the
// process with the measurements.
//
// A thread that runs is shown as running while the machine below this one takes its processor,
// for times that are in no account. They hit a few threads of a recording, so the threads that
// run for too long must do so in each of five recordings.
func TestEveryWait(t *testing.T) {
	t.Parallel()
	for language, c := range map[string]struct {
		command func(t *testing.T) []string
		waits   int
	}{
		"c++":    {func(t *testing.T) []string { return []string{compiled(t, "everywait.cc", "-std=c++20", "-O0")} }, 34},
		"python": {func(*testing.T) []string { return []string{"/usr/bin/python3", "testdata/python/everywait.py"} }, 29},
		"rust":   {func(t *testing.T) []string { return []string{compiledRust(t, "everywait.rs")} }, 22},
	} {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			command := c.command(t)
			tooLong := recordedWaits(t, command, c.waits)
			for i := 1; i < 5 && len(tooLong) > 0 && !t.Failed(); i++ {
				again := recordedWaits(t, command, c.waits)
				maps.DeleteFunc(tooLong, func(name, _ string) bool { return again[name] == "" })
			}
			for name, text := range tooLong {
				t.Errorf("%s: %s", name, text)
			}
		})
	}
}

// recordedWaits records a program everywait, checks its waits, which are at least as many as
// said, and returns the threads that run for too long, each with how long. The process is one
// of them.
func recordedWaits(t *testing.T, command []string, least int) (tooLong map[string]string) {
	t.Helper()
	r := recordNative(t, record.Options{Command: command})
	if r.ExitCode != 0 || len(r.Traces) != 1 {
		t.Fatalf("exit code %d, traces %v: %s", r.ExitCode, r.Traces, r.notes)
	}
	tl, _ := findings(t, r.Traces[0])
	if n := tl.Counts; n.Dropped > 0 || n.Invented > 0 || n.Lost > 0 {
		t.Errorf("%+v", n)
	}
	threads, used := everyWait(t, r.out)
	waits := 0
	for _, w := range threads {
		checkOwnWait(t, tl, w)
		if w.state != "-" {
			waits++
		}
	}
	if waits < least {
		t.Errorf("%d waits, want %d", waits, least)
	}
	return overruns(t, tl, threads, used)
}

// compiledRust returns a program of testdata/rust.
func compiledRust(t *testing.T, name string) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), strings.TrimSuffix(name, ".rs"))
	if out, err := exec.Command("rustc", "--edition", "2021", "-o", program,
		filepath.Join("testdata", "rust", name)).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", name, err, out)
	}
	return program
}

// checkOwnWait compares a thread with its measurement: one of its waits has the state and the
// length.
func checkOwnWait(t *testing.T, tl *timeline.Timeline, w ownWait) {
	t.Helper()
	var waits []string
	tl.Lane(named(t, tl, w.name)).Spans(0, tl.End, func(s *timeline.Span, end tracefeed.Time) bool {
		if length := end - s.Start; length >= tracefeed.Millisecond {
			waits = append(waits, fmt.Sprintf("%v %d", s.State, length))
		}
		return true
	})
	right := func(wait string) bool {
		var state string
		var length tracefeed.Time
		fmt.Sscan(wait, &state, &length)
		return strings.EqualFold(state, w.state) && w.least-late <= length && length <= w.most
	}
	if w.state != "-" && !slices.ContainsFunc(waits, right) {
		t.Errorf("%s: spans %q, want %s for %d to %d", w.name, waits, w.state, w.least, w.most)
	}
}

// unnoticed is the unseen time of a thread that can be shown as running: a part of what is
// compared, and what the accounts of the kernel have late.
func unnoticed(alive tracefeed.Time) tracefeed.Time { return alive/50 + 2*tracefeed.Millisecond }

// overruns returns the threads that run for longer than they were on a processor or in the
// queue, each with how long, and compares the running states of the process with its processor
// time, of which the recorder's thread has a part.
func overruns(t *testing.T, tl *timeline.Timeline, threads []ownWait, used tracefeed.Time) map[string]string {
	t.Helper()
	tooLong := map[string]string{}
	var ran, inQueue tracefeed.Time
	for _, w := range threads {
		ran, inQueue = ran+w.ran, inQueue+w.inQueue
		sum := tl.Lane(named(t, tl, w.name)).Sum(0, tl.End)
		if running := sum[tracefeed.Running]; running > w.ran+w.inQueue+unnoticed(sum.Alive()) {
			tooLong[w.name] = fmt.Sprintf("running for %v, of %v on a processor and %v in the queue", running, w.ran, w.inQueue)
		}
	}
	all := tl.Totals()
	text := fmt.Sprintf("running for %v, of %v of processor time, %v of it in these threads, which waited %v for processors: %q",
		all[tracefeed.Running], used, ran, inQueue, tl.Header.Remarks())
	if all[tracefeed.Running] > used+inQueue+unnoticed(all.Alive()) {
		tooLong["the process"] = text
	}
	if all[tracefeed.Running] < ran*3/4 {
		t.Error(text)
	}
	return tooLong
}
