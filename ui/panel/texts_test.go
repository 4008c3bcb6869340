package panel

import (
	"testing"
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
