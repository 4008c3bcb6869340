package render

import "tiv/scene/shape"

// maxLevels is enough for 2^23 steps; the shader has room for that many.
const maxLevels = 24

// pyramid is the cells of all rows at every power of two, for the graphics
// card. A cell is one or more times three words of two cumulative shares each.
type pyramid struct {
	layers  int // of a cell
	cells   []uint16
	offsets []int32 // the begin of each level, in cells
	// alive has for each row the first step in which its thread was alive and
	// the step after the last one; both 0 if there is none.
	alive []span
	// cut is the step that the moment cuts, -1 for none, and moment the position
	// of the moment in steps. cuts has, for each row and level, the cells at the
	// moment, in the order of shape.Shares.Cut. The first two stand in place of the
	// one with that step: one for the steps before the moment, one for those after
	// it. The third is the same at all levels.
	cut    int
	moment float32
	cuts   []uint16
}

type span struct{ first, end int32 }

// build fills p from s. Level k+1 has the means of pairs of cells of level k.
// Each cell counts by the time that it covers: the first has only a part of
// step 0, the last may have fewer steps than the others or no partner.
func (p *pyramid) build(s *shape.Shares) {
	p.layers = s.Layers
	p.plan(s.Rows, s.Steps)
	copy(p.cells, s.Cum)
	cells, from, n := s.Steps, s.Cum, s.Layers
	for k := 1; k < len(p.offsets); k++ {
		half := (cells + 1) / 2
		into := p.cells[int(p.offsets[k])*n:][:s.Rows*half*n]
		w := widths(s, k-1, cells)
		for row := range s.Rows {
			w.halve(into[row*half*n:][:half*n], from[row*cells*n:][:cells*n], n)
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
	if n := total * p.layers; n <= cap(p.cells) {
		p.cells = p.cells[:n]
	} else {
		p.cells = make([]uint16, n)
	}
}

// first returns the part of step 0 that its cell covers.
func first(s *shape.Shares) float32 {
	if s.First > 0 && s.First < 1 {
		return s.First
	}
	return 1
}

// weights are the numbers of steps that the first, the last, and all other
// cells of a row cover.
type weights struct{ head, tail, whole float32 }

// divide fills the cells of the step that the moment cuts, at all levels.
func (p *pyramid) divide(s *shape.Shares) {
	p.cuts = p.cuts[:0]
	p.cut, p.moment = -1, 1-first(s)
	if s.Cut == nil {
		return
	}
	n := p.layers
	p.cut, p.moment = int(s.Moment), s.Moment
	high := 1.0 // the position of the begin of the cut step
	if p.cut == 0 {
		high = float64(first(s))
	}
	within := float64(s.Moment - float32(p.cut))
	for row := range s.Rows {
		cells := s.Cut[shape.CutCells*row*n:][:shape.CutCells*n]
		p.cuts = append(p.cuts, cells...)
		weight := [2]float32{float32(1 - within), float32(within - (1 - high))}
		for k, steps := 1, s.Steps; k < len(p.offsets); k, steps = k+1, (steps+1)/2 {
			p.widen(row, k, steps, s, &weight)
		}
	}
}

// widen appends the cells of a row at level k, made of those of the level below,
// which has some cells a row and was the last one.
func (p *pyramid) widen(row, k, cells int, s *shape.Shares, weight *[2]float32) {
	n := p.layers
	at := len(p.cuts)
	p.cuts = append(p.cuts, p.cuts[at-shape.CutCells*n:]...)
	cell := p.cut >> (k - 1)
	part, other := shape.BeforeMoment, cell+1
	if cell%2 == 1 {
		part, other = shape.AfterMoment, cell-1
	}
	if other == cells {
		return
	}
	w := widths(s, k-1, cells).of(other, cells)
	beside := p.cells[(int(p.offsets[k-1])+row*cells+other)*n:][:n]
	into := p.cuts[at+part*n:][:n]
	if sum := w + weight[part]; sum > 0 {
		for i := range into {
			into[i] = uint16((float32(into[i])*weight[part]+float32(beside[i])*w)/sum + 0.5)
		}
	}
	weight[part] += w
}

// widths returns the weights of the cells of a level, which are so many in a row.
func widths(s *shape.Shares, level, cells int) weights {
	w := weights{whole: float32(int(1) << level), tail: float32(s.Steps - (cells-1)<<level)}
	w.head = w.whole - 1 + first(s)
	return w
}

// of returns the weight of one of some cells.
func (w weights) of(i, cells int) float32 {
	switch i {
	case 0:
		return w.head
	case cells - 1:
		return w.tail
	}
	return w.whole
}

// halve writes the means of pairs of cells of one row, which have n values each.
func (w weights) halve(into, from []uint16, n int) {
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
		mean(into[(pairs-1)*n:][:n], from[(2*pairs-2)*n:], w.whole, w.tail)
	}
	if pairs > 0 && w.head != w.whole {
		second := w.whole
		if pairs == 1 && len(from)/n == 2 {
			second = w.tail
		}
		mean(into[:n], from, w.head, second)
	}
}

// mean writes the mean of the first two cells of from, weighted. into is a cell.
func mean(into, from []uint16, a, b float32) {
	n := len(into)
	for k := range into {
		into[k] = uint16((float32(from[k])*a+float32(from[n+k])*b)/(a+b) + 0.5)
	}
}
