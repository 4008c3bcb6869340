package shape

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// Along appends the visible parts of a line in the world, in pixels.
func (s *Sight) Along(lines [][2]mgl32.Vec2, from, to mgl32.Vec3) [][2]mgl32.Vec2 {
	const parts = 60
	seen := func(u float32) (at mgl32.Vec2, ok bool) {
		p := from.Add(to.Sub(from).Mul(u))
		at, ok = s.view.Project(p)
		return at, ok && s.view.Rect.Holds(at[0], at[1]) && !s.Hidden(p, at)
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

// Sight answers what is seen at pixels of a 3D view: the bars in front of
// others, and their lanes. Bars are counted as in View.Bars, and -1 is no bar.
type Sight struct {
	view  *View
	Boxes []box      // of bars, then of walls
	back  mgl32.Mat4 // from clip coordinates to the world
	// cells lists the bars that may be seen in each cell of the view, of
	// cellSize pixels.
	cells       [][]int32
	wide, tall  int
	left, above float32
}

// NewSight prepares the bars of a view. The view's camera and bars must be set.
func NewSight(shares *Shares, v *View) *Sight {
	s := &Sight{view: v, Boxes: make([]box, len(v.Bars)), back: v.Camera.Inv(), left: v.Rect.X0, above: v.Rect.Y0}
	s.wide, s.tall = int(v.Rect.Width())/cellSize+1, int(v.Rect.Height())/cellSize+1
	s.cells = make([][]int32, s.wide*s.tall)
	for i := range v.Bars {
		var ok bool
		if s.Boxes[i], ok = shares.Box(&v.Bars[i]); ok {
			s.enter(i)
		}
	}
	for i := range v.Walls.List {
		w := &v.Walls.List[i]
		s.Boxes = append(s.Boxes, box{mgl32.Vec3{w.X, w.Low, w.Far}, mgl32.Vec3{w.X, w.High, w.Near}})
		s.enter(len(v.Bars) + i)
	}
	return s
}

// enter adds a box to the cells that its outline may touch.
func (s *Sight) enter(bar int) {
	inf := float32(math.Inf(1))
	r := Rect{inf, inf, -inf, -inf}
	for k := range 8 {
		at, ok := s.view.Project(s.Boxes[bar].corner(k))
		if !ok { // the bar reaches behind the viewer
			r = s.view.Rect
			break
		}
		r = Rect{min(r.X0, at[0]), min(r.Y0, at[1]), max(r.X1, at[0]), max(r.Y1, at[1])}
	}
	x0, y0 := max(int((r.X0-s.left)/cellSize), 0), max(int((r.Y0-s.above)/cellSize), 0)
	x1, y1 := min(int((r.X1-s.left)/cellSize), s.wide-1), min(int((r.Y1-s.above)/cellSize), s.tall-1)
	for y := y0; y <= y1; y++ {
		for x := x0; x <= x1; x++ {
			s.cells[y*s.wide+x] = append(s.cells[y*s.wide+x], int32(bar))
		}
	}
}

// At returns the bar that is seen at a pixel, and its distance from the viewer.
func (s *Sight) At(p mgl32.Vec2) (bar int, distance float32) {
	bar, distance = -1, float32(math.Inf(1))
	if !s.view.Rect.Holds(p[0], p[1]) {
		return bar, distance
	}
	r := s.view.Rect
	far := s.back.Mul4x1(mgl32.Vec4{2*(p[0]-r.X0)/r.Width() - 1, 1 - 2*(p[1]-r.Y0)/r.Height(), 1, 1})
	ray := far.Vec3().Mul(1 / far[3]).Sub(s.view.Eye).Normalize()
	for _, i := range s.cells[int(p[1]-s.above)/cellSize*s.wide+int(p[0]-s.left)/cellSize] {
		d, ok := s.Boxes[i].Meets(s.view.Eye, ray)
		if !ok || d >= distance {
			continue
		}
		if wall := int(i) - len(s.view.Bars); wall < 0 {
			bar, distance = int(i), d
		} else if s.view.Walls.shows(wall, s.view.Eye.Add(ray.Mul(d))) {
			bar, distance = int(s.view.Walls.List[wall].Bar), d
		}
	}
	return bar, distance
}

// Hidden reports whether a bar stands before a point of the world, which has a
// pixel.
func (s *Sight) Hidden(p mgl32.Vec3, pixel mgl32.Vec2) bool {
	_, d := s.At(pixel)
	return d < 0.999*p.Sub(s.view.Eye).Len()
}

// Ground reports whether no bar is seen in a rectangle of pixels, by its corners
// and its middle.
func (s *Sight) Ground(r Rect) bool {
	for _, p := range []mgl32.Vec2{{r.X0, r.Y0}, {r.X1, r.Y0}, {r.X0, r.Y1}, {r.X1, r.Y1}, {(r.X0 + r.X1) / 2, (r.Y0 + r.Y1) / 2}} {
		if bar, _ := s.At(p); bar >= 0 {
			return false
		}
	}
	return true
}

// corner returns one of the eight corners of a box.
func (x box) corner(k int) mgl32.Vec3 {
	p := x.Low
	for axis := range p {
		if k>>axis&1 != 0 {
			p[axis] = x.High[axis]
		}
	}
	return p
}

// EachPoint calls f for points all over the faces of a box that look at the eye:
// first its sides, then its ends, then its top or bottom.
func (x box) EachPoint(eye mgl32.Vec3, f func(mgl32.Vec3)) {
	size := x.High.Sub(x.Low)
	for _, axis := range [3]int{0, 2, 1} {
		p := x.Low
		if eye[axis] > x.High[axis] {
			p[axis] = x.High[axis]
		} else if eye[axis] >= x.Low[axis] {
			continue
		}
		u, v := (axis+2)%3, (axis+1)%3
		for _, a := range []float32{0.9, 0.7, 0.5, 0.3, 0.1} {
			for _, b := range []float32{0.8, 0.5, 0.2} {
				q := p
				q[u] += a * size[u]
				q[v] += b * size[v]
				f(q)
			}
		}
	}
}

// Empty reports whether nothing of a bar is drawn.
func (s *Sight) Empty(bar int) bool { return s.Boxes[bar] == (box{}) }

// Before reports whether a bar stands before a rectangle in the moment's plane.
func (s *Sight) Before(r Rect) bool {
	for _, x := range []float32{r.X0, (r.X0 + r.X1) / 2, r.X1} {
		for _, y := range []float32{r.Y0, r.Y1} {
			at, ok := s.view.OnMoment(x, y)
			if ok && s.Hidden(at.Vec3(0), mgl32.Vec2{x, y}) {
				return true
			}
		}
	}
	return false
}
