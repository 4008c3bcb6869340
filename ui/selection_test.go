package ui_test

import (
	"slices"
	"testing"

	"tiv/ui"
)

// The selection shows what a thread waits for and holds; a lock is renamed there. A
// frame of a stack is copied.
func TestWindowSelection(t *testing.T) {
	t.Parallel()
	d := drive(t, "testdata/stacks.tiv")
	d.until("the trace", func(s ui.Snapshot) bool { return s.Loaded && s.End == 100*ms })
	d.rest()
	d.click(middle(d.widget("thread A")))
	d.until("Alpha, with its locks", func(s ui.Snapshot) bool {
		for _, mark := range []string{"lock waits for", "blocker 0", "lock holds0"} {
			if _, ok := s.Marks[mark]; !ok {
				return false
			}
		}
		return s.Resting
	})
	d.click(middle(d.widget("lock waits for")))
	d.click(middle(d.widget("lock menu Rename…")))
	d.widget("lock's name")
	d.input("type", "accounts")
	d.key("Return")
	d.until("a lock with a name", func(s ui.Snapshot) bool { return s.Undo == "name lock" && s.Resting })

	d.click(middle(d.widget("thread C")))
	d.scrollTo("selected state", "frame 0")
	d.click(middle(d.widget("frame 0")))
	d.until("the place copied", func(s ui.Snapshot) bool { return slices.Contains(s.Messages, "Copied: /src/main.go:12") })
	d.held("ctrl", func() { d.click(middle(d.widget("thread B"))) })
	d.until("both threads", func(s ui.Snapshot) bool {
		_, ok := s.Marks["lock group0"]
		return len(s.Selection) == 2 && ok
	})
	quit(t, d)
}
