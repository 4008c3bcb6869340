package tracefeed

import "testing"

func TestPercent(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		part, whole Time
		want        string
	}{{0, 10, "0 %"}, {0, 0, "0 %"}, {1, 10, "10.0 %"}, {1, 3, "33.3 %"}, {10, 10, "100.0 %"}, {1, 100000, "< 0.1 %"}} {
		if got := Percent(x.part, x.whole); got != x.want {
			t.Errorf("Percent(%d, %d) = %q, want %q", x.part, x.whole, got, x.want)
		}
	}
}
