package stage

import (
	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/paint"
	"tiv/scene/place"
	"tiv/scene/shape"
)

// lineShare is the share of the colour of texts in lines around threads that are alike.
const lineShare = 0.5

// Brackets draws a line around the places of each group of threads that are alike, if any is there, in the plane of
// the moment, behind waits and bars.
func (fv *Front) Brackets() {
	d := fv.Pen
	d.Mesh = &fv.View.Between
	for i := range fv.Alike {
		if !fv.Alike[i].There(fv.Layout) {
			continue
		}
		wide := 1.2 * fv.Sheet.Canvas.Scale
		if fv.Look.Hovered == PickAlike(i) {
			wide *= 2
		}
		bracket(d, fv.Layout, &fv.Alike[i], wide, bracketColor(fv.Sheet))
	}
}

func bracketColor(sh *shape.Sheet) paint.Color {
	return sh.Colors.Ground.Toward(sh.Colors.Text, lineShare)
}

// PickAlike returns the PickID of a group of threads that are alike.
func PickAlike(i int) shape.PickID {
	return shape.PickID{Kind: shape.PickAlike, Index: int32(i)}
}

// bracket draws the border of the places of slots, whose columns are a little lower than the ones
// before them.
func bracket(d shape.Pen, l *place.Layout, a *place.Alike, wide float32, color paint.Color) {
	type spot struct{ line, column int }
	in := map[spot]bool{}
	for _, i := range a.Slots {
		in[spot{l.Slots[i].Line, l.Slots[i].Column}] = true
	}
	for _, i := range a.Slots {
		s := &l.Slots[i]
		lean := mgl32.Vec2{0, place.ColumnLean / 2}
		corner := func(x, y float32) mgl32.Vec2 {
			return s.At.Add(mgl32.Vec2{x * l.Cell[0], y * l.Cell[1]}).Sub(lean.Mul(x))
		}
		for _, side := range []struct {
			to   spot
			a, b mgl32.Vec2
		}{
			{spot{s.Line - 1, s.Column}, corner(-1, 1), corner(1, 1)},
			{spot{s.Line + 1, s.Column}, corner(-1, -1), corner(1, -1)},
			{spot{s.Line, s.Column - 1}, corner(-1, 1), corner(-1, -1)},
			{spot{s.Line, s.Column + 1}, corner(1, 1), corner(1, -1)},
		} {
			if !in[side.to] {
				d.Line(side.a, side.b, 0, wide, color)
			}
		}
	}
}

// RowBracket draws a bracket at the left of rows that begin at a pixel column, from a pixel line
// to another.
func RowBracket(sh *shape.Sheet, x, from, to float32) {
	em := sh.Em
	line := func(x0, y0, x1, y1 float32) {
		sh.Overlay.Lines = append(sh.Overlay.Lines, shape.OverlayLine{X0: x0, Y0: y0, X1: x1, Y1: y1,
			Width: 1.2 * sh.Canvas.Scale, Color: bracketColor(sh)})
	}
	half := 0.6 * sh.Canvas.Scale
	from, to = from+half, to-half
	left, right := x-0.4*em, x-0.1*em
	line(left, from, left, to)
	line(left-half, from, right, from)
	line(left-half, to, right, to)
}
