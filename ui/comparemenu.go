package ui

import (
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/tracefeed"
	"tiv/ui/widget"
)

// compareWith compares the trace shown with that of another tab; the tab further left is
// before.
func compareWith(a *app, other *tab) {
	list := a.tabs.list
	if slices.Index(list, other) < a.tabs.current() {
		a.comparison.begin(other, a.tabs.shown)
	} else {
		a.comparison.begin(a.tabs.shown, other)
	}
}

// compareWithNext compares the trace shown with the next one, or ends the comparison.
func compareWithNext(a *app) {
	list := a.tabs.list
	switch {
	case a.comparison.compares():
		a.comparison.endByUser()
	case len(list) < 2:
		a.messages.chose("Open a second trace to compare with this one.")
	default:
		compareWith(a, list[(a.tabs.current()+1)%len(list)])
	}
}

// compareMenu is the submenu of the traces to compare with: the other open ones, recent
// ones, and any file.
func compareMenu(a *app) {
	if !imgui.BeginMenu("Compare with") {
		a.ui.Mark("compare menu", widget.LastItem())
		return
	}
	defer imgui.EndMenu()
	a.ui.Mark("compare menu", widget.LastItem())
	entry := func(name, path string) bool {
		chosen := imgui.MenuItemBool(widget.Shorten(widget.OneLine(name), 40*imgui.FontSize()))
		a.ui.Mark("compare with "+name, widget.LastItem())
		widget.Tip("Shows both traces side by side, with their differences: " + widget.OneLine(path))
		return chosen
	}
	open := map[string]bool{}
	for _, t := range slices.Clone(a.tabs.list) {
		open[t.opened()] = true
		if t != a.tabs.shown && entry(t.ws.Name, t.opened()) {
			compareWith(a, t)
		}
	}
	if len(open) > 1 {
		imgui.Separator()
	}
	for _, path := range slices.Clone(a.prefs.Recent) {
		if !open[path] && entry(tracefeed.Title(path), path) {
			a.dialogs.open.with = a.tabs.shown
			a.dialogs.open.openAll(path)
		}
	}
	if imgui.MenuItemBool("Another trace…") {
		a.dialogs.open.askFor(a.tabs.shown)
	}
	widget.Tip("Asks for a trace, and shows it beside this one.")
	a.ui.Mark("compare with another", widget.LastItem())
}

// compareShown compares a tab with the one shown, if that is another.
func compareShown(a *app, with *tab) {
	if slices.Contains(a.tabs.list, with) && a.tabs.shown != with {
		compareWith(a, with)
	}
}
