package shape

import (
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/assets"
)

// Covers counts some points of a wedge, away from its ends, that lie on another
// one.
func (w Wedge) Covers(other Wedge) (n int) {
	outline := other.Outline()
	for _, u := range []float32{0.2, 0.35, 0.5, 0.65, 0.8} {
		mid, left := w.At(u)
		half := (w.From + (w.To-w.From)*u) / 2
		for _, side := range []float32{-1, 0, 1} {
			if Inside(outline, mid.Add(left.Mul(side*half))) {
				n++
			}
		}
	}
	return n
}

// Beside returns places for a text beside an edge, which it does not cover: below
// or above its middle, and nearer to its ends.
func (v *View) Beside(w Wedge, t Text) (places []Text) {
	half := mgl32.Vec2{assets.TextWidth(t.Text, t.Size, t.Bold) / 2, 0.6 * t.Size}
	for _, part := range []float32{0.5, 0.4, 0.6, 0.3, 0.7, 0.22, 0.78} {
		mid, left := w.At(part)
		at, ok := v.Project(w.in(mid, part))
		border, ok2 := v.Project(w.in(mid.Add(left.Mul((w.From+(w.To-w.From)*part)/2)), part))
		next, _ := w.At(part + 0.01)
		ahead, ok3 := v.Project(w.in(next, part+0.01))
		if !ok || !ok2 || !ok3 {
			continue
		}
		across := LeftOf(ahead.Sub(at))
		if across[1] < 0 {
			across = across.Mul(-1)
		}
		away := border.Sub(at).Len() + mgl32.Abs(across[0])*half[0] + mgl32.Abs(across[1])*half[1] + 0.15*t.Size
		for _, side := range []float32{1, -1} {
			if t, ok := v.Centred(at.Add(across.Mul(side*away)), t); ok {
				places = append(places, t)
			}
		}
	}
	return places
}

// Middle returns points along the middle of an edge, in pixels.
func (v *View) Middle(w Wedge) (points []mgl32.Vec2) {
	const parts = 40
	for i := range parts + 1 {
		u := float32(i) / parts
		mid, _ := w.At(u)
		if at, ok := v.Project(w.in(mid, u)); ok {
			points = append(points, at)
		}
	}
	return points
}

// Seen returns the places along a wedge that are not hidden, or else another one, or
// else all.
func (w Wedge) Seen(places []float32, hidden func(mgl32.Vec2) bool) (seen []float32) {
	see := func(u float32) bool {
		at, _ := w.At(u)
		return !hidden(at)
	}
	for _, u := range places {
		if see(u) {
			seen = append(seen, u)
		}
	}
	if len(seen) > 0 {
		return seen
	}
	others := []float32{0.45, 0.55, 0.35, 0.65, 0.28, 0.72, 0.2, 0.8}
	if i := slices.IndexFunc(others, see); i >= 0 {
		return others[i : i+1]
	}
	return places
}

// Wedge is a strip in the plane of the moment that is as wide as from at its
// start and as wide as to at its end, and bends to its left.
type Wedge struct {
	A, B     mgl32.Vec2
	From, To float32 // widths, in units of height
	Bend     float32 // the distance of the middle from the straight line
	// Aspect is the width of a pixel in units of its height, where a view stretches the plane;
	// 0 is 1. Wedges of equal widths are equally thick on the picture in all directions.
	Aspect float32
	// Depths are the z of its start and of its end, which can be before the moment.
	Depths [2]float32
	// Side says that it lies in the plane of times and heights at X: its points are z and y.
	Side bool
	X    float32
}

// in returns the point of the world at a point of the wedge's plane at u.
func (w Wedge) in(p mgl32.Vec2, u float32) mgl32.Vec3 {
	if w.Side {
		return mgl32.Vec3{w.X, p[1], p[0]}
	}
	return p.Vec3(w.Depths[0] + (w.Depths[1]-w.Depths[0])*u)
}

// corners returns the corners in the world of the part of the wedge from one u to another: left
// and right at the start, right and left at the end.
func (w Wedge) corners(from, to float32) (c [4]mgl32.Vec3) {
	for i, u := range [2]float32{from, to} {
		mid, left := w.At(u)
		left = left.Mul((w.From + (w.To-w.From)*u) / 2)
		c[3*i], c[1+i] = w.in(mid.Add(left), u), w.in(mid.Sub(left), u)
	}
	return c
}

// At returns the middle of the wedge at u from 0 to 1, and the direction across it on the
// picture, to the left, as long as a unit of height.
func (w Wedge) At(u float32) (mid, left mgl32.Vec2) {
	along := w.B.Sub(w.A)
	if along.Len() == 0 {
		return w.A, mgl32.Vec2{}
	}
	n := LeftOf(along)
	control := w.A.Add(w.B).Mul(0.5).Add(n.Mul(2 * w.Bend))
	mid = w.A.Mul((1 - u) * (1 - u)).Add(control.Mul(2 * u * (1 - u))).Add(w.B.Mul(u * u))
	tangent := control.Sub(w.A).Mul(1 - u).Add(w.B.Sub(control).Mul(u))
	return mid, w.across(tangent)
}

// Part returns the part of a straight wedge from u to v, from 0 to 1.
func (w Wedge) Part(u, v float32) Wedge {
	along, wider := w.B.Sub(w.A), w.To-w.From
	w.B, w.To = w.A.Add(along.Mul(v)), w.From+wider*v
	w.A, w.From = w.A.Add(along.Mul(u)), w.From+wider*u
	return w
}

// across returns the direction to the left of another one on the picture.
func (w Wedge) across(v mgl32.Vec2) mgl32.Vec2 {
	if w.Aspect == 0 {
		return LeftOf(v)
	}
	left := LeftOf(mgl32.Vec2{v[0] / w.Aspect, v[1]})
	return mgl32.Vec2{left[0] * w.Aspect, left[1]}
}

// LeftOf returns the direction to the left of another one, of length 1; none for none.
func LeftOf(v mgl32.Vec2) mgl32.Vec2 {
	if v.Len() == 0 {
		return v
	}
	return mgl32.Vec2{-v[1], v[0]}.Normalize()
}

// Outline returns the corners of the wedge: along its left side and back along
// its right side.
func (w Wedge) Outline() []mgl32.Vec2 {
	parts := 1
	if w.Bend != 0 {
		parts = curveParts
	}
	pts := make([]mgl32.Vec2, 2*(parts+1))
	for i := 0; i <= parts; i++ {
		u := float32(i) / float32(parts)
		mid, left := w.At(u)
		half := (w.From + (w.To-w.From)*u) / 2
		pts[i] = mid.Add(left.Mul(half))
		pts[len(pts)-1-i] = mid.Sub(left.Mul(half))
	}
	return pts
}

// Between starts and ends a wedge at the borders of two faces, offset by aside.
func Between(w Wedge, a, b Face, aside mgl32.Vec2) Wedge {
	w.A, w.B = a.At.Add(aside), b.At.Add(aside)
	start, end := w.B, w.A
	if w.Bend != 0 {
		middle, _ := w.At(0.5)
		start, end = middle, middle
	}
	w.A, w.B = a.Border(w.A, start), b.Border(w.B, end)
	return w
}
