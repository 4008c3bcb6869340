package slicing

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"tiv/execution/slice"
)

// Places on an axis are in the order of the values, and lead back to them.
func TestDivideAxis(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 1))
		v := slice.Values{List: make([]int64, 1+rng.IntN(9))}
		for i := range v.List {
			v.List[i] = rng.Int64N(1 << (1 + rng.IntN(40)))
		}
		slices.Sort(v.List)
		a := divideAxis{linear: rng.IntN(2) == 0}
		a.fit(&v)
		if a.at(a.low) != 0 || math.Abs(a.at(a.high)-1) > 1e-9 {
			t.Errorf("%+v: the ends are at %f and %f", a, a.at(a.low), a.at(a.high))
		}
		for i, x := range v.List {
			at := a.at(float64(x))
			if back := a.value(at); math.Abs(back-float64(x)) > 1e-6*(1+float64(x)) {
				t.Errorf("%+v: %d is at %f, where %f is", a, x, at, back)
			}
			if i > 0 && x > v.List[i-1] && at <= a.at(float64(v.List[i-1])) {
				t.Errorf("%+v: %d is not after %d", a, x, v.List[i-1])
			}
		}
		for _, x := range a.ticks() {
			if float64(x) < a.low || float64(x) >= a.high {
				t.Errorf("%+v: a tick at %d", a, x)
			}
		}
	}
}
