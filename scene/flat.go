package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"tiv/tracefeed"
)

// Axes of the world.
var (
	right   = mgl32.Vec3{1, 0, 0}
	up      = mgl32.Vec3{0, 1, 0}
	forward = mgl32.Vec3{0, 0, 1}
)

// flat is a view straight on: a part of a plane of the world, in a rectangle.
type flat struct {
	rect      Rect
	low, high mgl32.Vec2 // the rectangle's corners in the plane
}

// upright returns the range of heights that the flat views show, so that both
// line up, with a margin around the middles of the outermost bars.
func (c Camera) upright(l *layout, margin float32) (low, high float32) {
	mid, half := l.middle(c)[1], (l.high[1]-l.low[1])/2
	half -= l.half[1] - margin
	half = half * 1.03 / c.zoom()
	mid -= c.Pan[1] * (l.high[1] - l.low[1])
	return mid - half, mid + half
}

// flatMargin is the width of the interaction view in widths of all bars.
const flatMargin = 1.1

// front returns the part of the moment's plane that the interaction view shows.
// It is wider by a factor, on the right.
func (c Camera) front(l *layout, r Rect, overhang float32) flat {
	mid, half := l.middle(c)[0], (l.high[0]-l.low[0])/2*flatMargin
	if c.Target == tracefeed.NoThread {
		mid += half * (overhang - 1)
	}
	half *= overhang / c.zoom()
	mid -= c.Pan[0] * (l.high[1] - l.low[1])
	low, high := c.upright(l, l.half[1])
	return flat{r, mgl32.Vec2{mid - half, low}, mgl32.Vec2{mid + half, high}}
}

// side returns the part of the plane that the timeline view shows: z to the
// right, between two depths, with a margin above and below the middles of the
// outermost rows.
func (c Camera) side(l *layout, r Rect, far, near, margin float32) flat {
	low, high := c.upright(l, margin)
	return flat{r, mgl32.Vec2{far, low}, mgl32.Vec2{near, high}}
}

// matrix returns the camera for the plane spanned by two world axes, looking
// along the third.
func (f flat) matrix(right, up, away mgl32.Vec3, reach float32) mgl32.Mat4 {
	sx, sy := 2/(f.high[0]-f.low[0]), 2/(f.high[1]-f.low[1])
	tx, ty := -(f.high[0]+f.low[0])/(f.high[0]-f.low[0]), -(f.high[1]+f.low[1])/(f.high[1]-f.low[1])
	sz := 1 / reach
	return mgl32.Mat4FromRows(
		right.Mul(sx).Vec4(tx),
		up.Mul(sy).Vec4(ty),
		away.Mul(sz).Vec4(0),
		mgl32.Vec4{0, 0, 0, 1},
	)
}

// pixel returns the pixel of a point of the plane.
func (f flat) pixel(p mgl32.Vec2) mgl32.Vec2 {
	u, v := (p[0]-f.low[0])/(f.high[0]-f.low[0]), (p[1]-f.low[1])/(f.high[1]-f.low[1])
	return mgl32.Vec2{f.rect.X0 + u*f.rect.Width(), f.rect.Y1 - v*f.rect.Height()}
}

// perPixel returns the height of a pixel in world units.
func (f flat) perPixel() float32 { return (f.high[1] - f.low[1]) / max(f.rect.Height(), 1) }

// fill returns the part of the plane that a larger rectangle shows at the same
// scale.
func (f flat) fill(r Rect) flat {
	g := f
	sx, sy := (f.high[0]-f.low[0])/f.rect.Width(), (f.high[1]-f.low[1])/f.rect.Height()
	g.rect = r
	g.low[0] -= (f.rect.X0 - r.X0) * sx
	g.high[0] += (r.X1 - f.rect.X1) * sx
	g.low[1] -= (r.Y1 - f.rect.Y1) * sy
	g.high[1] += (f.rect.Y0 - r.Y0) * sy
	return g
}
