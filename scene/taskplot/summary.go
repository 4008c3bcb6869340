package taskplot

import (
	"math"
	"slices"

	"tiv/tracefeed"
)

// Percents are the percentiles with lines of their own.
var percents = [...]int{50, 95, 99}

// summary is what the tasks that begin in an interval are like.
type summary struct {
	columns  *Columns
	from, to tracefeed.Time
	edges    []int64
	// count is the number of tasks, whole of those with both ends in the trace: what is said of
	// percentiles and the mean is about these. highest is the one with the greatest number, -1 for
	// none.
	count, whole int
	highest      int
	mean         float64
	percentiles  [len(percents)]int64
	// bins are the numbers of tasks between two edges, by type; bins[i] is from edges[i] to before
	// edges[i+1].
	bins [][mostTypes + 1]int32
	// sentence is what Plot.Sentence says of it; "" before it was needed.
	sentence string
}

// update makes the summary that of an interval of a trace, and its bins those between edges.
func (s *summary) update(c *Columns, from, to, end tracefeed.Time, edges []int64) {
	if c.sameHeights(s.columns) && s.from == from && s.to == to && slices.Equal(s.edges, edges) {
		return
	}
	*s = summary{columns: c, from: from, to: to, edges: edges, highest: -1}
	if len(edges) > 1 {
		s.bins = make([][mostTypes + 1]int32, len(edges)-1)
	}
	first, last := c.begun(from, to, end)
	s.count = last - first
	for _, is := range c.whole[first:last] {
		if is {
			s.whole++
		}
	}
	bin, seen, sum := 0, 0, 0.0
	for rank, i := range c.order {
		if int(i) < first || int(i) >= last {
			continue
		}
		h := c.sorted[rank]
		for bin < len(s.bins)-1 && h >= edges[bin+1] {
			bin++
		}
		if len(s.bins) > 0 {
			s.bins[bin][c.kinds[i]]++
		}
		s.highest = int(i)
		if !c.whole[i] {
			continue
		}
		seen++
		sum += float64(h)
		for k, p := range percents {
			if seen == (s.whole*p+99)/100 {
				s.percentiles[k] = h
			}
		}
	}
	s.mean = sum / float64(max(1, s.whole))
}

// series are factors of powers of ten between which the bins of a logarithmic axis lie, the finest first. They are about
// equally far from each other there, so that no bin has more tasks than the next one only because it is wider.
var series = [][]float64{{1, 1.25, 1.6, 2, 2.5, 3.2, 4, 5, 6.3, 8}, {1, 1.6, 2.5, 4, 6.3}, {1, 2, 5}, {1, 3}, {1}}

// binEdges returns the edges of bins that are at least as high as some part of an axis, from 0 to
// beyond the greatest number.
func binEdges(s *Scale, least float32) []int64 {
	if s.linear {
		step := s.step(max(1, s.most), max(1, int(1/least)))
		edges := []int64{0}
		for edges[len(edges)-1] <= s.most && edges[len(edges)-1] < math.MaxInt64-step {
			edges = append(edges, edges[len(edges)-1]+step)
		}
		return edges
	}
	for k, factors := range series {
		edges, ok := logEdges(s, factors, least)
		if ok || k == len(series)-1 {
			return edges
		}
	}
	return nil
}

// logEdges returns the edges at factors of powers of ten; ok is false if bins are lower than some
// part of the axis. The first bin has zeros only.
func logEdges(s *Scale, factors []float64, least float32) (edges []int64, ok bool) {
	edges, ok = []int64{0}, true
	for unit := 1.0; ; unit *= 10 {
		for k, f := range factors {
			at := math.Round(f * unit)
			if at >= math.MaxInt64 {
				return append(edges, math.MaxInt64), ok
			}
			n := int64(at)
			// The last edge below the least number begins the first bin above zero.
			after := unit * 10
			if k+1 < len(factors) {
				after = factors[k+1] * unit
			}
			if math.Round(after) <= float64(s.least) || n == edges[len(edges)-1] {
				continue
			}
			if len(edges) > 2 && s.At(n)-s.At(edges[len(edges)-1]) < least && n <= s.most {
				ok = false
			}
			if edges = append(edges, n); n > s.most {
				return edges, ok
			}
		}
	}
}
