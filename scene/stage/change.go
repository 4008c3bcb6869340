package stage

import (
	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/paint"
	"tiv/scene/shape"
	"tiv/scene/view"
)

// The size of a sign in pixels, the smallest that is drawn, and the width of its lines.
const (
	changeSize, leastChange = 5, 2
	changeWide, changeEdge  = 2, 4.5
)

// MarkChanges draws the signs of changes into the upper left corner of the fronts of bars.
func MarkChanges(fv *Front) {
	scale, px := fv.Sheet.Canvas.Scale, fv.Pen.Size()
	for i := range fv.Layout.Slots {
		s := &fv.Layout.Slots[i]
		face := fv.Layout.Face(i)
		half := face.Half
		size := min(changeSize*scale, 0.8*half[1]/px[1], 0.8*half[0]/px[0])
		if s.Change == view.Unchanged || s.Gone != "" || size < leastChange*scale {
			continue
		}
		at := face.At.Add(mgl32.Vec2{-half[0] + 1.6*size*px[0], half[1] - 1.3*size*px[1]})
		point := func(p mgl32.Vec2) mgl32.Vec2 { return at.Add(mgl32.Vec2{p[0] * size * px[0], p[1] * size * px[1]}) }
		eachStroke(fv.Sheet, s.Change, func(l [2]mgl32.Vec2, wide float32, color paint.Color) {
			fv.Pen.Line(point(l[0]), point(l[1]), 0, wide, color)
		})
	}
}

// NameGap returns the distance between names and rows of the timeline, in sizes of the
// text: with changes there is room for signs.
func NameGap(l *view.Look) float32 {
	if len(l.Changes) > 0 {
		return 1.2
	}
	return 0.5
}

// MarkChange draws the sign of a row of the timeline at a place, unless the row, with its height
// in pixels, is too low for it.
func MarkChange(sh *shape.Sheet, c view.Change, at mgl32.Vec2, row float32) {
	size := min(0.32*sh.Em, 0.4*row)
	if size < leastChange*sh.Canvas.Scale {
		return
	}
	eachStroke(sh, c, func(l [2]mgl32.Vec2, wide float32, color paint.Color) {
		a, b := at.Add(mgl32.Vec2{l[0][0], -l[0][1]}.Mul(size)), at.Add(mgl32.Vec2{l[1][0], -l[1][1]}.Mul(size))
		sh.Overlay.Lines = append(sh.Overlay.Lines,
			shape.OverlayLine{X0: a[0], Y0: a[1], X1: b[0], Y1: b[1], Width: wide, Color: color})
	})
}

// eachStroke calls draw for each line of a sign: first for an edge in the colour of the
// ground, which separates it from any bar.
func eachStroke(sh *shape.Sheet, c view.Change, draw func(l [2]mgl32.Vec2, wide float32, color paint.Color)) {
	for _, pass := range []struct {
		wide  float32
		color paint.Color
	}{{changeEdge, sh.Colors.Ground}, {changeWide, sh.Colors.Text}} {
		for _, l := range c.Strokes() {
			draw(l, pass.wide*sh.Canvas.Scale, pass.color)
		}
	}
}
