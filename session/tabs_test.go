package session_test

import (
	"strings"
	"testing"
	"time"

	"tiv/internal/visit"
	"tiv/session"
)

// Tabs are shown and closed by the names of their traces, and another trace is opened to compare this
// one with.
func TestTabCommands(t *testing.T) {
	t.Parallel()
	s := visit.Opened(t, "../ui/testdata/deadlock.tiv")
	if err := s.Open("../ui/testdata/stacks.tiv", ""); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Shown.Loader.Wait(); err != nil {
		t.Fatal(err)
	}
	s.Shown.Begun = time.Time{}
	s.Update(func(*session.Trace, bool, error) {})
	names := func() string {
		var list []string
		for _, e := range s.Tabs() {
			name := e.Trace.Workspace.Spaces.Title(e.Space, e.Trace.Workspace.Name)
			if e.IsShown(s) {
				name = "[" + name + "]"
			}
			list = append(list, name)
		}
		return strings.Join(list, " ")
	}
	for _, x := range []struct{ do, tabs, said string }{
		{"show-trace deadlock.tiv", "[deadlock.tiv] stacks.tiv", ""},
		{"show-trace other.tiv", "[deadlock.tiv] stacks.tiv", "There is no open trace other.tiv."},
		{"show-trace ../ui/testdata/stacks.tiv", "deadlock.tiv [stacks.tiv]", ""},
		{"slice-function main.main", "deadlock.tiv [stacks.tiv]", ""},
		{"open-space main.main", "deadlock.tiv stacks.tiv [main.main]", ""},
		{"show-trace deadlock.tiv", "[deadlock.tiv] stacks.tiv main.main", ""},
		{"show-trace stacks.tiv space=1", "deadlock.tiv stacks.tiv [main.main]", ""},
		{"show-trace stacks.tiv space=7", "deadlock.tiv stacks.tiv [main.main]", "There is no workspace 7."},
		{"show-trace deadlock.tiv", "[deadlock.tiv] stacks.tiv main.main", ""},
		{"close-tab stacks.tiv space=1", "deadlock.tiv [stacks.tiv]", ""},
		{"close-tab deadlock.tiv", "[stacks.tiv]", ""},
		{"compare on with=../ui/testdata/phases.tiv", "stacks.tiv [phases.tiv]", ""},
	} {
		s.Messages.List = nil
		done(t, s, x.do)
		for s.Opener.Opening() != nil {
			time.Sleep(time.Millisecond)
			s.Serve()
		}
		if names() != x.tabs || said(s) != x.said {
			t.Errorf("%s: %s, said %q", x.do, names(), said(s))
		}
	}
	if c := &s.Comparison; !c.Compares() || c.Sides[0].Workspace.Name != "stacks.tiv" || c.Sides[1].Workspace.Name != "phases.tiv" {
		t.Errorf("compared are %v", c.Sides)
	}
}
