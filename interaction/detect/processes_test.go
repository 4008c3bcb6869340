package detect

import (
	"strings"
	"testing"

	"tiv/internal/reduced"
	"tiv/tracefeed"
)

// Two processes wait for each other's locks and are killed, while a third one goes on: a
// deadlock, which never opened. Threads of one process that end like this are no evidence:
// a thread of a program can't end itself while it waits, so the trace is odd.
func TestDeadlockOfEndedProcesses(t *testing.T) {
	const events = `
0s m start
0s x start
0s y start
1ms x monitor-enter A
1ms y monitor-enter B
2ms x monitor-wait B
3ms y monitor-wait A
900ms x end
900ms y end
2s m end
`
	const processes = "process p\nprocess q parent=p\nprocess r parent=p\nthread m process=p\nthread x process=q\nthread y process=r\n"
	unknown := strings.NewReplacer("x end", "x unknown", "y end", "y unknown").Replace(events)
	lost := strings.NewReplacer("x end", "x lost", "y end", "y lost").Replace(events)
	for name, c := range map[string]struct {
		text      string
		deadlocks int
	}{"several processes": {"tiv-text 1\n" + processes + events, 1}, "the ends of parts": {"tiv-text 1\n" + processes + unknown, 1},
		"lost events": {"tiv-text 1\n" + processes + lost, 0}, "one process": {"tiv-text 1" + events, 0}} {
		tl := reduced.Story(t, c.text)
		deadlocks := 0
		for _, f := range Find(t.Context(), tl, nil).Findings {
			switch {
			case f.Kind == Deadlock && len(f.Threads) == 2:
				if deadlocks++; f.End != 900*tracefeed.Millisecond {
					t.Errorf("%s: the deadlock ends at %v", name, f.End)
				}
			case f.Kind == Cycle && c.deadlocks > 0:
				t.Errorf("%s: a ring that opened: %s", name, f.Text)
			}
		}
		if deadlocks != c.deadlocks {
			t.Errorf("%s: %d deadlocks, want %d", name, deadlocks, c.deadlocks)
		}
	}
}

// Findings about a part that ends before the whole trace end with it, say so, and have the last
// known state of the root.
func TestEndOfPart(t *testing.T) {
	tl := reduced.Story(t, `tiv-text 1
process p name=server
process q name=client
thread a process=p
thread b process=p
thread c process=q
0s a start
0s b start
0s c start
1ms a monitor-enter 1
5ms b monitor-wait 1
3s a unknown
3s b unknown
5s c end
`)
	want := map[string]string{
		Contention: "1 thread lost 2.995 s (20.0 % of all thread time) to lock A, in 1 wait. The costliest hold: a, 2.999 s from 1 ms, " +
			"most of it running, with 1 thread behind it (2.995 s). The trace of server ends at 3 s.",
		LongWait: "b waits behind a, which holds lock A and has been running since 0 ns. It has been waiting since 5 ms and " +
			"never got it (2.995 s). It may still let go.",
	}
	var all []Finding
	for _, f := range Find(t.Context(), tl, nil).Findings {
		all = append(append(all, f), f.Also...)
	}
	for _, f := range all {
		if f.Text != want[f.Kind] || f.End != 3*tracefeed.Second {
			t.Errorf("%s to %v: %s", f.Kind, f.End, f.Text)
		}
		delete(want, f.Kind)
	}
	if len(want) > 0 {
		t.Errorf("no %v in %v", want, all)
	}
}
