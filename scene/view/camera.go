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
)

// MaxPitch is the largest tilt of the 3D view up or down.
const MaxPitch = math.Pi/2 - 0.02

// Magnification returns the zoom, 1 for none.
func (c Camera) Magnification() float32 {
	if c.Zoom <= 0 {
		return 1
	}
	return c.Zoom
}
