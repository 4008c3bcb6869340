package widget

import (
	"image/color"
	"math"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/assets"
	"tiv/canvas"
	"tiv/report"
	"tiv/scene/paint"
)

// drawList is the canvas of the window: a draw list of Dear ImGui, in pixels of the screen.
type drawList struct {
	list  *imgui.DrawList
	fonts fonts
}

// Canvas returns a canvas on a draw list.
func (w *Kit) Canvas(list *imgui.DrawList) canvas.Canvas { return drawList{list, w.fonts} }

func ink(c color.NRGBA) uint32 { return Packed(paint.Color(c)) }

// Rect fills a rectangle.
func (d drawList) Rect(r canvas.Rect, fill color.NRGBA) {
	d.list.AddRectFilled(imgui.Vec2{X: r.X0, Y: r.Y0}, imgui.Vec2{X: r.X1, Y: r.Y1}, ink(fill))
}

// path begins a path through points. The functions of draw lists that take several points read
// only the first one from Go.
func (d drawList) path(points []canvas.Point) {
	d.list.PathClear()
	for _, p := range points {
		d.list.PathLineTo(imgui.Vec2{X: p.X, Y: p.Y})
	}
}

// Area fills a polygon.
func (d drawList) Area(fill color.NRGBA, points ...canvas.Point) {
	d.path(points)
	d.list.PathFillConcave(ink(fill))
}

// Line draws a polyline.
func (d drawList) Line(p canvas.Pen, points ...canvas.Point) {
	if p.Dash > 0 {
		canvas.Dashes(points, p.Dash, func(from, to canvas.Point) { d.Line(canvas.Pen{Color: p.Color, Width: p.Width}, from, to) })
		return
	}
	flags := imgui.DrawFlagsNone
	if canvas.Closed(points) {
		flags, points = imgui.DrawFlagsClosed, points[:len(points)-1]
	}
	d.path(points)
	d.list.PathStrokeV(ink(p.Color), imgui.DrawFlags(flags), p.Width)
}

// Text draws a text.
func (d drawList) Text(at canvas.Point, f canvas.Font, s string) {
	// Dear ImGui takes the top of a line, cuts it to a whole pixel, and has the baseline at a
	// whole pixel below.
	from := imgui.Vec2{X: at.X - f.Align.Of(d.Width(f, s)), Y: at.Y + 0.5 - float32(math.Ceil(float64(f.Size*assets.Ascent)))}
	d.list.AddTextFontPtr(d.font(f), f.Size*assets.LineHeight, from, ink(f.Color), report.Safe(s))
}

func (d drawList) font(f canvas.Font) *imgui.Font {
	if f.Bold {
		return d.fonts.bold
	}
	return d.fonts.regular
}

// Width returns the width of a text.
func (d drawList) Width(f canvas.Font, s string) float32 {
	return d.font(f).CalcTextSizeA(f.Size*assets.LineHeight, math.MaxFloat32, 0, report.Safe(s)).X
}

// Clip limits all that follows to a rectangle.
func (d drawList) Clip(r canvas.Rect) {
	r = r.Round()
	d.list.PushClipRectV(imgui.Vec2{X: r.X0, Y: r.Y0}, imgui.Vec2{X: r.X1, Y: r.Y1}, true)
}

// Unclip ends the last Clip.
func (d drawList) Unclip() { d.list.PopClipRect() }
