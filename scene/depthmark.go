package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"tiv/tracefeed"
)

// DepthMark shows where in the 3D view a time is: lines at its depth around the
// sides of a bar and across the ground, as far as they are visible.
type DepthMark struct {
	Time tracefeed.Time
	// Lines are in pixels.
	Lines [][2]mgl32.Vec2
	// Name is the end of the line on the ground, at which the times of the axis
	// are, in pixels. Moment is that of the moment's line.
	Name, Moment mgl32.Vec2
}

// DepthMark marks the time of the bar under a pixel of the 3D view. ok is false
// if there is none, or if the pixel shows the front, which the moment marks.
func (f *Frame) DepthMark(x, y float32) (m DepthMark, ok bool) {
	i := f.viewAt(x, y)
	if i < 0 || !f.Views[i].Kind.Turns {
		return m, false
	}
	v, s := &f.Views[i], f.strike(i, x, y)
	if s.bar < 0 || s.at[2] == 0 {
		return m, false
	}
	m.Time = f.depths.time(s.at[2])
	visible := newSight(f, v)
	box, z := visible.boxes[s.bar], s.at[2]
	for _, face := range box.around(v.Eye, z) {
		m.Lines = visible.along(m.Lines, face[0], face[1])
	}
	for i := range v.Walls.List {
		if w := &v.Walls.List[i]; int(w.Bar) == s.bar && z >= w.Far && z <= w.Near {
			m.Lines = visible.along(m.Lines, mgl32.Vec3{w.X, w.Low, z}, mgl32.Vec3{w.X, w.High, z})
		}
	}
	ground := groundOf(f.Low, f.High)
	left, right := mgl32.Vec3{f.Low[0], ground, z}, mgl32.Vec3{f.High[0], ground, z}
	m.Lines = visible.along(m.Lines, left, right)
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

// around returns the lines at a depth on the sides of a box that look at an eye.
func (x box) around(eye mgl32.Vec3, z float32) (lines [][2]mgl32.Vec3) {
	for axis := range 2 {
		from, to := x.low, x.high
		switch {
		case eye[axis] > x.high[axis]:
			from[axis] = x.high[axis]
		case eye[axis] < x.low[axis]:
			to[axis] = x.low[axis]
		default:
			continue
		}
		from[2], to[2] = z, z
		lines = append(lines, [2]mgl32.Vec3{from, to})
	}
	return lines
}

// along appends the visible parts of a line in the world, in pixels.
func (s *sight) along(lines [][2]mgl32.Vec2, from, to mgl32.Vec3) [][2]mgl32.Vec2 {
	const parts = 60
	seen := func(u float32) (at mgl32.Vec2, ok bool) {
		p := from.Add(to.Sub(from).Mul(u))
		at, ok = s.view.Project(p)
		return at, ok && s.view.Rect.Holds(at[0], at[1]) && !s.hidden(p, at)
	}
	last, before := seen(0)
	for i := range parts {
		at, ok := seen(float32(i+1) / parts)
		switch {
		case ok && before && i > 0 && len(lines) > 0 && lines[len(lines)-1][1] == last:
			lines[len(lines)-1][1] = at
		case ok && before:
			lines = append(lines, [2]mgl32.Vec2{last, at})
		}
		last, before = at, ok
	}
	return lines
}
