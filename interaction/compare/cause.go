package compare

import (
	"maps"
	"slices"

	"tiv/internal/ranktest"
	"tiv/task/slow"
	"tiv/tracefeed"
)

// Cause is what most of the change of the slowest tasks of a type consists of: the slowest
// 5 %, at least five. Times are those of one task in the mean, in nanoseconds.
type Cause struct {
	// Slowest is the duration.
	Slowest Figures
	// Factor is the cause; it has no more than its kind if no cause has half of that.
	Factor slow.Factor
	// Lock names the lock, "" if the trace does not.
	Lock string
	// Time is the part of the duration, Change the change of that, and Of the change of the
	// duration.
	Time       Figures
	Change, Of float64
}

const (
	// leastCause is the part of the change that a kind of cause has at least.
	leastCause = 1.0 / 3
	// leastFactor is the part of the change of a kind that one cause has at least to stand for it.
	leastFactor = 0.5
)

// cause returns the cause of a change of the percentile P95; nil if there is none, or if chance can
// be all of it.
func (m *matcher) cause(r *Row) *Cause {
	if r.Measure != P95 || !r.Differs() {
		return nil
	}
	runs := m.slowest(r.Name)
	all := changeOf(runs, func(t *slowest) tracefeed.Time { return t.duration })
	if all == nil || all.Change*r.Change() <= 0 {
		return nil
	}
	kinds, factors := map[slow.Kind]bool{}, map[factor]bool{}
	for _, t := range slices.Concat(runs[0], runs[1]) {
		for f := range t.factors {
			kinds[f.Kind], factors[f] = true, true
		}
	}
	c := largest(runs, all.Change, kinds, leastCause, func(t *slowest, k slow.Kind) (d tracefeed.Time) {
		for f, time := range t.factors {
			if f.Kind == k {
				d += time
			}
		}
		return d
	})
	if c == nil {
		return nil
	}
	out := &Cause{Slowest: all.Figures, Factor: slow.Factor{Kind: c.of}, Time: c.Figures, Change: c.Change, Of: all.Change}
	maps.DeleteFunc(factors, func(f factor, _ bool) bool { return f.Kind != c.of })
	if f := largest(runs, c.Change, factors, leastFactor, func(t *slowest, f factor) tracefeed.Time { return t.factors[f] }); f != nil {
		out.Factor, out.Time, out.Change = f.of.Factor, f.Figures, f.Change
		if f.of.lock >= 0 {
			out.Lock = m.shared.rows[f.of.lock].Name
		}
	}
	return out
}

// slowest returns the slowest tasks of a type, by side, of the runs that have some. Locks are those
// of all runs.
func (m *matcher) slowest(name string) (sides [2][]slowest) {
	for i, r := range m.runs {
		of := r.types[name]
		if of == nil || of.slowest.tasks == 0 {
			continue
		}
		t := slowest{of.slowest.tasks, of.slowest.duration, map[factor]tracefeed.Time{}}
		for f, d := range of.slowest.factors {
			if f.lock >= 0 {
				f.lock = m.shared.of[i][f.lock]
			}
			t.factors[f] += d
		}
		sides[m.side(i)] = append(sides[m.side(i)], t)
	}
	return sides
}

// change is a figure of both sides, and its change: of several runs the estimate of their ranks,
// with the probability that it is chance.
type change struct {
	Figures
	Change, p float64
}

// changeOf returns the change of a time, of one of the slowest tasks in the mean; nil if a side has none.
func changeOf(runs [2][]slowest, sum func(*slowest) tracefeed.Time) *change {
	var of [2][]float64
	for side := range runs {
		for i := range runs[side] {
			of[side] = append(of[side], float64(sum(&runs[side][i]))/float64(runs[side][i].tasks))
		}
		if of[side] == nil {
			return nil
		}
	}
	c := &change{Figures: medians(of)}
	if c.Change = c.Figures.Change(); len(of[0])+len(of[1]) > 2 {
		test := ranktest.Compare(of[0], of[1])
		c.Change, c.p = test.Shift, test.P
	}
	return c
}

// largestChange is the cause with the largest part of a change.
type largestChange[K any] struct {
	change
	of K
}

// largest returns the cause with the largest part of a change, if that is at least a share, and, of
// several runs, more than chance among all causes; nil if there is none, or if there are two.
func largest[K comparable](runs [2][]slowest, whole float64, causes map[K]bool, least float64,
	sum func(*slowest, K) tracefeed.Time) *largestChange[K] {
	var best *largestChange[K]
	var ps []float64
	at, tied := 0, false
	for k := range causes {
		c := changeOf(runs, func(t *slowest) tracefeed.Time { return sum(t, k) })
		ps = append(ps, c.p)
		switch part := c.Change / whole; {
		case best == nil || part > best.Change/whole:
			best, at, tied = &largestChange[K]{*c, k}, len(ps)-1, false
		case part == best.Change/whole:
			tied = true
		}
	}
	if best == nil || tied || best.Change/whole < least || ranktest.Adjusted(ps)[at] > ranktest.Alpha {
		return nil
	}
	return best
}
