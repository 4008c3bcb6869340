package place

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/tracefeed"
)

const (
	fieldOfView = 0.6 // radians, from top to bottom
)

// Perspective returns the matrix and the eye of the 3D view into r.
func (l *Layout) Perspective(c view.Camera, r shape.Rect) (mgl32.Mat4, mgl32.Vec3) {
	mid := l.middle(c)
	size := l.High.Sub(l.Low)
	center := mgl32.Vec3{mid[0], mid[1], (l.Ahead - l.Depth) / 2}
	aspect := r.Width() / max(r.Height(), 1)
	turn := mgl32.Rotate3DX(c.Pitch).Mul3(mgl32.Rotate3DY(-c.Yaw))
	half := mgl32.Vec3{size[0] / 2, size[1] / 2, (l.Depth + l.Ahead) / 2}
	distance, shift := fitView(turn, l.corners(center), aspect)
	if c.Target != tracefeed.NoThread {
		shift = mgl32.Vec2{}
	}
	distance /= c.Magnification()
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
func (l *Layout) corners(center mgl32.Vec3) []mgl32.Vec3 {
	const most = 300
	var pts []mgl32.Vec3
	for _, i := range l.outer(most) {
		s := &l.Slots[i]
		for corner := range 8 {
			p := mgl32.Vec3{s.At[0] + l.Half[0], s.At[1] + l.Half[1], l.Ahead}
			if corner&1 != 0 {
				p[0] -= 2 * l.Half[0]
			}
			if corner&2 != 0 {
				p[1] -= 2 * l.Half[1]
			}
			if corner&4 != 0 {
				p[2] = -l.Depth
			}
			pts = append(pts, p.Sub(center))
		}
	}
	return append(pts, mgl32.Vec3{l.Low[0], l.Floor(), l.Ahead}.Sub(center), mgl32.Vec3{l.High[0], l.Floor(), l.Ahead}.Sub(center))
}

// outer returns the indices of all slots if there are at most most of them;
// else a sample and the outermost slot in each of 16 directions.
func (l *Layout) outer(most int) []int {
	every := len(l.Slots)/most + 1
	var list []int
	for i := 0; i < len(l.Slots); i += every {
		list = append(list, i)
	}
	if every == 1 {
		return list
	}
	for k := range 16 {
		sin, cos := math.Sincos(float64(k) * math.Pi / 8)
		to := mgl32.Vec2{float32(cos), float32(sin)}
		best := 0
		for i := range l.Slots {
			if l.Slots[i].At.Dot(to) > l.Slots[best].At.Dot(to) {
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

// upright returns the range of heights that the flat views show, so that both
// line up, with a margin around the middles of the outermost bars.
func (l *Layout) upright(c view.Camera, margin float32) (low, high float32) {
	mid, half := l.middle(c)[1], (l.High[1]-l.Low[1])/2
	half -= l.Half[1] - margin
	half = half * 1.03 / c.Magnification()
	mid -= c.Pan[1] * (l.High[1] - l.Low[1])
	return mid - half, mid + half
}

// FlatMargin is the width of the interaction view in widths of all bars.
const FlatMargin = 1.1

// FrontPlane returns the part of the moment's plane that the interaction view shows.
// It is wider by a factor, on the right.
func (l *Layout) FrontPlane(c view.Camera, r shape.Rect, overhang float32) shape.Flat {
	mid, half := l.middle(c)[0], (l.High[0]-l.Low[0])/2*FlatMargin
	if c.Target == tracefeed.NoThread {
		mid += half * (overhang - 1)
	}
	half *= overhang / c.Magnification()
	mid -= c.Pan[0] * (l.High[1] - l.Low[1])
	low, high := l.upright(c, l.Half[1])
	return shape.Flat{Rect: r, Low: mgl32.Vec2{mid - half, low}, High: mgl32.Vec2{mid + half, high}}
}

// SidePlane returns the part of the plane that the timeline view shows: z to the
// right, between two depths, with a margin above and below the middles of the
// outermost rows.
func (l *Layout) SidePlane(c view.Camera, r shape.Rect, far, near, margin float32) shape.Flat {
	low, high := l.upright(c, margin)
	return shape.Flat{Rect: r, Low: mgl32.Vec2{far, low}, High: mgl32.Vec2{near, high}}
}

// Floor returns the height of the ground below the bars in the 3D view.
func (l *Layout) Floor() float32 { return FloorOf(l.Low, l.High) }

// FloorOf returns the height of the ground below bars between two corners.
func FloorOf(low, high mgl32.Vec2) float32 { return low[1] - 0.04*(high[1]-low[1]) }
