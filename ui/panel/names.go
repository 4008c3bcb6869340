package panel

import (
	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/command"
	"tiv/session"
	"tiv/ui/widget"
	"tiv/workspace"
)

// Names of the panels, as on their tabs.
const (
	Threads     = command.ThreadsPanel
	Clusters    = command.ClustersPanel
	Selection   = command.SelectionPanel
	Findings    = command.FindingsPanel
	Notes       = command.NotesPanel
	Legend      = command.LegendPanel
	Settings    = command.SettingsPanel
	Playback    = "Playback"
	Tables      = command.TablesPanel
	Statistics  = command.StatisticsPanel
	Flame       = command.FlamePanel
	Handlers    = command.HandlersPanel
	Programs    = command.ProgramsPanel
	Differences = "Differences"
	Slices      = command.SlicesPanel
	// FindingsID and NotesID are appended to titles that change, as fixed ids.
	FindingsID = "###Findings"
	NotesID    = "###Notes"
)

// Tour is Dear ImGui's name for the window of the tour.
const Tour = "##tour"

// CoveredFrom returns where another window begins to cover the lower part of the panel that is
// laid out; far below if it does not.
func CoveredFrom(name string) float32 {
	this := widget.ThisPanel()
	w, ok := widget.WindowNamed(name)
	if !ok || !w.WasActive() { // in the last frame
		return this.Y1
	}
	at, size := w.Pos(), w.Size()
	if at.X > this.X1 || at.X+size.X < this.X0 || at.Y+size.Y < this.Y0 || at.Y < (this.Y0+this.Y1)/2 {
		return this.Y1
	}
	return at.Y
}

// Docked lays out a docked panel.
func Docked(name string, flags imgui.WindowFlags, body func()) {
	if beginPanel(name, nil, flags) {
		body()
	}
	imgui.End()
}

// Closable lays out a docked panel that the user opens and closes.
func Closable(d *session.Document, name string, body func()) {
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
