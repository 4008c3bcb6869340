package widget

import (
	"math"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/scene/shape"
)

// hideCut hides the last widget, and what its line has beside it, if the lower end of its panel
// would cut or touch it: half a line cannot be read, and half a button looks like the end. Things with
// several lines are cut between lines if they are text, and otherwise anywhere.
func hideCut(isText bool) {
	end, gap := imgui.WindowPos().Y+imgui.WindowSize().Y, 0.5*imgui.CurrentStyle().ItemSpacing().Y
	if imgui.ItemRectMax().Y <= end-gap {
		return
	}
	top, ok := cutLine(LastItem(), end, gap, imgui.TextLineHeight(), isText)
	of := imgui.InternalCurrentWindow().RootWindow().Flags()
	if !ok || of&(imgui.WindowFlagsNoScrollbar|imgui.WindowFlagsMenuBar) != 0 { // bars have no end
		return
	}
	ground := imgui.ColWindowBg
	if of&imgui.WindowFlagsPopup != 0 {
		ground = imgui.ColPopupBg
	}
	imgui.WindowDrawList().AddRectFilled(imgui.Vec2{X: -math.MaxInt16, Y: top}, imgui.Vec2{X: math.MaxInt16, Y: math.MaxInt16},
		imgui.ColorU32Col(ground))
}

// cutLine returns the top of the line that ends below a gap above a height, of a widget or of a
// text with lines of a height; ok is false if none does.
func cutLine(r shape.Rect, end, gap, line float32, isText bool) (top float32, ok bool) {
	if r.Y1 <= end-gap || r.Y0 >= end {
		return 0, false
	}
	if isText {
		whole := float32(math.Floor(float64((end - gap - r.Y0) / line)))
		top = r.Y0 + line*max(whole, 0)
		return top, top < end
	}
	return r.Y0, r.Height() < 2.5*line
}

// RowHeight returns the height of a row of a table.
func RowHeight() float32 { return imgui.TextLineHeight() + 2*imgui.CurrentStyle().CellPadding().Y }

// WholeRows returns the height of the whole rows that fit into a height, at least two.
func WholeRows(high, row float32) float32 {
	return row * max(float32(math.Floor(float64(high/row))), 2)
}

// SnapToRow scrolls the list that is laid out to a whole row, unless it is at its end. With a height
// of whole rows, its first and its last row are whole then.
func SnapToRow(row float32) {
	if y := imgui.ScrollY(); y < imgui.ScrollMaxY() {
		if whole := row * float32(math.Round(float64(y/row))); math.Abs(float64(whole-y)) > 0.5 {
			imgui.SetScrollYFloat(whole)
		}
	}
}

// Fold lays out a line that opens and closes what follows; imgui.TreePop ends that if it is open.
func Fold(label string) (open bool) {
	open = imgui.TreeNodeExStr(label)
	hideCut(false)
	return open
}

// Section writes the heading of a part of a panel.
func Section(title string) {
	imgui.SeparatorText(title)
	hideCut(false)
}
