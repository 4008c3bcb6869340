package totals

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"tiv/tracefeed"
)

func TestFineBins(t *testing.T) {
	for bin := range fineBin(math.MaxInt64) {
		start, next := fineStart(bin), fineStart(bin+1)
		if fineBin(start) != bin || fineBin(next-1) != bin || (next-start)*128 > max(start, 128) {
			t.Fatalf("bin %d begins at %d and the next at %d", bin, start, next)
		}
	}
	for bin := range NumBins {
		if BinOf(BinStart(bin)) != bin || bin > 0 && BinOf(BinStart(bin)-1) != bin-1 {
			t.Errorf("bin %d", bin)
		}
	}
}

// TestQuantileOfMany compares the quantiles of more waits than are kept with
// those of all.
func TestQuantileOfMany(t *testing.T) {
	const limit = 100
	rng := rand.New(rand.NewPCG(1, 1))
	for _, n := range []int{100, 101, 5000} {
		var l Lengths
		var want []tracefeed.Time
		for range n {
			length := tracefeed.Time(math.Exp(30 * rng.Float64()))
			want = append(want, length)
			l.add(Episode{Thread: 1, Length: length}, limit)
		}
		l.finish()
		slices.Sort(want)
		for _, share := range []float64{0, 0.001, 0.5, 0.9, 0.99, 1} {
			is, exact := l.Quantile(share)
			w := want[max(int(math.Ceil(share*float64(n))), 1)-1]
			if exact != (n == limit) || exact && is != w || is > w || (w-is)*100 > w {
				t.Errorf("%v of %d waits: %d, want %d; exact: %t", share, n, is, w, exact)
			}
		}
	}
}
