package spiral

import (
	"math"
	"sort"

	"tiv/tracefeed"
)

const (
	// periodBins is the number of intervals in which tasks are counted.
	periodBins = 2048
	// slow is the number of intervals beyond which a change is none of a period, and longest that of the longest one.
	slow, longest = periodBins / 4, periodBins / 8
	// fewStarts is the number of starts below which there is no period.
	fewStarts = 32
	// The least correlation of a period: leastStrength, and significant standard deviations of that of random starts,
	// sparse of that of the numbers of so few tasks, and bursts of that of tasks in such bursts (Bartlett's formula).
	leastStrength               = 0.15
	significant, sparse, bursts = 8, 5, 4
	// sparseStarts is sparse of starts alone.
	sparseStarts = 3
)

// periodic are the tasks of which a period is looked for.
type periodic struct {
	starts []tracefeed.Time
	// value returns the number of a task; nil to count starts.
	value func(i int) float64
	end   tracefeed.Time // of the trace
}

// period returns the period in which starts recur or, with numbers, that in which these are greater and lower;
// ok is false if none is significant. It is looked for in a part in the middle first, where short periods are seen.
func (p periodic) period() (t tracefeed.Time, ok bool) {
	for part := tracefeed.Time(64); part >= 1; part /= 8 {
		length := p.end / part
		if t, ok := p.in(p.end/2-length/2, length); ok {
			return t, true
		}
	}
	return 0, false
}

// in is period in an interval: the shortest shift by which the sums of intervals correlate with themselves about
// as well as by any, beyond the first shift by which they do not.
func (p periodic) in(from, length tracefeed.Time) (t tracefeed.Time, ok bool) {
	if length < periodBins {
		return 0, false
	}
	first := sort.Search(len(p.starts), func(i int) bool { return p.starts[i] >= from })
	last := first + sort.Search(len(p.starts)-first, func(i int) bool { return p.starts[first+i] >= from+length })
	if last-first < fewStarts {
		return 0, false
	}
	sums := p.sums(first, last, from, length)
	variance := level(&sums)
	var r [slow + 1]float64
	for lag := 1; lag <= slow && variance > 0; lag++ {
		sum := 0.0
		for i := range periodBins - lag {
			sum += sums[i] * sums[i+lag]
		}
		r[lag] = sum / variance * periodBins / float64(periodBins-lag)
	}
	few := float64(sparse)
	if p.value == nil {
		few = sparseStarts
	}
	bins := recurrence(r[:], few/math.Sqrt(float64(last-first)))
	return tracefeed.Time(bins * float64(length) / periodBins), bins > 0
}

// sums returns for each part of an interval how many of its tasks begin there or, with numbers, the mean of those of
// them, as of the part before where none begins: so it does not matter for these how many there are.
func (p periodic) sums(first, last int, from, length tracefeed.Time) (sums [periodBins]float64) {
	var counts [periodBins]float64
	for i := first; i < last; i++ {
		at := int(float64(p.starts[i]-from) / float64(length) * periodBins)
		if counts[at]++; p.value != nil {
			sums[at] += p.value(i)
		}
	}
	if p.value == nil {
		return counts
	}
	now := p.value(first)
	for i, n := range counts {
		if n > 0 {
			now = sums[i] / n
		}
		sums[i] = now
	}
	return sums
}

// level subtracts the mean around each sum, so that a load that grows slowly is no period, and returns
// the sum of the squares.
func level(sums *[periodBins]float64) (variance float64) {
	var below [periodBins + 1]float64
	for i, n := range sums {
		below[i+1] = below[i] + n
	}
	for i := range sums {
		from, to := max(i-slow/2, 0), min(i+slow/2+1, periodBins)
		sums[i] -= (below[to] - below[from]) / float64(to-from)
		variance += sums[i] * sums[i]
	}
	return variance
}

// recurrence returns the shift by which tasks recur, given their correlation at each shift: the middle of the first peak
// near the greatest correlation, as its multiples tell it; 0 if that is below a least one or that of bursts, or if there is
// no peak at twice and at three times the shift.
func recurrence(r []float64, least float64) float64 {
	least = max(least, leastStrength, significant/math.Sqrt(periodBins))
	begin, spread := 1, 1.0
	for begin < longest && r[begin] > leastStrength/2 {
		spread += 2 * r[begin] * r[begin]
		begin++
	}
	least = max(least, bursts*math.Sqrt(spread/periodBins))
	best := 0.0
	for _, x := range r[begin : longest+1] {
		best = max(best, x)
	}
	if best < least {
		return 0
	}
	begin = max(begin, 2)
	for r[begin] < 0.7*best {
		begin++
	}
	exact, wide := middle(r, begin, longest)
	for k := 2; ; k++ {
		at, near := int(math.Round(float64(k)*exact)), min(wide, int(exact/3)) // nearer than the peak before it
		if at+near >= len(r) {
			return exact
		}
		top := at
		for i := at - near; i <= at+near; i++ {
			if r[i] > r[top] {
				top = i
			}
		}
		switch {
		case r[top] >= best/2:
			m, _ := middle(r, top, len(r)-1)
			exact = m / float64(k)
		case k <= 3:
			return 0
		default:
			return exact
		}
	}
}

// middle returns the middle of the peak around a shift, and half its width, at least 1.
func middle(r []float64, at, last int) (mid float64, wide int) {
	low, high := at, at
	for low > 1 && r[low-1] >= r[at]/2 {
		low--
	}
	for high < last && r[high+1] >= r[at]/2 {
		high++
	}
	sum := 0.0
	for i := low; i <= high; i++ {
		mid += r[i] * float64(i)
		sum += r[i]
	}
	return mid / sum, (high-low)/2 + 1
}
