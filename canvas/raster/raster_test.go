package raster

import (
	"flag"
	"image"
	"image/color"
	"math"
	"testing"

	"tiv/canvas"
	"tiv/internal/pictures"
)

var update = flag.Bool("update", false, "write the reference pictures anew")

// drawn returns the figure of package pictures.
func drawn(scale float32) *image.NRGBA {
	c := New(pictures.FigureWidth, pictures.FigureHeight, scale)
	pictures.Figure(c)
	return pictures.Plain(c.Image)
}

func TestFigure(t *testing.T) {
	t.Parallel()
	for name, scale := range map[string]float32{"figure.png": 1, "figure-large.png": 2.5} {
		path := "testdata/" + name
		if *update {
			if err := pictures.Save(path, drawn(scale)); err != nil {
				t.Fatal(err)
			}
		}
		want, err := pictures.Load(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := pictures.Differ(drawn(scale), want); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The ink of a line is its length times its width, and that of a corner in addition: lines
// neither fade nor overlap themselves.
func TestInk(t *testing.T) {
	t.Parallel()
	black := color.NRGBA{A: 255}
	for name, x := range map[string]struct {
		draw func(c canvas.Canvas)
		want float64
	}{
		"slope": {func(c canvas.Canvas) {
			c.Line(canvas.Pen{Color: black, Width: 2}, canvas.Point{X: 10, Y: 10}, canvas.Point{X: 40, Y: 50})
		}, 100},
		"outline": {func(c canvas.Canvas) {
			canvas.Outline(c, canvas.Rect{X0: 10, Y0: 10, X1: 50, Y1: 40}, canvas.Pen{Color: black, Width: 3})
		}, 40*30 - 34*24},
		"dashes": {func(c canvas.Canvas) {
			c.Line(canvas.Pen{Color: black, Width: 2, Dash: 5}, canvas.Point{X: 5, Y: 10}, canvas.Point{X: 52, Y: 10})
		}, 2 * 25},
		"corner of dashes": {func(c canvas.Canvas) {
			c.Line(canvas.Pen{Color: black, Width: 1, Dash: 4}, canvas.Point{X: 10, Y: 10}, canvas.Point{X: 20, Y: 10},
				canvas.Point{X: 20, Y: 30})
		}, 15.75},
		"sharp corner": {func(c canvas.Canvas) {
			c.Line(canvas.Pen{Color: black, Width: 4}, canvas.Point{X: 10, Y: 20}, canvas.Point{X: 30, Y: 20}, canvas.Point{X: 30, Y: 40})
		}, 160},
		"outside": {func(c canvas.Canvas) { c.Rect(canvas.Rect{X0: -1e30, Y0: 58, X1: 1e30, Y1: 1e30}, black) }, 120},
		"nothing": {func(c canvas.Canvas) { c.Line(canvas.Pen{Color: black, Width: 4}, canvas.Point{X: 10, Y: 20}) }, 0},
	} {
		c := New(60, 60, 1)
		x.draw(c)
		ink := 0.0
		for i := 3; i < len(c.Image.Pix); i += 4 {
			ink += float64(c.Image.Pix[i]) / 255
		}
		if math.Abs(ink-x.want) > 0.01*x.want {
			t.Errorf("%s: %.1f pixels of ink, want %.1f", name, ink, x.want)
		}
	}
}
