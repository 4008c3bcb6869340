package paint

import (
	"math"
	"testing"

	"tiv/internal/vision"
)

// The constraints on the colours of slices.
const (
	// ofSlices is the smallest difference (CIEDE2000) between two slices, for every eye. It is
	// more than that of states, which always have the same patterns.
	ofSlices = 12
	// ofStates is the smallest difference between a slice and a state, an edge or a mark. Slices
	// and states are never side by side in bars, so colours are compared with those that a user
	// remembers, which takes more than apart.
	ofStates = 15
	// ofStatesCVD is the same for eyes with two kinds of cones, to whom whole families of hues
	// are one: twice as much as is just visible where colours touch.
	ofStatesCVD = 5
	// huesApart is the smallest angle, in OKLab, between the hue of a slice and those of all
	// states, edges and marks. Two names of basic colours are about 30 degrees apart.
	huesApart = 12
	// grey is the chroma below which a colour has no hue.
	grey = 0.05
)

// notSlices are the colours of all other things in bars and between them.
func notSlices(p *Palette) map[string]Color {
	all := map[string]Color{"edges": p.LockEdge, "signals": p.SignalEdge, "rings": p.Ring, "stuck threads": p.Stuck,
		"no slice": p.NoSlice(), "other slices": p.OtherSlices(), "time outside of the base": p.OutsideBase(),
		"collections": on(p.GC, p.Ground)}
	for _, name := range layerNames {
		all[name] = p.Layers[name].Color
	}
	return all
}

// A slice is taken for no state, edge or mark, in any palette.
func TestSlicesDifferFromStates(t *testing.T) {
	t.Parallel()
	for _, p := range Palettes() {
		for _, rgb := range SliceColors {
			c := p.SliceColor(rgb)
			hue, chroma := vision.Hue(seen(c))
			if chroma < grey {
				t.Errorf("%s: %s looks grey", p.Name, c.Text())
			}
			for name, other := range notSlices(p) {
				if d := vision.Difference(seen(c), seen(other), vision.Normal); d < ofStates {
					t.Errorf("%s: %s and %s differ by %.1f: want %v", p.Name, c.Text(), name, d, ofStates)
				}
				if d, eye := differ(c, other); d < ofStatesCVD {
					t.Errorf("%s: %s and %s differ by %.1f for %v: want %v", p.Name, c.Text(), name, d, eye, ofStatesCVD)
				}
				h, chroma := vision.Hue(seen(other))
				if angle := math.Abs(math.Mod(hue-h+540, 360) - 180); chroma >= grey && angle < huesApart && name != "collections" {
					t.Errorf("%s: the hues of %s and %s are %.0f degrees apart: want %v", p.Name, c.Text(), name, angle, huesApart)
				}
			}
		}
	}
}

// Slices differ from each other for every eye, and stand out from the ground.
func TestSliceColors(t *testing.T) {
	t.Parallel()
	for _, p := range Palettes() {
		for i, x := range SliceColors {
			for _, y := range SliceColors[:i] {
				if d, eye := differ(p.SliceColor(x), p.SliceColor(y)); d < ofSlices {
					t.Errorf("%s: %06x and %06x differ by %.1f for %v", p.Name, x, y, d, eye)
				}
			}
			if got := contrast(p.SliceColor(x), p.Ground); got < shapes {
				t.Errorf("%s: the contrast of %06x is %.2f", p.Name, x, got)
			}
		}
		if c := p.SliceColor(0x123456); c != Hex(0x123456) {
			t.Errorf("%s: the colour of a user has become %v", p.Name, c)
		}
	}
}
