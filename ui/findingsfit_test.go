package ui

import (
	"math"
	"testing"
)

// Findings have the height that they need, as long as the selection keeps its least height and
// the legend all of its own.
func TestFittedFindings(t *testing.T) {
	for _, x := range []struct {
		need, all, legend, scale, want float32
	}{
		{200, 608, 165, 1, 200},
		{900, 608, 165, 1, 243}, // nearly as much is left for the selection
		{900, 440, 0, 1.5, 155},
		{900, 1250, 290, 1, 528},
		{20, 608, 165, 1, leastFindings},
		{900, 200, 165, 1, leastFindings},
	} {
		if got := fittedFindings(x.need, x.all, x.legend, x.scale); got != x.want {
			t.Errorf("%v of %v: %v, want %v", x.need, x.all, got, x.want)
		}
	}
}

// The legend keeps the height that the user chose, in windows of all heights with room for it.
func TestLegendKeepsHeight(t *testing.T) {
	f := &findingsFit{}
	step := func(is, all float32) float32 {
		high := f.legendHeight(is, all, 1)
		f.all, f.legend = all, high
		return high
	}
	for i, x := range []struct{ is, all, want float32 }{
		{0, 608, 164.16},
		{164.16, 608, 164.16},
		{164.16, 500, 135}, // nothing was chosen
		{250, 500, 250},    // by the user
		{250, 1250, 250},
		{250, 400, 200},
		{200, 608, 250},
	} {
		if got := step(x.is, x.all); math.Abs(float64(got-x.want)) > 0.01 {
			t.Errorf("%d: %v, want %v", i, got, x.want)
		}
	}
}

// The whole finding and the next two have what they need, down to a few lines of the selection and the states of
// the legend, and all of it where the legend is a strip; a height that the user chose stays.
func TestFindingsForNear(t *testing.T) {
	for _, x := range []struct{ near, chosen, all, legend, share, want, left float32 }{
		{250, 0, 608, 165, 0.32, 250, 168},
		{900, 0, 608, 165, 0.32, 277, 141},
		{900, 0, 608, 165, 0.215, 336, 141},
		{300, 0, 608, 165, 0.215, 300, 141}, // the selection has more
		{900, 165, 608, 165, 0.32, 253, 165},
		{900, 0, 586, 0, 0.32, 398, 0},
		{900, 0, 330, 0, 0.32, 224, 0},
		{900, 0, 1250, 290, 0.32, 900, 160},
	} {
		f := &findingsFit{near: x.near, chosen: x.chosen}
		if want, left := f.forNear(x.all, x.legend, 1, x.share); want != x.want || math.Abs(float64(left-x.left)) > 0.5 {
			t.Errorf("%+v: %v, and %v for the legend", x, want, left)
		}
	}
}
