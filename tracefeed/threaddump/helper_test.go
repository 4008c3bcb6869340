package threaddump

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tiv/tracefeed"
)

// sample returns a file of testdata.
func sample(t testing.TB, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// read reads a text as a dump of any kind. The events come from one batch.
func read(t testing.TB, text string) (*tracefeed.Source, []tracefeed.Event, error) {
	t.Helper()
	s, err := tracefeed.OpenInput(tracefeed.Input{Name: "dump", Reader: strings.NewReader(text), Size: int64(len(text))}, Formats())
	if err != nil {
		return nil, nil, err
	}
	var events []tracefeed.Event
	for ev, err := range tracefeed.All(s) {
		if err != nil {
			return s, events, err
		}
		events = append(events, *ev)
	}
	return s, events, nil
}

// words returns the state and monitors of each thread in words, as "main.waiter 18:
// 2m0s monitor-wait 0xa4a748 main.waiter:37 at main.waiter:37 · holds 0x12". The time is
// that for which the state lasts before the moment of the dump.
func words(t testing.TB, text string) []string {
	t.Helper()
	s, events, err := read(t, text)
	if err != nil {
		t.Fatal(err)
	}
	tables := s.Tables()
	list := make([]string, len(tables.Threads))
	for i, th := range tables.Threads {
		list[i] = th.Name + ":"
		if th.System {
			list[i] = "(" + th.Name + "):"
		}
	}
	end := events[len(events)-1].Time
	moment := max(min(end*60/61, end-shortestMoment), end-longestMoment)
	for _, ev := range events {
		if ev.Thread == tracefeed.NoThread {
			continue
		}
		w := " " + ev.Kind.String()
		if ev.Kind == tracefeed.SuspendStart || ev.Kind == tracefeed.IOStart {
			w += " " + ev.Cause.String()
		}
		if ev.Monitor != tracefeed.NoMonitor {
			w += " " + tables.Monitors[ev.Monitor].Name
		}
		for mark, on := range map[string]bool{" shared": ev.Shared, " forever": ev.Forever} {
			if on {
				w += mark
			}
		}
		if lasted := moment - ev.Time; lasted > 0 {
			w += fmt.Sprintf(" for %v", lasted)
		}
		if ev.Stack != tracefeed.NoStack {
			f := tables.Frames[tables.Stacks[ev.Stack][0]]
			w += fmt.Sprintf(" at %s:%d", f.Func, f.Line)
		}
		list[ev.Thread] += w
	}
	return list[1:]
}

// holdsLines reports each expected line that is not in list.
func holdsLines(t *testing.T, list []string, want ...string) {
	t.Helper()
	all := strings.Join(list, "\n") + "\n"
	for _, w := range want {
		if !strings.Contains(all, w+"\n") {
			t.Errorf("no thread is %q", w)
		}
	}
	if t.Failed() {
		t.Log(all)
	}
}
