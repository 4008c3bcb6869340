package view

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/tracefeed"
)

// Camera is the position and direction of the viewer. The zero Zoom counts as
// 1.
type Camera struct {
	// Yaw and Pitch turn the 3D view around its centre, in radians: yaw to the
	// right, pitch upwards. From the front both are 0.
	Yaw, Pitch float32
	// Zoom is the magnification. At 1, the whole scene just fits.
	Zoom float32
	// Pan is the offset of the picture's middle from the middle of the scene, as
	// a part of the size of the scene.
	Pan mgl32.Vec2
	// Target is the thread that the view is centred on; NoThread is the middle of
	// everything.
	Target tracefeed.ThreadID
}

// The 3D view starts from the front, above and to the right.
const (
	startYaw   = 0.56
	startPitch = 0.36
	// spiralPitch is that of the spiral, whose turns hide each other when seen from the side.
	spiralPitch = 0.82
)

// MaxPitch is the largest tilt of the 3D view.
const MaxPitch = math.Pi/2 - 0.02

// Tilt returns the possible tilt of the 3D view that is nearest to one: the ground is never seen
// from below.
func Tilt(pitch float32) float32 { return min(max(pitch, 0), MaxPitch) }

// Turn returns the rotation from the axes of the world to those of the 3D view: to the right, up,
// and towards the viewer.
func (c Camera) Turn() mgl32.Mat3 {
	return mgl32.Rotate3DX(c.Pitch).Mul3(mgl32.Rotate3DY(-c.Yaw))
}

// edgeOn is the cosine of the angle to the moment's plane's normal below which the 3D view sees that
// plane almost from the edge.
const edgeOn = 0.3

// OnMoment returns the point of the moment's plane behind a point of the 3D view, both from the point
// that the view looks at. Seen almost from the edge, the plane is not where it would be far away.
func (c Camera) OnMoment(p mgl32.Vec2) mgl32.Vec3 {
	back := c.Turn().Transpose()
	v, sight := back.Mul3x1(p.Vec3(0)), back.Col(2)
	return v.Sub(sight.Mul(v[2] * sight[2] / max(sight[2]*sight[2], edgeOn*edgeOn)))
}

// Seen returns the point of the 3D view at a point of the moment's plane: the way back of OnMoment.
func (c Camera) Seen(p mgl32.Vec2) mgl32.Vec2 { return c.Turn().Mul3x1(p.Vec3(0)).Vec2() }

// For returns the camera of a view that shows the same part of the moment's plane in another view.
func (c Camera) For(from, to *Kind) Camera {
	if to == Spiral && c.Pitch == startPitch {
		c.Pitch = spiralPitch
	} else if from == Spiral && c.Pitch == spiralPitch {
		c.Pitch = startPitch
	}
	switch {
	case to.Turns && !from.Turns:
		c.Pan = c.Seen(c.Pan)
	case from.Turns && !to.Turns:
		c.Pan = c.OnMoment(c.Pan).Vec2()
	}
	return c
}

// Magnification returns the zoom, 1 for none.
func (c Camera) Magnification() float32 {
	if c.Zoom <= 0 {
		return 1
	}
	return c.Zoom
}
