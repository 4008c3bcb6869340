package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"tiv/assets"
)

// maxWallNames is the largest number of names to place. Those of the nearest walls come first.
// steepest is the steepest slope on which a name can be read.
const (
	maxWallNames = 1000
	steepest     = 0.7
)

// strip is the place of a call on the screen: the lower and the upper corner of its left end
// and of its right end.
type strip struct{ left, right [2]mgl32.Vec2 }

// stripOf returns the strip of an outline.
func stripOf(outline []mgl32.Vec2) strip {
	a, b := [2]mgl32.Vec2{outline[0], outline[1]}, [2]mgl32.Vec2{outline[3], outline[2]}
	if a[0][0] > b[0][0] {
		a, b = b, a
	}
	return strip{a, b}
}

// part returns a part of the strip, between 0 and 1.
func (s strip) part(from, to float32) (p strip) {
	for k := range s.left {
		along := s.right[k].Sub(s.left[k])
		p.left[k], p.right[k] = s.left[k].Add(along.Mul(from)), s.left[k].Add(along.Mul(to))
	}
	return p
}

// name fits the name of a function into the strip.
func (s strip) name(sh *sheet, function string) (t Text, ok bool) {
	from, to := s.left[0].Add(s.left[1]).Mul(0.5), s.right[0].Add(s.right[1]).Mul(0.5)
	low, wide := min(s.left[0][1]-s.left[1][1], s.right[0][1]-s.right[1][1]), to[0]-from[0]
	if low < leastNameHigh*sh.canvas.Scale || wide <= 0 || abs(to[1]-from[1]) > steepest*wide {
		return t, false
	}
	t = Text{Size: min(0.9*sh.em, 0.86*low), Slope: (to[1] - from[1]) / wide}
	pad := 0.25 * t.Size
	t.Text = fitCall(function, t.Size, wide-2*pad)
	t.X, t.Y = from[0]+pad, from[1]+0.35*t.Size+t.Slope*pad
	return t, t.Text != ""
}

// nameCalls writes the names of calls into their lanes, as far as they fit and are not hidden:
// at the begin of a call, or farther on the right, or where its lane is high enough.
func (wv *wallView) nameCalls() {
	outlineSelected(wv.sheet, wv.f, &wv.look.Call)
	r := &wv.lanes.walls
	sight := newSight(wv.f, wv.view)
	for i := max(0, len(r.names)-maxWallNames); i < len(r.names); i++ {
		n := &r.names[i]
		w := &wv.view.Walls.List[n.wall]
		outline := wv.view.outline(w, n.lane, float32(n.x0), float32(n.x1))
		if outline == nil {
			continue
		}
		call := stripOf(outline)
		for _, part := range [...][2]float32{{0, 1}, {0.3, 1}, {0.6, 1}, {0, 0.5}} {
			t, ok := call.part(part[0], part[1]).name(wv.sheet, r.style.name(n.function))
			if ok && wv.isFree(&t, int(w.Bar), sight) {
				t.Color = TextOn(n.color)
				wv.overlay.Texts = append(wv.overlay.Texts, t)
				break
			}
		}
	}
}

// isFree reports whether a text on a bar covers no label and no edge, lies in the view, and no
// other bar is before it.
func (wv *wallView) isFree(t *Text, bar int, sight *sight) bool {
	wide := assets.TextWidth(t.Text, t.Size, false)
	end := t.Y + t.Slope*wide
	box := Rect{t.X, min(t.Y, end) - 0.8*t.Size, t.X + wide, max(t.Y, end) + 0.2*t.Size}
	if r := wv.view.Rect; wv.labels.overlaps(box) || box.X0 < r.X0 || box.X1 > r.X1 || box.Y0 < r.Y0 || box.Y1 > r.Y1 {
		return false
	}
	for _, part := range []float32{0, 0.5, 1} {
		for _, up := range []float32{0, 0.6} {
			at := mgl32.Vec2{t.X + part*wide, t.Y + part*t.Slope*wide - up*t.Size}
			if k, _ := sight.at(at); k != bar || wv.view.hitAt(at, 0, false) >= 0 {
				return false
			}
		}
	}
	return true
}
