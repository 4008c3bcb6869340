package ui

import "testing"

// Findings have the height that they need, as long as the selection keeps its least height and
// the legend all of its own.
func TestFittedFindings(t *testing.T) {
	for _, x := range []struct {
		need, all, legend, scale, want float32
	}{
		{240, 608, 165, 1, 240},
		{900, 608, 165, 1, 253}, // 190 are left for the selection
		{900, 440, 0, 1.5, 155},
		{900, 1250, 290, 1, 660},
		{20, 608, 165, 1, leastFindings},
		{900, 200, 165, 1, leastFindings},
	} {
		if got := fittedFindings(x.need, x.all, x.legend, x.scale); got != x.want {
			t.Errorf("%v of %v: %v, want %v", x.need, x.all, got, x.want)
		}
	}
}
