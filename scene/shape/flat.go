package shape

import "github.com/go-gl/mathgl/mgl32"

// The axes of the world: x, y and z.
var (
	Right   = mgl32.Vec3{1, 0, 0}
	Up      = mgl32.Vec3{0, 1, 0}
	Forward = mgl32.Vec3{0, 0, 1}
)

// Flat is a view straight on: a part of a plane of the world, in a rectangle.
type Flat struct {
	Rect      Rect
	Low, High mgl32.Vec2 // the rectangle's corners in the plane
}

// Matrix returns the camera for the plane spanned by two world axes, looking
// along the third.
func (f Flat) Matrix(right, up, away mgl32.Vec3, reach float32) mgl32.Mat4 {
	sx, sy := 2/(f.High[0]-f.Low[0]), 2/(f.High[1]-f.Low[1])
	tx, ty := -(f.High[0]+f.Low[0])/(f.High[0]-f.Low[0]), -(f.High[1]+f.Low[1])/(f.High[1]-f.Low[1])
	sz := 1 / reach
	return mgl32.Mat4FromRows(
		right.Mul(sx).Vec4(tx),
		up.Mul(sy).Vec4(ty),
		away.Mul(sz).Vec4(0),
		mgl32.Vec4{0, 0, 0, 1},
	)
}

// Pixel returns the pixel of a point of the plane.
func (f Flat) Pixel(p mgl32.Vec2) mgl32.Vec2 {
	u, v := (p[0]-f.Low[0])/(f.High[0]-f.Low[0]), (p[1]-f.Low[1])/(f.High[1]-f.Low[1])
	return mgl32.Vec2{f.Rect.X0 + u*f.Rect.Width(), f.Rect.Y1 - v*f.Rect.Height()}
}

// PerPixel returns the height of a pixel in world units.
func (f Flat) PerPixel() float32 { return (f.High[1] - f.Low[1]) / max(f.Rect.Height(), 1) }

// Fill returns the part of the plane that a larger rectangle shows at the same
// scale.
func (f Flat) Fill(r Rect) Flat {
	g := f
	sx, sy := (f.High[0]-f.Low[0])/f.Rect.Width(), (f.High[1]-f.Low[1])/f.Rect.Height()
	g.Rect = r
	g.Low[0] -= (f.Rect.X0 - r.X0) * sx
	g.High[0] += (r.X1 - f.Rect.X1) * sx
	g.Low[1] -= (r.Y1 - f.Rect.Y1) * sy
	g.High[1] += (f.Rect.Y0 - r.Y0) * sy
	return g
}
