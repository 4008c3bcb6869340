package ui

import (
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/command"
	"tiv/report"
	"tiv/tracefeed"
	"tiv/ui/widget"
)

// compareMenu is the submenu of the traces to compare with: the other open ones, recent
// ones, and any file.
func compareMenu(a *app) {
	if !imgui.BeginMenu("Compare with") {
		a.UI.Mark("compare menu", widget.LastItem())
		return
	}
	defer imgui.EndMenu()
	a.UI.Mark("compare menu", widget.LastItem())
	entry := func(name, path string) bool {
		chosen := imgui.MenuItemBool(widget.Shorten(report.Safe(name), 40*imgui.FontSize()))
		a.UI.Mark("compare with "+name, widget.LastItem())
		widget.Tip("Shows both traces side by side, with their differences: " + report.Safe(path))
		return chosen
	}
	open := map[string]bool{}
	for _, t := range slices.Clone(a.Session.Traces) {
		open[t.Opened()] = true
		if t != a.Session.Shown && entry(t.Workspace.Name, t.Opened()) {
			a.Session.Do(command.Compare{On: true, With: t.Opened()})
		}
	}
	if len(open) > 1 {
		imgui.Separator()
	}
	for _, path := range slices.Clone(a.Prefs.Recent) {
		if !open[path] && entry(tracefeed.Title(path), path) {
			a.Session.Do(command.Compare{On: true, With: path})
		}
	}
	if imgui.MenuItemBool("Another trace…") {
		a.dialogs.files.Open.AskFor(a.Session.Shown)
	}
	widget.Tip("Asks for a trace, and shows it beside this one.")
	a.UI.Mark("compare with another", widget.LastItem())
}
