package ui

import (
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/tracefeed"
	"tiv/ui/files"
	"tiv/ui/panel"
)

// dialogs are the windows on top of the scene and the panels.
type dialogs struct {
	context  contextMenu
	lock     lockMenu
	function functionMenu
	finder   finder
	sheet    keySheet
	manual   manual
	keys     keyDialog
	tour     tour
	attach   attachDialog
	files    files.Dialogs
	note     noteDialog
	slices   *sliceTools
}

// newDialogs returns the dialogs of a window.
func newDialogs(a *app) dialogs {
	s, d, ui := a.Services, &a.dialogs, a.UI
	tools := newSliceTools(s, &d.files.Slices, &a.exporter)
	covered := func() bool {
		return a.comparison.Folds() || d.sheet.open || d.manual.open || imgui.IsPopupOpenStrV("", imgui.PopupFlagsAnyPopup)
	}
	return dialogs{
		context: contextMenu{Trace: s.Shown, keys: s.Keys, messages: s.Messages,
			locks: &d.lock, functions: &d.function, slices: tools, menus: &a.menus, note: &d.note,
			functionsOf: func(t tracefeed.ThreadID) { showFunctionsOf(&a.panels().tables, t) }},
		lock: lockMenu{Trace: s.Shown, messages: s.Messages, input: s.Input, slices: tools},
		function: functionMenu{Trace: s.Shown, messages: s.Messages, slices: tools,
			sandwich: func(f string) { a.panels().flame.center(f) }, calls: func(f string) { showCalls(&a.panels().tables, f) }},
		finder: finder{Trace: s.Shown, keys: s.Keys, messages: s.Messages, input: s.Input, locks: &d.lock,
			run: a.run, showTable: func(i int) { a.panels().tables.show(i) }},
		sheet:  keySheet{ui: ui, keys: s.Keys, prefs: s.Prefs, changeKeys: d.keys.ask, replaced: func() bool { return d.keys.open }},
		manual: manual{ui: ui},
		keys:   keyDialog{ui: ui, keys: s.Keys, messages: s.Messages, prefs: s.Prefs, input: s.Input, wake: s.Wake},
		tour:   tour{Trace: s.Shown, keys: s.Keys, prefs: s.Prefs, pace: &a.pace, covered: covered},
		note:   noteDialog{Trace: s.Shown, messages: s.Messages, input: s.Input},
		attach: attachDialog{ui: ui, messages: s.Messages, input: s.Input, wake: s.Wake,
			processes: a.options.Processes, open: a.Session.Opener.Request},
		files:  files.New(s, &a.exporter, a.options.Delay),
		slices: tools,
	}
}

// ofWindow returns the dialogs that need no trace.
func (d *dialogs) ofWindow() panel.Parts {
	return panel.Parts{&d.manual, &d.keys, &d.sheet, &d.files.Open, &d.attach}
}

// ofTrace returns the dialogs about the trace that is shown.
func (d *dialogs) ofTrace() panel.Parts {
	list := panel.Parts{&d.context, &d.lock, &d.function, &d.finder, &d.tour, &d.note}
	return slices.Concat(list, d.files.OfTrace(), d.slices.parts())
}

// all returns all dialogs.
func (d *dialogs) all() panel.Parts { return append(d.ofTrace(), d.ofWindow()...) }
