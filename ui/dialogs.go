package ui

import (
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"
	"tiv/tracefeed"
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
	s, d, ui := a.services, &a.dialogs, a.ui
	list := pathList{ui: ui, alarm: s.alarm, delay: a.options.Delay}
	choose := chooser{ui: ui, messages: s.messages, prefs: s.prefs, alarm: s.alarm, desktop: s.desktop}
	file := fileDialog{shownTrace: s.shown, input: s.input, delay: a.options.Delay,
		exporter: &a.exporter, list: list, chooser: choose}
	tools := newSliceTools(s, file)
	covered := func() bool {
		return a.comparison.Folds() || d.sheet.open || d.manual.open || imgui.IsPopupOpenStrV("", imgui.PopupFlagsAnyPopup)
	}
	return dialogs{
		context: contextMenu{shownTrace: s.shown, keys: s.keys, messages: s.messages,
			locks: &d.lock, functions: &d.function, slices: tools, menus: &a.menus, note: &d.note,
			functionsOf: func(t tracefeed.ThreadID) { showFunctionsOf(&a.panels().tables, t) }},
		lock: lockMenu{shownTrace: s.shown, messages: s.messages, input: s.input, slices: tools},
		function: functionMenu{shownTrace: s.shown, messages: s.messages, slices: tools,
			sandwich: func(f string) { a.panels().flame.center(f) }, calls: func(f string) { showCalls(&a.panels().tables, f) }},
		finder: finder{shownTrace: s.shown, keys: s.keys, messages: s.messages, input: s.input, locks: &d.lock,
			run: a.run, showTable: func(i int) { a.panels().tables.show(i) }},
		sheet:  keySheet{ui: ui, keys: s.keys, prefs: s.prefs, changeKeys: d.keys.ask, replaced: func() bool { return d.keys.open }},
		manual: manual{ui: ui},
		keys:   keyDialog{ui: ui, keys: s.keys, messages: s.messages, prefs: s.prefs, input: s.input, alarm: s.alarm},
		tour:   tour{shownTrace: s.shown, keys: s.keys, prefs: s.prefs, pace: &a.pace, covered: covered},
		open: openDialog{ui: ui, prefs: s.prefs, input: s.input, open: a.session.Opener.Request,
			compare: a.session.CompareWith, do: a.session.Do,
			list: list, chooser: choose},
		note: noteDialog{shownTrace: s.shown, messages: s.messages, input: s.input},
		attach: attachDialog{ui: ui, messages: s.messages, input: s.input, alarm: s.alarm,
			processes: a.options.Processes, open: a.session.Opener.Request},
		shot:      shotDialog{file},
		animation: animationDialog{fileDialog: file},
		report:    reportDialog{fileDialog: file},
		flame:     flameDialog{fileDialog: file},
		slices:    tools,
	}
}

// ofWindow returns the dialogs that need no trace.
func (d *dialogs) ofWindow() parts {
	return parts{&d.manual, &d.keys, &d.sheet, &d.open, &d.attach}
}

// ofTrace returns the dialogs about the trace that is shown.
func (d *dialogs) ofTrace() parts {
	list := parts{&d.context, &d.lock, &d.function, &d.finder, &d.tour, &d.shot, &d.animation, &d.report, &d.flame, &d.note}
	return append(list, d.slices.parts()...)
}

// all returns all dialogs.
func (d *dialogs) all() parts { return append(d.ofTrace(), d.ofWindow()...) }

// asker is a dialog that takes the keyboard while it is open.
type asker interface{ asking() bool }

// asking reports whether a dialog is open that has the keyboard.
func (d *dialogs) asking() bool {
	return slices.ContainsFunc(d.all(), func(p part) bool {
		a, ok := p.(asker)
		return ok && a.asking()
	})
}
