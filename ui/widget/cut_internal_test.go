package widget

import (
	"testing"

	"tiv/scene/shape"
)

// A line that its panel cuts is hidden from its top on; those above are not, and no picture is.
func TestCutLine(t *testing.T) {
	for _, x := range []struct {
		y0, y1 float32
		isText bool
		top    float32
		ok     bool
	}{
		{0, 15, false, 0, false},
		{83, 98, false, 0, false},
		{84, 99, false, 84, true},
		{86, 101, false, 86, true},
		{99, 114, false, 99, true},
		{100, 115, false, 0, false},
		{80, 111, false, 80, true},  // a call with its line
		{60, 111, false, 60, false}, // a chart
		{68, 113, true, 98, true},   // lines end at 83, 98, 113
		{71, 116, true, 86, true},
		{99, 114, true, 99, true},
		{100, 400, true, 0, false},
	} {
		top, ok := cutLine(shape.Rect{X1: 10, Y0: x.y0, Y1: x.y1}, 100, 2, 15, x.isText)
		if ok != x.ok || ok && top != x.top {
			t.Errorf("from %v to %v: %v, %v, want %v, %v", x.y0, x.y1, top, ok, x.top, x.ok)
		}
	}
}
