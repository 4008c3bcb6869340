package ui

import "testing"

// Saved panels have the scale of their screen and the width of their window; the layout of another program is
// ignored.
func TestSavedPanels(t *testing.T) {
	for _, x := range []struct {
		saved, layout string
		scale, width  float32
		own           bool
		legend        float32
	}{
		{panelsVersion + "2 1280\n[Window]\n", "[Window]\n", 2, 1280, false, 0},
		{panelsVersion + "2 1280 own\n[Window]\n", "[Window]\n", 2, 1280, true, 0},
		{panelsVersion + "2 1280 own legend 210.5\n[Window]\n", "[Window]\n", 2, 1280, true, 210.5},
		{panelsVersion + "2 1280 legend 210\n[Window]\n", "[Window]\n", 2, 1280, false, 210},
		{panelsVersion + "2 1280 legend x\n[Window]\n", "[Window]\n", 2, 1280, false, 0},
		{panelsVersion + "1.25 2560\n", "", 1.25, 2560, false, 0},
		{panelsVersion + "2 1280", "", 0, 0, false, 0},
		{panelsVersion + "2\n[Window]\n", "", 0, 0, false, 0},
		{panelsVersion + "0 1280\n[Window]\n", "", 0, 0, false, 0},
		{panelsVersion + "2 0\n[Window]\n", "", 0, 0, false, 0},
		{panelsVersion + "NaN NaN\n[Window]\n", "", 0, 0, false, 0},
		{panelsVersion + "1e9 1280\n[Window]\n", "", 0, 0, false, 0},
		{panelsVersion + "x 1280\n[Window]\n", "", 0, 0, false, 0},
		{"tiv-panels 6, scale 1\n[Window]\n", "", 0, 0, false, 0},
		{"", "", 0, 0, false, 0},
	} {
		got, ok := parsePanels(x.saved)
		if got != (savedPanels{x.scale, x.width, x.own, x.legend, x.layout}) || ok != (x.scale > 0) {
			t.Errorf("%q is %+v, %v", x.saved, got, ok)
		}
	}
}
