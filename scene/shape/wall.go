package shape

import (
	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/paint"
)

// Walls are those of a view, and their contents.
type Walls struct {
	// List is sorted from far to near.
	List []Wall
	// Texels are the colours of all walls.
	Texels []paint.Color
	// Version changes whenever Texels do.
	Version uint64
}

// Wall is an upright rectangle along z that shows lanes, the first one lowest. Without a call
// it is transparent.
type Wall struct {
	// Bar is the index in View.Bars of the bar below it.
	Bar int32
	// X, Low and High, Far and Near are its place.
	X, Low, High, Far, Near float32
	// Lanes is the number of lanes. Columns are the places along z: they are as wide as
	// each other on the screen, the first at Far.
	Lanes, Columns int32
	// Bend is the distance from the viewer of Near, relative to that of Far.
	Bend float32
	// First is the index in Walls.Texels of the first column of the lowest lane. A lane has
	// two rows of Columns texels: its colours, and those of every second stripe.
	First int32
	// Tall is the height in pixels at the nearer end.
	Tall float32
}

// meets returns the distance along a ray to the wall, with or without a call there.
func (w *Wall) meets(origin, ray mgl32.Vec3) (d float32, ok bool) {
	if ray[0] == 0 {
		return 0, false
	}
	d = (w.X - origin[0]) / ray[0]
	p := origin.Add(ray.Mul(d))
	return d, d >= 0 && p[1] >= w.Low && p[1] < w.High && p[2] >= w.Far && p[2] <= w.Near
}

// Cell returns the lane and the column at a point of the wall.
func (w *Wall) Cell(p mgl32.Vec3) (lane, column int) {
	lane = int((p[1] - w.Low) / (w.High - w.Low) * float32(w.Lanes))
	along := (p[2] - w.Far) / (w.Near - w.Far)
	column = int(along * w.Bend / (1 + (w.Bend-1)*along) * float32(w.Columns))
	return min(max(lane, 0), int(w.Lanes)-1), min(max(column, 0), int(w.Columns)-1)
}

// Point returns the point of the wall at a place in columns and lanes.
func (w *Wall) Point(column, lane float32) mgl32.Vec3 {
	along := column / (float32(w.Columns)*w.Bend - (w.Bend-1)*column)
	return mgl32.Vec3{w.X, w.Low + (w.High-w.Low)*lane/float32(w.Lanes), w.Far + (w.Near-w.Far)*along}
}

// shows reports whether a wall shows a call at one of its points.
func (ws *Walls) shows(wall int, p mgl32.Vec3) bool {
	w := &ws.List[wall]
	lane, column := w.Cell(p)
	return w.Lanes > 0 && ws.Texels[int(w.First)+2*lane*int(w.Columns)+column].A > 0
}

// Seen returns the part of an upright rectangle at x that a view shows, between two corners
// in height and depth: from where to where along z, 0 at the corner low and 1 at high. ok is
// false if nothing of it is in view.
func (v *View) Seen(x float32, low, high mgl32.Vec2) (from, to float32, ok bool) {
	type corner struct {
		at    mgl32.Vec4
		along float32
	}
	at := func(y, z, along float32) corner {
		return corner{v.Camera.Mul4x1(mgl32.Vec4{x, y, z, 1}), along}
	}
	shape := []corner{at(low[0], low[1], 0), at(high[0], low[1], 0), at(high[0], high[1], 1), at(low[0], high[1], 1)}
	for _, inward := range [...]mgl32.Vec4{{0, 0, 1, 1}, {1, 0, 0, 1}, {-1, 0, 0, 1}, {0, 1, 0, 1}, {0, -1, 0, 1}} {
		var cut []corner
		for i, a := range shape {
			b := shape[(i+1)%len(shape)]
			da, db := a.at.Dot(inward), b.at.Dot(inward)
			if da >= 0 {
				cut = append(cut, a)
			}
			if da >= 0 != (db >= 0) {
				u := da / (da - db)
				cut = append(cut, corner{a.at.Add(b.at.Sub(a.at).Mul(u)), a.along + (b.along-a.along)*u})
			}
		}
		shape = cut
	}
	for i, c := range shape {
		if i == 0 {
			from, to = c.along, c.along
		}
		from, to = min(from, c.along), max(to, c.along)
	}
	return from, to, to > from
}

// Measure measures the wall on the screen: its height, its bend, and its number of columns.
func (w *Wall) Measure(v *View) (columns int, ok bool) {
	var ends, ups [2]mgl32.Vec2
	var away [2]float32
	for i, z := range [2]float32{w.Far, w.Near} {
		middle := mgl32.Vec3{w.X, (w.Low + w.High) / 2, z}
		low, ok := v.Project(mgl32.Vec3{w.X, w.Low, z})
		high, ok2 := v.Project(mgl32.Vec3{w.X, w.High, z})
		at, ok3 := v.Project(middle)
		if !ok || !ok2 || !ok3 {
			return 0, false
		}
		ends[i], ups[i], away[i] = at, high.Sub(low), v.Camera.Mul4x1(middle.Vec4(1))[3]
	}
	near := 0
	if away[1] < away[0] {
		near = 1
	}
	along, up := ends[1].Sub(ends[0]), ups[near]
	w.Tall, w.Bend = up.Len(), away[1]/away[0]
	wide := mgl32.Abs(along[0]*up[1]-along[1]*up[0]) / max(up.Len(), 1e-6)
	most := 2 * (v.Rect.Width() + v.Rect.Height())
	return int(min(max(wide, 1), most)), true
}

// Outline returns the corners of columns of a lane on the screen; nil if one is behind the
// viewer.
func (v *View) Outline(w *Wall, lane int, x0, x1 float32) (corners []mgl32.Vec2) {
	for _, at := range [4][2]float32{{x0, 0}, {x0, 1}, {x1, 1}, {x1, 0}} {
		p, ok := v.Project(w.Point(at[0], float32(lane)+at[1]))
		if !ok {
			return nil
		}
		corners = append(corners, p)
	}
	return corners
}
