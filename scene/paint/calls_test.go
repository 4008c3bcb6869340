package paint

import (
	"testing"

	"tiv/internal/vision"
)

// The colours of functions differ from those of states and from the ground, and texts on
// them can be read, in all palettes.
func TestCallColors(t *testing.T) {
	t.Parallel()
	const fromStates, fromGround, fromEachOther = 5, 12, 4
	for _, p := range Palettes() {
		of := callPalette[0]
		if !p.Dark {
			of = callPalette[1]
		}
		for i, c := range of {
			if got := contrast(Hex(0x10141A), c); got < readable {
				t.Errorf("%s: text on colour %d has a contrast of %.1f", p.Name, i, got)
			}
			if d, _ := differ(c, p.Ground); d < fromGround {
				t.Errorf("%s: colour %d differs from the ground by %.1f", p.Name, i, d)
			}
			for name, l := range p.Layers {
				if name == "executing" || name == "non-runnable" {
					continue // seldom beside calls
				}
				// For other eyes, states have patterns, and a strip of their own.
				if d := vision.Difference(seen(c), seen(l.Color), vision.Normal); d < fromStates {
					t.Errorf("%s: colour %d differs from %s by %.1f", p.Name, i, name, d)
				}
			}
			for k := range i {
				if d := lightApart(c, of[k]); i%2 != k%2 && d < fromEachOther {
					t.Errorf("%s: the tones %d and %d differ by %.1f in grey", p.Name, i, k, d)
				}
			}
		}
	}
}
