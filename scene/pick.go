package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// hit adds a shape in the moment's plane that can be picked.
func (v *View) hit(outline []mgl32.Vec2, pick PickID) {
	h := Hit{Outline: make([]mgl32.Vec2, 0, len(outline)), Pick: pick}
	for _, w := range outline {
		at, ok := v.Project(w.Vec3(0))
		if !ok {
			return
		}
		h.Outline = append(h.Outline, at)
	}
	v.Hits = append(v.Hits, h)
}

// At returns the thing at a pixel, and the index of its view; view is -1
// outside all views.
func (f *Frame) At(x, y float32) (pick PickID, view int) {
	for i := range f.Flags {
		if n := &f.Flags[i]; n.Box.Holds(x, y) || n.Label.Holds(x, y) {
			return PickID{PickNote, int32(n.Note)}, n.View
		}
	}
	for i := range f.Views {
		if f.Views[i].Rect.Holds(x, y) {
			return f.Views[i].at(x, y), i
		}
	}
	return PickID{}, -1
}

// at returns the thing at a pixel of the view. Shapes between bars lie in the
// moment's plane and win over things behind it.
func (v *View) at(x, y float32) PickID {
	origin, ray := v.ray(x, y)
	best, nearest := PickID{}, float32(math.Inf(1))
	for i := range v.Bars {
		if d, ok := v.Bars[i].meets(origin, ray); ok && d < nearest {
			best, nearest = v.Bars[i].Pick, d
		}
	}
	for i := len(v.Hits) - 1; i >= 0; i-- {
		if inside(v.Hits[i].Outline, mgl32.Vec2{x, y}) {
			if d, ok := planeDistance(origin, ray); !ok || d <= nearest*1.0001 {
				return v.Hits[i].Pick
			}
		}
	}
	return best
}

// ray returns the line of sight through a pixel.
func (v *View) ray(x, y float32) (origin, direction mgl32.Vec3) {
	nx := 2*(x-v.Rect.X0)/v.Rect.Width() - 1
	ny := 1 - 2*(y-v.Rect.Y0)/v.Rect.Height()
	back := v.Camera.Inv()
	a := back.Mul4x1(mgl32.Vec4{nx, ny, -1, 1})
	b := back.Mul4x1(mgl32.Vec4{nx, ny, 1, 1})
	origin = a.Vec3().Mul(1 / a[3])
	return origin, b.Vec3().Mul(1 / b[3]).Sub(origin)
}

// planeDistance returns the distance along a ray to the plane of the moment.
func planeDistance(origin, ray mgl32.Vec3) (float32, bool) {
	if ray[2] == 0 {
		return 0, false
	}
	return -origin[2] / ray[2], true
}

// OnMoment returns the point of the moment's plane under a pixel; ok is false
// if the line of sight does not meet the plane.
func (v *View) OnMoment(x, y float32) (at mgl32.Vec2, ok bool) {
	origin, ray := v.ray(x, y)
	d, ok := planeDistance(origin, ray)
	return origin.Add(ray.Mul(d)).Vec2(), ok
}

// meets returns the distance along a ray to the bar, by its three pairs of
// planes.
func (b *Bar) meets(origin, ray mgl32.Vec3) (float32, bool) {
	low := mgl32.Vec3{b.Center[0] - b.HalfWidth, b.Center[1] - b.HalfHeight, b.Center[2] - b.Depth}
	high := mgl32.Vec3{b.Center[0] + b.HalfWidth, b.Center[1] + b.HalfHeight, b.Center[2]}
	in, out := float32(math.Inf(-1)), float32(math.Inf(1))
	for k := range ray {
		if ray[k] == 0 {
			if origin[k] < low[k] || origin[k] > high[k] {
				return 0, false
			}
			continue
		}
		t0, t1 := (low[k]-origin[k])/ray[k], (high[k]-origin[k])/ray[k]
		in, out = max(in, min(t0, t1)), min(out, max(t0, t1))
	}
	return in, in <= out && out >= 0
}

// inside reports whether a polygon holds a point, by the number of its sides
// that a line to the right crosses.
func inside(polygon []mgl32.Vec2, at mgl32.Vec2) bool {
	odd := false
	for i, a := range polygon {
		b := polygon[(i+1)%len(polygon)]
		if (a[1] > at[1]) != (b[1] > at[1]) && at[0] < a[0]+(at[1]-a[1])/(b[1]-a[1])*(b[0]-a[0]) {
			odd = !odd
		}
	}
	return odd
}
