package tracefeed_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"tiv/tracefeed"
)

// TestPortion compares portions with large numbers.
func TestPortion(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		length := 1 + rng.Int64N(math.MaxInt64>>rng.IntN(60))
		whole, d := rng.Int64N(math.MaxInt64>>rng.IntN(60)), rng.Int64N(length+1)
		want := new(big.Int).Mul(big.NewInt(whole), big.NewInt(d))
		want.Quo(want, big.NewInt(length))
		if got := tracefeed.Portion(tracefeed.Time(whole), tracefeed.Time(d), tracefeed.Time(length)); int64(got) != want.Int64() {
			t.Fatalf("%d * %d / %d is %d, want %d", whole, d, length, got, want)
		}
	}
	if got := tracefeed.Portion(0, 0, 0); got != 0 {
		t.Errorf("a part of nothing is %v", got)
	}
}
