package detect

import (
	"strings"
	"testing"

	"tiv/internal/reduced"
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
				deadlocks++
			case f.Kind == Cycle && c.deadlocks > 0:
				t.Errorf("%s: a ring that opened: %s", name, f.Text)
			}
		}
		if deadlocks != c.deadlocks {
			t.Errorf("%s: %d deadlocks, want %d", name, deadlocks, c.deadlocks)
		}
	}
}
