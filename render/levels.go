package render

import "tiv/scene"

// maxLevels is enough for 2^23 steps; the shader has room for that many.
const maxLevels = 24

// pyramid is the cells of all rows at every power of two, for the graphics
// card. A cell is three words of two cumulative shares each.
type pyramid struct {
	cells   []uint16
	offsets []int32 // the begin of each level, in cells
	// alive has for each row the first step in which its thread was alive and
	// the step after the last one; both 0 if there is none.
	alive []span
}

type span struct{ first, end int32 }

// build fills p from s. Level k+1 has the means of pairs of cells of level k.
// Each cell counts by the time that it covers: the first has only a part of
// step 0, the last may have fewer steps than the others or no partner.
func (p *pyramid) build(s *scene.Shares) {
	p.plan(s.Rows, s.Steps)
	copy(p.cells, s.Cum)
	cells, from := s.Steps, s.Cum
	for k := 1; k < len(p.offsets); k++ {
		half := (cells + 1) / 2
		into := p.cells[int(p.offsets[k])*scene.MaxLayers:][:s.Rows*half*scene.MaxLayers]
		w := weights{whole: float32(int(1) << (k - 1)), tail: float32(s.Steps - (cells-1)<<(k-1))}
		w.head = w.whole - 1 + first(s)
		for row := range s.Rows {
			w.halve(into[row*half*scene.MaxLayers:][:half*scene.MaxLayers],
				from[row*cells*scene.MaxLayers:][:cells*scene.MaxLayers])
		}
		cells, from = half, into
	}
	p.alive = p.alive[:0]
	for row := range s.Rows {
		first, end := s.Alive(row)
		p.alive = append(p.alive, span{int32(first), int32(end)})
	}
}

// plan makes room for all levels.
func (p *pyramid) plan(rows, steps int) {
	p.offsets = p.offsets[:0]
	total := 0
	for cells := steps; ; cells = (cells + 1) / 2 {
		p.offsets = append(p.offsets, int32(total))
		total += rows * cells
		if cells <= 1 || len(p.offsets) == maxLevels {
			break
		}
	}
	if n := total * scene.MaxLayers; n <= cap(p.cells) {
		p.cells = p.cells[:n]
	} else {
		p.cells = make([]uint16, n)
	}
}

// first returns the part of step 0 that its cell covers.
func first(s *scene.Shares) float32 {
	if s.First > 0 && s.First < 1 {
		return s.First
	}
	return 1
}

// weights are the numbers of steps that the first, the last, and all other
// cells of a row cover.
type weights struct{ head, tail, whole float32 }

// halve writes the means of pairs of cells of one row.
func (w weights) halve(into, from []uint16) {
	const n = scene.MaxLayers
	pairs := len(from) / n / 2
	for i := range pairs {
		a, b, c := from[2*i*n:][:n], from[(2*i+1)*n:][:n], into[i*n:][:n]
		for k := range c {
			c[k] = uint16((uint32(a[k]) + uint32(b[k]) + 1) / 2)
		}
	}
	if len(from)/n%2 == 1 {
		copy(into[pairs*n:], from[2*pairs*n:])
	} else if w.tail != w.whole {
		mean(into[(pairs-1)*n:], from[(2*pairs-2)*n:], w.whole, w.tail)
	}
	if pairs > 0 && w.head != w.whole {
		second := w.whole
		if pairs == 1 && len(from)/n == 2 {
			second = w.tail
		}
		mean(into, from, w.head, second)
	}
}

// mean writes the mean of the first two cells of from, weighted.
func mean(into, from []uint16, a, b float32) {
	const n = scene.MaxLayers
	for k := range n {
		into[k] = uint16((float32(from[k])*a+float32(from[n+k])*b)/(a+b) + 0.5)
	}
}
