package ui

import (
	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/command"
	"tiv/session"
	"tiv/ui/widget"
	"tiv/workspace"
)

// tab is one open trace with its panels.
type tab struct {
	*session.Trace
	panels *panels
	stage  stage
	mouse  sceneMouse
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
func closablePanel(d *session.Document, name string, body func()) {
	open := d.Workspace.Panels[name]
	if !open {
		return
	}
	if beginPanel(name, &open, 0) {
		body()
	}
	imgui.End()
	if !open {
		d.Send(workspace.OpenPanel{Name: name})
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
