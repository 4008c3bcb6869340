package pictures

import (
	"image/color"

	"tiv/canvas"
)

// FigureWidth and FigureHeight are the size of Figure.
const FigureWidth, FigureHeight = 240, 160

// Figure draws a figure with all that a canvas can do.
func Figure(c canvas.Canvas) {
	ink, red := color.NRGBA{20, 30, 40, 255}, color.NRGBA{200, 40, 30, 255}
	blue, glass := color.NRGBA{0, 114, 178, 255}, color.NRGBA{0, 158, 115, 128}
	c.Rect(canvas.Rect{X1: FigureWidth, Y1: FigureHeight}, color.NRGBA{250, 250, 245, 255})
	c.Rect(canvas.Rect{X0: 10, Y0: 10, X1: 60, Y1: 40}, blue)
	c.Rect(canvas.Rect{X0: 40.5, Y0: 25.25, X1: 80, Y1: 50.75}, glass)
	c.Area(red, canvas.Point{X: 100, Y: 10}, canvas.Point{X: 140, Y: 20}, canvas.Point{X: 115, Y: 28},
		canvas.Point{X: 140, Y: 50}, canvas.Point{X: 95, Y: 45})
	c.Line(canvas.Pen{Color: ink, Width: 5}, canvas.Point{X: 155, Y: 50}, canvas.Point{X: 165, Y: 15},
		canvas.Point{X: 180, Y: 45}, canvas.Point{X: 185, Y: 12})
	canvas.Outline(c, canvas.Rect{X0: 195, Y0: 10, X1: 230, Y1: 50}, canvas.Pen{Color: red, Width: 3})
	canvas.Outline(c, canvas.Rect{X0: 200, Y0: 15, X1: 225, Y1: 45}, canvas.Pen{Color: ink, Width: 1, Dash: 4})
	c.Line(canvas.Pen{Color: blue, Width: 2, Dash: 5}, canvas.Point{X: 10, Y: 62}, canvas.Point{X: 230, Y: 66})
	c.Line(canvas.Pen{Color: glass, Width: 1}, canvas.Point{X: 120, Y: 60}, canvas.Point{X: 120, Y: 120})
	font := canvas.Font{Size: 13, Color: ink}
	for i, align := range []canvas.Align{canvas.Start, canvas.Middle, canvas.End} {
		font.Align, font.Bold = align, align == canvas.Middle
		c.Text(canvas.Point{X: 120, Y: 82 + 16*float32(i)}, font, "main.run é <&>")
	}
	c.Clip(canvas.Rect{X0: 10, Y0: 125, X1: 120.4, Y1: 150})
	c.Rect(canvas.Rect{X0: 0, Y0: 120, X1: 200, Y1: 200}, blue)
	c.Clip(canvas.Rect{X0: 60, Y0: 100, X1: 300, Y1: 140})
	c.Area(red, canvas.Point{X: 0, Y: 100}, canvas.Point{X: 240, Y: 100}, canvas.Point{X: 240, Y: 160})
	c.Text(canvas.Point{X: 50, Y: 139}, canvas.Font{Size: 20, Color: color.NRGBA{255, 255, 255, 255}, Bold: true}, "clipped text")
	c.Unclip()
	c.Rect(canvas.Rect{X0: 20, Y0: 142, X1: 300, Y1: 146}, glass)
	c.Unclip()
	c.Text(canvas.Point{X: 130, Y: 145}, canvas.Font{Size: 9, Color: red}, "not clipped")
}
