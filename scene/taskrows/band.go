package taskrows

import (
	"context"

	"tiv/timeline"
	"tiv/tracefeed"
)

// band is how many tasks of a type there are over an interval, in cells: the mean number of those for
// which threads work, and of those in queues.
type band struct {
	from, to, cell tracefeed.Time
	busy, queued   []float32
}

// readBand counts tasks of an order in an interval; nil once ctx is done.
func readBand(ctx context.Context, o *order, g int, from, to, cell tracefeed.Time) *band {
	n := int((to - from + cell - 1) / cell)
	b := &band{from: from, to: to, cell: cell}
	busy, all := newSteps(b, n), newSteps(b, n)
	var work []timeline.Interval
	for k, i := range o.groups[g].tasks {
		if k%1000 == 0 && ctx.Err() != nil {
			return nil
		}
		if !o.extents[i].overlaps(from, to) {
			continue
		}
		t := &o.tasks.Tasks[i]
		work = work[:0]
		for _, w := range o.tasks.WorkOf(int(i)) {
			work = append(work, timeline.Interval{Start: w.Start, End: w.End})
		}
		work = timeline.Union(work)
		for _, w := range work {
			busy.add(w.Start, w.End)
			all.add(w.Start, w.End)
		}
		at := t.Start
		for _, w := range work { // and the gaps between
			all.add(at, min(w.Start, t.End))
			at = max(at, w.End)
		}
		all.add(at, t.End)
	}
	b.busy, b.queued = busy.means(), all.means()
	for c := range b.queued {
		b.queued[c] = max(b.queued[c]-b.busy[c], 0)
	}
	return b
}

// steps adds up intervals by cell: the parts of cells in one list, and in another one how many whole
// cells begin and end at each.
type steps struct {
	of    *band
	parts []float64
	whole []int32
}

func newSteps(b *band, n int) *steps {
	return &steps{of: b, parts: make([]float64, n), whole: make([]int32, n+1)}
}

// add adds an interval.
func (s *steps) add(from, to tracefeed.Time) {
	b := s.of
	if from, to = max(from, b.from)-b.from, min(to, b.to)-b.from; from >= to {
		return
	}
	first, last := from/b.cell, (to-1)/b.cell
	if first == last {
		s.parts[first] += float64(to - from)
		return
	}
	s.parts[first] += float64((first+1)*b.cell - from)
	s.parts[last] += float64(to - last*b.cell)
	s.whole[first+1]++
	s.whole[last]--
}

// means returns the mean number of intervals in each cell.
func (s *steps) means() []float32 {
	out, open := make([]float32, len(s.parts)), int32(0)
	for c := range out {
		open += s.whole[c]
		out[c] = float32(open) + float32(s.parts[c]/float64(s.of.cell))
	}
	return out
}

// between returns the means of both numbers between two times, in cells from the begin of the band.
func (b *band) between(from, to float64) (busy, queued float32) {
	for c := max(int(from), 0); c < len(b.busy) && float64(c) < to; c++ {
		part := float32((min(float64(c+1), to) - max(float64(c), from)) / (to - from))
		busy += part * b.busy[c]
		queued += part * b.queued[c]
	}
	return busy, queued
}

// mostBetween returns the largest number of tasks in a cell between two times.
func (b *band) mostBetween(from, to tracefeed.Time) float32 {
	most := float32(0)
	first, last := max(int((from-b.from)/b.cell), 0), min(int((to-b.from)/b.cell)+1, len(b.busy))
	for c := first; c < last; c++ {
		most = max(most, b.busy[c]+b.queued[c])
	}
	return most
}

// covers reports whether the band has an interval in cells of at most a length.
func (b *band) covers(from, to, cell tracefeed.Time) bool {
	return b.from <= from && b.to >= to && b.cell <= cell
}
