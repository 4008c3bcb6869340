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
	progress  progressWindow
}

// newDialogs returns the dialogs of a window.
func newDialogs(a *app) dialogs {
	h := a.host
	file := fileDialog{host: h, exporter: &a.exporter, list: pathList{host: h}, chooser: chooser{host: h}}
	h.slices = newSliceTools(h, file)
	return dialogs{
		context: contextMenu{host: h, menus: &a.menus, note: &a.dialogs.note, functionsOf: func(t tracefeed.ThreadID) { showFunctionsOf(&a.panels().tables, t) }}, lock: lockMenu{host: h}, function: functionMenu{host: h, sandwich: func(f string) { a.panels().flame.center(f) }, calls: func(f string) { showCalls(&a.panels().tables, f) }}, finder: finder{host: h, run: a.run, showTable: func(i int) { a.panels().tables.show(i) }},
		sheet: keySheet{host: h, changeKeys: a.dialogs.keys.ask, replaced: func() bool { return a.dialogs.keys.open }}, manual: manual{host: h}, keys: keyDialog{host: h}, tour: tour{host: h, pace: &a.pace, covered: func() bool {
			return a.comparison.folds() || a.dialogs.sheet.open || a.dialogs.manual.open || imgui.IsPopupOpenStrV("", imgui.PopupFlagsAnyPopup)
		}},
		open: openDialog{host: h, open: a.tabs.request, compare: func(with *tab) { compareShown(a, with) }, list: pathList{host: h}, chooser: chooser{host: h}}, note: noteDialog{host: h},
		attach: attachDialog{host: h, processes: a.options.Processes, open: a.tabs.request},
		shot:   shotDialog{file}, animation: animationDialog{fileDialog: file}, report: reportDialog{fileDialog: file}, flame: flameDialog{fileDialog: file},
		progress: progressWindow{host: h, tabs: &a.tabs},
	}
}

// ofWindow returns the dialogs that need no trace.
func (d *dialogs) ofWindow() parts {
	return parts{&d.manual, &d.keys, &d.sheet, &d.open, &d.attach}
}

// ofTrace returns the dialogs about the trace that is shown.
func (d *dialogs) ofTrace() parts {
	return append(parts{&d.context, &d.lock, &d.function, &d.finder, &d.tour, &d.shot, &d.animation, &d.report, &d.flame, &d.note}, d.context.slices.parts()...)
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
