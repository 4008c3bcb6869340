package ui

import (
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/tracefeed"
	"tiv/ui/panel"
)

// dialogs are the windows on top of the scene and the panels.
type dialogs struct {
	context   contextMenu
	lock      lockMenu
	function  functionMenu
	finder    finder
	sheet     keySheet
	manual    manual
	keys      keyDialog
	tour      tour
	open      openDialog
	attach    attachDialog
	shot      shotDialog
	animation animationDialog
	report    reportDialog
	flame     flameDialog
	note      noteDialog
	slices    *sliceTools
}

// newDialogs returns the dialogs of a window.
func newDialogs(a *app) dialogs {
	s, d, ui := a.Services, &a.dialogs, a.UI
	list := pathList{ui: ui, wake: s.Wake, delay: a.options.Delay}
	choose := chooser{ui: ui, messages: s.Messages, prefs: s.Prefs, wake: s.Wake, Desktop: s.Desktop}
	file := fileDialog{Trace: s.Shown, input: s.Input, delay: a.options.Delay,
		exporter: &a.exporter, list: list, chooser: choose}
	tools := newSliceTools(s, file)
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
		open: openDialog{ui: ui, prefs: s.Prefs, input: s.Input, open: a.Session.Opener.Request,
			compare: a.Session.CompareWith, do: a.Session.Do,
			list: list, chooser: choose},
		note: noteDialog{Trace: s.Shown, messages: s.Messages, input: s.Input},
		attach: attachDialog{ui: ui, messages: s.Messages, input: s.Input, wake: s.Wake,
			processes: a.options.Processes, open: a.Session.Opener.Request},
		shot:      shotDialog{file},
		animation: animationDialog{fileDialog: file},
		report:    reportDialog{fileDialog: file},
		flame:     flameDialog{fileDialog: file},
		slices:    tools,
	}
}

// ofWindow returns the dialogs that need no trace.
func (d *dialogs) ofWindow() panel.Parts {
	return panel.Parts{&d.manual, &d.keys, &d.sheet, &d.open, &d.attach}
}

// ofTrace returns the dialogs about the trace that is shown.
func (d *dialogs) ofTrace() panel.Parts {
	list := panel.Parts{&d.context, &d.lock, &d.function, &d.finder, &d.tour, &d.shot, &d.animation, &d.report, &d.flame, &d.note}
	return append(list, d.slices.parts()...)
}

// all returns all dialogs.
func (d *dialogs) all() panel.Parts { return append(d.ofTrace(), d.ofWindow()...) }

// asker is a dialog that takes the keyboard while it is open.
type asker interface{ asking() bool }

// asking reports whether a dialog is open that has the keyboard.
func (d *dialogs) asking() bool {
	return slices.ContainsFunc(d.all(), func(p panel.Part) bool {
		a, ok := p.(asker)
		return ok && a.asking()
	})
}
