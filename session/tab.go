package session

import (
	"fmt"
	"slices"

	"tiv/command"
	"tiv/report"
	"tiv/workspace"
)

// Tab is a workspace of an open trace: the trace as a whole, or the part in a slice.
type Tab struct {
	Trace *Trace
	Space int // the number of the workspace; 0 for the whole trace
}

// Tabs returns the workspaces of all open traces.
func (s *Session) Tabs() (list []Tab) {
	for _, t := range s.Traces {
		for _, id := range t.Workspace.Spaces.IDs() {
			list = append(list, Tab{t, id})
		}
	}
	return list
}

// IsShown reports whether the workspace is on the screen, in the active side of a comparison.
func (t Tab) IsShown(s *Session) bool { return t == Tab{s.Shown, s.Shown.Workspace.Shown} }

// show brings the workspace to the front.
func (t Tab) show(s *Session) {
	s.Show(t.Trace)
	if t.Space != t.Trace.Workspace.Shown {
		t.Trace.Send(workspace.ShowSpace{ID: t.Space})
	}
}

// close removes the workspace, or closes the trace if it is the whole.
func (t Tab) close(s *Session) {
	if t.Space == 0 {
		s.CloseTrace(t.Trace)
		return
	}
	t.show(s)
	t.Trace.Send(workspace.CloseSpace{ID: t.Space})
}

// showNext brings the next workspace to the front, or the previous one with -1.
func (s *Session) showNext(by int) {
	list := s.Tabs()
	if n := len(list); n > 0 {
		i := slices.IndexFunc(list, func(t Tab) bool { return t.IsShown(s) })
		list[((i+by)%n+n)%n].show(s)
	}
}

// tabOf returns the tab of a trace, by its name or path, and of a workspace; without a trace the shown
// tab. It says if there is none.
func tabOf(m *Messages, s *Session, trace string, space int) (t Tab, ok bool) {
	if trace == "" {
		return Tab{s.Shown, s.Shown.Workspace.Shown}, true
	}
	i := slices.IndexFunc(s.Traces, func(t *Trace) bool { return isCalled(trace, t) })
	switch {
	case i < 0:
		m.Say("There is no open trace " + report.Safe(trace) + ".")
		return t, false
	case space != 0 && !s.Traces[i].Workspace.Spaces.Has(space):
		m.Say(fmt.Sprintf("There is no workspace %d.", space))
		return t, false
	}
	return Tab{s.Traces[i], space}, true
}

// closeTab closes a tab, or the start page.
func (s *Session) closeTab(c command.CloseTab) {
	if IsBlank(s.Shown.Document) {
		s.CloseTrace(s.Shown)
	} else if t, ok := tabOf(s.Messages, s, c.Trace, c.Space); ok {
		t.close(s)
	}
}
