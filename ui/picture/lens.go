package picture

import (
	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/shape"
	"tiv/session"
	"tiv/workspace"
)

// lens is the neighbourhood of the camera's target in a view.
type lens struct {
	middle mgl32.Vec2 // in pixels: the fixed point of zooming
	unit   mgl32.Vec2 // pixels for a pan of 1 to the right and upwards
}

// lensOf measures a view of a document's frame.
func lensOf(d *session.Document, v *shape.View) lens {
	c := d.Motion.Camera(d.Workspace.Look.Camera)
	f := d.Frame
	high := f.High[1] - f.Low[1]
	look := session.Centre(f, c.Target).Vec3(0)
	right, up := mgl32.Vec3{1, 0, 0}, mgl32.Vec3{0, 1, 0}
	pan := c.Pan.Vec3(0)
	if v.Turns {
		back := c.Turn().Transpose()
		right, up = back.Mul3x1(right), back.Mul3x1(up)
		pan = c.OnMoment(c.Pan)
	}
	look = look.Sub(pan.Mul(high))
	l := lens{}
	l.middle, _ = v.Project(look)
	x, _ := v.Project(look.Add(right.Mul(high)))
	y, _ := v.Project(look.Add(up.Mul(high)))
	l.unit = mgl32.Vec2{x.Sub(l.middle).Len(), y.Sub(l.middle).Len()}
	if v.TimeAxis { // its width shows time
		l.unit[0] = 0
	}
	return l
}

// pan returns the command that moves the picture by some pixels.
func (l lens) pan(by mgl32.Vec2) workspace.PanBy {
	return workspace.PanBy{X: ratio(by[0], l.unit[0]), Y: -ratio(by[1], l.unit[1])}
}

// zoomAt returns the commands that scale the view around a pixel.
func (l lens) zoomAt(at mgl32.Vec2, factor float32) []workspace.Command {
	away := at.Sub(l.middle).Mul((factor - 1) / factor)
	return []workspace.Command{workspace.ZoomBy{Factor: factor}, l.pan(away.Mul(-1))}
}

func ratio(a, b float32) float32 {
	if b == 0 {
		return 0
	}
	return a / b
}

// selectionBox returns the corners of the bounding box of the selected bars, in
// pixels.
func selectionBox(d *session.Document, v *shape.View) (low, high mgl32.Vec2, ok bool) {
	for i := range v.Bars {
		b := &v.Bars[i]
		selected := false
		for _, t := range d.Frame.Threads(b.Pick) {
			selected = selected || d.IsSelected(t)
		}
		if !selected {
			continue
		}
		for _, s := range []mgl32.Vec2{{-1, -1}, {1, 1}, {-1, 1}, {1, -1}} {
			at, seen := v.Project(b.Center.Add(mgl32.Vec3{s[0] * b.HalfWidth, s[1] * b.HalfHeight}))
			if !seen {
				continue
			}
			if !ok {
				low, high, ok = at, at, true
			}
			for k := range at {
				low[k], high[k] = min(low[k], at[k]), max(high[k], at[k])
			}
		}
	}
	return low, high, ok
}

// ZoomToSelection fills the picture with the selected threads, and the time
// axis with the selected interval, if there is one.
func ZoomToSelection(d *session.Document) {
	if i := d.Workspace.Look.Interval; i.Start < i.End {
		d.Glide(workspace.ShowInterval{})
	}
	if d.Frame == nil || len(d.Workspace.Look.Selection) == 0 {
		return
	}
	v := d.Frame.LastView()
	low, high, ok := selectionBox(d, v)
	if !ok {
		return
	}
	const fill = 0.7
	l := lensOf(d, v)
	size := high.Sub(low)
	factor := fill * v.Rect.Height() / max(size[1], 1)
	if l.unit[0] > 0 {
		factor = min(factor, fill*v.Rect.Width()/max(size[0], 1))
	}
	// The selection's middle is moved to that of the view, and is the fixed
	// point of the zoom.
	centre := mgl32.Vec2{(v.Rect.X0 + v.Rect.X1) / 2, (v.Rect.Y0 + v.Rect.Y1) / 2}
	by := centre.Sub(low.Add(high).Mul(0.5))
	away := centre.Sub(l.middle.Add(by)).Mul((factor - 1) / factor)
	by = by.Sub(away)
	d.Glide(workspace.ZoomBy{Factor: factor}, l.pan(by))
}
