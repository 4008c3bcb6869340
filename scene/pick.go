package scene

import (
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/tracefeed"
)

// hit adds a shape in the moment's plane that can be picked, drawn above the fronts
// of bars or between them.
func (v *View) hit(outline []mgl32.Vec2, pick PickID, between bool) {
	h := Hit{Outline: make([]mgl32.Vec2, 0, len(outline)), Pick: pick, Between: between}
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
	view = f.viewAt(x, y)
	if view < 0 {
		return PickID{}, -1
	}
	if bar, ok := f.NameAt(x, y); ok {
		return bar, view
	}
	return f.strike(view, x, y).pick, view
}

// NameAt returns the bar whose name is at a pixel; ok is false if no name is
// there.
func (f *Frame) NameAt(x, y float32) (bar PickID, ok bool) {
	i := slices.IndexFunc(f.Names, func(n Name) bool { return n.Box.Holds(x, y) })
	if i < 0 {
		return PickID{}, false
	}
	return f.Names[i].Pick, true
}

// viewAt returns the index of the view at a pixel, -1 outside all views.
func (f *Frame) viewAt(x, y float32) int {
	return slices.IndexFunc(f.Views, func(v View) bool { return v.Rect.Holds(x, y) })
}

// TimeAt returns the time at a pixel: that of its column if time lies along x,
// in the 3D view that of the nearest bar at the point under the pixel. The front
// of a bar shows the moment, or the end of its threads. ok is false if neither is
// there.
func (f *Frame) TimeAt(x, y float32) (t tracefeed.Time, ok bool) {
	i := f.viewAt(x, y)
	if i < 0 {
		return 0, false
	}
	if v, g := &f.Views[i], f.depths.grid; v.Kind.TimeAxis {
		return v.TimeIn(g.from, g.to, x), true
	}
	s := f.strike(i, x, y)
	return f.depths.time(s.at[2]), s.bar >= 0
}

// TimeIn returns the time at a column of a view that shows an interval along x.
func (v *View) TimeIn(from, to tracefeed.Time, x float32) tracefeed.Time {
	part := mgl32.Clamp((x-v.Time.X0)/max(v.Time.Width(), 1), 0, 1)
	return from + tracefeed.Time(float64(part)*float64(to-from))
}

// strike is the end of a line of sight: the thing that is seen and, if it is a
// bar or a wall on it, its index in View.Bars and the point; else bar is -1.
type strike struct {
	pick PickID
	at   mgl32.Vec3
	bar  int
	// wall is the index of the wall of the bar, if that is seen, else -1.
	wall int
}

// edgeReach is how far from an edge the pointer still picks it, in pixels of a common
// screen: a wait is often a thin line over a large bar.
const edgeReach = 3

// strike returns the thing at a pixel of a view. Shapes between bars lie in the
// moment's plane and win over things behind it.
func (f *Frame) strike(view int, x, y float32) (s strike) {
	v := &f.Views[view]
	origin, ray := v.ray(x, y)
	nearest := float32(math.Inf(1))
	s.bar, s.wall = -1, -1
	for i := range v.Bars {
		space, ok := f.box(&v.Bars[i])
		if !ok {
			continue
		}
		if d, ok := space.meets(origin, ray); ok && d < nearest {
			nearest, s = d, strike{v.Bars[i].Pick, space.snap(origin.Add(ray.Mul(d))), i, -1}
		}
	}
	if i, d := v.wallAt(origin, ray); i >= 0 && d < nearest {
		bar := int(v.Walls.List[i].Bar)
		nearest, s = d, strike{v.Bars[bar].Pick, origin.Add(ray.Mul(d)), bar, i}
	}
	d, ok := planeDistance(origin, ray)
	if ok && d > nearest*1.0001 {
		return s
	}
	onFront := ok && d > nearest*0.9999
	if i := v.hitAt(mgl32.Vec2{x, y}, edgeReach*max(f.Scale, 1), onFront); i >= 0 {
		return strike{pick: v.Hits[i].Pick, bar: -1, wall: -1}
	}
	return s
}

// hitAt returns the index of the shape at a pixel or, if there is none, of the nearest
// edge within reach; -1 for none. On the front of a bar it ignores shapes between
// bars.
func (v *View) hitAt(at mgl32.Vec2, reach float32, onFront bool) int {
	for i, h := range slices.Backward(v.Hits) {
		if inside(h.Outline, at) && !(onFront && h.Between) {
			return i
		}
	}
	best := -1
	for i, h := range v.Hits {
		if h.Pick.Kind != PickEdge || onFront && h.Between {
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

// Bounds returns the smallest rectangle around a bar or an edge of a
// view; ok is false if it is not drawn.
func (f *Frame) Bounds(view int, pick PickID) (r Rect, ok bool) {
	v := &f.Views[view]
	var points []mgl32.Vec2
	for i := range v.Bars {
		space, drawn := f.box(&v.Bars[i])
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
			points = append(points, v.outline(&Wall{X: w.X, Low: w.Low, High: w.High, Far: w.Far, Near: w.Near, Lanes: 1,
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
