package ui

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/scene/shape"
	"tiv/session"
	"tiv/ui/panel"
	"tiv/ui/widget"
)

// dock is the dock space around the scene.
type dock struct {
	ui      *widget.Kit
	prefs   *panel.Preferences
	window  *window
	laidOut bool
	sizes   panelSizes
	column  findingsFit
}

// reset puts all panels back in the next frame.
func (d *dock) reset() { d.laidOut = false }

// layOut makes the dock space for the panels of a trace. near is the height of its whole finding and the next
// two. It returns the rectangle that is left for the scene, before if that is not known.
func (d *dock) layOut(of *session.Trace, near float32, before shape.Rect) shape.Rect {
	view := imgui.MainViewport()
	if !d.laidOut {
		d.laidOut, d.column = true, findingsFit{}
		layOut(view.WorkSize(), d.ui.Scale)
	}
	d.sizes.fit(view.WorkSize(), d.window.scale())
	d.column.fit(of, near, d.ui.Scale)
	class := imgui.NewWindowClass()
	defer class.Destroy()
	imgui.PushStyleColorVec4(imgui.ColWindowBg, imgui.Vec4{}) // see beginPanel
	imgui.DockSpaceOverViewportV(dockID, view, imgui.DockNodeFlagsPassthruCentralNode|imgui.DockNodeFlagsNoDockingOverCentralNode, class)
	imgui.PopStyleColor()
	node := imgui.InternalDockBuilderGetCentralNode(dockID)
	if node == nil {
		return before
	}
	k := imgui.CurrentIO().DisplayFramebufferScale()
	at, size := node.Pos(), node.Size()
	return shape.Rect{X0: at.X * k.X, Y0: at.Y * k.Y, X1: (at.X + size.X) * k.X, Y1: (at.Y + size.Y) * k.Y}
}

// explainEmpty explains an empty scene.
func (d *dock) explainEmpty(of *session.Document) {
	if len(of.Workspace.Look.Threads) > 0 {
		return
	}
	s := "reading " + of.Workspace.Name + " …"
	if of.Workspace.Timeline.Complete {
		s = "No threads are shown."
	}
	k := imgui.CurrentIO().DisplayFramebufferScale()
	size := imgui.CalcTextSize(s)
	at := imgui.Vec2{X: ((of.Area.X0+of.Area.X1)/k.X - size.X) / 2, Y: ((of.Area.Y0+of.Area.Y1)/k.Y - size.Y) / 2}
	imgui.BackgroundDrawList().AddTextVec2(at, widget.Packed(d.ui.Palette.Faint), s)
}

// First sizes of panels: heights on a common screen, and shares of the column at the
// right. The selection has the rest, because it has most to say.
const (
	playbackHeight = 148
	legendHeight   = 290
	legendShare    = 0.27
	findingsHeight = 210 // one finding, and the beginning of the next
	findingsShare  = 0.28
)

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
	below := split(&rest, imgui.DirDown, playbackHeight*scale/size.Y)
	tables := split(&rest, imgui.DirDown, 0.42) // takes no room while it is closed
	side := sideWidth(size.X, scale)
	left := split(&rest, imgui.DirLeft, side/size.X)
	beside := split(&rest, imgui.DirRight, side/max(size.X-side, 1))
	high := size.Y - playbackHeight*scale
	top := max(findingsHeight*scale/high, findingsShare)
	findings := split(&beside, imgui.DirUp, top)
	legend := split(&beside, imgui.DirDown, min(legendHeight*scale/high, legendShare)/(1-top))
	for _, d := range []struct {
		name string
		node imgui.ID
	}{
		{panel.Playback, below}, {panel.Slices, left}, {panel.Threads, left}, {panel.Clusters, left}, {panel.Selection, beside},
		{panel.FindingsID, findings}, {panel.NotesID, findings},
		{panel.Legend, legend}, {panel.Settings, legend}, {panel.Differences, tables}, {panel.Tables, tables}, {panel.Flame, tables},
		{panel.Handlers, tables}, {panel.Programs, tables},
		{panel.Statistics, tables},
	} {
		imgui.InternalDockBuilderDockWindow(d.name, d.node)
	}
	imgui.InternalDockBuilderFinish(dockID)
}

// narrowSide is the smallest first width of the panels beside the scene, on a common screen.
const narrowSide = 330

// sideWidth is the first width of the panels beside the scene, in a window of a width.
func sideWidth(window, scale float32) float32 {
	return min(max(narrowSide*scale, 0.19*window), 0.27*max(window, 1200*scale))
}

// panelsVersion is counted up when a layout of panels that was saved before
// does not fit any more.
const panelsVersion = "tiv-panels 12, scale and width "

// load restores the layout of the panels.
func (d *dock) load() {
	if p, ok := parsePanels(d.prefs.Layout); ok {
		imgui.LoadIniSettingsFromMemory(p.layout)
		d.laidOut, d.sizes.scale, d.sizes.window[0], d.column.own, d.column.chosen = true, p.scale, p.width, p.own, p.legend
	}
}

// savedPanels is a saved layout of panels, with the scale of its screen and the width of its
// window. own says that the user chose the height of the findings; legend is the height that the
// user chose for the legend, 0 if none.
type savedPanels struct {
	scale, width float32
	own          bool
	legend       float32
	layout       string
}

// ownHeight follows the numbers of a saved layout in which the user chose the height of the
// findings, legendMark and the height if the user chose that of the legend.
const ownHeight, legendMark = " own", " legend "

// parsePanels parses a saved layout of panels.
func parsePanels(saved string) (p savedPanels, ok bool) {
	rest, ok := strings.CutPrefix(saved, panelsVersion)
	numbers, layout, whole := strings.Cut(rest, "\n")
	numbers, high, chosen := strings.Cut(numbers, legendMark)
	numbers, own := strings.CutSuffix(numbers, ownHeight)
	first, second, two := strings.Cut(numbers, " ")
	x, err := strconv.ParseFloat(first, 32)
	y, err2 := strconv.ParseFloat(second, 32)
	if !ok || !whole || !two || err != nil || err2 != nil || !(x >= 0.1 && x <= 100) || !(y >= 1 && y <= 1e6) {
		return savedPanels{}, false
	}
	p = savedPanels{scale: float32(x), width: float32(y), own: own, layout: layout}
	if z, err := strconv.ParseFloat(high, 32); chosen && err == nil && z >= 1 && z <= 1e6 {
		p.legend = float32(z)
	}
	return p, true
}

// saved returns the layout of the panels for the next window.
func (d *dock) saved() (layout string, ok bool) {
	if !d.laidOut || d.sizes.window[0] == 0 {
		return "", false
	}
	d.sizes.restore()
	own := ""
	if d.column.own {
		own = ownHeight
	}
	if high := d.column.chosen; high > 0 {
		own += fmt.Sprintf("%s%g", legendMark, high)
	}
	return fmt.Sprintf("%s%g %g%s\n%s", panelsVersion, d.window.scale(), d.sizes.window[0], own, imgui.SaveIniSettingsToMemory()), true
}

// dockID is the dock space that fills the window.
const dockID imgui.ID = 0x71760001
