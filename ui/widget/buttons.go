package widget

import (
	"fmt"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/scene/paint"
	"tiv/scene/shape"
)

// SwitchButton is a button that is lit while something is on.
func (w *Kit) SwitchButton(name string, on bool) bool {
	palette := w.Palette
	ground := palette.Shade(paint.PanelShade)
	if on {
		ground = palette.Shade(paint.PressedShade)
	}
	imgui.PushStyleColorVec4(imgui.ColButton, Vec(ground))
	defer imgui.PopStyleColor()
	return imgui.Button(name)
}

// ColourButton shows a colour, and opens the choice of another.
func (w *Kit) ColourButton(mark string, now uint32) (colour uint32, chosen bool) {
	size := imgui.TextLineHeight()
	at := imgui.CursorScreenPos()
	if imgui.InvisibleButton("##"+mark, imgui.Vec2{X: size, Y: size}) {
		imgui.OpenPopupStr("##colours " + mark)
	}
	w.Mark(mark, LastItem())
	Fill(imgui.WindowDrawList(), shape.Rect{X0: at.X, Y0: at.Y, X1: at.X + size, Y1: at.Y + size}, w.Palette.SliceColor(now))
	Tip("The colour of the slice. Click to choose another.")
	if !imgui.BeginPopup("##colours " + mark) {
		return now, false
	}
	defer imgui.EndPopup()
	colour = now
	for k, c := range paint.SliceColors {
		if k%4 > 0 {
			imgui.SameLine()
		}
		low := imgui.CursorScreenPos()
		if imgui.InvisibleButton(fmt.Sprint("##colour", k), imgui.Vec2{X: 1.5 * size, Y: 1.5 * size}) {
			colour, chosen = c, true
			imgui.CloseCurrentPopup()
		}
		w.Mark(fmt.Sprint("colour ", k), LastItem())
		Fill(imgui.WindowDrawList(), shape.Rect{X0: low.X, Y0: low.Y, X1: low.X + 1.5*size, Y1: low.Y + 1.5*size}, w.Palette.SliceColor(c))
		Tip("Gives the slice this colour. No state has these colours, and they differ for every eye.")
	}
	c := paint.Hex(now)
	parts := [3]float32{float32(c.R) / 255, float32(c.G) / 255, float32(c.B) / 255}
	if imgui.ColorEdit3V("##any", &parts, imgui.ColorEditFlagsNoSidePreview) {
		colour, chosen = uint32(parts[0]*255+0.5)<<16|uint32(parts[1]*255+0.5)<<8|uint32(parts[2]*255+0.5), true
	}
	Tip("Any other colour.")
	return max(colour, 1), chosen
}
