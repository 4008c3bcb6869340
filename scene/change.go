package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/paint"
	"tiv/tracefeed"
)

// Change is the difference of a thread from its group in another trace.
type Change uint8

// The changes, of a thread without one the first.
const (
	Unchanged Change = iota
	// Shorter: its group waits less here for locks or processors.
	Shorter
	// OnlyHere: the other trace has no such thread.
	OnlyHere
	// Longer: its group waits longer here.
	Longer
)

// changeStrokes are the lines of the signs, from -1 to 1, y upwards.
var changeStrokes = [...][][2]mgl32.Vec2{
	Unchanged: nil,
	Shorter:   {{{-1, 0.5}, {0, -0.5}}, {{0, -0.5}, {1, 0.5}}},
	OnlyHere:  {{{-1, 0}, {1, 0}}, {{0, -1}, {0, 1}}},
	Longer:    {{{-1, -0.5}, {0, 0.5}}, {{0, 0.5}, {1, -0.5}}},
}

// Strokes returns the lines of the sign of a change, from -1 to 1 with y upwards. Callers
// must not change them.
func (c Change) Strokes() [][2]mgl32.Vec2 { return changeStrokes[c] }

// changeOf returns the change of a bar: of several threads, the last in the order above.
func (l *Look) changeOf(threads []tracefeed.ThreadID) (c Change) {
	for _, t := range threads {
		c = max(c, l.Changes[t])
	}
	return c
}

// The size of a sign in pixels, the smallest that is drawn, and the width of its lines.
const (
	changeSize, leastChange = 5, 2
	changeWide, changeEdge  = 2, 4.5
)

// markChanges draws the signs of changes into the upper left corner of the fronts of bars.
func markChanges(fv *frontView) {
	scale, px := fv.sheet.canvas.Scale, fv.pen.size()
	for i := range fv.layout.slots {
		s := &fv.layout.slots[i]
		face := fv.layout.face(i)
		half := face.half
		size := min(changeSize*scale, 0.8*half[1]/px[1], 0.8*half[0]/px[0])
		if s.change == Unchanged || s.gone != "" || size < leastChange*scale {
			continue
		}
		at := face.at.Add(mgl32.Vec2{-half[0] + 1.6*size*px[0], half[1] - 1.3*size*px[1]})
		point := func(p mgl32.Vec2) mgl32.Vec2 { return at.Add(mgl32.Vec2{p[0] * size * px[0], p[1] * size * px[1]}) }
		eachStroke(fv.sheet, s.change, func(l [2]mgl32.Vec2, wide float32, color paint.Color) {
			fv.pen.line(point(l[0]), point(l[1]), 0, wide, color)
		})
	}
}

// nameGap returns the distance between names and rows of the timeline, in sizes of the
// text: with changes there is room for signs.
func nameGap(l *Look) float32 {
	if len(l.Changes) > 0 {
		return 1.2
	}
	return 0.5
}

// markChange draws the sign of a row of the timeline, between its name and the row, unless
// the row is too low for it.
func markChange(sv *sideView, s *slot, y float32) {
	size := min(0.32*sv.sheet.em, 0.4*s.row/sv.flat.perPixel())
	if size < leastChange*sv.sheet.canvas.Scale {
		return
	}
	at := mgl32.Vec2{sv.flat.rect.X0 - nameGap(sv.look)/2*sv.sheet.em, y}
	eachStroke(sv.sheet, s.change, func(l [2]mgl32.Vec2, wide float32, color paint.Color) {
		a, b := at.Add(mgl32.Vec2{l[0][0], -l[0][1]}.Mul(size)), at.Add(mgl32.Vec2{l[1][0], -l[1][1]}.Mul(size))
		sv.sheet.overlay.Lines = append(sv.sheet.overlay.Lines, OverlayLine{a[0], a[1], b[0], b[1], wide, color})
	})
}

// eachStroke calls draw for each line of a sign: first for an edge in the colour of the
// ground, which separates it from any bar.
func eachStroke(sh *sheet, c Change, draw func(l [2]mgl32.Vec2, wide float32, color paint.Color)) {
	for _, pass := range []struct {
		wide  float32
		color paint.Color
	}{{changeEdge, sh.colors.Ground}, {changeWide, sh.colors.Text}} {
		for _, l := range c.Strokes() {
			draw(l, pass.wide*sh.canvas.Scale, pass.color)
		}
	}
}
