package session_test

import (
	"slices"
	"testing"

	"tiv/execution/slice"
	"tiv/internal/visit"
	"tiv/tracefeed"
)

// Slices of threads, locks, functions and findings are made by commands, and the threads at a lock
// selected.
func TestMakingSlices(t *testing.T) {
	t.Parallel()
	s := visit.Opened(t, "../ui/testdata/stacks.tiv")
	for _, x := range []struct {
		do, said string
		of       slice.Kind
		where    string
	}{
		{"slice-threads", "Select some threads first: Ctrl+click, or Shift+drag around them.", 0, ""},
		{"slice-interval", "Select an interval first: Shift+drag in the overview.", 0, ""},
		{"slice-function", "Select a call first: click it on a bar, or in the execution view.", 0, ""},
		{"slice-finding 7", "There is no finding 7.", 0, ""},
		{"slice-lock", "Name a lock.", 0, ""},
		{"slice-threads A", "", slice.Threads, `id == "A"`},
		{"slice-threads A others=on", "", slice.Threads, `!(id == "A")`},
		{"slice-lock M", "", slice.Locks, `id == "M"`},
		{"slice-function main.main", "", slice.Calls, `function == "main.main"`},
	} {
		before, told := len(s.Shown.Workspace.Look.Slices), said(s)
		done(t, s, x.do)
		list := s.Shown.Workspace.Look.Slices
		switch {
		case x.said != "":
			if said(s) != x.said || len(list) != before {
				t.Errorf("%s: said %q", x.do, said(s))
			}
		case len(list) != before+1 || said(s) != told:
			t.Errorf("%s: %d slices, said %q", x.do, len(list), said(s))
		case list[before].Of != x.of || list[before].Where != x.where:
			t.Errorf("%s: %+v", x.do, list[before])
		}
	}
	done(t, s, "seek-to 35ms", "select-at-lock M")
	if got := s.Shown.Workspace.Look.Selection; !slices.Equal(got, []tracefeed.ThreadID{1, 2}) {
		t.Errorf("selected are %v", got)
	}
	if done(t, s, "seek-to 0s", "select-at-lock M"); said(s) != "No thread holds lock M or waits for it at this moment." {
		t.Errorf("said %q", said(s))
	}
}
