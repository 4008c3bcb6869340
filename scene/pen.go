package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/paint"
)

// pen draws flat shapes as triangles.
type pen struct {
	mesh *Mesh
	// pixel is the approximate size of a pixel in world units; across is its
	// width in the plane of the moment, if it differs from its height.
	pixel, across float32
}

// triangle adds one triangle.
func (d pen) triangle(a, b, c mgl32.Vec3, color paint.Color) {
	*d.mesh = append(*d.mesh, Vertex{a, color}, Vertex{b, color}, Vertex{c, color})
}

// quad adds a quadrilateral; its corners go around it.
func (d pen) quad(a, b, c, e mgl32.Vec3, color paint.Color) {
	d.triangle(a, b, c, color)
	d.triangle(a, c, e, color)
}

// fill draws the wedge filled.
func (d pen) fill(w wedge, z float32, color paint.Color) {
	pts := w.outline()
	for i, n := 0, len(pts); i < n/2-1; i++ {
		d.quad(pts[i].Vec3(z), pts[i+1].Vec3(z), pts[n-2-i].Vec3(z), pts[n-1-i].Vec3(z), color)
	}
}

// stroke draws the border of the wedge, some pixels wide.
func (d pen) stroke(w wedge, z, pixels float32, color paint.Color) {
	pts := w.outline()
	for i, a := range pts {
		d.line(a, pts[(i+1)%len(pts)], z, pixels, color)
	}
}

// size returns the width and height of a pixel.
func (d pen) size() mgl32.Vec2 {
	if d.across == 0 {
		return mgl32.Vec2{d.pixel, d.pixel}
	}
	return mgl32.Vec2{d.across, d.pixel}
}

// line draws a straight line in the plane at z, some pixels wide.
func (d pen) line(a, b mgl32.Vec2, z, pixels float32, color paint.Color) {
	s, along := d.size(), b.Sub(a)
	side := leftOf(mgl32.Vec2{along[0] / s[0], along[1] / s[1]}).Mul(pixels / 2)
	side = mgl32.Vec2{side[0] * s[0], side[1] * s[1]}
	d.quad(a.Add(side).Vec3(z), b.Add(side).Vec3(z), b.Sub(side).Vec3(z), a.Sub(side).Vec3(z), color)
}

// chevron draws an arrow head on the middle of a wedge at u, which points to its
// wide end. Its size and the width of its lines are in pixels.
func (d pen) chevron(w wedge, u, z, size, pixels float32, color paint.Color) {
	s := d.size()
	mid, _ := w.at(u)
	next, _ := w.at(u + 0.01)
	ahead := next.Sub(mid)
	ahead = mgl32.Vec2{ahead[0] / s[0], ahead[1] / s[1]}
	if ahead.Len() == 0 {
		return
	}
	ahead = ahead.Normalize().Mul(size / 2)
	point := func(along, aside float32) mgl32.Vec2 {
		p := ahead.Mul(along).Add(mgl32.Vec2{-ahead[1], ahead[0]}.Mul(aside))
		return mid.Add(mgl32.Vec2{p[0] * s[0], p[1] * s[1]})
	}
	d.line(point(-0.8, 1), point(0.8, 0), z, pixels, color)
	d.line(point(-0.8, -1), point(0.8, 0), z, pixels, color)
}

// disc draws a filled disc with a border, some pixels wide.
func (d pen) disc(f face, fill, border paint.Color, pixels float32) {
	pts := f.round()
	for i, a := range pts {
		d.triangle(f.at.Vec3(0), a.Vec3(0), pts[(i+1)%len(pts)].Vec3(0), fill)
	}
	for i, a := range pts {
		d.line(a, pts[(i+1)%len(pts)], 0, pixels, border)
	}
}

// frame draws a rectangle's border.
func (d pen) frame(at, half mgl32.Vec2, pixels float32, color paint.Color) {
	corners := [4]mgl32.Vec2{
		at.Sub(half), at.Add(mgl32.Vec2{half[0], -half[1]}), at.Add(half), at.Add(mgl32.Vec2{-half[0], half[1]}),
	}
	for i, a := range corners {
		d.line(a, corners[(i+1)%4], 0, pixels, color)
	}
}

func abs(x float32) float32 { return mgl32.Abs(x) }
