package ui

import "testing"

// Saved panels have the scale of their screen; the layout of another program is
// ignored.
func TestSavedPanels(t *testing.T) {
	for _, x := range []struct {
		saved, layout string
		scale         float32
	}{
		{panelsVersion + "2\n[Window]\n", "[Window]\n", 2},
		{panelsVersion + "1.25\n", "", 1.25},
		{panelsVersion + "2", "", 0},
		{panelsVersion + "0\n[Window]\n", "", 0},
		{panelsVersion + "NaN\n[Window]\n", "", 0},
		{panelsVersion + "1e9\n[Window]\n", "", 0},
		{panelsVersion + "x\n[Window]\n", "", 0},
		{"tiv-panels 4\n[Window]\n", "", 0},
		{"", "", 0},
	} {
		scale, layout, ok := savedPanels(x.saved)
		if scale != x.scale || layout != x.layout || ok != (x.scale > 0) {
			t.Errorf("%q is %q at %v, %v", x.saved, layout, scale, ok)
		}
	}
}
