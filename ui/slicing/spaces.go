package slicing

import (
	"slices"

	"tiv/execution/slice"
	"tiv/report"
	"tiv/workspace"
)

const openSpaceHelp = "Opens the slice in a tab of its own: outside of it nothing counts there. Changes of the slice pass to the workspace."

// OpenSpace opens a slice as a workspace, or says why that cannot be.
func (s *Tools) OpenSpace(name string) {
	if why := s.Workspace.Spaces.Refuses(s.Workspace.Shown, name); why != "" {
		s.messages.Say(why)
		return
	}
	s.Send(workspace.OpenSpace{Base: name})
}

// remove deletes a slice, and says so if it is the base of workspaces.
func (s *Tools) remove(index int) {
	name := s.Workspace.Look.Slices[index].Name
	s.Send(workspace.RemoveSlice{Index: index})
	if slices.ContainsFunc(s.Workspace.Spaces, func(x workspace.Space) bool {
		return slice.OnPath(s.Workspace.Spaces.Base(x.ID), name) && s.Workspace.Spaces.Missing(x.ID) == ""
	}) {
		s.messages.Say(report.Safe(name) + " was the base of a workspace, in which nothing counts now. Undo brings it back.")
	}
}
