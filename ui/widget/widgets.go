// Package widget lays out texts, buttons, fields and tooltips with Dear ImGui, in the style of
// the window. A Kit has the palette, the scale and the fonts. Nothing here knows an open trace,
// the window or what a widget does.
package widget

import (
	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/assets"
	"tiv/scene/paint"
	"tiv/scene/shape"
)

// Kit lays out texts, buttons and samples in the style of the window. It belongs to the
// goroutine of the window.
type Kit struct {
	Palette *paint.Palette // the colours; see Restyle
	Plain   bool           // states have no patterns
	Scale   float32        // the size of texts and lines relative to a common screen
	fonts   fonts
	// Popups is the number of open popups at the end of the last frame.
	Popups int
	// Marks are the rectangles of widgets by name, for tests; nil without an
	// observer.
	Marks map[string]shape.Rect
	// Words are the texts of some of these widgets.
	Words map[string]string
}

// Mark records the rectangle of a widget.
func (w *Kit) Mark(name string, r shape.Rect) {
	if w.Marks != nil {
		w.Marks[name] = r
	}
}

// MarkText records the rectangle and the text of the last widget.
func (w *Kit) MarkText(name, s string) {
	w.Mark(name, LastItem())
	if w.Marks != nil {
		w.Words[name] = s
	}
}

// Text writes a text as it is. Dear ImGui's own Text would take % for more.
func Text(s string) {
	imgui.TextUnformattedV(s)
	hideCut(true)
}

// Tinted writes a text in a colour.
func Tinted(c paint.Color, s string) {
	imgui.PushStyleColorVec4(imgui.ColText, Vec(c))
	Text(s)
	imgui.PopStyleColor()
}

// Faint writes less important text.
func (w *Kit) Faint(s string) { Tinted(w.Palette.Faint, s) }

// FaintWrapped writes less important text in as many lines as it takes.
func (w *Kit) FaintWrapped(s string) {
	TintedWrapped(w.Palette.Faint, s)
}

// TintedWrapped writes a text in a colour, in as many lines as it takes.
func TintedWrapped(c paint.Color, s string) {
	imgui.PushStyleColorVec4(imgui.ColText, Vec(c))
	Wrapped(s)
	imgui.PopStyleColor()
}

// Detail writes less important text about the line above, indented.
func (w *Kit) Detail(s string) {
	indent := 0.8 * imgui.FontSize()
	imgui.IndentV(indent)
	w.FaintWrapped(s)
	imgui.UnindentV(indent)
}

// PushBold begins bold text of a size, 0 for the present one. imgui.PopFont ends it.
func (w *Kit) PushBold(size float32) { imgui.PushFont(w.fonts.bold, size) }

// Bold writes a heading.
func (w *Kit) Bold(s string) {
	w.PushBold(0)
	Text(s)
	imgui.PopFont()
}

// Outline draws a conspicuous frame.
func (w *Kit) Outline(r shape.Rect) {
	k := w.Scale
	imgui.ForegroundDrawListViewportPtr().AddRectV(imgui.Vec2{X: r.X0 + k, Y: r.Y0 + k}, imgui.Vec2{X: r.X1 - k, Y: r.Y1 - k},
		Packed(w.Palette.Select), 0, 0, 2*k)
}

// Wrapped writes a text in as many lines as it takes.
func Wrapped(s string) { Text(Folded(s, imgui.ContentRegionAvail().X)) }

// Link writes a clickable name, cut to the rest of the line. The tip describes
// the effect of a click.
func (w *Kit) Link(id, name, does string) bool {
	wide := imgui.ContentRegionAvail().X
	shown := Shorten(name, wide)
	imgui.PushIDStr(id)
	defer imgui.PopID()
	at, size := imgui.CursorScreenPos(), imgui.CalcTextSize(shown)
	clicked := imgui.InvisibleButtonV("link", imgui.Vec2{X: max(size.X, 1), Y: size.Y}, 0)
	color := w.Palette.LockEdge
	if imgui.IsItemHovered() {
		color = w.Palette.Select
		imgui.SetMouseCursor(imgui.MouseCursorHand)
	}
	imgui.WindowDrawList().AddTextVec2(at, Packed(color), shown)
	if shown != name {
		does = name + "\n" + does
	}
	Tip(does)
	return clicked
}

// Shorten shortens a text to a width in pixels.
func Shorten(s string, wide float32) string {
	return assets.Shorten(s, func(s string) bool { return imgui.CalcTextSize(s).X <= wide })
}

// SameLineIfRoom places a button or text beside the last widget, or in the next line if there is
// no room.
func SameLineIfRoom(s string) { SameLineIfWide(ButtonWidth(s), -1) }

// SameLineIfWide places a widget of a width beside the last one, a gap away, or in the next line if
// there is no room. A negative gap is the usual one.
func SameLineIfWide(wide, gap float32) {
	between := gap
	if gap < 0 {
		between = imgui.CurrentStyle().ItemSpacing().X
	}
	if LastItem().X1+between+wide <= imgui.CursorScreenPos().X+imgui.ContentRegionAvail().X {
		imgui.SameLineV(0, gap)
	}
}

// ButtonWidth returns the width of a button with a text.
func ButtonWidth(s string) float32 {
	return imgui.CalcTextSize(s).X + 2*imgui.CurrentStyle().FramePadding().X
}

// ShortenHint shortens the placeholder of a field of some width.
func ShortenHint(s string, wide float32) string {
	return Shorten(s, wide-2*imgui.CurrentStyle().FramePadding().X)
}

// LastItem returns the rectangle of the last widget.
func LastItem() shape.Rect {
	low, high := imgui.ItemRectMin(), imgui.ItemRectMax()
	return shape.Rect{X0: low.X, Y0: low.Y, X1: high.X, Y1: high.Y}
}

// AlignRight aligns the next text of a width at the right border of the window.
func AlignRight(width float32) {
	imgui.SameLineV(0, 0)
	if left := imgui.ContentRegionAvail().X - width; left > 0 {
		at := imgui.CursorScreenPos()
		imgui.SetCursorScreenPos(imgui.Vec2{X: at.X + left, Y: at.Y})
	}
}

// CancelTip is the tooltip of Cancel in every dialog.
const CancelTip = "Closes the dialog and changes nothing (Esc)."

// Cancelled lays out the button that closes the dialog, and takes Escape.
func (w *Kit) Cancelled(name string) bool {
	pressed := imgui.Button("Cancel")
	w.Mark(name+" cancel", LastItem())
	Tip(CancelTip)
	return pressed || w.Escaped()
}

// Radio is a radio button with a frame that shows on every ground. It reports whether
// it was clicked.
func (w *Kit) Radio(label string, on bool) bool {
	imgui.PushStyleColorVec4(imgui.ColBorder, Vec(w.Palette.Faint))
	defer imgui.PopStyleColor()
	return imgui.RadioButtonBool(label, on)
}

// TickBox is a check box with a frame that shows on every ground. It reports
// whether it was clicked.
func (w *Kit) TickBox(label string, on *bool) bool {
	imgui.PushStyleColorVec4(imgui.ColBorder, Vec(w.Palette.Faint))
	defer imgui.PopStyleColor()
	return imgui.Checkbox(label, on)
}

// NotePopups counts the popups that are open at the end of a frame.
func (w *Kit) NotePopups() { w.Popups = imgui.CurrentContext().OpenPopupStack().Size }

// Escaped reports whether Esc is pressed for the dialog that is being laid out,
// and not for a list above it, which has been closed at the start of the frame.
func (w *Kit) Escaped() bool {
	return imgui.IsKeyPressedBoolV(imgui.KeyEscape, false) && w.Popups <= imgui.CurrentContext().BeginPopupStack().Size
}

// SideBar is a strip along an edge of the window.
func SideBar(name string, dir imgui.Dir, ground paint.Color, body func()) {
	flags := imgui.WindowFlagsNoScrollbar | imgui.WindowFlagsNoSavedSettings | imgui.WindowFlagsMenuBar
	imgui.PushStyleColorVec4(imgui.ColMenuBarBg, Vec(ground))
	imgui.SetNextWindowBgAlpha(0) // the menu bar fills it
	if imgui.InternalBeginViewportSideBar(name, imgui.MainViewport(), dir, imgui.FrameHeight(), imgui.WindowFlags(flags)) &&
		imgui.BeginMenuBar() {
		body()
		imgui.EndMenuBar()
	}
	imgui.End()
	imgui.PopStyleColor()
}

// WindowNamed returns a window of Dear ImGui's that has been laid out.
func WindowNamed(name string) (w *imgui.Window, ok bool) {
	w = imgui.InternalFindWindowByName(name)
	return w, w != nil && w.CData != nil
}

// Shown returns the rectangle of a window of Dear ImGui's; ok is false if it is not shown.
func Shown(name string) (r shape.Rect, ok bool) {
	w, ok := WindowNamed(name)
	if !ok || !w.Active() || w.Hidden() {
		return shape.Rect{}, false
	}
	at, size := w.Pos(), w.Size()
	return shape.Rect{X0: at.X, Y0: at.Y, X1: at.X + size.X, Y1: at.Y + size.Y}, true
}

// SelectAll makes typed text replace the contents of a field.
const SelectAll = imgui.InputTextFlags(imgui.InputTextFlagsAutoSelectAll)

// labelWidth is the width of the labels, in sizes of the text.
const labelWidth = 5

// Label begins a line.
func (w *Kit) Label(name string) {
	imgui.AlignTextToFramePadding()
	w.Faint(name)
	imgui.SameLineV(labelWidth*imgui.FontSize(), 0)
}
