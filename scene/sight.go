package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// sight answers what is seen at pixels of a 3D view: the bars in front of
// others, and their lanes. Bars are counted as in View.Bars, and -1 is no bar.
type sight struct {
	view  *View
	boxes []box      // of bars, then of walls
	back  mgl32.Mat4 // from clip coordinates to the world
	// cells lists the bars that may be seen in each cell of the view, of
	// cellSize pixels.
	cells       [][]int32
	wide, tall  int
	left, above float32
}

// newSight prepares the bars of a view. The view's camera and bars must be set.
func newSight(f *Frame, v *View) *sight {
	s := &sight{view: v, boxes: make([]box, len(v.Bars)), back: v.Camera.Inv(), left: v.Rect.X0, above: v.Rect.Y0}
	s.wide, s.tall = int(v.Rect.Width())/cellSize+1, int(v.Rect.Height())/cellSize+1
	s.cells = make([][]int32, s.wide*s.tall)
	for i := range v.Bars {
		var ok bool
		if s.boxes[i], ok = f.box(&v.Bars[i]); ok {
			s.enter(i)
		}
	}
	for i := range v.Walls.List {
		w := &v.Walls.List[i]
		s.boxes = append(s.boxes, box{mgl32.Vec3{w.X, w.Low, w.Far}, mgl32.Vec3{w.X, w.High, w.Near}})
		s.enter(len(v.Bars) + i)
	}
	return s
}

// enter adds a box to the cells that its outline may touch.
func (s *sight) enter(bar int) {
	inf := float32(math.Inf(1))
	r := Rect{inf, inf, -inf, -inf}
	for k := range 8 {
		at, ok := s.view.Project(s.boxes[bar].corner(k))
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

// at returns the bar that is seen at a pixel, and its distance from the viewer.
func (s *sight) at(p mgl32.Vec2) (bar int, distance float32) {
	bar, distance = -1, float32(math.Inf(1))
	if !s.view.Rect.Holds(p[0], p[1]) {
		return bar, distance
	}
	r := s.view.Rect
	far := s.back.Mul4x1(mgl32.Vec4{2*(p[0]-r.X0)/r.Width() - 1, 1 - 2*(p[1]-r.Y0)/r.Height(), 1, 1})
	ray := far.Vec3().Mul(1 / far[3]).Sub(s.view.Eye).Normalize()
	for _, i := range s.cells[int(p[1]-s.above)/cellSize*s.wide+int(p[0]-s.left)/cellSize] {
		d, ok := s.boxes[i].meets(s.view.Eye, ray)
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

// hidden reports whether a bar stands before a point of the world, which has a
// pixel.
func (s *sight) hidden(p mgl32.Vec3, pixel mgl32.Vec2) bool {
	_, d := s.at(pixel)
	return d < 0.999*p.Sub(s.view.Eye).Len()
}

// ground reports whether no bar is seen in a rectangle of pixels, by its corners
// and its middle.
func (s *sight) ground(r Rect) bool {
	for _, p := range []mgl32.Vec2{{r.X0, r.Y0}, {r.X1, r.Y0}, {r.X0, r.Y1}, {r.X1, r.Y1}, {(r.X0 + r.X1) / 2, (r.Y0 + r.Y1) / 2}} {
		if bar, _ := s.at(p); bar >= 0 {
			return false
		}
	}
	return true
}

// corner returns one of the eight corners of a box.
func (x box) corner(k int) mgl32.Vec3 {
	p := x.low
	for axis := range p {
		if k>>axis&1 != 0 {
			p[axis] = x.high[axis]
		}
	}
	return p
}

// eachPoint calls f for points all over the faces of a box that look at the eye:
// first its sides, then its ends, then its top or bottom.
func (x box) eachPoint(eye mgl32.Vec3, f func(mgl32.Vec3)) {
	size := x.high.Sub(x.low)
	for _, axis := range [3]int{0, 2, 1} {
		p := x.low
		if eye[axis] > x.high[axis] {
			p[axis] = x.high[axis]
		} else if eye[axis] >= x.low[axis] {
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

// empty reports whether nothing of a bar is drawn.
func (s *sight) empty(bar int) bool { return s.boxes[bar] == (box{}) }

// before reports whether a bar stands before a rectangle in the moment's plane.
func (s *sight) before(r Rect) bool {
	for _, x := range []float32{r.X0, (r.X0 + r.X1) / 2, r.X1} {
		for _, y := range []float32{r.Y0, r.Y1} {
			at, ok := s.view.OnMoment(x, y)
			if ok && s.hidden(at.Vec3(0), mgl32.Vec2{x, y}) {
				return true
			}
		}
	}
	return false
}
