package slow

import (
	"tiv/internal/ranktest"
	"tiv/tracefeed"
)

// LeastShare is the least share of a difference that is tested: what is smaller explains nothing.
const LeastShare = 0.05

// valuesOf are the times of single tasks in factors.
type valuesOf map[key]map[int]tracefeed.Time

// bySet returns the values of single tasks by set.
func (s *spending) bySet() []valuesOf {
	out := make([]valuesOf, len(s.sums))
	for i := range out {
		out[i] = valuesOf{}
	}
	for o, d := range s.values {
		in := out[s.set[o.task]]
		if in[o.factor] == nil {
			in[o.factor] = map[int]tracefeed.Time{}
		}
		in[o.factor][int(o.task)] = d
	}
	return out
}

// sample returns at most as many tasks as can be tested, evenly chosen.
func sample(list []int) (out []int) {
	n := min(len(list), ranktest.MaxSample)
	for i := range n {
		out = append(out, list[i*len(list)/n])
	}
	return out
}

// test sets the tasks of factors and kinds, and the probability that their difference is chance.
func (c *Comparison) test(values valuesOf) {
	c.testAll(c.Factors, func(r *Row) map[int]tracefeed.Time { return values[r.key] })
	c.testAll(c.Kinds, func(r *Row) map[int]tracefeed.Time {
		sums := map[int]tracefeed.Time{}
		for k, of := range values {
			if k.kind == r.Kind {
				for task, d := range of {
					sums[task] += d
				}
			}
		}
		return sums
	})
}

// testAll tests rows, of which values returns the times of single tasks. The number of all of
// them corrects the result.
func (c *Comparison) testAll(rows []Row, values func(*Row) map[int]tracefeed.Time) {
	slow, fast := sample(c.Slow), sample(c.Fast)
	ps := make([]float64, len(rows))
	for n := range rows {
		r := &rows[n]
		of := values(r)
		for _, i := range c.Slow {
			if of[i] > 0 {
				r.Tasks++
			}
		}
		if ps[n] = 1; r.More > 0 && r.Share >= LeastShare && len(slow) > 0 && len(fast) > 0 {
			ps[n] = ranktest.Compare(times(fast, of), times(slow, of)).P
		}
	}
	for n, p := range ranktest.Adjusted(ps) {
		rows[n].P = p
	}
}

// times returns the times of tasks.
func times(tasks []int, of map[int]tracefeed.Time) (list []float64) {
	for _, i := range tasks {
		list = append(list, float64(of[i]))
	}
	return list
}
