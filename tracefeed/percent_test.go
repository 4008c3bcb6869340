package tracefeed

import (
	"strings"
	"testing"
)

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

func TestCount(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{0: "0", 7: "7", 9999: "9999", 10000: "10 000", 629226: "629 226", 1234567: "1 234 567",
		-100: "-100", -12345: "-12 345", -123456: "-123 456"} {
		if got := strings.ReplaceAll(Count(n), "\u00a0", " "); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}
