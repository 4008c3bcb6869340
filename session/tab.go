package session

import (
	"slices"

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

// Show brings the workspace to the front.
func (t Tab) Show(s *Session) {
	s.Show(t.Trace)
	if t.Space != t.Trace.Workspace.Shown {
		t.Trace.Send(workspace.ShowSpace{ID: t.Space})
	}
}

// Close removes the workspace, or closes the trace if it is the whole.
func (t Tab) Close(s *Session) {
	if t.Space == 0 {
		s.CloseTrace(t.Trace)
		return
	}
	t.Show(s)
	t.Trace.Send(workspace.CloseSpace{ID: t.Space})
}

// showNext brings the next workspace to the front, or the previous one with -1.
func (s *Session) showNext(by int) {
	list := s.Tabs()
	if n := len(list); n > 0 {
		i := slices.IndexFunc(list, func(t Tab) bool { return t.IsShown(s) })
		list[((i+by)%n+n)%n].Show(s)
	}
}

// closeShown closes the workspace that is shown, or the start page.
func (s *Session) closeShown() {
	if IsBlank(s.Shown.Document) {
		s.CloseTrace(s.Shown)
		return
	}
	Tab{s.Shown, s.Shown.Workspace.Shown}.Close(s)
}
