package record_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"tiv/record"
	"tiv/tracefeed"
)

// TestNativeRate leaves out most of a program that writes too much, and counts it. The wait
// that lasts to the end is in the trace, and so is the owner of its lock, although most of
// that thread's own waits are not.
func TestNativeRate(t *testing.T) {
	t.Parallel()
	const most = 1 << 20
	r := recordNative(t, record.Options{Command: []string{compiled(t, "switches.c"), "30000"}, MaxRate: most})
	if r.ExitCode != 0 || len(r.Traces) != 1 {
		t.Fatalf("exit code %d, traces %v: %s", r.ExitCode, r.Traces, r.notes)
	}
	tl, _ := findings(t, r.Traces[0])
	info, err := os.Stat(r.Traces[0])
	if limit := most/4 + int64(time.Duration(tl.End).Minutes()*most) + most/4; err != nil || info.Size() > limit {
		t.Errorf("%d bytes in %v, want at most %d (%v)", info.Size(), tl.End, limit, err)
	}
	if c := tl.Counts; c.Lost < 10_000 || c.Dropped != 0 || c.Invented != 0 || c.Uncounted != 0 {
		t.Errorf("%+v", c)
	}
	if !strings.Contains(tl.Header.Remarks(), "events of short waits and 0 calls were left out") {
		t.Errorf("note %q", tl.Header.Remarks())
	}
	owners, open := map[tracefeed.MonitorID]tracefeed.ThreadID{}, map[tracefeed.ThreadID]tracefeed.MonitorID{}
	_, all := events(t, r.Traces[0])
	for _, ev := range all {
		switch ev.Kind {
		case tracefeed.Lost:
			for m, t := range owners {
				if t == ev.Thread {
					delete(owners, m)
				}
			}
		case tracefeed.MonitorEnter:
			owners[ev.Monitor] = ev.Thread
		case tracefeed.MonitorExit:
			delete(owners, ev.Monitor)
		case tracefeed.MonitorWait:
			open[ev.Thread] = ev.Monitor
		}
	}
	for waiter, lock := range open {
		if owner := owners[lock]; owner == tracefeed.NoThread || owner == waiter {
			t.Errorf("thread %d waits for monitor %d, whose owner at the end is %d", waiter, lock, owner)
		}
	}
	if len(open) != 1 {
		t.Errorf("%d open waits for a lock, want 1", len(open))
	}
}

// A trace is whole if all events of a block were left out: of a rate that is this low, of nearly
// all blocks.
func TestNativeBlocksWithoutEvents(t *testing.T) {
	t.Parallel()
	program := compiled(t, "calls.c", "-finstrument-functions")
	r := recordNative(t, record.Options{Command: []string{program, "400000"}, Calls: []string{"step"}, MaxRate: 1 << 12})
	if r.ExitCode != 0 || len(r.Traces) != 1 {
		t.Fatalf("exit code %d, traces %v: %s", r.ExitCode, r.Traces, r.notes)
	}
	if tl, _ := findings(t, r.Traces[0]); !strings.Contains(tl.Header.Remarks(), "calls were left out") {
		t.Errorf("the note is %q", tl.Header.Remarks())
	}
}

// TestNativeCallRate leaves out calls, and counts them. The states stay known.
func TestNativeCallRate(t *testing.T) {
	t.Parallel()
	const most, calls = 1 << 20, 400_000
	program := compiled(t, "calls.c", "-finstrument-functions")
	r := recordNative(t, record.Options{Command: []string{program, strconv.Itoa(calls)}, Calls: []string{"step"}, MaxRate: most})
	if r.ExitCode != 0 || len(r.Traces) != 1 {
		t.Fatalf("exit code %d, traces %v: %s", r.ExitCode, r.Traces, r.notes)
	}
	tl, _ := findings(t, r.Traces[0])
	info, err := os.Stat(r.Traces[0])
	if limit := most/4 + int64(time.Duration(tl.End).Minutes()*most) + most/4; err != nil || info.Size() > limit {
		t.Errorf("%d bytes in %v, want at most %d (%v)", info.Size(), tl.End, limit, err)
	}
	begun, ended := 0, 0
	_, all := events(t, r.Traces[0])
	for _, ev := range all {
		switch ev.Kind {
		case tracefeed.CallEnter:
			begun++
		case tracefeed.CallExit:
			ended++
		}
	}
	var left int
	_, text, _ := strings.Cut(tl.Header.Remarks(), "waits and ")
	if n, err := fmt.Sscanf(text, "%d calls", &left); n != 1 || begun+left != calls || ended != begun {
		t.Errorf("%d calls begin, %d end, note %q (%v), want %d in all", begun, ended, tl.Header.Remarks(), err, calls)
	}
	if tl.Counts.Lost != 0 {
		t.Errorf("%+v", tl.Counts)
	}
}
