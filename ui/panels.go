package ui

import (
	"github.com/AllenDang/cimgui-go/imgui"
)

// Names of the panels, as on their tabs.
const (
	threadsName   = "Threads"
	clustersName  = "Clusters"
	selectionName = "Selection"
	findingsName  = "Findings"
	notesName     = "Notes"
	legendName    = "Legend"
	settingsName  = "Settings"
	playbackName  = "Playback"
	tablesName    = "Tables"
	statsName     = "Statistics"
	// findingsID and notesID are appended to titles that change, as fixed ids.
	findingsID = "###Findings"
	notesID    = "###Notes"
)

// dockID is the dock space that fills the window.
const dockID imgui.ID = 0x71760001

// panel lays out a docked panel.
func panel(name string, flags imgui.WindowFlags, body func()) {
	if imgui.BeginV(name, nil, flags) {
		body()
	}
	imgui.End()
}
