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
	if ok && imgui.InternalCurrentWindow().RootWindow().DockIsActive() { // others have the ground of popups
		imgui.WindowDrawList().AddRectFilled(imgui.Vec2{X: -math.MaxInt16, Y: top}, imgui.Vec2{X: math.MaxInt16, Y: math.MaxInt16},
			imgui.ColorU32Col(imgui.ColWindowBg))
	}
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

// Section writes the heading of a part of a panel.
func Section(title string) {
	imgui.SeparatorText(title)
	hideCut(false)
}
