package place

import (
	"testing"

	"tiv/internal/reduced"
	"tiv/tracefeed"
)

// Lost times of a growing trace are those of a part until it has doubled.
func TestLostTimesOfAGrowingTrace(t *testing.T) {
	t.Parallel()
	tl := reduced.Story(t, "tiv-text 1\n0ms a start\n0ms a io-start net\n100ms a end\n")
	lost := new(LostTimes)
	for _, c := range []struct {
		end      tracefeed.Time
		complete bool
		want     tracefeed.Time // the end of the part that counts
	}{{10, false, 10}, {15, false, 10}, {19, false, 10}, {20, false, 20}, {39, false, 20}, {39, true, 39}} {
		part := *tl
		part.End, part.Complete = c.end*tracefeed.Millisecond, c.complete
		if lost.of(&part); lost.end != c.want*tracefeed.Millisecond {
			t.Errorf("at %d ms, complete %t: lost times up to %v, want %d ms", c.end, c.complete, lost.end, c.want)
		}
	}
}
