package scene

import "github.com/go-gl/mathgl/mgl32"

// wedge is a strip in the plane of the moment that is as wide as from at its
// start and as wide as to at its end, and bends to its left.
type wedge struct {
	a, b     mgl32.Vec2
	from, to float32 // widths
	bend     float32 // the distance of the middle from the straight line
}

// at returns the middle of the wedge at u from 0 to 1, and the direction
// across it, to the left.
func (w wedge) at(u float32) (mid, left mgl32.Vec2) {
	along := w.b.Sub(w.a)
	if along.Len() == 0 {
		return w.a, mgl32.Vec2{}
	}
	n := leftOf(along)
	control := w.a.Add(w.b).Mul(0.5).Add(n.Mul(2 * w.bend))
	mid = w.a.Mul((1 - u) * (1 - u)).Add(control.Mul(2 * u * (1 - u))).Add(w.b.Mul(u * u))
	tangent := control.Sub(w.a).Mul(1 - u).Add(w.b.Sub(control).Mul(u))
	return mid, leftOf(tangent)
}

func leftOf(v mgl32.Vec2) mgl32.Vec2 {
	if v.Len() == 0 {
		return v
	}
	return mgl32.Vec2{-v[1], v[0]}.Normalize()
}

// outline returns the corners of the wedge: along its left side and back along
// its right side.
func (w wedge) outline() []mgl32.Vec2 {
	parts := 1
	if w.bend != 0 {
		parts = 20
	}
	pts := make([]mgl32.Vec2, 2*(parts+1))
	for i := 0; i <= parts; i++ {
		u := float32(i) / float32(parts)
		mid, left := w.at(u)
		half := (w.from + (w.to-w.from)*u) / 2
		pts[i] = mid.Add(left.Mul(half))
		pts[len(pts)-1-i] = mid.Sub(left.Mul(half))
	}
	return pts
}

// between starts and ends a wedge at the borders of two faces, offset by aside.
func between(w wedge, a, b face, aside mgl32.Vec2) wedge {
	w.a, w.b = a.at.Add(aside), b.at.Add(aside)
	start, end := w.b, w.a
	if w.bend != 0 {
		middle, _ := w.at(0.5)
		start, end = middle, middle
	}
	w.a, w.b = a.border(w.a, start), b.border(w.b, end)
	return w
}

// loop bends a wedge of a bar that waits for itself around the bar's side.
// Later lanes enclose earlier ones. A loop is on the right, or on the left if
// the picture ends on the right.
func (l *layout) loop(w wedge, f face, lane int) wedge {
	h, side := f.half, float32(1)
	size := min(h[0], h[1])
	bend := (0.7 + 0.5*float32(lane)) * size
	low, high := l.low[0], l.high[0]
	if f.at[0]+h[0]+bend > high+0.05*(high-low) && f.at[0]-h[0] > (low+high)/2 {
		side = -1
	}
	w.a = f.at.Add(mgl32.Vec2{side * h[0], -0.5 * h[1]})
	w.b = f.at.Add(mgl32.Vec2{side * h[0], 0.5 * h[1]})
	w.to = min(w.to, 0.6*size)
	w.bend = -side * bend
	return w
}
