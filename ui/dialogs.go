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
		sheet: keySheet{host: h, changeKeys: a.dialogs.keys.ask}, manual: manual{host: h}, keys: keyDialog{host: h}, tour: tour{host: h, pace: &a.pace},
		open: openDialog{host: h, open: a.tabs.request, compare: func(with *tab) { compareShown(a, with) }, list: pathList{host: h}, chooser: chooser{host: h}}, note: noteDialog{host: h},
		attach: attachDialog{host: h, processes: a.options.Processes, open: a.tabs.request},
		shot:   shotDialog{file}, animation: animationDialog{fileDialog: file}, report: reportDialog{fileDialog: file}, flame: flameDialog{fileDialog: file},
		progress: progressWindow{h, &a.tabs},
	}
}

// asking reports whether a dialog is open that has the keyboard.
func (d *dialogs) asking() bool {
	return d.context.slices.files.asking() || d.open.shown || d.attach.shown || d.keys.open || d.shot.asking() || d.animation.asking() || d.report.asking() || d.flame.asking() || d.note.open
}

// layOut lays out the dialogs that are open. panels says that those of the tour are there.
func (d *dialogs) layOut(panels bool) {
	d.context.layOut()
	d.lock.layOut()
	d.function.layOut()
	d.finder.layOut()
	d.manual.layOut()
	d.sheet.layOut()
	if d.keys.show {
		d.sheet.open = false
	}
	d.keys.layOut()
	d.tour.shown = false
	if panels && !d.sheet.open && !d.manual.open && !imgui.IsPopupOpenStrV("", imgui.PopupFlagsAnyPopup) { // it would cover them
		d.tour.layOut()
	}
	d.open.layOut()
	d.attach.layOut()
	d.shot.layOut()
	d.animation.layOut()
	d.report.layOut()
	d.flame.layOut()
	d.note.layOut()
	d.context.slices.layOut()
}

// choosers are the parts that show dialogs of the desktop.
func (d *dialogs) choosers() []*chooser {
	return []*chooser{&d.context.slices.files.chooser, &d.open.chooser, &d.shot.chooser, &d.animation.chooser, &d.report.chooser, &d.flame.chooser}
}

// choosing reports whether a dialog of the desktop is open.
func (d *dialogs) choosing() bool { return slices.ContainsFunc(d.choosers(), (*chooser).busy) }

// close ends the work of the dialogs.
func (d *dialogs) close() {
	for _, c := range d.choosers() {
		c.task.Stop()
	}
	d.attach.look.Stop()
	d.context.slices.close()
	for _, l := range []*pathList{&d.open.list, &d.shot.list, &d.animation.list, &d.report.list, &d.flame.list} {
		l.folders.Close()
	}
	for _, f := range []*fileDialog{&d.shot.fileDialog, &d.animation.fileDialog, &d.report.fileDialog, &d.flame.fileDialog} {
		f.finding.Stop()
	}
}
