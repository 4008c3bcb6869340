package shape

import (
	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/paint"
)

// curveParts is the number of straight parts of a bent wedge.
const curveParts = 20

// Pen draws flat shapes as triangles.
type Pen struct {
	Mesh *Mesh
	// Pixel is the approximate size of a pixel in world units; across is its
	// width in the plane of the moment, if it differs from its height.
	Pixel, Across float32
	// side says that it draws in the plane of depths and heights at x.
	side bool
	x    float32
}

// in returns the point of the world at a point of the pen's plane.
func (d Pen) in(p mgl32.Vec2, z float32) mgl32.Vec3 {
	if d.side {
		return mgl32.Vec3{d.x, p[1], p[0]}
	}
	return p.Vec3(z)
}

// triangle adds one triangle.
func (d Pen) triangle(a, b, c mgl32.Vec3, color paint.Color) {
	*d.Mesh = append(*d.Mesh, Vertex{a, color}, Vertex{b, color}, Vertex{c, color})
}

// Quad adds a quadrilateral; its corners go around it.
func (d Pen) Quad(a, b, c, e mgl32.Vec3, color paint.Color) {
	d.triangle(a, b, c, color)
	d.triangle(a, c, e, color)
}

// Fill draws the wedge filled.
func (d Pen) Fill(w Wedge, z float32, color paint.Color) {
	pts := w.Outline()
	for i, n := 0, len(pts); i < n/2-1; i++ {
		d.Quad(pts[i].Vec3(z), pts[i+1].Vec3(z), pts[n-2-i].Vec3(z), pts[n-1-i].Vec3(z), color)
	}
}

// Broken draws the wedge in pieces, which are some pixels long, with gaps between them.
func (d Pen) Broken(w Wedge, pixels float32, color paint.Color) {
	long := float32(0)
	before, _ := w.At(0)
	for i := range curveParts {
		at, _ := w.At(float32(i+1) / curveParts)
		long += d.pixels(at.Sub(before))
		before = at
	}
	const gap = 0.4 // of a piece with its gap
	n := max(2, int(long*(1-gap)/pixels))
	for i := range n {
		from, part := float32(i)/(float32(n)-gap), 1/(float32(n)-gap)
		c := w.corners(from, min(from+part*(1-gap), 1))
		d.Quad(c[0], c[1], c[2], c[3], color)
	}
}

// Band fills the wedge wherever it lies in the world.
func (d Pen) Band(w Wedge, color paint.Color) {
	for i := range curveParts {
		c := w.corners(float32(i)/curveParts, float32(i+1)/curveParts)
		d.Quad(c[0], c[1], c[2], c[3], color)
	}
}

// pixels returns the length of a way in pixels.
func (d Pen) pixels(way mgl32.Vec2) float32 {
	s := d.Size()
	return mgl32.Vec2{way[0] / s[0], way[1] / s[1]}.Len()
}

// Stroke draws the border of the wedge, some pixels wide.
func (d Pen) Stroke(w Wedge, z, pixels float32, color paint.Color) {
	pts := w.Outline()
	for i, a := range pts {
		d.Line(a, pts[(i+1)%len(pts)], z, pixels, color)
	}
}

// Size returns the width and height of a pixel.
func (d Pen) Size() mgl32.Vec2 {
	if d.Across == 0 {
		return mgl32.Vec2{d.Pixel, d.Pixel}
	}
	return mgl32.Vec2{d.Across, d.Pixel}
}

// Aspect returns the width of a pixel in units of its height; 0 for 1.
func (d Pen) Aspect() float32 {
	if d.Across == 0 {
		return 0
	}
	return d.Across / d.Pixel
}

// Line draws a straight line in the plane at z, some pixels wide.
func (d Pen) Line(a, b mgl32.Vec2, z, pixels float32, color paint.Color) {
	s, along := d.Size(), b.Sub(a)
	side := LeftOf(mgl32.Vec2{along[0] / s[0], along[1] / s[1]}).Mul(pixels / 2)
	side = mgl32.Vec2{side[0] * s[0], side[1] * s[1]}
	d.Quad(d.in(a.Add(side), z), d.in(b.Add(side), z), d.in(b.Sub(side), z), d.in(a.Sub(side), z), color)
}

// Chevron draws an arrow head on the middle of a wedge at u, which points to its
// wide end. Its size and the width of its lines are in pixels.
func (d Pen) Chevron(w Wedge, u, z, size, pixels float32, color paint.Color) {
	s := d.Size()
	mid, _ := w.At(u)
	next, _ := w.At(u + 0.01)
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
	d.Line(point(-0.8, 1), point(0.8, 0), z, pixels, color)
	d.Line(point(-0.8, -1), point(0.8, 0), z, pixels, color)
}

// Disc draws a filled disc with a border, some pixels wide.
func (d Pen) Disc(f Face, fill, border paint.Color, pixels float32) {
	pts := f.Round()
	for i, a := range pts {
		d.triangle(f.At.Vec3(0), a.Vec3(0), pts[(i+1)%len(pts)].Vec3(0), fill)
	}
	for i, a := range pts {
		d.Line(a, pts[(i+1)%len(pts)], 0, pixels, border)
	}
}

// Frame draws a rectangle's border.
func (d Pen) Frame(at, half mgl32.Vec2, pixels float32, color paint.Color) {
	corners := Face{at, half}.corners()
	for i, a := range corners {
		d.Line(a, corners[(i+1)%4], 0, pixels, color)
	}
}

// BrokenFrame draws a rectangle's border in the plane at z in pieces. The corners have some.
func (d Pen) BrokenFrame(at, half mgl32.Vec2, z, pixels float32, color paint.Color) {
	corners := Face{at, half}.corners()
	for i, a := range corners {
		b := corners[(i+1)%4]
		way := b.Sub(a)
		n := 2*max(1, int(d.pixels(way)/(12*pixels))) + 1
		for k := 0; k < n; k += 2 {
			d.Line(a.Add(way.Mul(float32(k)/float32(n))), a.Add(way.Mul(float32(k+1)/float32(n))), z, pixels, color)
		}
	}
}
