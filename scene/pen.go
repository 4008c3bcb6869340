package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// pen draws flat shapes as triangles.
type pen struct {
	mesh *Mesh
	// pixel is the approximate size of a pixel in world units; across is its
	// width in the plane of the moment, if it differs from its height.
	pixel, across float32
	// side is the x of the plane that sideQuad draws in.
	side float32
}

// triangle adds one triangle.
func (d pen) triangle(a, b, c mgl32.Vec3, color Color) {
	*d.mesh = append(*d.mesh, Vertex{a, color}, Vertex{b, color}, Vertex{c, color})
}

// quad adds a quadrilateral; its corners go around it.
func (d pen) quad(a, b, c, e mgl32.Vec3, color Color) {
	d.triangle(a, b, c, color)
	d.triangle(a, c, e, color)
}

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
		parts = 14
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

// fill draws the wedge filled.
func (d pen) fill(w wedge, z float32, color Color) {
	pts := w.outline()
	for i, n := 0, len(pts); i < n/2-1; i++ {
		d.quad(pts[i].Vec3(z), pts[i+1].Vec3(z), pts[n-2-i].Vec3(z), pts[n-1-i].Vec3(z), color)
	}
}

// stroke draws the border of the wedge, some pixels wide.
func (d pen) stroke(w wedge, z, pixels float32, color Color) {
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
func (d pen) line(a, b mgl32.Vec2, z, pixels float32, color Color) {
	s, along := d.size(), b.Sub(a)
	side := leftOf(mgl32.Vec2{along[0] / s[0], along[1] / s[1]}).Mul(pixels / 2)
	side = mgl32.Vec2{side[0] * s[0], side[1] * s[1]}
	d.quad(a.Add(side).Vec3(z), b.Add(side).Vec3(z), b.Sub(side).Vec3(z), a.Sub(side).Vec3(z), color)
}

// round returns the corners of a disc in a face.
func (f face) round() []mgl32.Vec2 {
	pts := make([]mgl32.Vec2, 24)
	for i := range pts {
		turn := 2 * math.Pi * float64(i) / float64(len(pts))
		pts[i] = f.at.Add(mgl32.Vec2{f.half[0] * float32(math.Cos(turn)), f.half[1] * float32(math.Sin(turn))})
	}
	return pts
}

// disc draws a filled disc with a border, some pixels wide.
func (d pen) disc(f face, fill, border Color, pixels float32) {
	pts := f.round()
	for i, a := range pts {
		d.triangle(f.at.Vec3(0), a.Vec3(0), pts[(i+1)%len(pts)].Vec3(0), fill)
	}
	for i, a := range pts {
		d.line(a, pts[(i+1)%len(pts)], 0, pixels, border)
	}
}
