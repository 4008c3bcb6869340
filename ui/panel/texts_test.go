package panel

import (
	"testing"

	"tiv/tracefeed"
)

func TestPercent(t *testing.T) {
	for share, want := range map[float32]string{0: "0", 0.0001: "·", 0.001: "0.1", 0.0994: "9.9", 0.0996: "10", 0.5: "50", 1: "100"} {
		if got := percent(share); got != want {
			t.Errorf("%v of all is %q, want %q", share, got, want)
		}
	}
}

func TestPerCent(t *testing.T) {
	for share, want := range map[float32]string{0: "0 %", 0.0001: "<0.1 %", 0.0994: "9.9 %", 1: "100 %"} {
		if got := Percent(share); got != want {
			t.Errorf("%v of all is %q, want %q", share, got, want)
		}
	}
}

func TestMomentText(t *testing.T) {
	for _, x := range []struct {
		t, end tracefeed.Time
		want   string
	}{
		{4218 * tracefeed.Millisecond, 12 * tracefeed.Second, "4.218 s"},
		{4218 * tracefeed.Microsecond, 12 * tracefeed.Millisecond, "4.218 ms"},
		{0, 0, "0.000 ns"},
		{1500, 9 * tracefeed.Microsecond, "1.500 µs"},
	} {
		if got := MomentText(x.t, x.end); got != x.want {
			t.Errorf("%d ns of %v: %q, want %q", x.t, x.end, got, x.want)
		}
	}
}
