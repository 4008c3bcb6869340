package playback

import (
	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/scene/paint"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/tracefeed"
	"tiv/ui/widget"
)

// drawAxis writes the times of the whole trace in a line, and draws ticks up to
// top, behind everything.
func (b *scrubBar) drawAxis(list *imgui.DrawList, r shape.Rect, top float32) {
	palette, k := b.UI.Palette, b.UI.Scale
	const apart = 8 // text sizes between ticks
	ticks := max(2, int(r.Width()/(apart*imgui.FontSize())))
	view.Clock(b.Workspace.Timeline.End).EachTick(0, b.Workspace.Timeline.End, ticks, func(t tracefeed.Time, name string) {
		x := xOf(b.Workspace.Timeline, r, t)
		widget.Fill(list, shape.Rect{X0: x, Y0: top, X1: x + k, Y1: r.Y0 + 3*k}, palette.Grid)
		if wide := imgui.CalcTextSize(name).X; x+3*k+wide < r.X1 {
			list.AddTextVec2(imgui.Vec2{X: x + 3*k, Y: r.Y0}, widget.Packed(palette.Faint), name)
		}
	})
}

// drawInterval shades the selected interval, with a line at each end, and writes its length
// over the states.
func (b *scrubBar) drawInterval(list *imgui.DrawList, r shape.Rect) {
	i := b.Workspace.Look.Interval
	if i.Start >= i.End {
		return
	}
	color, k := b.UI.Palette.Select, b.UI.Scale
	x0, x1 := xOf(b.Workspace.Timeline, r, i.Start), xOf(b.Workspace.Timeline, r, i.End)
	widget.Fill(list, shape.Rect{X0: x0, Y0: r.Y0, X1: x1, Y1: r.Y1}, color.Alpha(0.16))
	for _, x := range []float32{x0, x1} {
		widget.Fill(list, shape.Rect{X0: x - k, Y0: r.Y0, X1: x + k, Y1: r.Y1}, color)
	}
	length := (i.End - i.Start).String()
	if wide := imgui.CalcTextSize(length).X; wide+8*k < x1-x0 {
		at := imgui.Vec2{X: (x0 + x1 - wide) / 2, Y: r.Y0 + 0.12*r.Height()}
		widget.Fill(list, shape.Rect{X0: at.X - 3*k, Y0: at.Y, X1: at.X + wide + 3*k, Y1: at.Y + imgui.TextLineHeight()},
			b.UI.Palette.Ground.Alpha(0.72))
		list.AddTextVec2(at, widget.Packed(b.UI.Palette.Text), length)
	}
}

// drawGrips draws the handles at the ends of the visible range, in the upper
// half, and of the selected interval, in the lower half.
func (b *scrubBar) drawGrips(list *imgui.DrawList, r shape.Rect) {
	palette, k := b.UI.Palette, b.UI.Scale
	half := r.Height() / 2
	grip := func(t tracefeed.Time, top float32, color paint.Color, lit bool) {
		x := min(max(xOf(b.Workspace.Timeline, r, t), r.X0+3*k), r.X1-3*k)
		wide := 3 * k
		if lit {
			wide = 4 * k
		}
		low, high := imgui.Vec2{X: x - wide, Y: top + 0.15*half}, imgui.Vec2{X: x + wide, Y: top + 0.85*half}
		list.AddRectFilledV(low, high, widget.Packed(color), 2*k, 0)
		list.AddRectV(low, high, widget.Packed(palette.Ground), 2*k, 0, k)
	}
	from, to := b.Workspace.Look.Window()
	grip(from, r.Y0, palette.Text, b.drag.part == rangeStart)
	grip(to, r.Y0, palette.Text, b.drag.part == rangeEnd)
	if i := b.Workspace.Look.Interval; i.Start < i.End {
		grip(i.Start, r.Y0+half, palette.Select, b.drag.part == intervalStart)
		grip(i.End, r.Y0+half, palette.Select, b.drag.part == intervalEnd)
	}
}
