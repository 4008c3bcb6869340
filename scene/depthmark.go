package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/place"
	"tiv/scene/shape"
	"tiv/tracefeed"
)

// DepthMark shows where in the 3D view a time is: lines at its depth around the
// sides of a bar, or from a plate down, and across the ground, as far as they are visible.
type DepthMark struct {
	Time tracefeed.Time
	// Lines are in pixels.
	Lines [][2]mgl32.Vec2
	// Name is the end of the line on the ground, at which the times of the axis
	// are, in pixels. Moment is that of the moment's line.
	Name, Moment mgl32.Vec2
}

// DepthMark marks the time of the bar or plate under a pixel of the 3D view. ok is false
// if there is none, or if the pixel shows the front, which the moment marks.
func (f *Frame) DepthMark(x, y float32) (m DepthMark, ok bool) {
	i := f.viewAt(x, y)
	if i < 0 || !f.Views[i].Turns {
		return m, false
	}
	v, s := &f.Views[i], f.Views[i].Strike(f.Shares, f.Scale, x, y)
	if s.Bar < 0 && !s.OnPlate || s.At[2] == 0 {
		return m, false
	}
	m.Time = f.depths.Time(s.At[2])
	visible, z := shape.NewSight(f.Shares, v), s.At[2]
	if s.OnPlate {
		m.Lines = visible.Along(m.Lines, mgl32.Vec3{s.At[0], f.Low[1], z}, s.At)
	} else {
		for _, face := range visible.Boxes[s.Bar].Around(v.Eye, z) {
			m.Lines = visible.Along(m.Lines, face[0], face[1])
		}
	}
	for i := range v.Walls.List {
		if w := &v.Walls.List[i]; int(w.Bar) == s.Bar && z >= w.Far && z <= w.Near {
			m.Lines = visible.Along(m.Lines, mgl32.Vec3{w.X, w.Low, z}, mgl32.Vec3{w.X, w.High, z})
		}
	}
	ground := place.FloorOf(f.Low, f.High)
	left, right := mgl32.Vec3{f.Low[0], ground, z}, mgl32.Vec3{f.High[0], ground, z}
	m.Lines = visible.Along(m.Lines, left, right)
	if v.Eye[0] < (left[0]+right[0])/2 {
		right = left
	}
	m.Name, ok = v.Project(right)
	if !ok {
		return m, false
	}
	m.Moment, ok = v.Project(mgl32.Vec3{right[0], ground, 0})
	return m, ok
}
