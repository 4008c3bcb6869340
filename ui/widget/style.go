package widget

import (
	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/assets"
	"tiv/scene/paint"
)

// TextSize is the height of common text in pixels, on a common screen.
const TextSize = 15

// fonts are the fonts of panels. Dear ImGui rasterises them anew at each size,
// so that no scale blurs them.
type fonts struct{ regular, bold *imgui.Font }

// LoadFonts loads the fonts. It is called once, after Dear ImGui has begun.
func (w *Kit) LoadFonts() {
	w.fonts = fonts{addFont(assets.Regular(), TextSize), addFont(assets.Bold(), TextSize)}
}

// Restyle makes panels look like the scene: same ground, thin borders, nothing
// brighter than the data. It reports whether that changes anything.
func (w *Kit) Restyle(palette *paint.Palette, scale float32) bool {
	if w.Palette == palette && w.Scale == scale {
		return false
	}
	w.Palette, w.Scale = palette, scale
	fresh := imgui.NewStyle()
	defer fresh.Destroy()
	s := imgui.CurrentStyle()
	s.SetFontSizeBase(TextSize)
	s.SetFontScaleDpi(scale)
	measures(s, fresh, scale)
	colors(s, palette)
	return true
}

// measures sets widths and distances.
func measures(s, fresh *imgui.Style, scale float32) {
	k := func(x, y float32) imgui.Vec2 { return imgui.Vec2{X: x * scale, Y: y * scale} }
	line := max(1, float32(int(scale)))
	s.SetWindowPadding(k(8, 6))
	s.SetFramePadding(k(6, 3))
	s.SetItemSpacing(k(6, 4))
	s.SetItemInnerSpacing(k(5, 4))
	s.SetCellPadding(k(2, 2))
	s.SetIndentSpacing(14 * scale)
	s.SetScrollbarSize(11 * scale)
	s.SetGrabMinSize(10 * scale)
	s.SetWindowRounding(0)
	s.SetFrameRounding(2 * scale)
	s.SetPopupRounding(2 * scale)
	s.SetTabRounding(0)
	s.SetScrollbarRounding(2 * scale)
	s.SetGrabRounding(2 * scale)
	s.SetWindowBorderSize(line)
	s.SetPopupBorderSize(line)
	s.SetFrameBorderSize(line)
	s.SetTabBarBorderSize(line)
	s.SetTabBarOverlineSize(line)
	s.SetTabBorderSize(0)
	s.SetDockingSeparatorSize(2 * line)
	s.SetSeparatorTextBorderSize(line)
	s.SetSeparatorTextPadding(k(0, 3))
	s.SetSeparatorTextAlign(imgui.Vec2{X: 0, Y: 0.5})
	s.SetHoverFlagsForTooltipMouse(fresh.HoverFlagsForTooltipMouse())
	s.SetHoverDelayShort(TipDelay)
	s.SetDisabledAlpha(0.45)
	s.SetWindowMenuButtonPosition(imgui.DirNone)
}

// Vec turns a colour into Dear ImGui's.
func Vec(c paint.Color) imgui.Vec4 {
	return imgui.Vec4{X: float32(c.R) / 255, Y: float32(c.G) / 255, Z: float32(c.B) / 255, W: float32(c.A) / 255}
}

// Packed converts a colour to the format of a draw list.
func Packed(c paint.Color) uint32 {
	return uint32(c.R) | uint32(c.G)<<8 | uint32(c.B)<<16 | uint32(c.A)<<24
}

// colors sets the colours of all widgets from a palette.
func colors(s *imgui.Style, palette *paint.Palette) {
	at := func(share float32) imgui.Vec4 { return Vec(palette.Shade(share)) }
	clear := imgui.Vec4{}
	all := s.Colors()
	set := func(c imgui.Vec4, where ...imgui.Col) {
		for _, i := range where {
			all[i] = c
		}
	}
	set(Vec(palette.Text), imgui.ColText, imgui.ColCheckMark, imgui.ColInputTextCursor)
	set(Vec(palette.Select), imgui.ColNavCursor)
	set(Vec(palette.Faint), imgui.ColTextDisabled)
	set(at(paint.PanelShade), imgui.ColWindowBg, imgui.ColMenuBarBg, imgui.ColTitleBg, imgui.ColTitleBgActive, imgui.ColTitleBgCollapsed)
	set(at(paint.PopupShade), imgui.ColPopupBg)
	set(clear, imgui.ColChildBg, imgui.ColDockingEmptyBg, imgui.ColBorderShadow, imgui.ColScrollbarBg, imgui.ColTableRowBg,
		imgui.ColTableRowBgAlt, imgui.ColResizeGrip)
	set(Vec(palette.Grid), imgui.ColBorder, imgui.ColSeparator, imgui.ColTableBorderStrong, imgui.ColTableBorderLight)
	set(at(paint.FieldShade), imgui.ColFrameBg, imgui.ColButton, imgui.ColTabSelected, imgui.ColTabDimmedSelected, imgui.ColTableHeaderBg)
	set(at(paint.HoveredShade), imgui.ColFrameBgHovered, imgui.ColButtonHovered, imgui.ColHeaderHovered, imgui.ColTabHovered)
	set(at(paint.PressedShade), imgui.ColFrameBgActive, imgui.ColButtonActive, imgui.ColHeaderActive)
	set(at(paint.ChosenShade), imgui.ColHeader)
	set(at(paint.PanelShade), imgui.ColTab, imgui.ColTabDimmed)
	set(Vec(palette.Faint), imgui.ColTabSelectedOverline)
	set(Vec(palette.Grid), imgui.ColTabDimmedSelectedOverline)
	set(at(0.25), imgui.ColScrollbarGrab, imgui.ColSliderGrab, imgui.ColSeparatorHovered, imgui.ColResizeGripHovered)
	set(at(0.4), imgui.ColScrollbarGrabHovered, imgui.ColScrollbarGrabActive, imgui.ColSliderGrabActive, imgui.ColSeparatorActive,
		imgui.ColResizeGripActive)
	set(Vec(palette.LockEdge), imgui.ColTextLink, imgui.ColPlotHistogram)
	set(Vec(palette.LockEdge.Alpha(0.35)), imgui.ColTextSelectedBg, imgui.ColDockingPreview)
	set(Vec(palette.Ground.Alpha(0.6)), imgui.ColModalWindowDimBg)
	s.SetColors(&all)
}
