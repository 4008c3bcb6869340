package scene

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
	startYaw    = 0.56
	startPitch  = 0.36
	fieldOfView = 0.6 // radians, from top to bottom
)

// MaxPitch is the largest tilt of the 3D view up or down.
const MaxPitch = math.Pi/2 - 0.02

func (c Camera) zoom() float32 {
	if c.Zoom <= 0 {
		return 1
	}
	return c.Zoom
}

// free returns the matrix and the eye of the 3D view into r.
func (c Camera) free(l *layout, r Rect) (mgl32.Mat4, mgl32.Vec3) {
	mid := l.middle(c)
	size := l.high.Sub(l.low)
	center := mgl32.Vec3{mid[0], mid[1], (l.front - l.depth) / 2}
	aspect := r.Width() / max(r.Height(), 1)
	turn := mgl32.Rotate3DX(c.Pitch).Mul3(mgl32.Rotate3DY(-c.Yaw))
	half := mgl32.Vec3{size[0] / 2, size[1] / 2, (l.depth + l.front) / 2}
	distance, shift := fitView(turn, l.corners(center), aspect)
	if c.Target != tracefeed.NoThread {
		shift = mgl32.Vec2{}
	}
	distance /= c.zoom()
	radius := half.Len()
	back := turn.Transpose()
	right, up := back.Mul3x1(mgl32.Vec3{1, 0, 0}), back.Mul3x1(mgl32.Vec3{0, 1, 0})
	center = center.Add(right.Mul(-c.Pan[0]*size[1] - shift[0])).Add(up.Mul(-c.Pan[1]*size[1] - shift[1]))
	eye := center.Add(back.Mul3x1(mgl32.Vec3{0, 0, distance}))
	near := max(distance-3*radius, distance/200)
	project := mgl32.Perspective(fieldOfView, aspect, near, distance+4*radius)
	return project.Mul4(mgl32.LookAtV(eye, center, up)), eye
}

// corners returns the corners of all bars and of the ground under them,
// relative to center. If there are many bars, it returns a sample that includes
// the outermost.
func (l *layout) corners(center mgl32.Vec3) []mgl32.Vec3 {
	const most = 300
	var pts []mgl32.Vec3
	for _, i := range l.outer(most) {
		s := &l.slots[i]
		for corner := range 8 {
			p := mgl32.Vec3{s.at[0] + l.half[0], s.at[1] + l.half[1], l.front}
			if corner&1 != 0 {
				p[0] -= 2 * l.half[0]
			}
			if corner&2 != 0 {
				p[1] -= 2 * l.half[1]
			}
			if corner&4 != 0 {
				p[2] = -l.depth
			}
			pts = append(pts, p.Sub(center))
		}
	}
	return append(pts, mgl32.Vec3{l.low[0], l.floor(), l.front}.Sub(center), mgl32.Vec3{l.high[0], l.floor(), l.front}.Sub(center))
}

// outer returns the indices of all slots if there are at most most of them;
// else a sample and the outermost slot in each of 16 directions.
func (l *layout) outer(most int) []int {
	every := len(l.slots)/most + 1
	var list []int
	for i := 0; i < len(l.slots); i += every {
		list = append(list, i)
	}
	if every == 1 {
		return list
	}
	for k := range 16 {
		sin, cos := math.Sincos(float64(k) * math.Pi / 8)
		to := mgl32.Vec2{float32(cos), float32(sin)}
		best := 0
		for i := range l.slots {
			if l.slots[i].at.Dot(to) > l.slots[best].at.Dot(to) {
				best = i
			}
		}
		list = append(list, best)
	}
	return list
}

// fitView returns the distance and the shift of the viewer at which all points
// just fit: the smallest distance for which the range of shifts that keeps
// every point inside is not empty.
func fitView(turn mgl32.Mat3, points []mgl32.Vec3, aspect float32) (distance float32, shift mgl32.Vec2) {
	const margin = 0.93
	tan := float32(math.Tan(fieldOfView / 2))
	reach := mgl32.Vec2{margin * tan * aspect, margin * tan}
	far := float32(1)
	for i, p := range points {
		points[i] = turn.Mul3x1(p)
		far = max(far, points[i].Len())
	}
	fits := func(d float32) (s mgl32.Vec2, ok bool) {
		for k := range s {
			low, high := float32(math.Inf(-1)), float32(math.Inf(1))
			for _, p := range points {
				room := reach[k] * (d - p[2])
				low, high = max(low, -room-p[k]), min(high, room-p[k])
			}
			if low > high {
				return s, false
			}
			s[k] = (low + high) / 2
		}
		return s, true
	}
	near, far := far*0.2, far*20
	for range 24 {
		mid := (near + far) / 2
		if _, ok := fits(mid); ok {
			far = mid
		} else {
			near = mid
		}
	}
	shift, _ = fits(far)
	return far, shift
}

// Width returns the width in pixels.
func (r Rect) Width() float32 { return r.X1 - r.X0 }

// Height returns the height in pixels.
func (r Rect) Height() float32 { return r.Y1 - r.Y0 }

// Holds reports whether a pixel is inside.
func (r Rect) Holds(x, y float32) bool { return x >= r.X0 && x < r.X1 && y >= r.Y0 && y < r.Y1 }

// Project returns the pixel of a point of the world; ok is false behind the
// camera.
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
