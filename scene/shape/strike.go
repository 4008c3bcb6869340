package shape

import (
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
)

// strike is the end of a line of sight: the thing that is seen and, if it is a
// bar or a wall on it, its index in View.Bars and the point; else bar is -1.
type strike struct {
	Pick PickID
	At   mgl32.Vec3
	Bar  int
	// Wall is the index of the wall of the bar, if that is seen, else -1.
	Wall int
	// OnPlate says that it is the plate of a lock; At is the point then, too, and Part the thread of the part there.
	OnPlate bool
	Part    PickID
}

// edgeReach is how far from an edge the pointer still picks it, in pixels of a common
// screen: a wait is often a thin line over a large bar.
const edgeReach = 3

// Strike returns the thing at a pixel of a view. Shapes between bars lie in the
// moment's plane and win over things behind it.
func (v *View) Strike(shares *Shares, scale, x, y float32) (s strike) {
	origin, ray := v.Ray(x, y)
	nearest := float32(math.Inf(1))
	s.Bar, s.Wall = -1, -1
	for i := range v.Bars {
		space, ok := shares.Box(&v.Bars[i])
		if !ok {
			continue
		}
		if d, ok := space.Meets(origin, ray); ok && d < nearest {
			nearest, s = d, strike{Pick: v.Bars[i].Pick, At: space.snap(origin.Add(ray.Mul(d))), Bar: i, Wall: -1}
		}
	}
	if i, d := v.wallAt(origin, ray); i >= 0 && d < nearest {
		bar := int(v.Walls.List[i].Bar)
		nearest, s = d, strike{Pick: v.Bars[bar].Pick, At: origin.Add(ray.Mul(d)), Bar: bar, Wall: i}
	}
	if i, of, d := v.plateAt(origin, ray); i >= 0 && d < nearest {
		nearest, s = d, strike{Pick: v.Plates[i].Pick, At: origin.Add(ray.Mul(d)), Bar: -1, Wall: -1, OnPlate: true, Part: of}
	}
	d, ok := planeDistance(origin, ray)
	if ok && d > nearest*1.0001 {
		return s
	}
	onFront := ok && d > nearest*0.9999
	if i := v.HitAt(mgl32.Vec2{x, y}, edgeReach*max(scale, 1), onFront); i >= 0 {
		return strike{Pick: v.Hits[i].Pick, Bar: -1, Wall: -1}
	}
	return s
}

// HitAt returns the index of the shape at a pixel or, if there is none, of the nearest
// edge within reach; -1 for none. On the front of a bar it ignores shapes between
// bars.
func (v *View) HitAt(at mgl32.Vec2, reach float32, onFront bool) int {
	for i, h := range slices.Backward(v.Hits) {
		if Inside(h.Outline, at) && !(onFront && h.Between) {
			return i
		}
	}
	best := -1
	for i, h := range v.Hits {
		if h.Pick.Kind != PickEdge && h.Pick.Kind != PickDebt || onFront && h.Between {
			continue
		}
		for k, a := range h.Outline {
			if d := distanceToLine(at, a, h.Outline[(k+1)%len(h.Outline)]); d <= reach {
				best, reach = i, d
			}
		}
	}
	return best
}

// distanceToLine returns the distance of a point from the line between two others.
func distanceToLine(p, a, b mgl32.Vec2) float32 {
	along := b.Sub(a)
	u := p.Sub(a).Dot(along) / max(along.Dot(along), 1e-9)
	return p.Sub(a.Add(along.Mul(min(max(u, 0), 1)))).Len()
}

// Ray returns the line of sight through a pixel.
func (v *View) Ray(x, y float32) (origin, direction mgl32.Vec3) {
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
	origin, ray := v.Ray(x, y)
	d, ok := planeDistance(origin, ray)
	return origin.Add(ray.Mul(d)).Vec2(), ok
}

// Inside reports whether a polygon holds a point, by the number of its sides
// that a line to the right crosses.
func Inside(polygon []mgl32.Vec2, at mgl32.Vec2) bool {
	odd := false
	for i, a := range polygon {
		b := polygon[(i+1)%len(polygon)]
		if (a[1] > at[1]) != (b[1] > at[1]) && at[0] < a[0]+(at[1]-a[1])/(b[1]-a[1])*(b[0]-a[0]) {
			odd = !odd
		}
	}
	return odd
}

// Bounds returns the smallest rectangle around a bar or an edge of a
// view; ok is false if it is not drawn.
func (v *View) Bounds(shares *Shares, pick PickID) (r Rect, ok bool) {
	var points []mgl32.Vec2
	for i := range v.Bars {
		space, drawn := shares.Box(&v.Bars[i])
		if v.Bars[i].Pick != pick || !drawn {
			continue
		}
		for k := range 8 {
			if at, ok := v.Project(space.corner(k)); ok {
				points = append(points, at)
			}
		}
	}
	for i := range v.Walls.List {
		if w := &v.Walls.List[i]; v.Bars[w.Bar].Pick == pick {
			points = append(points, v.Outline(&Wall{X: w.X, Low: w.Low, High: w.High, Far: w.Far, Near: w.Near, Lanes: 1,
				Columns: 1, Bend: w.Bend}, 0, 0, 1)...)
		}
	}
	for i := range v.Hits {
		if v.Hits[i].Pick == pick {
			points = append(points, v.Hits[i].Outline...)
		}
	}
	if len(points) == 0 {
		return r, false
	}
	r = Rect{points[0][0], points[0][1], points[0][0], points[0][1]}
	for _, p := range points {
		r = Rect{min(r.X0, p[0]), min(r.Y0, p[1]), max(r.X1, p[0]), max(r.Y1, p[1])}
	}
	return r, true
}

// wallAt returns the index of the nearest wall with a call that a ray meets, and the distance
// along the ray; -1 for none.
func (v *View) wallAt(origin, ray mgl32.Vec3) (wall int, distance float32) {
	wall = -1
	for i := range v.Walls.List {
		w := &v.Walls.List[i]
		d, ok := w.meets(origin, ray)
		if !ok || wall >= 0 && d >= distance {
			continue
		}
		if v.Walls.shows(i, origin.Add(ray.Mul(d))) {
			wall, distance = i, d
		}
	}
	return wall, distance
}
