package paint

import "testing"

// More of something is lighter on a dark ground and darker on a light one, to every eye, and all of
// it is seen on the ground.
func TestScale(t *testing.T) {
	t.Parallel()
	const steps, parts = 64, 4
	for _, p := range Palettes() {
		for i := range steps {
			a, b := p.Scale(float32(i)/steps), p.Scale(float32(i+1)/steps)
			if d := lightness(b) - lightness(a); d > 0 != p.Dark || d == 0 {
				t.Errorf("%s: from %d to %d of %d parts, the lightness changes by %.1f", p.Name, i, i+1, steps, d)
			}
		}
		for i := range parts + 1 {
			c := p.Scale(float32(i) / parts)
			if r := contrast(c, p.Ground); r < 3 {
				t.Errorf("%s: the contrast of %d of %d parts to the ground is %.2f", p.Name, i, parts, r)
			}
			if i == 0 {
				continue
			}
			if d, whose := differ(c, p.Scale(float32(i-1)/parts)); d < 10 {
				t.Errorf("%s: %d of %d parts differ by %.1f from the part before, with %s", p.Name, i, parts, d, whose)
			}
		}
	}
	if p := Dark(); p.Scale(-1) != p.Scale(0) || p.Scale(2) != p.Scale(1) {
		t.Error("amounts out of range have colours of their own")
	}
}
