package ui

import (
	"tiv/command"
	"tiv/session"
	"tiv/ui/panel"
	"tiv/ui/picture"
	"tiv/workspace"
)

// run carries out the command of an entry, and confirms it.
func (a *app) run(e *command.Entry) {
	if session.IsBlank(a.Document) && !e.Traceless {
		a.Messages.Chose("Open a trace first.")
		return
	}
	a.dialogs.tour.task.Ran(e.Name)
	c := atPointer(&a.tabs.shown().mouse, e.Do(a.Workspace, a.isOn))
	carryOut(a, c)
	if s := command.Message(c); s != "" {
		a.Messages.Chose(s)
	}
}

// atPointer returns a command that zooms in time as one around the time under the pointer, if
// that is in the scene.
func atPointer(m *picture.Mouse, c command.Command) command.Command {
	zoom, ok := c.(workspace.ZoomTime)
	if !ok || m.Frame == nil {
		return c
	}
	if at := m.Pointer(); m.OverScene(at) {
		if _, view := m.Frame.At(at[0], at[1]); view >= 0 {
			return panel.ZoomTime(m.Workspace, &m.Frame.Views[view], at[0], zoom.Notches)
		}
	}
	return c
}

// carryOut carries out a command, in the session or in the window.
func carryOut(a *app, c command.Command) {
	a.shows.Reveal(c)
	if !a.Session.Do(c) {
		handlers.Do(a, c)
	}
}

// isOn reports whether the option of a command is as the command says; false for one without
// an option.
func (a *app) isOn(c command.Command) bool {
	if of, ok := c.(workspace.Command); ok {
		return a.Workspace.IsOn(of)
	}
	return session.Handlers.IsOn(a.Session, c) || handlers.IsOn(a, c)
}
