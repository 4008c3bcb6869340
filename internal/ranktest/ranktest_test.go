package ranktest_test

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"tiv/internal/ranktest"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

// The critical values of U for a two-sided test at 0.05, from the tables of Mann and
// Whitney: the largest U that is significant; -1 where none is.
func TestCriticalValues(t *testing.T) {
	t.Parallel()
	for _, x := range []struct{ n, m, u int }{
		{3, 3, -1}, {3, 4, -1}, {3, 5, 0}, {3, 8, 2}, {4, 4, 0}, {4, 5, 1}, {4, 10, 5}, {5, 5, 2}, {5, 8, 6},
		{6, 6, 5}, {7, 7, 8}, {8, 8, 13}, {9, 9, 17}, {10, 10, 23}, {10, 15, 39}, {12, 12, 37}, {20, 20, 127},
	} {
		for u := range x.n*x.m/2 + 1 {
			first, second := samplesOf(x.n, x.m, u)
			if got, want := ranktest.Compare(first, second).P <= ranktest.Alpha, u <= x.u; got != want {
				t.Errorf("%d and %d values, U %d: significant: %v", x.n, x.m, u, got)
			}
		}
	}
}

// samplesOf returns samples without ties in which u pairs have the larger value in the
// first.
func samplesOf(n, m, u int) (first, second []float64) {
	for i := range n {
		above := min(m, u) // of the second that this value exceeds
		u -= above
		first = append(first, float64(above)+float64(n-i)/float64(2*n))
	}
	for j := range m {
		second = append(second, float64(j)+0.9)
	}
	return first, second
}

// The p of each small pair of samples, ties included, is that of all ways to divide
// their values.
func TestExact(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for range 400 {
		n, m, values := 1+r.IntN(6), 1+r.IntN(6), 1+r.IntN(8)
		all := make([]float64, n+m)
		for i := range all {
			all[i] = float64(r.IntN(values))
		}
		if got, want := ranktest.Compare(all[:n], all[n:]).P, enumerated(all, n); !near(got, want) {
			t.Fatalf("%v and %v: %v, want %v", all[:n], all[n:], got, want)
		}
	}
}

func enumerated(all []float64, n int) float64 {
	twiceU := func(chosen uint) (u int) {
		for i, x := range all {
			for j, y := range all {
				if chosen>>i&1 == 1 && chosen>>j&1 == 0 {
					switch {
					case x > y:
						u += 2
					case x == y:
						u++
					}
				}
			}
		}
		return u
	}
	seen := twiceU(1<<n - 1)
	below, above, ways := 0, 0, 0
	for chosen := range uint(1) << len(all) {
		if bits.OnesCount(chosen) != n {
			continue
		}
		ways++
		u := twiceU(chosen)
		if u <= seen {
			below++
		}
		if u >= seen {
			above++
		}
	}
	return min(1, 2*float64(min(below, above))/float64(ways))
}

// A published example: the permeability of membranes of Hollander and Wolfe, p. 110, with
// the p, the estimate and the bounds that R prints for it.
func TestPublished(t *testing.T) {
	t.Parallel()
	late := []float64{0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46}
	early := []float64{1.15, 0.88, 0.90, 0.74, 1.21}
	r := ranktest.Compare(early, late)
	if math.Abs(r.P-0.2544) > 5e-5 || !near(r.Shift, 0.305) || !r.Bounded || !near(r.Low, -0.15) || !near(r.High, 0.76) {
		t.Errorf("%+v", r)
	}
	if !near(r.Dominance, 2*35.0/50-1) {
		t.Errorf("dominance %v", r.Dominance)
	}
}

func TestCompare(t *testing.T) {
	t.Parallel()
	r := ranktest.Compare([]float64{1, 2, 3}, []float64{11, 12, 13})
	if !near(r.P, 0.1) || r.Shift != 10 || r.Bounded || r.Dominance != 1 {
		t.Errorf("%+v", r)
	}
	r = ranktest.Compare([]float64{1, 2, 3, 4}, []float64{11, 12, 13, 14})
	if !near(r.P, 2.0/70) || !r.Bounded || r.Low != 7 || r.High != 13 {
		t.Errorf("%+v", r)
	}
	if r := ranktest.Compare([]float64{5, 5, 5}, []float64{5, 5}); r.P != 1 || r.Shift != 0 || r.Dominance != 0 {
		t.Errorf("equal values: %+v", r)
	}
}

// Exchanged samples have the opposite difference.
func TestMirrored(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	for range 100 {
		a, b := make([]float64, 1+r.IntN(7)), make([]float64, 1+r.IntN(7))
		for _, s := range [][]float64{a, b} {
			for i := range s {
				s[i] = float64(r.IntN(10))
			}
		}
		x, y := ranktest.Compare(a, b), ranktest.Compare(b, a)
		if !near(x.P, y.P) || x.Shift != -y.Shift || x.Dominance != -y.Dominance || x.Bounded != y.Bounded || x.Low != -y.High {
			t.Fatalf("%v and %v: %+v, %+v", a, b, x, y)
		}
	}
}

func TestAdjusted(t *testing.T) {
	t.Parallel()
	got := ranktest.Adjusted([]float64{0.01, 0.04, 0.03, 0.005})
	for i, want := range []float64{0.03, 0.06, 0.06, 0.02} {
		if !near(got[i], want) {
			t.Errorf("%v", got)
		}
	}
}

func TestNeeded(t *testing.T) {
	t.Parallel()
	for comparisons, want := range map[int]int{0: 4, 1: 4, 2: 5, 6: 5, 7: 6, 23: 6, 24: 7, 85: 7} {
		if got := ranktest.Needed(comparisons); got != want {
			t.Errorf("%d comparisons: %d, want %d", comparisons, got, want)
		}
	}
	if p := ranktest.LeastP(3, 3); !near(p, 0.1) {
		t.Errorf("3 against 3: %v", p)
	}
}

// Of families of comparisons of noise, at most Alpha have any difference; a real
// difference among noise is found.
func TestFamilies(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 6))
	const families, size, runs = 500, 9, 6
	alarms, found := 0, 0
	for range families {
		ps := make([]float64, size)
		for i := range ps {
			a, b := make([]float64, runs), make([]float64, runs)
			for k := range runs {
				a[k], b[k] = r.NormFloat64(), r.NormFloat64()
				if i == 0 {
					b[k] += 20
				}
			}
			ps[i] = ranktest.Compare(a, b).P
		}
		adjusted := ranktest.Adjusted(ps)
		if adjusted[0] <= ranktest.Alpha {
			found++
		}
		if slices.Min(adjusted[1:]) <= ranktest.Alpha {
			alarms++
		}
	}
	if limit := ranktest.Alpha * families; float64(alarms) > limit || found != families {
		t.Errorf("%d families: %d false alarms, at most %v expected; %d differences found", families, alarms, limit, found)
	}
}

func TestMedian(t *testing.T) {
	t.Parallel()
	values := []float64{3, 1, 2, 10}
	if got := ranktest.Median(values); got != 2.5 || !slices.Equal(values, []float64{3, 1, 2, 10}) {
		t.Errorf("%v of %v", got, values)
	}
}
