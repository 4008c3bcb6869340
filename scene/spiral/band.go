package spiral

import (
	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/shape"
	"tiv/task"
)

// Within returns the columns that touch the rectangle between two pixels of the picture, and the number of their tasks: of
// a column, the line in its middle from its foot to its top counts.
func (s *Spiral) Within(a, b mgl32.Vec2) (columns []int, tasks int) {
	if s == nil || s.view == nil {
		return nil, 0
	}
	r := shape.Rect{X0: min(a[0], b[0]), Y0: min(a[1], b[1]), X1: max(a[0], b[0]), Y1: max(a[1], b[1])}
	for i := range s.boxes {
		foot := s.boxes[i].corners[0].Add(s.boxes[i].corners[2]).Mul(0.5)
		p, ok := s.view.Project(foot)
		q, also := s.view.Project(up(foot, s.boxes[i].high))
		if ok && also && touches(p, q, r) {
			columns = append(columns, i)
			tasks += s.cells[i].count
		}
	}
	return columns, tasks
}

// Tasks returns all tasks of columns.
func (s *Spiral) Tasks(columns []int) (list []task.ID) {
	for _, i := range columns {
		for k := range s.cells[i].count {
			list = append(list, s.of.columns.ID(s.cells[i].first+k))
		}
	}
	return list
}

// touches reports whether a line has a point in a rectangle.
func touches(p, q mgl32.Vec2, r shape.Rect) bool {
	from, to := float32(0), float32(1)
	for k, side := range [2][2]float32{{r.X0, r.X1}, {r.Y0, r.Y1}} {
		d := q[k] - p[k]
		if d == 0 {
			if p[k] < side[0] || p[k] > side[1] {
				return false
			}
			continue
		}
		u, v := (side[0]-p[k])/d, (side[1]-p[k])/d
		from, to = max(from, min(u, v)), min(to, max(u, v))
	}
	return from <= to
}
