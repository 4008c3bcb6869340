package files

import (
	"math"
	"strings"
	"testing"

	"tiv/tracefeed"
)

// The ends of an interval are short, can be parsed, and are exact to a thousandth
// of it.
func TestReadable(t *testing.T) {
	for _, x := range []struct {
		time, length tracefeed.Time
		want         string
	}{
		{0, 7, "0 s"}, {1503291777, 1, "1.503291777 s"}, {1503291777, tracefeed.Second, "1.503 s"},
		{408836160, 306 * tracefeed.Millisecond, "408.8 ms"},
		{100 * tracefeed.Millisecond, 100 * tracefeed.Millisecond, "100 ms"}, {7, 7, "7 ns"}, {1500, 1500, "1.5 us"},
		{90 * tracefeed.Second, 90 * tracefeed.Second, "90 s"}, {math.MaxInt64, 1, "9223372036.854775807 s"},
		{2005900000, 2005900000, "2.006 s"},
	} {
		got := readable(x.time, x.length)
		back, err := tracefeed.ParseTime(strings.ReplaceAll(got, " ", ""))
		if lost := max(x.time-back, back-x.time); got != x.want || lost > x.length/1000 || err != nil {
			t.Errorf("%d of %d: %q is %d, %v; want %q", x.time, x.length, got, back, err, x.want)
		}
	}
}
