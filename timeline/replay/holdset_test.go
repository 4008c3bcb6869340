package replay

import (
	"math/rand/v2"
	"testing"

	"tiv/tracefeed"
)

func TestHoldSet(t *testing.T) {
	t.Parallel()
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 1))
		var h HoldSet
		want := map[tracefeed.MonitorID]int32{}
		for range 400 {
			m := tracefeed.MonitorID(1 + rng.IntN(1+rng.IntN(40)))
			if rng.IntN(200) == 0 {
				h.Clear()
				clear(want)
			}
			if rng.IntN(5) < 3 {
				if fresh := h.Enter(m, false); fresh != (want[m] == 0) {
					t.Fatalf("seed %d: enter of %d: %v with %v", seed, m, fresh, want)
				}
				want[m]++
				continue
			}
			held, last := h.Exit(m)
			if held != (want[m] > 0) || last != (want[m] == 1) {
				t.Fatalf("seed %d: exit of %d: %v, %v with %v", seed, m, held, last, want)
			}
			if want[m]--; want[m] <= 0 {
				delete(want, m)
			}
		}
		if len(h.list) != len(want) {
			t.Fatalf("seed %d: %v, want %v", seed, h.list, want)
		}
		for _, held := range h.list {
			if held.Count != want[held.Monitor] {
				t.Fatalf("seed %d: %v, want %v", seed, h.list, want)
			}
		}
	}
}
