package scene

import (
	"cmp"

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

// Solid returns the middle of the front of the bar's box, and half its height.
func (b *Bar) Solid() (center mgl32.Vec3, halfHeight float32) {
	part := cmp.Or(b.Part, 1)
	return b.Center.Sub(mgl32.Vec3{0, (1 - part) * b.HalfHeight}), part * b.HalfHeight
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

// cell returns the lane and the column at a point of the wall.
func (w *Wall) cell(p mgl32.Vec3) (lane, column int) {
	lane = int((p[1] - w.Low) / (w.High - w.Low) * float32(w.Lanes))
	along := (p[2] - w.Far) / (w.Near - w.Far)
	column = int(along * w.Bend / (1 + (w.Bend-1)*along) * float32(w.Columns))
	return min(max(lane, 0), int(w.Lanes)-1), min(max(column, 0), int(w.Columns)-1)
}

// point returns the point of the wall at a place in columns and lanes.
func (w *Wall) point(column, lane float32) mgl32.Vec3 {
	along := column / (float32(w.Columns)*w.Bend - (w.Bend-1)*column)
	return mgl32.Vec3{w.X, w.Low + (w.High-w.Low)*lane/float32(w.Lanes), w.Far + (w.Near-w.Far)*along}
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

// shows reports whether a wall shows a call at one of its points.
func (ws *Walls) shows(wall int, p mgl32.Vec3) bool {
	w := &ws.List[wall]
	lane, column := w.cell(p)
	return w.Lanes > 0 && ws.Texels[int(w.First)+2*lane*int(w.Columns)+column].A > 0
}

// seen returns the part of an upright rectangle at x that a view shows, between two corners
// in height and depth: from where to where along z, 0 at the corner low and 1 at high. ok is
// false if nothing of it is in view.
func (v *View) seen(x float32, low, high mgl32.Vec2) (from, to float32, ok bool) {
	type corner struct {
		at    mgl32.Vec4
		along float32
	}
	at := func(y, z, along float32) corner { return corner{v.Camera.Mul4x1(mgl32.Vec4{x, y, z, 1}), along} }
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
