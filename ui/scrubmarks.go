package ui

import (
	"strconv"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/scene"
	"tiv/tracefeed"
)

// drawAxis writes the times of the whole trace in a line, and draws ticks up to
// top, behind everything.
func (b *scrubBar) drawAxis(list *imgui.DrawList, r scene.Rect, top float32) {
	palette, k := b.ui.palette, b.ui.scale
	const apart = 8 // text sizes between ticks
	ticks := max(2, int(r.Width()/(apart*imgui.FontSize())))
	scene.EachTick(0, b.ws.Timeline.End, ticks, func(t tracefeed.Time, name string) {
		x := b.xOf(r, t)
		fill(list, scene.Rect{X0: x, Y0: top, X1: x + k, Y1: r.Y0 + 3*k}, palette.Grid)
		if wide := imgui.CalcTextSize(name).X; x+3*k+wide < r.X1 {
			list.AddTextVec2(imgui.Vec2{X: x + 3*k, Y: r.Y0}, packed(palette.Faint), name)
		}
	})
}

// drawInterval shades the selected interval, with a line at each end.
func (b *scrubBar) drawInterval(list *imgui.DrawList, r scene.Rect) {
	i := b.ws.Look.Interval
	if i.Start >= i.End {
		return
	}
	color, k := b.ui.palette.Select, b.ui.scale
	x0, x1 := b.xOf(r, i.Start), b.xOf(r, i.End)
	fill(list, scene.Rect{X0: x0, Y0: r.Y0, X1: x1, Y1: r.Y1}, color.Alpha(0.16))
	for _, x := range []float32{x0, x1} {
		fill(list, scene.Rect{X0: x - k, Y0: r.Y0, X1: x + k, Y1: r.Y1}, color)
	}
	length := (i.End - i.Start).String()
	if wide := imgui.CalcTextSize(length).X; wide+8*k < x1-x0 {
		list.AddTextVec2(imgui.Vec2{X: (x0 + x1 - wide) / 2, Y: r.Y0 + 0.12*r.Height()}, packed(b.ui.palette.Text), length)
	}
}

// drawBookmarks writes the digit of each bookmark at its moment.
func (b *scrubBar) drawBookmarks(list *imgui.DrawList, r scene.Rect) {
	k := b.ui.scale
	for i := range b.ws.Bookmarks {
		mark := &b.ws.Bookmarks[i]
		if !mark.Set {
			continue
		}
		digit := strconv.Itoa(i)
		size := imgui.CalcTextSize(digit)
		x := min(b.xOf(r, min(mark.Moment, b.ws.Timeline.End)), r.X1-size.X-4*k)
		y := r.Y0 + 0.3*r.Height()
		fill(list, scene.Rect{X0: x, Y0: r.Y0, X1: x + k, Y1: y + size.Y}, b.ui.palette.Text)
		fill(list, scene.Rect{X0: x, Y0: y, X1: x + size.X + 4*k, Y1: y + size.Y}, b.ui.palette.Text)
		list.AddTextVec2(imgui.Vec2{X: x + 2*k, Y: y}, packed(b.ui.palette.Ground), digit)
	}
}
