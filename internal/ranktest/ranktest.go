// Package ranktest compares two small samples by ranks: whether they differ, by how
// much, and whether so many samples could show a difference at all. It assumes no
// distribution.
package ranktest

import (
	"math"
	"slices"
)

// Alpha is the accepted probability of calling noise a difference.
const Alpha = 0.05

// MaxSample is the largest sample that is compared. Tests are exact: two samples of this
// size take a tenth of a second.
const MaxSample = 30

// Result is the comparison of two samples.
type Result struct {
	// P is the probability of ranks at least as far apart as these if both samples are
	// of one distribution: the two-sided Mann–Whitney U test, exact, also with ties. It
	// is twice the smaller tail, at most 1.
	P float64
	// Shift is the Hodges–Lehmann estimate of the difference: the median of all
	// differences between a value of the second sample and one of the first.
	Shift float64
	// Low and High are the bounds of Shift with a confidence of at least 1 - Alpha. The
	// samples are too small for them if Bounded is false.
	Low, High float64
	Bounded   bool
	// Dominance is the rank-biserial correlation: the share of pairs of values with
	// a larger second one, minus the share with a larger first one.
	Dominance float64
}

// Compare compares two samples of 1 to MaxSample values.
func Compare(first, second []float64) Result {
	differences := make([]float64, 0, len(first)*len(second))
	larger, smaller := 0, 0
	for _, y := range second {
		for _, x := range first {
			differences = append(differences, y-x)
			switch {
			case y > x:
				larger++
			case y < x:
				smaller++
			}
		}
	}
	slices.Sort(differences)
	n := len(differences)
	r := Result{P: p(first, second), Shift: median(differences), Dominance: float64(larger-smaller) / float64(n)}
	if k := excluded(len(first), len(second)); k > 0 {
		r.Low, r.High, r.Bounded = differences[k-1], differences[n-k], true
	}
	return r
}

// Median returns the median of values. There is at least one.
func Median(values []float64) float64 {
	return median(slices.Sorted(slices.Values(values)))
}

func median(sorted []float64) float64 {
	n := len(sorted)
	return sorted[(n-1)/2]/2 + sorted[n/2]/2
}

// p returns the P of two samples.
func p(first, second []float64) float64 {
	ties, sum := ranks(first, second)
	counts := distribution(ties, len(first))
	below, above, all := 0.0, 0.0, 0.0
	for s, n := range counts {
		all += n
		if s <= sum {
			below += n
		}
		if s >= sum {
			above += n
		}
	}
	return min(1, 2*min(below, above)/all)
}

// ranks returns the number of values at each rank, and twice the sum of the ranks of the
// first sample, where equal values share the mean of their ranks.
func ranks(first, second []float64) (ties []int, twice int) {
	all := slices.Sorted(slices.Values(append(slices.Clone(first), second...)))
	for i := 0; i < len(all); {
		n := 1
		for i+n < len(all) && all[i+n] == all[i] {
			n++
		}
		for _, x := range first {
			if x == all[i] {
				twice += 2*i + n + 1
			}
		}
		ties = append(ties, n)
		i += n
	}
	return ties, twice
}

// distribution counts the ways to choose n of the values by the doubled sum of their
// ranks.
func distribution(ties []int, n int) []float64 {
	total := 0
	for _, t := range ties {
		total += t
	}
	most := n * 2 * total
	counts := make([][]float64, n+1) // by number of chosen values, and doubled sum
	for i := range counts {
		counts[i] = make([]float64, most+1)
	}
	counts[0][0] = 1
	before := 0
	for _, t := range ties {
		rank := 2*before + t + 1
		for chosen := n; chosen > 0; chosen-- {
			for some := 1; some <= min(t, chosen); some++ {
				ways := choose(t, some)
				for s := some * rank; s <= most; s++ {
					counts[chosen][s] += ways * counts[chosen-some][s-some*rank]
				}
			}
		}
		before += t
	}
	return counts[n]
}

// choose returns the number of ways to choose k of n.
func choose(n, k int) float64 {
	ways := 1.0
	for i := 1; i <= k; i++ {
		ways = ways * float64(n-k+i) / float64(i)
	}
	return math.Round(ways)
}

// excluded returns the number of differences outside of the bounds at each end; 0 if
// the samples are too small for bounds.
func excluded(n, m int) (k int) {
	counts := distribution(slices.Repeat([]int{1}, n+m), n)
	all := choose(n+m, n)
	for tail := 0.0; ; k++ {
		if tail += counts[n*(n+1)+2*k]; 2*tail/all > Alpha {
			return k
		}
	}
}

// LeastP returns the smallest P of two samples of these sizes.
func LeastP(n, m int) float64 { return min(1, 2/choose(n+m, n)) }

// Adjusted returns the P of several comparisons after Holm's correction: with those up
// to Alpha called differences, the probability of calling any noise a difference is at
// most Alpha, however the comparisons depend on each other.
func Adjusted(ps []float64) []float64 {
	order := make([]int, len(ps))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case ps[a] < ps[b]:
			return -1
		case ps[a] > ps[b]:
			return 1
		}
		return 0
	})
	adjusted, largest := make([]float64, len(ps)), 0.0
	for i, at := range order {
		largest = max(largest, min(1, float64(len(ps)-i)*ps[at]))
		adjusted[at] = largest
	}
	return adjusted
}

// Needed returns the least size of two equal samples with which one of several
// comparisons can be called a difference.
func Needed(comparisons int) int {
	n := 1
	for LeastP(n, n)*float64(max(1, comparisons)) > Alpha {
		n++
	}
	return n
}
