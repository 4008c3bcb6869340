package flamegraph

import (
	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/go-gl/mathgl/mgl32"

	"tiv/canvas"
	"tiv/report/flame"
	"tiv/scene/shape"
	"tiv/ui/panel"
	"tiv/ui/widget"
)

// flameView draws the graph of a panel, for one frame.
type flameView struct {
	p       *Panel
	g       *flame.Graph
	style   flame.Style
	picture *flame.Picture
}

func (v *flameView) layOut() {
	at, wide := imgui.CursorScreenPos(), imgui.ContentRegionAvail().X
	if v.g.Paths[0].Total.Alive() == 0 {
		v.p.UI.FaintWrapped("The trace has no code of these threads in this time and these states.")
		return
	}
	if s := &v.p.search; s.Present && s.Key.graph == v.g {
		v.style.Found = s.Value.functions
	}
	v.p.marks.update(v.g, v.p.Workspace.Look.Handlers)
	v.style.Handlers = v.p.marks.list
	v.picture = flame.NewPicture(v.g, v.p.at.path(v.g), canvas.Point{X: at.X, Y: at.Y}, wide, v.style)
	v.mark()
	imgui.InvisibleButtonV("graph", imgui.Vec2{X: max(wide, 1), Y: max(float32(v.picture.Rows)*v.style.RowHeight(), 1)},
		imgui.ButtonFlags(imgui.ButtonFlagsMouseButtonLeft|imgui.ButtonFlagsMouseButtonRight))
	v.p.UI.Mark("flame graph", widget.LastItem())
	over := v.under()
	v.callTip(over)
	list := v.p.UI.Canvas(imgui.WindowDrawList())
	for i := range v.picture.Boxes {
		b := &v.picture.Boxes[i]
		if imgui.IsRectVisibleVec2(imgui.Vec2{X: b.X0, Y: b.Y0}, imgui.Vec2{X: b.X1, Y: b.Y1}) {
			v.picture.Draw(list, b, over == b)
		}
	}
	if over != nil {
		v.click(over)
	}
}

// mark marks the boxes for tests.
func (v *flameView) mark() {
	if v.p.UI.Marks == nil {
		return
	}
	for _, b := range v.picture.Boxes {
		v.p.UI.Mark("flame call "+functionAt(b.Graph, b.Path), shape.Rect(b.Rect))
	}
}

// under returns the box under the mouse.
func (v *flameView) under() *flame.Box {
	if !imgui.IsItemHovered() {
		return nil
	}
	at := imgui.MousePos()
	for i := range v.picture.Boxes {
		if b := &v.picture.Boxes[i]; shape.Rect(b.Rect).Holds(at.X, at.Y) {
			return b
		}
	}
	return nil
}

// callTip describes the call under the mouse, if there is one.
func (v *flameView) callTip(b *flame.Box) {
	if b == nil || !widget.HasRested() {
		return
	}
	does := "Click to zoom to it, right-click for more."
	if v.p.at.function != "" {
		does = "Click for its callers and callees, right-click for more."
	}
	about, at := panel.SafeLines(b.Graph.About(b.Path))+"\n"+does, imgui.MousePos()
	if widget.BeginTip(widget.BesidePointer(widget.TipSize(about), mgl32.Vec2{at.X, at.Y}, shape.Rect(b.Rect), widget.Display(),
		imgui.FontSize())) {
		widget.Text(widget.Folded(about, imgui.FontSize()*widget.TipWidth))
		imgui.EndTooltip()
	}
}

// click takes clicks on a call.
func (v *flameView) click(b *flame.Box) {
	function := functionAt(b.Graph, b.Path)
	switch {
	case imgui.IsItemClickedV(imgui.MouseButtonRight):
		v.p.functions.Open(longestCall(v.p.tree.Value, b.Graph.Paths[b.Path].Node.Function))
	case !imgui.IsItemClickedV(imgui.MouseButtonLeft):
	case v.p.at.function != "":
		if function != v.p.at.function {
			v.p.goTo(flameSpot{function: function})
		}
	default:
		v.p.goTo(flameSpot{zoom: stepsTo(b.Graph, b.Path)})
	}
}
