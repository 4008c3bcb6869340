package ui

import (
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/ui/defining"
	"tiv/ui/files"
	"tiv/ui/help"
	"tiv/ui/menu"
	"tiv/ui/notes"
	"tiv/ui/panel"
	"tiv/ui/slicing"
)

// dialogs are the windows on top of the scene and the panels.
type dialogs struct {
	context  contextMenu
	lock     menu.Lock
	task     menu.Task
	function menu.Function
	finder   finder
	sheet    help.KeySheet
	manual   help.Manual
	keys     help.KeyDialog
	tour     tour
	attach   attachDialog
	files    files.Dialogs
	note     notes.Dialog
	slices   *slicing.Tools
	defining *defining.Editor
}

// newDialogs returns the dialogs of a window.
func newDialogs(a *app) dialogs {
	s, d, ui := a.Services, &a.dialogs, a.UI
	tools := slicing.New(s)
	covered := func() bool {
		return a.comparison.Folds() || a.shows.Hides() || d.sheet.Open ||
			d.manual.Open || imgui.IsPopupOpenStrV("", imgui.PopupFlagsAnyPopup)
	}
	return dialogs{
		context: contextMenu{Trace: s.Shown, keys: s.Keys, messages: s.Messages,
			locks: &d.lock, tasks: &d.task, functions: &d.function, slices: tools, menus: &a.menus, note: &d.note,
			session: s.Session},
		lock:     menu.NewLock(s, tools),
		task:     menu.NewTask(s),
		function: menu.NewFunction(s, tools, func(f string) { a.panels().flame.Center(f) }),
		finder: finder{Trace: s.Shown, keys: s.Keys, messages: s.Messages, input: s.Input, locks: &d.lock,
			run: a.run, session: s.Session},
		sheet:  help.NewKeySheet(s, &d.keys),
		manual: help.NewManual(s),
		keys:   help.NewKeyDialog(s),
		tour:   tour{Trace: s.Shown, keys: s.Keys, prefs: s.Prefs, messages: s.Messages, do: s.Do, pace: &a.pace, covered: covered},
		note:   notes.NewDialog(s),
		attach: attachDialog{ui: ui, messages: s.Messages, input: s.Input, wake: s.Wake,
			processes: a.options.Processes, record: a.Session.Opener.Attach},
		files:  files.New(s, &a.exporter, a.options.Delay),
		slices: tools, defining: defining.New(s),
	}
}

// ofWindow returns the dialogs that need no trace.
func (d *dialogs) ofWindow() panel.Parts {
	return panel.Parts{&d.manual, &d.keys, &d.sheet, &d.files.Open, &d.attach}
}

// ofTrace returns the dialogs about the trace that is shown.
func (d *dialogs) ofTrace() panel.Parts {
	list := panel.Parts{&d.context, &d.lock, &d.task, &d.function, &d.finder, &d.tour, &d.note, d.defining}
	return slices.Concat(list, d.files.OfTrace(), d.slices.Parts())
}

// all returns all dialogs.
func (d *dialogs) all() panel.Parts { return append(d.ofTrace(), d.ofWindow()...) }

// writes reports whether a text of several lines has the keyboard.
func (d *dialogs) writes() bool { return d.note.Asking() || d.defining.Typing() }
