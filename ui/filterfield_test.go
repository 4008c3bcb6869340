package ui_test

import (
	"slices"
	"testing"

	"tiv/tracefeed"
	"tiv/ui"
	"tiv/workspace"
)

// The field of the filter completes words and operators, keeps the last valid
// filter while its text is unfinished, never loses its text, and explains
// itself.
func TestWindowFilterField(t *testing.T) {
	t.Parallel()
	d := drive(t, "testdata/deadlock.tiv")
	d.until("the trace", func(s ui.Snapshot) bool { return s.Loaded && s.End == 100*ms && s.Count == "4 threads" })
	typed := func(s string) func(ui.Snapshot) bool {
		return func(n ui.Snapshot) bool { return n.FilterText == s }
	}
	d.key("ctrl+f")
	d.input("type", "susp")
	d.widget("completion suspended")
	if s := d.rest(); s.Filter.Text != "" {
		t.Fatalf("the beginning of a word filters by %q", s.Filter.Text)
	}
	d.key("Tab")
	d.until("the whole word", typed("suspended"))
	d.input("type", " ")
	d.click(middle(d.widget("completion >")))
	d.until("the operator", typed("suspended >"))
	d.input("type", " ")
	d.key("Down")
	d.key("Return")
	d.until("the example", typed("suspended > 50%"))
	d.key("ctrl+a")
	d.input("type", "suspended > 10%")
	s := d.until("only Delta in front", func(s ui.Snapshot) bool {
		return s.Filter.Text == "suspended > 10%" && slices.Equal(s.Dimmed, []tracefeed.ThreadID{alpha, beta, gamma})
	})
	if s.Count != "1 of 4 threads" {
		t.Errorf("the count is %q", s.Count)
	}
	const half = "suspended > 10% && "
	d.input("type", " && ")
	d.until("an unfinished text", typed(half))
	d.widget("filter error")
	d.key("Escape")
	d.rest()
	d.key("Tab") // belongs to no field any more
	if s := d.rest(); s.FilterText != half || s.Filter.Text != "suspended > 10%" || s.Selected != tracefeed.NoThread {
		t.Errorf("after Esc the text is %q, the filter %q", s.FilterText, s.Filter.Text)
	}
	d.key("Tab") // shows the panels again
	d.click(middle(d.widget("filter mode")))
	d.until("one bar", func(s ui.Snapshot) bool {
		return len(s.Bars) == 1 && s.FilterText == half && s.Count == "1 of 4 threads"
	})
	d.click(middle(d.widget("filter help")))
	d.widget("filter words")
	d.key("Escape")
	d.until("no help", func(s ui.Snapshot) bool { _, open := s.Marks["filter words"]; return !open })
	d.command("Remove the filter")
	d.until("no filter", func(s ui.Snapshot) bool {
		return s.Filter == workspace.Filter{} && s.FilterText == "" && s.Count == "4 threads"
	})
	d.key("ctrl+f")
	d.input("type", "alp")
	d.until("a plain word to filter", func(s ui.Snapshot) bool { return s.Filter.Text == "alp" && len(s.Dimmed) == 3 })
	quit(t, d)
}
