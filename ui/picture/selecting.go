package picture

import (
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/tracefeed"
	"tiv/ui/widget"
	"tiv/workspace"
)

// selectDrag returns the selecting drag that begins beside all bars in a view,
// if there is one: a rubber band with Shift, a lasso with Ctrl. In the
// interaction view, which cannot be turned, a plain drag is a rubber band.
func selectDrag(v *shape.View) (drag, bool) {
	io := imgui.CurrentIO()
	switch {
	case v.TimeAxis && otherDrag():
	case io.KeyShift():
		return selectingBox, true
	case io.KeyCtrl():
		return selectingLasso, true
	case !v.Turns && !v.TimeAxis:
		return selectingBox, true
	}
	return noDrag, false
}

// outline returns the shape that the mouse has drawn, in pixels of the picture.
func (m *mouse) outline() []mgl32.Vec2 {
	if m.drag == selectingLasso {
		return m.lasso
	}
	p, q := m.pressed, m.last
	return []mgl32.Vec2{p, {q[0], p[1]}, q, {p[0], q[1]}}
}

// maxLassoPoints is the largest number of points of a lasso.
const maxLassoPoints = 4000

// drawOutline draws the unfinished shape, and the number of threads inside.
func (m *Mouse) drawOutline() {
	list := imgui.ForegroundDrawListViewportPtr()
	points := m.outline()
	color := widget.Packed(m.UI.Palette.Select)
	for i, p := range points {
		q := points[(i+1)%len(points)]
		list.AddLineV(m.InWindow(p), m.InWindow(q), color, m.UI.Scale)
	}
	n := len(m.Frame.Within(m.view, points))
	at := imgui.CurrentIO().MousePos()
	list.AddTextVec2(imgui.Vec2{X: at.X + imgui.FontSize(), Y: at.Y}, color, tracefeed.Plural(n, "thread"))
}

// selectOutline selects the threads inside the drawn shape.
func (m *Mouse) selectOutline() {
	mode := workspace.SelectOnly
	if io := imgui.CurrentIO(); io.KeyShift() || io.KeyCtrl() {
		mode = workspace.SelectAlso
	}
	if m.view < len(m.Frame.Views) {
		m.Send(workspace.SelectMany{Threads: m.Frame.Within(m.view, m.outline()), Mode: mode})
	}
}

// draggedWith returns the threads that a drag of some threads moves: all selected ones, if they are
// selected. A group that is one bar moves alone.
func draggedWith(selection, threads []tracefeed.ThreadID, of shape.PickID) []tracefeed.ThreadID {
	if of.Kind == shape.PickCluster {
		return nil
	}
	if !slices.ContainsFunc(threads, func(t tracefeed.ThreadID) bool { return !view.Has(selection, t) }) {
		return selection
	}
	return slices.Sorted(slices.Values(threads))
}
