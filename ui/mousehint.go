package ui

import (
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/scene"
)

// mouseHint says in the scene what the mouse does there, until it is used for the
// first time, in any session.
func mouseHint(h *host) {
	if h.prefs.MouseUsed || h.frame == nil {
		return
	}
	does := strings.Join([]string{dragHelp(h.ws.Look.Kind), "wheel: " + h.prefs.wheelHelp()[0], "right click: menu"}, " · ")
	size, pad := imgui.CalcTextSize(does), 0.5*imgui.FontSize()
	area := h.rectInWindow(scene.Rect{X1: h.area.Width(), Y1: h.area.Height()})
	if size.X+4*pad > area.Width() {
		return
	}
	x, y := (area.X0+area.X1-size.X)/2, area.Y0+2*pad
	box := scene.Rect{X0: x - pad, Y0: y - pad/2, X1: x + size.X + pad, Y1: y + size.Y + pad/2}
	list := imgui.BackgroundDrawList()
	list.AddRectFilledV(imgui.Vec2{X: box.X0, Y: box.Y0}, imgui.Vec2{X: box.X1, Y: box.Y1}, packed(h.ui.palette.Shade(scene.PopupShade).Alpha(0.85)), 0.5*pad, 0)
	list.AddTextVec2(imgui.Vec2{X: x, Y: y}, packed(h.ui.palette.Faint), does)
	h.ui.mark("mouse hint", box)
}

// dragHelp says what a drag does in a view.
func dragHelp(kind *scene.ViewKind) string {
	switch {
	case kind.Turns:
		return "drag: turn · drag a name: move it"
	case kind.FreeRange():
		return "drag: move through time"
	case kind.TimeAxis:
		return "drag: move through time, or select"
	}
	return "drag: select · drag a name: move it"
}

// noteMouse ends the hint, for good.
func (p *preferences) noteMouse(wake func()) {
	if !p.MouseUsed {
		p.MouseUsed = true
		p.save(wake)
	}
}
