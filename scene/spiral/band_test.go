package spiral

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/shape"
	"tiv/task"
)

// A band has the tasks of the columns of which a point of the middle is in it; one around the picture has all tasks.
func TestBand(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(9, 28))
	l := random(rng, 400, 1_000_000)
	s := drawn(l)
	columns, n := s.Within(mgl32.Vec2{-100, -100}, mgl32.Vec2{2000, 2000})
	got := s.Tasks(columns)
	slices.SortFunc(got, task.ID.Compare)
	if n != len(l.Tasks.Tasks) || len(got) != n || len(slices.Compact(got)) != n {
		t.Errorf("a band around all has %d tasks, %d of them named", n, len(got))
	}
	some := 0
	for range 25 {
		a := mgl32.Vec2{800 * rng.Float32(), 600 * rng.Float32()}
		b := a.Add(mgl32.Vec2{300*rng.Float32() - 150, 300*rng.Float32() - 150})
		band := shape.Rect{X0: min(a[0], b[0]), Y0: min(a[1], b[1]), X1: max(a[0], b[0]), Y1: max(a[1], b[1])}
		columns, _ := s.Within(a, b)
		some += len(columns)
		for i := range s.boxes {
			// Points of the line, less than a pixel apart.
			foot, in := s.boxes[i].corners[0].Add(s.boxes[i].corners[2]).Mul(0.5), false
			p, _ := s.view.Project(foot)
			q, _ := s.view.Project(up(foot, s.boxes[i].high))
			for k := range 2001 {
				at := p.Add(q.Sub(p).Mul(float32(k) / 2000))
				in = in || band.Holds(at[0], at[1])
			}
			if in && !slices.Contains(columns, i) {
				t.Fatalf("column %d from %v to %v is not in the band from %v to %v", i, p, q, a, b)
			}
			if m := p.Add(q).Mul(0.5); !in && slices.Contains(columns, i) && mgl32.Abs(m[0]-a[0]) > 200 {
				t.Fatalf("column %d at %v is in the band from %v to %v", i, m, a, b)
			}
		}
	}
	if some < 50 {
		t.Errorf("%d columns in all bands", some)
	}
}
