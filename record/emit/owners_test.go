package emit_test

import (
	"maps"
	"testing"

	"tiv/tracefeed"
)

// TestOwnersInC reads what a program writes about other threads, with call stacks.
func TestOwnersInC(t *testing.T) {
	t.Parallel()
	for _, std := range []string{"-std=c99", "-std=c++11"} {
		path, _ := record(t, compile(t, "testdata/owners.c", std, "-pedantic", "-I../c"))
		tr := load(t, path, true)
		tables := tr.tables
		name := func(id tracefeed.ThreadID) string { return tables.Threads[id].ID + " " + tables.Threads[id].Name }
		owners, waits := map[string]string{}, map[string]string{}
		for _, ev := range tr.events {
			switch ev.Kind {
			case tracefeed.MonitorEnter:
				owners[name(ev.Thread)] = tables.Monitors[ev.Monitor].ID
			case tracefeed.MonitorWait:
				if calls := tables.Stacks[ev.Stack]; len(calls) != 2 ||
					tables.Frames[calls[0]] != (tracefeed.Frame{Func: "Bank.transfer", File: "Bank.java", Line: 12}) {
					t.Errorf("%s waits in %v", name(ev.Thread), calls)
				}
				waits[name(ev.Thread)] = tables.Monitors[ev.Monitor].ID
			}
		}
		left, right := waits["8 second"], waits["7 first"]
		if left == "" || right == "" || left == right || waits["main main"] != left {
			t.Errorf("waits %v", waits)
		}
		if want := map[string]string{"7 first": left, "8 second": right}; !maps.Equal(owners, want) {
			t.Errorf("owners %v, want %v", owners, want)
		}
		for _, th := range tables.Threads[1:] {
			if th.System != (th.Name == "first") {
				t.Errorf("thread %q: system is %v", th.Name, th.System)
			}
		}
	}
}
