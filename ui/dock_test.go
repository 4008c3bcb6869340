package ui

import "testing"

// Saved panels have the scale of their screen and the width of their window; the layout of another program is
// ignored.
func TestSavedPanels(t *testing.T) {
	for _, x := range []struct {
		saved, layout string
		scale, width  float32
	}{
		{panelsVersion + "2 1280\n[Window]\n", "[Window]\n", 2, 1280},
		{panelsVersion + "1.25 2560\n", "", 1.25, 2560},
		{panelsVersion + "2 1280", "", 0, 0},
		{panelsVersion + "2\n[Window]\n", "", 0, 0},
		{panelsVersion + "0 1280\n[Window]\n", "", 0, 0},
		{panelsVersion + "2 0\n[Window]\n", "", 0, 0},
		{panelsVersion + "NaN NaN\n[Window]\n", "", 0, 0},
		{panelsVersion + "1e9 1280\n[Window]\n", "", 0, 0},
		{panelsVersion + "x 1280\n[Window]\n", "", 0, 0},
		{"tiv-panels 6, scale 1\n[Window]\n", "", 0, 0},
		{"", "", 0, 0},
	} {
		scale, width, layout, ok := savedPanels(x.saved)
		if scale != x.scale || width != x.width || layout != x.layout || ok != (x.scale > 0) {
			t.Errorf("%q is %q at %v, width %v, %v", x.saved, layout, scale, width, ok)
		}
	}
}
