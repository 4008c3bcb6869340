package ui

import (
	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene"
	"tiv/workspace"
)

// lens is the neighbourhood of the camera's target in a view.
type lens struct {
	middle mgl32.Vec2 // in pixels: the fixed point of zooming
	unit   mgl32.Vec2 // pixels for a pan of 1 to the right and upwards
}

// lens measures a view.
func (a *app) lens(v *scene.View) lens {
	c := a.motion.camera(a.ws.Look.Camera)
	f := a.frame
	high := f.High[1] - f.Low[1]
	look := centre(f, c.On).Vec3(0)
	right, up := mgl32.Vec3{1, 0, 0}, mgl32.Vec3{0, 1, 0}
	if a.ws.Look.Kind == scene.Free {
		back := mgl32.Rotate3DX(c.Pitch).Mul3(mgl32.Rotate3DY(-c.Yaw)).Transpose()
		right, up = back.Mul3x1(right), back.Mul3x1(up)
		if len(v.Bars) > 0 {
			look[2] = -v.Bars[0].Depth / 2
		}
	}
	look = look.Sub(right.Mul(c.Pan[0] * high)).Sub(up.Mul(c.Pan[1] * high))
	l := lens{}
	l.middle, _ = v.Project(look)
	x, _ := v.Project(look.Add(right.Mul(high)))
	y, _ := v.Project(look.Add(up.Mul(high)))
	l.unit = mgl32.Vec2{x.Sub(l.middle).Len(), y.Sub(l.middle).Len()}
	if isTimeline(v) { // its width shows time
		l.unit[0] = 0
	}
	return l
}

// pan returns the command that moves the picture by some pixels.
func (a *app) pan(v *scene.View, by mgl32.Vec2) workspace.PanBy {
	l := a.lens(v)
	return workspace.PanBy{X: ratio(by[0], l.unit[0]), Y: -ratio(by[1], l.unit[1])}
}

// zoomAt scales the view around a pixel.
func (a *app) zoomAt(v *scene.View, at mgl32.Vec2, factor float32) {
	l := a.lens(v)
	away := at.Sub(l.middle).Mul((factor - 1) / factor)
	a.send(workspace.ZoomBy{Factor: factor})
	a.send(workspace.PanBy{X: -ratio(away[0], l.unit[0]), Y: ratio(away[1], l.unit[1])})
}

func ratio(a, b float32) float32 {
	if b == 0 {
		return 0
	}
	return a / b
}
