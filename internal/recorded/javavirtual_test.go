package recorded_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tiv/interaction/detect"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/workspace/loader"
)

// manyCarriers lets virtual threads wait that cannot leave their carriers.
const manyCarriers = "-Djdk.virtualThreadScheduler.parallelism=8"

// ownersSeen returns the owners of monitors when other threads begin to wait for them:
// "waiter: owner", with no owner if that is unknown.
func ownersSeen(t *testing.T, trace string) map[string]bool {
	t.Helper()
	source, err := tracefeed.Open(trace, loader.Formats())
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	seen, owners := map[string]bool{}, map[tracefeed.MonitorID]tracefeed.ThreadID{}
	for ev, err := range tracefeed.All(source) {
		if err != nil {
			t.Fatal(err)
		}
		switch ev.Kind {
		case tracefeed.MonitorEnter:
			owners[ev.Monitor] = ev.Thread
		case tracefeed.MonitorExit:
			delete(owners, ev.Monitor)
		case tracefeed.MonitorWait:
			seen[fmt.Sprintf("%s: %s", source.Tables().Threads[ev.Thread].Name, source.Tables().Threads[owners[ev.Monitor]].Name)] = true
		}
	}
	return seen
}

// TestJavaVirtual records virtual threads that wait, each in another way: their states,
// owners and ends are their own. Before Java 21 they are other threads.
func TestJavaVirtual(t *testing.T) {
	t.Parallel()
	out, trace := runJava(t, manyCarriers, "Virtual")
	tl, _ := find(t, trace)
	waits := map[string]string{}
	for id := 1; id < len(tl.Threads); id++ {
		name := tl.Threads[id].Name
		tl.Lane(tracefeed.ThreadID(id)).Spans(0, tl.End, func(s *timeline.Span, _ tracefeed.Time) bool {
			switch s.State {
			case tracefeed.Suspended:
				waits[name] += " " + s.Cause.String()
			case tracefeed.Blocking:
				waits[name] += " lock"
			case tracefeed.Unknown:
				waits[name] += " unknown"
			}
			return true
		})
	}
	for name, want := range map[string]string{
		"monitor-waiter": "lock", "lock-waiter": "lock", "parked": "park", "notified": "wait", "taker": "channel", "sleeper": "sleep",
	} {
		if got := strings.Fields(waits[name]); !slices.Contains(got, want) || slices.Contains(got, "unknown") {
			t.Errorf("%s waits: %v, want %s", name, got, want)
		}
	}
	seen := ownersSeen(t, trace)
	if out != "ok\n" || !seen["lock-waiter: lock-owner"] || !seen["monitor-waiter: monitor-owner"] && !seen["monitor-waiter: "] {
		t.Errorf("output %q, owners %v", out, seen)
	}
}

// TestJavaVirtualDeadlock finds a deadlock of virtual threads while it hangs.
func TestJavaVirtualDeadlock(t *testing.T) {
	t.Parallel()
	hanging(t, detect.Deadlock, 1, func(_ string, tl *timeline.Timeline, findings []detect.Finding) {
		got := strings.Join(rings(tl, findings), "; ")
		if !strings.HasPrefix(got, "one waits for ReentrantLock ") || !strings.Contains(got, "two waits for ReentrantLock ") ||
			strings.Contains(got, ";") {
			t.Errorf("deadlocks: %q", got)
		}
	}, manyCarriers, "Virtual", "deadlock")
}
