package widget

import (
	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/scene/paint"
	"tiv/scene/shape"
)

// SwatchSize is the size of a sample, relative to the text.
const SwatchSize = 1.6

// Swatch shows a colour with its pattern as bars have it.
func (w *Kit) Swatch(c paint.Color, pattern paint.Pattern) {
	h := imgui.TextLineHeight()
	at := imgui.CursorScreenPos()
	imgui.Dummy(imgui.Vec2{X: SwatchSize * h, Y: h})
	low, high := at, imgui.Vec2{X: at.X + SwatchSize*h, Y: at.Y + h}
	list := imgui.WindowDrawList()
	list.AddRectFilled(low, high, Packed(c))
	list.PushClipRectV(low, high, true)
	Strokes(list, low, high, Packed(paint.Style{Color: c, Pattern: pattern}.Ink()), pattern, w.Scale)
	list.PopClipRect()
}

// Strokes draws a pattern.
func Strokes(list *imgui.DrawList, low, high imgui.Vec2, ink uint32, pattern paint.Pattern, scale float32) {
	gap, h := 5*scale, high.Y-low.Y
	line := func(x0, y0, x1, y1 float32) {
		list.AddLineV(imgui.Vec2{X: x0, Y: y0}, imgui.Vec2{X: x1, Y: y1}, ink, scale)
	}
	for x := low.X - h; x < high.X && pattern != paint.Plain; x += gap {
		switch pattern {
		case paint.DiagonalUp, paint.Hatch:
			line(x, high.Y, x+h, low.Y)
		case paint.DiagonalDown:
			line(x, low.Y, x+h, high.Y)
		case paint.Cross:
			line(x, high.Y, x+h, low.Y)
			line(x, low.Y, x+h, high.Y)
		case paint.Vertical:
			line(x, low.Y, x, high.Y)
		case paint.Dots:
			for y := low.Y + gap/2; y < high.Y; y += gap {
				list.AddCircleFilled(imgui.Vec2{X: x, Y: y}, 0.9*scale, ink)
			}
		}
	}
	for y := low.Y + gap/2; y < high.Y && pattern == paint.Horizontal; y += gap {
		line(low.X, y, high.X, y)
	}
}

// Patterned fills a rectangle as bars are.
func (w *Kit) Patterned(low, high imgui.Vec2, style paint.Style) {
	if high.X <= low.X || high.Y <= low.Y {
		return
	}
	list := imgui.WindowDrawList()
	list.AddRectFilled(low, high, Packed(style.Color))
	if w.Plain {
		return
	}
	list.PushClipRectV(low, high, true)
	Strokes(list, low, high, Packed(style.Ink()), style.Pattern, w.Scale)
	list.PopClipRect()
}

func Fill(list *imgui.DrawList, r shape.Rect, c paint.Color) {
	list.AddRectFilled(imgui.Vec2{X: r.X0, Y: r.Y0}, imgui.Vec2{X: r.X1, Y: r.Y1}, Packed(c))
}
