package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/tracefeed"
)

// Camera is where the viewer stands. The zero Zoom counts as 1.
type Camera struct {
	// Yaw and Pitch turn the free view around what it looks at, in radians:
	// yaw to the right, pitch upwards. From the front both are 0.
	Yaw, Pitch float32
	// Zoom is how much larger things are than when all of them just fit.
	Zoom float32
	// Pan is how far the middle of the picture has moved from the middle of
	// the scene, as a part of the size of the scene.
	Pan mgl32.Vec2
	// On is the thread that the view is centred on; NoThread is the middle of
	// everything.
	On tracefeed.ThreadID
}

// The free view starts from the front, above and to the right.
const (
	startYaw    = 0.62
	startPitch  = 0.36
	fieldOfView = 0.6 // radians, from top to bottom
)

// MostPitch is how far the free view can be tilted up or down.
const MostPitch = math.Pi/2 - 0.02

func (c Camera) zoom() float32 {
	if c.Zoom <= 0 {
		return 1
	}
	return c.Zoom
}

// free returns the matrix and the eye of the free view into r.
func (c Camera) free(l *layout, r Rect) (mgl32.Mat4, mgl32.Vec3) {
	mid := l.middle(c)
	size := l.high.Sub(l.low)
	center := mgl32.Vec3{mid[0], mid[1], -l.depth / 2}
	aspect := r.Width() / max(r.Height(), 1)
	turn := mgl32.Rotate3DX(c.Pitch).Mul3(mgl32.Rotate3DY(-c.Yaw))
	half := mgl32.Vec3{size[0] / 2, size[1] / 2, l.depth / 2}
	distance := fitDistance(turn, half, aspect) / c.zoom()
	radius := half.Len()
	back := turn.Transpose()
	right, up := back.Mul3x1(mgl32.Vec3{1, 0, 0}), back.Mul3x1(mgl32.Vec3{0, 1, 0})
	center = center.Add(right.Mul(-c.Pan[0] * size[1])).Add(up.Mul(-c.Pan[1] * size[1]))
	eye := center.Add(back.Mul3x1(mgl32.Vec3{0, 0, distance}))
	near := max(distance-3*radius, distance/200)
	project := mgl32.Perspective(fieldOfView, aspect, near, distance+4*radius)
	return project.Mul4(mgl32.LookAtV(eye, center, up)), eye
}

// fitDistance returns how far away a box of a half size must be to fit.
func fitDistance(turn mgl32.Mat3, half mgl32.Vec3, aspect float32) float32 {
	const margin = 1.06
	tan := float32(math.Tan(fieldOfView / 2))
	var d float32
	for corner := range 8 {
		p := half
		for k := range p {
			if corner>>k&1 == 1 {
				p[k] = -p[k]
			}
		}
		p = turn.Mul3x1(p)
		d = max(d, p[2]+margin*mgl32.Abs(p[1])/tan, p[2]+margin*mgl32.Abs(p[0])/(tan*aspect))
	}
	return d
}

// flat is a view straight on: a part of a plane of the world, in a rectangle.
type flat struct {
	rect      Rect
	low, high mgl32.Vec2 // of the plane: what is at the rectangle's corners
}

// upright returns the heights that the flat views show, so that both line up.
func (c Camera) upright(l *layout) (low, high float32) {
	mid, half := l.middle(c)[1], (l.high[1]-l.low[1])/2
	half = half * 1.03 / c.zoom()
	mid -= c.Pan[1] * (l.high[1] - l.low[1])
	return mid - half, mid + half
}

// front returns the part of the moment's plane that the interaction view shows.
func (c Camera) front(l *layout, r Rect) flat {
	mid, half := l.middle(c)[0], (l.high[0]-l.low[0])/2*1.05/c.zoom()
	mid -= c.Pan[0] * (l.high[1] - l.low[1])
	low, high := c.upright(l)
	return flat{r, mgl32.Vec2{mid - half, low}, mgl32.Vec2{mid + half, high}}
}

// side returns what the timeline view shows: z to the right, the moment at the
// right edge, all steps.
func (c Camera) side(l *layout, r Rect) flat {
	low, high := c.upright(l)
	return flat{r, mgl32.Vec2{-l.depth, low}, mgl32.Vec2{0, high}}
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

// pixel returns where a point of the plane is on the picture.
func (f flat) pixel(p mgl32.Vec2) mgl32.Vec2 {
	u, v := (p[0]-f.low[0])/(f.high[0]-f.low[0]), (p[1]-f.low[1])/(f.high[1]-f.low[1])
	return mgl32.Vec2{f.rect.X0 + u*f.rect.Width(), f.rect.Y1 - v*f.rect.Height()}
}

// perPixel returns how many world units of height a pixel covers.
func (f flat) perPixel() float32 { return (f.high[1] - f.low[1]) / max(f.rect.Height(), 1) }

// Width returns the width in pixels.
func (r Rect) Width() float32 { return r.X1 - r.X0 }

// Height returns the height in pixels.
func (r Rect) Height() float32 { return r.Y1 - r.Y0 }

// Holds reports whether a pixel is inside.
func (r Rect) Holds(x, y float32) bool { return x >= r.X0 && x < r.X1 && y >= r.Y0 && y < r.Y1 }

// Project returns where a point of the world is on the picture; ok is false
// behind the camera.
func (v *View) Project(p mgl32.Vec3) (at mgl32.Vec2, ok bool) {
	c := v.Camera.Mul4x1(p.Vec4(1))
	if c[3] <= 0 {
		return at, false
	}
	return mgl32.Vec2{
		v.Rect.X0 + (c[0]/c[3]+1)/2*v.Rect.Width(),
		v.Rect.Y0 + (1-c[1]/c[3])/2*v.Rect.Height(),
	}, true
}
