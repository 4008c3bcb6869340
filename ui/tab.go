package ui

import (
	"cmp"
	"errors"
	"time"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/command"
	"tiv/internal/task"
	"tiv/ui/widget"
	"tiv/workspace"
)

// tab is one open trace with its panels.
type tab struct {
	*document
	panels *panels
	stage  stage
	mouse  sceneMouse
	store  *workspace.Store // nil if the workspace is not kept
	saver  task.Saver       // of the workspace
}

// panels are the docked panels of a tab.
type panels struct {
	threads   threadsPanel
	clusters  clustersPanel
	selection selectionPanel
	findings  findingsPanel
	notes     notesPanel
	legend    legendPanel
	settings  settingsPanel
	stats     statsPanel
	tables    tablesPanel
	flame     flamePanel
	playback  playbackPanel
	slices    slicesPanel
}

// layOut lays out the panels, or, folded, only those below the scene. Those that are in
// front of others come later.
func (p *panels) layOut(folded bool) {
	if !folded {
		p.beside().layOut()
	}
	p.below().layOut()
}

// beside returns the panels at the sides of the scene.
func (p *panels) beside() parts {
	return parts{&p.threads, &p.clusters, &p.selection, &p.findings, &p.notes, &p.legend, &p.settings, &p.slices}
}

// below returns the panels below the scene.
func (p *panels) below() parts { return parts{&p.stats, &p.tables, &p.flame, &p.playback} }

// all returns all panels.
func (p *panels) all() parts { return append(p.beside(), p.below()...) }

// opened returns the path of the opened file.
func (t *tab) opened() string { return cmp.Or(t.picture, t.path) }

// save queues the workspace for saving, once all of its trace has been read, or
// while that grows. wake is called when it is saved.
func (t *tab) save(wake func()) {
	if !t.ws.Timeline.Complete && !t.ws.Growing() {
		return
	}
	t.changed = time.Time{}
	if t.store != nil {
		now := *t.ws // a shallow copy; the data it points to never changes. Clone would lose the record of changes
		t.saver.Save(func() error { return t.store.Save(&now) }, wake)
	}
}

// saveNow saves the workspace and waits until it is.
func (t *tab) saveNow(wake func()) error {
	t.save(wake)
	return t.saver.Finish()
}

// stop ends all work for the picture.
func (t *tab) stop() {
	t.endJob()
	t.stopFilter()
	stopSlices(t)
	t.index.Close()
	t.calls.close()
	t.builder.Stop()
}

// close ends all work on the trace.
func (t *tab) close() error {
	t.stop() // it reads the trace, and so do tables
	t.file.task.Stop()
	t.attached.stop()
	err := t.saver.Finish()
	t.panels.all().close()
	if isBlank(t.document) {
		return err
	}
	return errors.Join(err, t.loader.Close())
}

// Names of the panels, as on their tabs.
const (
	threadsName     = "Threads"
	clustersName    = "Clusters"
	selectionName   = "Selection"
	findingsName    = "Findings"
	notesName       = "Notes"
	legendName      = "Legend"
	settingsName    = "Settings"
	playbackName    = "Playback"
	tablesName      = command.TablesPanel
	statsName       = command.StatisticsPanel
	flameName       = command.FlamePanel
	differencesName = "Differences"
	slicesName      = command.SlicesPanel
	// findingsID and notesID are appended to titles that change, as fixed ids.
	findingsID = "###Findings"
	notesID    = "###Notes"
)

// dockID is the dock space that fills the window.
const dockID imgui.ID = 0x71760001

// panel lays out a docked panel.
func panel(name string, flags imgui.WindowFlags, body func()) {
	if beginPanel(name, nil, flags) {
		body()
	}
	imgui.End()
}

// closablePanel lays out a docked panel that the user opens and closes.
func closablePanel(d *document, name string, body func()) {
	open := d.ws.Panels[name]
	if !open {
		return
	}
	if beginPanel(name, &open, 0) {
		body()
	}
	imgui.End()
	if !open {
		d.send(workspace.OpenPanel{Name: name})
	}
}

// beginPanel is imgui.BeginV for a panel. A docked one has no ground of its own: the
// window is cleared with that colour, which is far faster in software OpenGL.
func beginPanel(name string, open *bool, flags imgui.WindowFlags) (visible bool) {
	if w, known := widget.WindowNamed(name); known && w.DockIsActive() {
		imgui.SetNextWindowBgAlpha(0)
	}
	return imgui.BeginV(name, open, flags)
}
