package ui

import "testing"

// Saved panels have the scale of their screen and the width of their window; the layout of another program is
// ignored.
func TestSavedPanels(t *testing.T) {
	for _, x := range []struct {
		saved, layout string
		scale, width  float32
		own           bool
	}{
		{panelsVersion + "2 1280\n[Window]\n", "[Window]\n", 2, 1280, false},
		{panelsVersion + "2 1280 own\n[Window]\n", "[Window]\n", 2, 1280, true},
		{panelsVersion + "1.25 2560\n", "", 1.25, 2560, false},
		{panelsVersion + "2 1280", "", 0, 0, false},
		{panelsVersion + "2\n[Window]\n", "", 0, 0, false},
		{panelsVersion + "0 1280\n[Window]\n", "", 0, 0, false},
		{panelsVersion + "2 0\n[Window]\n", "", 0, 0, false},
		{panelsVersion + "NaN NaN\n[Window]\n", "", 0, 0, false},
		{panelsVersion + "1e9 1280\n[Window]\n", "", 0, 0, false},
		{panelsVersion + "x 1280\n[Window]\n", "", 0, 0, false},
		{"tiv-panels 6, scale 1\n[Window]\n", "", 0, 0, false},
		{"", "", 0, 0, false},
	} {
		got, ok := parsePanels(x.saved)
		if got != (savedPanels{x.scale, x.width, x.own, x.layout}) || ok != (x.scale > 0) {
			t.Errorf("%q is %+v, %v", x.saved, got, ok)
		}
	}
}
