package place

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/tracefeed"
)

const fieldOfView = 0.6 // radians, from top to bottom

// reach is the distance at which half the height of the picture is 1.
var reach = float32(1 / math.Tan(fieldOfView/2))

// FreePose returns the camera of the 3D view into r. Zooming brings the viewer nearer to the point
// of the moment's plane that it looks at, which keeps its place in the picture: however near, the
// viewer is before that plane.
func (l *Layout) FreePose(c view.Camera, r shape.Rect) Pose {
	focus := l.middle(c).Vec3(0)
	size := l.High.Sub(l.Low)
	aspect := r.Width() / max(r.Height(), 1)
	turn := c.Turn()
	distance, shift := fitView(turn, l.corners(focus), aspect)
	if c.Target != tracefeed.NoThread {
		shift = mgl32.Vec2{}
	}
	pan := c.OnMoment(c.Pan).Mul(size[1])
	focus = focus.Sub(pan)
	// The viewer moves sideways, and the point on the plane is at another distance then.
	const nearest = 0.1
	distance = max(distance+turn.Mul3x1(pan)[2], nearest*distance)
	lens := mgl32.Vec2{reach / aspect, reach}.Mul(1 / distance)
	return Pose{yaw: c.Yaw, pitch: c.Pitch, focus: focus,
		at:      mgl32.Vec2{shift[0] * lens[0], shift[1] * lens[1]},
		scale:   lens.Mul(c.Magnification()),
		nearing: c.Magnification() / distance,
		After:   l.Ahead}
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
	room := mgl32.Vec2{margin * aspect / reach, margin / reach}
	far := float32(1)
	for i, p := range points {
		points[i] = turn.Mul3x1(p)
		far = max(far, points[i].Len())
	}
	fits := func(d float32) (s mgl32.Vec2, ok bool) {
		for k := range s {
			low, high := float32(math.Inf(-1)), float32(math.Inf(1))
			for _, p := range points {
				half := room[k] * (d - p[2])
				low, high = max(low, -half-p[k]), min(high, half-p[k])
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
