package render

import (
	"math"
	"math/rand/v2"
	"testing"

	"tiv/scene"
)

// A cell of any level is the mean of its steps, each by how much of it has
// passed.
func TestLevelsAreMeans(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, steps := range []int{1, 2, 3, 7, 8, 13, 100, 1025} {
		for _, part := range []float32{1, 0.25} {
			s := &scene.Shares{Rows: 3, Steps: steps, First: part, Cum: make([]uint16, 3*steps*scene.MaxLayers)}
			for i := range s.Cum {
				s.Cum[i] = uint16(rng.IntN(65536))
			}
			var p pyramid
			p.build(s)
			cells := steps
			for k := range p.offsets {
				for row := range s.Rows {
					for i := range cells {
						checkCell(t, s, &p, k, row, i, cells)
					}
				}
				cells = (cells + 1) / 2
			}
			if last := len(p.offsets) - 1; steps > 1<<last {
				t.Errorf("%d steps: the last level, %d, has more than one cell", steps, last)
			}
		}
	}
}

func checkCell(t *testing.T, s *scene.Shares, p *pyramid, k, row, i, cells int) {
	t.Helper()
	for layer := range scene.MaxLayers {
		var sum, weight float64
		for step := i << k; step < min((i+1)<<k, s.Steps); step++ {
			w := 1.0
			if step == 0 {
				w = float64(s.First)
			}
			sum += w * float64(s.Cum[(row*s.Steps+step)*scene.MaxLayers+layer])
			weight += w
		}
		got := float64(p.cells[(int(p.offsets[k])+row*cells+i)*scene.MaxLayers+layer])
		// Each level rounds once, to the nearest.
		if math.Abs(got-sum/weight) > 0.5*float64(k)+0.01 {
			t.Fatalf("%d steps, level %d, row %d, cell %d, layer %d: %v, want %v", s.Steps, k, row, i, layer, got, sum/weight)
		}
	}
}

func TestPyramidIsReused(t *testing.T) {
	s := &scene.Shares{Rows: 10, Steps: 100, Cum: make([]uint16, 10*100*scene.MaxLayers)}
	var p pyramid
	p.build(s)
	if n := testing.AllocsPerRun(5, func() { p.build(s) }); n != 0 {
		t.Errorf("building the same size again takes memory %v times", n)
	}
}
