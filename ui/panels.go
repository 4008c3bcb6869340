package ui

import (
	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/scene"
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

// panels lays out everything but the scene, in the order of the picture: bars
// around the edge, docked panels, and windows on top.
func (a *app) panels() {
	a.moveAmongWidgets()
	a.menu()
	a.tabBar()
	a.banner()
	a.status()
	a.dock()
	a.threadsPanel()
	a.clustersPanel()
	a.selectionPanel()
	a.findingsPanel()
	a.notesPanel()
	a.legendPanel()
	a.settingsPanel()
	a.statsPanel()
	a.tablesPanel()
	a.playbackPanel()
	a.nothingYet()
	a.messagesWindow()
	a.jobsWindow()
	a.sceneMouse()
	a.keys()
	a.contextMenu()
	a.finderWindow()
	a.keySheet()
	a.keyDialogWindow()
	a.tourWindow()
	a.outlinePanel()
	a.openDropped()
	a.openDialog()
	a.shotDialogWindow()
	a.filmDialogWindow()
	a.reportDialogWindow()
	a.noteWindow()
}

// dock makes the dock space, and records the space left for the scene.
func (a *app) dock() {
	view := imgui.MainViewport()
	if !a.laidOut {
		a.laidOut = true
		layOut(view.WorkSize(), a.scale())
	}
	a.squeeze.fit(view.WorkSize(), a.window.scale())
	class := imgui.NewWindowClass()
	defer class.Destroy()
	imgui.DockSpaceOverViewportV(dockID, view, imgui.DockNodeFlagsPassthruCentralNode|imgui.DockNodeFlagsNoDockingOverCentralNode, class)
	node := imgui.InternalDockBuilderGetCentralNode(dockID)
	if node == nil {
		return
	}
	k := imgui.CurrentIO().DisplayFramebufferScale()
	at, size := node.Pos(), node.Size()
	a.area = scene.Rect{X0: at.X * k.X, Y0: at.Y * k.Y, X1: (at.X + size.X) * k.X, Y1: (at.Y + size.Y) * k.Y}
}

// nothingYet explains an empty scene.
func (a *app) nothingYet() {
	if len(a.ws.Look.Threads) > 0 {
		return
	}
	s := "reading " + a.ws.Name + " …"
	if a.ws.Timeline.Complete {
		s = "The trace has no threads that are shown."
	}
	k := imgui.CurrentIO().DisplayFramebufferScale()
	size := imgui.CalcTextSize(s)
	at := imgui.Vec2{X: ((a.area.X0+a.area.X1)/k.X - size.X) / 2, Y: ((a.area.Y0+a.area.Y1)/k.Y - size.Y) / 2}
	imgui.BackgroundDrawList().AddTextVec2(at, packed(a.ws.Look.Palette.Faint), s)
}

// layOut is the default layout of panels: threads to the left, explanations of
// the scene to the right, playback below.
func layOut(size imgui.Vec2, scale float32) {
	size = imgui.Vec2{X: max(size.X, 1200*scale), Y: max(size.Y, 750*scale)} // a smaller window squeezes them
	imgui.InternalDockBuilderRemoveNode(dockID)
	imgui.InternalDockBuilderAddNodeV(dockID, imgui.DockNodeFlags(imgui.DockNodeFlagsDockSpace))
	imgui.InternalDockBuilderSetNodeSize(dockID, size)
	rest := dockID
	split := func(from *imgui.ID, dir imgui.Dir, share float32) imgui.ID {
		var part imgui.ID
		imgui.InternalDockBuilderSplitNode(*from, dir, min(max(share, 0.05), 0.6), &part, from)
		return part
	}
	below := split(&rest, imgui.DirDown, 148*scale/size.Y)
	tables := split(&rest, imgui.DirDown, 0.42) // takes no room while it is closed
	side := min(330*scale, 0.27*size.X)
	left := split(&rest, imgui.DirLeft, side/size.X)
	beside := split(&rest, imgui.DirRight, side/max(size.X-side, 1))
	legend := split(&beside, imgui.DirDown, 0.41)
	findings := split(&beside, imgui.DirDown, 0.38)
	for _, d := range []struct {
		name string
		node imgui.ID
	}{
		{playbackName, below}, {threadsName, left}, {clustersName, left}, {selectionName, beside}, {findingsID, findings}, {notesID, findings},
		{legendName, legend}, {settingsName, legend}, {tablesName, tables}, {statsName, tables},
	} {
		imgui.InternalDockBuilderDockWindow(d.name, d.node)
	}
	imgui.InternalDockBuilderFinish(dockID)
}

// panel lays out a docked panel.
func panel(name string, flags imgui.WindowFlags, body func()) {
	if imgui.BeginV(name, nil, flags) {
		body()
	}
	imgui.End()
}
