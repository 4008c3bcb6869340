package ui

import (
	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/assets"
	"tiv/scene"
)

// widgets lays out texts, buttons and samples in the style of the window.
type widgets struct {
	palette *scene.Palette
	plain   bool    // states have no patterns
	scale   float32 // the size of texts and lines relative to a common screen
	fonts   fonts
	// popups is the number of open popups at the end of the last frame.
	popups int
	// marks are the rectangles of widgets by name, for tests; nil without an
	// observer.
	marks map[string]scene.Rect
	// words are the texts of some of these widgets.
	words map[string]string
}

// mark records the rectangle of a widget.
func (w *widgets) mark(name string, r scene.Rect) {
	if w.marks != nil {
		w.marks[name] = r
	}
}

// markText records the rectangle and the text of the last widget.
func (w *widgets) markText(name, s string) {
	w.mark(name, lastItem())
	if w.marks != nil {
		w.words[name] = s
	}
}

// text writes a text as it is. Dear ImGui's own Text would take % for more.
func text(s string) { imgui.TextUnformattedV(s) }

// tinted writes a text in a colour.
func tinted(c scene.Color, s string) {
	imgui.PushStyleColorVec4(imgui.ColText, vec(c))
	text(s)
	imgui.PopStyleColor()
}

// faint writes less important text.
func (w *widgets) faint(s string) { tinted(w.palette.Faint, s) }

// faintWrapped writes less important text in as many lines as it takes.
func (w *widgets) faintWrapped(s string) {
	tintedWrapped(w.palette.Faint, s)
}

// tintedWrapped writes a text in a colour, in as many lines as it takes.
func tintedWrapped(c scene.Color, s string) {
	imgui.PushStyleColorVec4(imgui.ColText, vec(c))
	wrapped(s)
	imgui.PopStyleColor()
}

// detail writes less important text about the line above, indented.
func (w *widgets) detail(s string) {
	indent := 0.8 * imgui.FontSize()
	imgui.IndentV(indent)
	w.faintWrapped(s)
	imgui.UnindentV(indent)
}

// bold writes a heading.
func (w *widgets) bold(s string) {
	imgui.PushFont(w.fonts.bold, 0)
	text(s)
	imgui.PopFont()
}

// outline draws a conspicuous frame.
func (w *widgets) outline(r scene.Rect) {
	k := w.scale
	imgui.ForegroundDrawListViewportPtr().AddRectV(imgui.Vec2{X: r.X0 + k, Y: r.Y0 + k}, imgui.Vec2{X: r.X1 - k, Y: r.Y1 - k},
		packed(w.palette.Select), 0, 0, 2*k)
}

// wrapped writes a text in as many lines as it takes.
func wrapped(s string) { text(folded(s, imgui.ContentRegionAvail().X)) }

// link writes a clickable name, cut to the rest of the line. The tip describes
// the effect of a click.
func (w *widgets) link(id, name, does string) bool {
	wide := imgui.ContentRegionAvail().X
	shown := shorten(name, wide)
	imgui.PushIDStr(id)
	defer imgui.PopID()
	at, size := imgui.CursorScreenPos(), imgui.CalcTextSize(shown)
	clicked := imgui.InvisibleButtonV("link", imgui.Vec2{X: max(size.X, 1), Y: size.Y}, 0)
	color := w.palette.LockEdge
	if imgui.IsItemHovered() {
		color = w.palette.Select
		imgui.SetMouseCursor(imgui.MouseCursorHand)
	}
	imgui.WindowDrawList().AddTextVec2(at, packed(color), shown)
	if shown != name {
		does = name + "\n" + does
	}
	tip(does)
	return clicked
}

// shorten shortens a text to a width in pixels.
func shorten(s string, wide float32) string {
	return assets.Shorten(s, func(s string) bool { return imgui.CalcTextSize(s).X <= wide })
}

// sameLineIfRoom places a small button or text beside the last widget, or in the
// next line if there is no room.
func sameLineIfRoom(s string) {
	imgui.SameLine()
	if imgui.ContentRegionAvail().X < imgui.CalcTextSize(s).X+2*imgui.CurrentStyle().FramePadding().X {
		imgui.NewLine()
	}
}

// shortenHint shortens the placeholder of a field of some width.
func shortenHint(s string, wide float32) string {
	return shorten(s, wide-2*imgui.CurrentStyle().FramePadding().X)
}

// lastItem returns the rectangle of the last widget.
func lastItem() scene.Rect {
	low, high := imgui.ItemRectMin(), imgui.ItemRectMax()
	return scene.Rect{X0: low.X, Y0: low.Y, X1: high.X, Y1: high.Y}
}

// alignRight aligns the next text of a width at the right border of the window.
func alignRight(width float32) {
	imgui.SameLineV(0, 0)
	if left := imgui.ContentRegionAvail().X - width; left > 0 {
		at := imgui.CursorScreenPos()
		imgui.SetCursorScreenPos(imgui.Vec2{X: at.X + left, Y: at.Y})
	}
}

// cancelTip is the tooltip of Cancel in every dialog.
const cancelTip = "Closes the dialog and changes nothing (Esc)."

// cancelled lays out the button that closes the dialog, and takes Escape.
func (w *widgets) cancelled(name string) bool {
	pressed := imgui.Button("Cancel")
	w.mark(name+" cancel", lastItem())
	tip(cancelTip)
	return pressed || w.escaped()
}

// radio is a radio button with a frame that shows on every ground. It reports whether
// it was clicked.
func (w *widgets) radio(label string, on bool) bool {
	imgui.PushStyleColorVec4(imgui.ColBorder, vec(w.palette.Faint))
	defer imgui.PopStyleColor()
	return imgui.RadioButtonBool(label, on)
}

// tickBox is a check box with a frame that shows on every ground. It reports
// whether it was clicked.
func (w *widgets) tickBox(label string, on *bool) bool {
	imgui.PushStyleColorVec4(imgui.ColBorder, vec(w.palette.Faint))
	defer imgui.PopStyleColor()
	return imgui.Checkbox(label, on)
}
