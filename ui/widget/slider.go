package widget

import (
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"
)

// SliderInt lays out a slider of a number with its text beside it, because the grip of a slider hides
// a text inside of it. The text has the room of widest, or more if it needs that. It reports whether
// the number has changed.
func (w *Kit) SliderInt(label string, value *int32, low, high int32, text, widest string, flags imgui.SliderFlags) (changed bool) {
	w.withText(label, text, widest, func(id string) { changed = imgui.SliderIntV(id, value, low, high, "", flags) })
	return changed
}

// SliderFloat is SliderInt for any number.
func (w *Kit) SliderFloat(label string, value *float32, low, high float32, text, widest string, flags imgui.SliderFlags) (changed bool) {
	w.withText(label, text, widest, func(id string) { changed = imgui.SliderFloatV(id, value, low, high, "", flags) })
	return changed
}

// withText lays out a slider without a text, which stands behind it within the width of the item, and
// the visible part of the label behind that. All of it is the last widget then.
func (w *Kit) withText(label, text, widest string, slider func(id string)) {
	gap := imgui.CurrentStyle().ItemInnerSpacing().X
	wide, room := imgui.CalcItemWidth(), max(imgui.CalcTextSize(widest).X, imgui.CalcTextSize(text).X)
	start := imgui.CursorScreenPos().X
	shown, _, _ := strings.Cut(label, "##")
	imgui.BeginGroup()
	defer imgui.EndGroup()
	imgui.SetNextItemWidth(max(wide-room-gap, imgui.FontSize()))
	slider("##slider of " + label)
	w.Mark("slider "+label, LastItem())
	imgui.SameLineV(0, gap)
	imgui.AlignTextToFramePadding()
	Text(text)
	w.MarkText("number "+label, text)
	if shown != "" {
		imgui.SameLineV(0, max(gap, start+wide+gap-LastItem().X1))
		Text(shown)
	} else if rest := start + wide - LastItem().X1; rest > 0 {
		imgui.SameLineV(0, 0)
		imgui.Dummy(imgui.Vec2{X: rest, Y: 1})
	}
}
