package ui_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tiv/ui"
)

// TestFlameGraph walks through the flame graph with the mouse: zoom, back, states, search, and
// the callers and callees of a function.
func TestFlameGraph(t *testing.T) {
	t.Parallel()
	d := drive(t, "testdata/stacks.tiv")
	d.until("the trace", func(s ui.Snapshot) bool { return s.Loaded && s.End == 100*ms })
	d.key("shift+f")
	d.click(middle(d.widget("flame all")))
	foot := func(part string) func(ui.Snapshot) bool {
		return func(s ui.Snapshot) bool { return strings.Contains(s.Words["flame foot"], part) && s.Resting }
	}
	d.until("the waits of three threads", foot("195 ms of threads, added up"))
	whole := d.widget("flame call main.transfer")
	d.click(middle(whole))
	d.click(middle(d.widget("flame running")))
	d.until("no code that runs", func(s ui.Snapshot) bool { _, ok := s.Marks["flame call main.transfer"]; return !ok })
	d.click(middle(d.widget("flame waiting")))
	d.until("the waits again", func(s ui.Snapshot) bool { _, ok := s.Marks["flame call main.transfer"]; return ok })
	d.click(middle(d.widget("flame back")))
	d.click(middle(d.widget("flame find")))
	d.input("type", "transfer")
	d.until("what was found", foot("found: 195 ms, 100.0 %"))
	d.input("click", "--repeat", "1", "1")
	d.move(middle(d.widget("flame call main.transfer")))
	d.input("click", "3")
	d.click(middle(d.widget("function Callers and callees")))
	s := d.until("callers above, callees below", func(s ui.Snapshot) bool {
		above, here, below := s.Marks["flame call main.main"], s.Marks["flame call main.transfer"],
			s.Marks["flame call sync.(*Mutex).tivSlow"]
		return above.Y1 > above.Y0 && above.Y1 <= here.Y0+1 && here.Y1 <= below.Y0+1
	})
	d.click(middle(s.Marks["flame call main.main"]))
	d.until("a function without callers", func(s ui.Snapshot) bool {
		main, whole := s.Marks["flame call main.main"], s.Marks["flame graph"]
		return main.Y0 == whole.Y0 && s.Marks["flame call main.transfer"].Y0 > main.Y0
	})
	d.click(middle(d.widget("flame whole")))
	d.until("the whole graph", func(s ui.Snapshot) bool { return strings.Contains(s.Words["flame foot"], "found") })
}

// TestFlameSearchIsThatOfCalls searches for functions: the flame graph and the execution view light up the
// same ones, whichever has the search.
func TestFlameSearchIsThatOfCalls(t *testing.T) {
	t.Parallel()
	d := drive(t, "testdata/stacks.tiv")
	d.until("the trace", func(s ui.Snapshot) bool { return s.Loaded && s.End == 100*ms })
	d.key("5")
	d.key("shift+f")
	found := func(on bool) func(ui.Snapshot) bool {
		return func(s ui.Snapshot) bool {
			return s.Resting && s.Words["flame foot"] != "" && strings.Contains(s.Words["flame foot"], "found: 195 ms") == on &&
				strings.Contains(s.Status, "calls found") == on
		}
	}
	d.command("find-calls main.transfer")
	d.until("calls found in both", found(true))
	d.key("Escape")
	d.until("none found in both", found(false))
	d.click(middle(d.widget("flame find")))
	d.input("type", "transfer")
	d.until("calls found by the field", found(true))
	d.key("Return")
	d.key("Escape")
	d.until("none found by it", found(false))
}

// TestCallersFromMenus opens the callers and callees of a function from the menu of a thread,
// and from the table of functions.
func TestCallersFromMenus(t *testing.T) {
	t.Parallel()
	d := drive(t, "testdata/stacks.tiv")
	d.until("the trace", func(s ui.Snapshot) bool { return s.Loaded && s.End == 100*ms })
	d.toEnd()
	below := func(s ui.Snapshot) bool {
		return s.Marks["flame call main.main"].Y0 < s.Marks["flame call main.transfer"].Y0 && s.Resting
	}
	d.move(middle(d.widget("thread A")))
	d.input("click", "3")
	d.click(middle(d.widget("menu Code")))
	d.click(middle(d.widget("context Callers and callees of main.transfer")))
	d.until("the function and its caller", below)
	d.key("r")
	d.click(middle(d.widget("table Functions")))
	d.click(middle(d.widget("table all")))
	d.until("the functions", begins("main.main 3", "main.transfer 3", "sync"))
	d.move(middle(d.widget("row 0")))
	d.input("click", "3")
	d.click(middle(d.widget("function Callers and callees")))
	d.until("the outermost function", func(s ui.Snapshot) bool {
		return s.Marks["flame call main.main"].Y0 == s.Marks["flame graph"].Y0 && below(s)
	})
}

// TestFlameGraphFile saves a flame graph as folded stacks.
func TestFlameGraphFile(t *testing.T) {
	t.Parallel()
	path := copied(t, "a.tiv")
	stacks, err := os.ReadFile("testdata/stacks.tiv")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, stacks, 0o600); err != nil {
		t.Fatal(err)
	}
	d := drive(t, path)
	d.until("the trace", func(s ui.Snapshot) bool { return s.Loaded && s.End == 100*ms })
	d.key("shift+f")
	d.click(middle(d.widget("flame all")))
	d.widget("flame call main.transfer")
	d.click(middle(d.widget("flame save")))
	d.widget("flame write")
	d.rest()
	d.click(middle(d.widget("flame folded")))
	d.click(middle(d.widget("flame write")))
	file := filepath.Join(filepath.Dir(path), "a-flame.folded")
	d.told("Saved " + file)
	got, err := os.ReadFile(file)
	if want := "main.main;main.transfer;sync.(*Mutex).tivSlow 195000000\n"; err != nil || string(got) != want {
		t.Errorf("%v: got %q, want %q", err, got, want)
	}
}
