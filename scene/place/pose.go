package place

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/shape"
)

// Pose is a camera of any of the views of the scene, or between two of them: a parallel
// projection, straight on, of the flat ones, the perspective of the 3D view, or a bit of both.
type Pose struct {
	// yaw and pitch are those of view.Camera.
	yaw, pitch float32
	// focus is the point of the world that the other fields are about, at its place in the
	// picture, in clip coordinates.
	focus mgl32.Vec3
	at    mgl32.Vec2
	// scale is the size of the world's unit at focus, in clip coordinates.
	scale mgl32.Vec2
	// nearing is 1 over the distance of the eye from the plane of focus; 0 for a parallel
	// projection.
	nearing float32
	// Rows is 1 if bars are as high as the rows of the timeline view, and 0 if they are as high as
	// their fronts. After is the length of the time after the moment that they show. Bright is that
	// of shape.View, 1 in flat views.
	Rows, After, Bright float32
}

// side is the yaw of the timeline view.
const side = -math.Pi / 2

// FrontPose returns the camera of a part of the plane of the moment, which fills the picture.
func FrontPose(f shape.Flat) Pose {
	mid, size := f.Low.Add(f.High).Mul(0.5), f.High.Sub(f.Low)
	return Pose{focus: mid.Vec3(0), scale: mgl32.Vec2{2 / size[0], 2 / size[1]}, Bright: 1}
}

// SidePose returns the camera of a part of the plane of depths and heights, which fills the
// picture, and shows the time after the moment to a depth. x is a point of the width of the scene.
func SidePose(f shape.Flat, x, after float32) Pose {
	mid, size := f.Low.Add(f.High).Mul(0.5), f.High.Sub(f.Low)
	p := Pose{yaw: side, focus: mgl32.Vec3{x, mid[1], mid[0]}, scale: mgl32.Vec2{2 / size[0], 2 / size[1]},
		Rows: 1, After: after, Bright: 1}
	return p.around(mgl32.Vec3{x, mid[1], 0})
}

// in returns the same camera of a picture in another room: points of the world keep their
// pixels, those far from Focus in perspective about, because the vanishing point is the middle of the room.
func (p Pose) in(room, was shape.Rect) Pose {
	if room == was || was.Width() == 0 || was.Height() == 0 {
		return p
	}
	x, y := was.X0+(1+p.at[0])/2*was.Width(), was.Y0+(1-p.at[1])/2*was.Height()
	p.at = mgl32.Vec2{2*(x-room.X0)/room.Width() - 1, 1 - 2*(y-room.Y0)/room.Height()}
	p.scale = mgl32.Vec2{p.scale[0] * was.Width() / room.Width(), p.scale[1] * was.Height() / room.Height()}
	return p
}

// IsEdgeOn reports whether the moment's plane is seen almost from its edge, so that texts in it
// have no room.
func (p Pose) IsEdgeOn() bool { return p.turn().At(2, 2) < edgeOn }

// edgeOn is the cosine of the angle from which on the plane is seen from its edge.
const edgeOn = 0.3

// turn returns the rotation from the axes of the world to those of the picture.
func (p Pose) turn() mgl32.Mat3 { return mgl32.Rotate3DX(p.pitch).Mul3(mgl32.Rotate3DY(-p.yaw)) }

// around returns the same camera with another Focus. A point beside the viewer or behind him is
// none: then it is as it was.
func (p Pose) around(focus mgl32.Vec3) Pose {
	const beside = 0.1
	d := p.turn().Mul3x1(focus.Sub(p.focus))
	w := 1 - p.nearing*d[2]
	if w < beside {
		return p
	}
	p.at = mgl32.Vec2{p.at[0] + p.scale[0]*d[0], p.at[1] + p.scale[1]*d[1]}.Mul(1 / w)
	p.focus, p.scale, p.nearing = focus, p.scale.Mul(1/w), p.nearing/w
	return p
}

// Toward returns the camera at part of the way to another one. A point of the world goes straight
// from its place in one picture to that in the other.
func (p Pose) Toward(to Pose, part float32, point mgl32.Vec3) Pose {
	p, to = p.around(point), to.around(point)
	between := func(a, b float32) float32 { return a + (b-a)*part }
	size := func(a, b float32) float32 {
		return float32(math.Exp(float64(between(float32(math.Log(float64(a))), float32(math.Log(float64(b)))))))
	}
	whole := math.Round(float64(to.yaw-p.yaw) / (2 * math.Pi))
	m := Pose{yaw: between(p.yaw+float32(whole*2*math.Pi), to.yaw), pitch: between(p.pitch, to.pitch),
		Rows: between(p.Rows, to.Rows), After: after(p.After, to.After, part), Bright: between(p.Bright, to.Bright),
		// Near bars would swing past the viewer: the picture is flatter in between.
		nearing: p.nearing*(1-part)*(1-part) + to.nearing*part*part}
	for k := range m.at {
		m.at[k], m.scale[k] = between(p.at[k], to.at[k]), size(p.scale[k], to.scale[k])
	}
	for k := range m.focus {
		m.focus[k] = between(p.focus[k], to.focus[k])
	}
	return m
}

// after returns the length of the time after the moment at part of the way from one view to
// another. If only one of them shows it, it comes late and goes early, because it hides fronts.
func after(from, to, part float32) float32 {
	const soon = 0.25
	switch {
	case to == 0:
		return from * max(1-part/soon, 0)
	case from == 0:
		return to * max(1-(1-part)/soon, 0)
	}
	return from + (to-from)*part
}

// Camera returns the matrix and the eye of a scene of bars that show the time after the moment to
// a depth.
func (p Pose) Camera(l *Layout, after float32) (mgl32.Mat4, mgl32.Vec3) {
	const leastNear, flattest = 1.0 / 200, 2e-4
	turn := p.turn()
	low, high := l.Low.Vec3(-l.Depth), l.High.Vec3(after)
	middle := turn.Mul3x1(low.Add(high).Mul(0.5).Sub(p.focus))
	radius := high.Sub(low).Len() / 2
	k := max(p.nearing, flattest/radius) // an eye, even of a parallel projection, is somewhere
	near := min(middle[2]+3*radius, (1-leastNear)/k)
	far := min(middle[2]-4*radius, near-radius)
	// A point d from Focus, in the axes of the picture, is at (At + Scale·d) / w, with w = 1 - k·d[2]. Its
	// depth is between -1 at near and 1 at far.
	b := (k*near + k*far - 2) / (near - far)
	a := 1 - k*far - b*far
	project := mgl32.Mat4FromRows(
		mgl32.Vec4{p.scale[0], 0, 0, p.at[0]},
		mgl32.Vec4{0, p.scale[1], 0, p.at[1]},
		mgl32.Vec4{0, 0, b, a},
		mgl32.Vec4{0, 0, -k, 1},
	)
	eye := p.focus.Add(turn.Transpose().Mul3x1(mgl32.Vec3{-p.at[0] / p.scale[0], -p.at[1] / p.scale[1], 1 / k}))
	f := p.focus
	return project.Mul4(turn.Mat4()).Mul4(mgl32.Translate3D(-f[0], -f[1], -f[2])), eye
}
