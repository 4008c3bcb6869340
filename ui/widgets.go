package ui

import (
	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/assets"
	"tiv/scene"
	"tiv/tracefeed"
)

// text writes a text as it is. Dear ImGui's own Text would take % for more.
func text(s string) { imgui.TextUnformattedV(s) }

// tinted writes a text in a colour.
func tinted(c scene.Color, s string) {
	imgui.PushStyleColorVec4(imgui.ColText, vec(c))
	text(s)
	imgui.PopStyleColor()
}

// faint writes less important text.
func (a *app) faint(s string) { tinted(a.ws.Look.Palette.Faint, s) }

// bold writes a heading.
func (a *app) bold(s string) {
	imgui.PushFont(a.fonts.bold, 0)
	text(s)
	imgui.PopFont()
}

// wrapped writes a text in as many lines as it takes.
func wrapped(s string) {
	imgui.PushTextWrapPosV(0)
	text(s)
	imgui.PopTextWrapPos()
}

// tip shows a tooltip while the mouse rests on the last widget.
func tip(s string) {
	if imgui.BeginItemTooltip() {
		imgui.PushTextWrapPosV(imgui.FontSize() * 24)
		text(s)
		imgui.PopTextWrapPos()
		imgui.EndTooltip()
	}
}

// link writes a clickable name, cut to the rest of the line. The tip describes
// the effect of a click.
func (a *app) link(id, name, does string) bool {
	wide := imgui.ContentRegionAvail().X
	shown := cut(name, wide)
	imgui.PushIDStr(id)
	defer imgui.PopID()
	at, size := imgui.CursorScreenPos(), imgui.CalcTextSize(shown)
	clicked := imgui.InvisibleButtonV("link", imgui.Vec2{X: max(size.X, 1), Y: size.Y}, 0)
	color := a.ws.Look.Palette.LockEdge
	if imgui.IsItemHovered() {
		color = a.ws.Look.Palette.Select
		imgui.SetMouseCursor(imgui.MouseCursorHand)
	}
	imgui.WindowDrawList().AddTextVec2(at, packed(color), shown)
	if shown != name {
		does = name + "\n" + does
	}
	tip(does)
	return clicked
}

// threadLink writes a thread's name; a click selects it.
func (a *app) threadLink(id string, t tracefeed.ThreadID) {
	if a.link(id, a.threadName(t), "A click selects it.") {
		a.pickThread(t)
	}
}

// cut shortens a text in its middle to a width in pixels.
func cut(s string, wide float32) string {
	return assets.Shorten(s, func(s string) bool { return imgui.CalcTextSize(s).X <= wide })
}

// besideIfRoom places a small button or text beside the last widget, or in the
// next line if there is no room.
func besideIfRoom(s string) {
	imgui.SameLine()
	if imgui.ContentRegionAvail().X < imgui.CalcTextSize(s).X+2*imgui.CurrentStyle().FramePadding().X {
		imgui.NewLine()
	}
}

// hint shortens the placeholder of a field of some width.
func hint(s string, wide float32) string {
	return cut(s, wide-2*imgui.CurrentStyle().FramePadding().X)
}

// lastItem returns the rectangle of the last widget.
func lastItem() scene.Rect {
	low, high := imgui.ItemRectMin(), imgui.ItemRectMax()
	return scene.Rect{X0: low.X, Y0: low.Y, X1: high.X, Y1: high.Y}
}

// right aligns the next text of a width at the right border of the window.
func right(width float32) {
	imgui.SameLineV(0, 0)
	if left := imgui.ContentRegionAvail().X - width; left > 0 {
		at := imgui.CursorScreenPos()
		imgui.SetCursorScreenPos(imgui.Vec2{X: at.X + left, Y: at.Y})
	}
}
