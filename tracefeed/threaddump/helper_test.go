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
	list, err := wordsOf(t, text)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// wordsOf is words for a text that may be damaged.
func wordsOf(t testing.TB, text string) ([]string, error) {
	t.Helper()
	s, events, err := read(t, text)
	if s == nil {
		return nil, err
	}
	tables := s.Tables()
	list := make([]string, len(tables.Threads))
	for i, th := range tables.Threads {
		list[i] = th.Name + ":"
		if th.System {
			list[i] = "(" + th.Name + "):"
		}
	}
	moment, first := lastDump(tables, events)
	for _, ev := range events[first:] {
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
	return list[1:], err
}

// lastDump returns the moment of the last dump, and its first event; 0 for the only one.
func lastDump(t *tracefeed.Tables, events []tracefeed.Event) (moment tracefeed.Time, first int) {
	dumps := 0
	for i, ev := range events {
		if ev.Kind == tracefeed.Counter && t.Names[ev.Name] == tracefeed.DumpedThreads {
			if moment, dumps = ev.Time, dumps+1; dumps > 1 {
				first = i
			}
		}
	}
	return moment, first
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
