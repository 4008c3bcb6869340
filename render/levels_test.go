package render

import (
	"math"
	"math/rand/v2"
	"testing"

	"tiv/scene/shape"
)

// A cell of any level is the mean of its steps, each by how much of it has
// passed.
func TestLevelsAreMeans(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, steps := range []int{1, 2, 3, 7, 8, 13, 100, 1025} {
		for _, part := range []float32{1, 0.25} {
			layers := shape.LayerUnit * (1 + rng.IntN(3))
			s := &shape.Shares{Rows: 3, Steps: steps, Layers: layers, First: part, Cum: make([]uint16, 3*steps*layers)}
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
			checkCuts(t, rng, s, &p)
			if last := len(p.offsets) - 1; steps > 1<<last {
				t.Errorf("%d steps: the last level, %d, has more than one cell", steps, last)
			}
		}
	}
}

func checkCell(t *testing.T, s *shape.Shares, p *pyramid, k, row, i, cells int) {
	t.Helper()
	for layer := range s.Layers {
		var sum, weight float64
		for step := i << k; step < min((i+1)<<k, s.Steps); step++ {
			w := 1.0
			if step == 0 {
				w = float64(s.First)
			}
			sum += w * float64(s.Cum[(row*s.Steps+step)*s.Layers+layer])
			weight += w
		}
		got := float64(p.cells[(int(p.offsets[k])+row*cells+i)*s.Layers+layer])
		// Each level rounds once, to the nearest.
		if math.Abs(got-sum/weight) > 0.5*float64(k)+0.01 {
			t.Fatalf("%d steps, level %d, row %d, cell %d, layer %d: %v, want %v", s.Steps, k, row, i, layer, got, sum/weight)
		}
	}
}

// checkCuts compares the cells on both sides of the moment with the means of
// their steps, at all levels, wherever the moment is.
func checkCuts(t *testing.T, rng *rand.Rand, s *shape.Shares, p *pyramid) {
	t.Helper()
	n := s.Layers
	s.Cut = make([]uint16, shape.CutCells*s.Rows*n)
	for i := range s.Cut {
		s.Cut[i] = uint16(rng.IntN(65536))
	}
	for range 20 {
		cut := rng.IntN(s.Steps)
		begin := float32(0) // of what is covered of the cell
		if cut == 0 {
			begin = 1 - s.First
		}
		s.Moment = float32(cut) + begin + (0.999-begin)*rng.Float32()
		p.divide(s)
		for at := range p.cuts {
			cell := at / n / shape.CutCells
			layer, part, k, row := at%n, at/n%shape.CutCells, cell%len(p.offsets), cell/len(p.offsets)
			own := s.Cut[(shape.CutCells*row+part)*n+layer]
			if part == shape.UpToMoment {
				if p.cuts[at] != own {
					t.Fatalf("%d steps, level %d, row %d, layer %d: the front is %d, want %d", s.Steps, k, row, layer, p.cuts[at], own)
				}
				continue
			}
			weight := float64(cut) + 1 - float64(s.Moment)
			first, last := cut+1, min((cut>>k+1)<<k, s.Steps)
			if part == shape.AfterMoment {
				weight = float64(s.Moment) - float64(cut) - float64(begin)
				first, last = cut>>k<<k, cut
			}
			sum := weight * float64(own)
			for step := first; step < last; step++ {
				w := 1.0
				if step == 0 {
					w = float64(s.First)
				}
				sum += w * float64(s.Cum[(row*s.Steps+step)*n+layer])
				weight += w
			}
			if got := float64(p.cuts[at]); weight > 1e-6 && math.Abs(got-sum/weight) > 0.5*float64(k)+0.6 {
				t.Fatalf("%d steps, moment at %v, level %d, row %d, part %d, layer %d: %v, want %v", s.Steps, s.Moment, k, row,
					part, layer, got, sum/weight)
			}
		}
	}
}

func TestPyramidIsReused(t *testing.T) {
	s := &shape.Shares{Rows: 10, Steps: 100, Layers: shape.LayerUnit, Cum: make([]uint16, 10*100*shape.LayerUnit)}
	var p pyramid
	p.build(s)
	if n := testing.AllocsPerRun(5, func() { p.build(s) }); n != 0 {
		t.Errorf("building the same size again takes memory %v times", n)
	}
}
