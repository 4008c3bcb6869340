package timeline

import (
	"math/rand/v2"
	"slices"
	"testing"

	"tiv/internal/oracle"
	"tiv/tracefeed"
)

// The handed-over monitors found so far are those of a look at all monitors, at
// any event, and earlier results do not change.
func TestHandoversFound(t *testing.T) {
	t.Parallel()
	type result struct{ got, was []bool }
	handed := 0
	for seed := range oracle.Seeds(300) {
		rng := rand.New(rand.NewPCG(seed, 0))
		var h handovers
		var results []result
		now := tracefeed.Time(0)
		for range 100 {
			now += tracefeed.Time(rng.IntN(2))
			m := tracefeed.MonitorID(1 + rng.IntN(4))
			switch rng.IntN(12) {
			case 0:
				h.mark(m, now)
			case 1, 2, 3:
				h.release(m, now)
			case 4, 5, 6:
				if int(m) < len(h.monitors) && h.monitors[m].now > 0 {
					h.exit(m, now)
				}
			default:
				h.enter(m, now)
			}
			if rng.IntN(3) > 0 {
				continue
			}
			got := h.found(now)
			for m := range h.monitors {
				want := h.monitors[m].isHanded()
				if is := m < len(got) && got[m]; is != want {
					t.Fatalf("seed %d: monitor %d is handed over: %t, want %t", seed, m, is, want)
				}
				if want {
					handed++
				}
			}
			results = append(results, result{got, slices.Clone(got)})
		}
		for _, r := range results {
			if !slices.Equal(r.got, r.was) {
				t.Fatalf("seed %d: an earlier result has changed", seed)
			}
		}
	}
	if handed < 1000 {
		t.Errorf("only %d monitors were handed over", handed)
	}
}
