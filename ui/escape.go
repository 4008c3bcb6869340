package ui

import (
	"tiv/command"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/ui/panel"
	"tiv/workspace"
)

// escapes are the things that Esc undoes, the topmost first. Menus, lists,
// dialogs and text fields come before all of them: they handle Esc themselves.
var escapes = []struct {
	on   func(*app) bool
	undo func(*app)
}{
	{func(a *app) bool { return a.dialogs.defining.Open }, func(a *app) { a.dialogs.defining.Open = false }},
	{func(a *app) bool { return a.dialogs.slices.Edit.Open }, func(a *app) { a.dialogs.slices.Edit.Open = false }},
	{func(a *app) bool { return a.dialogs.slices.Divide.Open }, func(a *app) { a.dialogs.slices.Divide.Open = false }},
	{func(a *app) bool { return a.dialogs.slices.Gallery.Open }, func(a *app) { a.dialogs.slices.Gallery.Open = false }},
	{func(a *app) bool { return a.dialogs.sheet.Open }, func(a *app) { a.dialogs.sheet.Open = false }},
	{func(a *app) bool { return a.dialogs.manual.Open }, func(a *app) { a.dialogs.manual.Open = false }},
	{func(a *app) bool { return a.tabs.shown().mouse.Dragging() }, func(a *app) { a.tabs.shown().mouse.Reset() }},
	{func(a *app) bool { return a.focus.panel != "" }, func(a *app) { a.focus.toScene() }},
	{func(a *app) bool { return a.dialogs.tour.shown }, func(a *app) { a.dialogs.tour.end() }},
	{func(a *app) bool { return a.shows.CanLeave() }, func(a *app) { a.shows.Leave() }},
	{func(a *app) bool { return a.comparison.Visible() }, func(a *app) { endComparison(a.Session) }},
	{func(a *app) bool { return a.Workspace.Look.Found != "" }, func(a *app) {
		if a.Flame.Find == a.Workspace.Look.Found && a.Workspace.Panels[panel.Flame] {
			c := command.ShowFlameGraph{FlameGraph: a.Flame}
			c.Find = ""
			a.Session.Do(c)
		}
		a.Send(workspace.FindCalls{})
	}},
	{func(a *app) bool { return a.Workspace.Look.Highlighted != "" }, func(a *app) { a.Send(workspace.Highlight{}) }},
	{func(a *app) bool {
		l := &a.Workspace.Look
		return l.Course != nil && l.Selected == tracefeed.NoThread && len(l.Selection) == 0
	},
		func(a *app) { a.Send(workspace.SelectTask{}) }},
	{func(a *app) bool {
		l := &a.Workspace.Look
		return l.Interval != timeline.Interval{} && l.Selected == tracefeed.NoThread && len(l.Selection) == 0
	},
		func(a *app) { a.Send(workspace.SelectInterval{}) }},
	{func(*app) bool { return true }, func(a *app) { a.SelectThread(tracefeed.NoThread) }},
}

// escape undoes one thing: the topmost of the escapes.
func escape(a *app) {
	for _, e := range escapes {
		if e.on(a) {
			e.undo(a)
			return
		}
	}
}
