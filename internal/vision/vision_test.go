package vision

import (
	"image/color"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/lucasb-eyer/go-colorful"
)

func rgb(x uint32) color.NRGBA {
	return color.NRGBA{R: uint8(x >> 16), G: uint8(x >> 8), B: uint8(x), A: 255}
}

func near(t *testing.T, got, want, within float64, what string) {
	t.Helper()
	if math.Abs(got-want) > within || math.IsNaN(got) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// lab returns a colour of CIE 1976 L*a*b*.
func lab(c [3]float64) colorful.Color { return colorful.Lab(c[0]/100, c[1]/100, c[2]/100) }

// The pairs are from the test data of Sharma, Wu and Dalal: each reaches another
// corner of the formula.
func TestDifference(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		a, b [3]float64 // L*, a*, b*
		want float64
	}{
		{[3]float64{50, 2.6772, -79.7751}, [3]float64{50, 0, -82.7485}, 2.0425},
		{[3]float64{50, 2.8361, -74.02}, [3]float64{50, 0, -82.7485}, 3.4412},
		{[3]float64{50, -0.9009, -85.5211}, [3]float64{50, 0, -82.7485}, 1.0000},
		{[3]float64{50, 0, 0}, [3]float64{50, -1, 2}, 2.3669},
		{[3]float64{50, 2.49, -0.001}, [3]float64{50, -2.49, 0.0009}, 7.1792},
		{[3]float64{50, 2.49, -0.001}, [3]float64{50, -2.49, 0.0011}, 7.2195},
		{[3]float64{50, -0.001, 2.49}, [3]float64{50, 0.0011, -2.49}, 4.7461},
		{[3]float64{50, 2.5, 0}, [3]float64{50, 0, -2.5}, 4.3065},
		{[3]float64{50, 2.5, 0}, [3]float64{73, 25, -18}, 27.1492},
		{[3]float64{50, 2.5, 0}, [3]float64{56, -27, -3}, 31.9030},
		{[3]float64{60.2574, -34.0099, 36.2677}, [3]float64{60.4626, -34.1751, 39.4387}, 1.2644},
		{[3]float64{22.7233, 20.0904, -46.6940}, [3]float64{23.0331, 14.9730, -42.5619}, 2.0373},
		{[3]float64{90.8027, -2.0831, 1.4410}, [3]float64{91.1528, -1.6435, 0.0447}, 1.4441},
		{[3]float64{2.0776, 0.0795, -1.1350}, [3]float64{0.9033, -0.0636, -0.5514}, 0.9082},
	} {
		a, b := lab(x.a), lab(x.b)
		near(t, difference(a, b), x.want, 0.00006, "difference")
		near(t, difference(b, a), x.want, 0.00006, "difference, turned round")
	}
}

func TestContrastAndLightness(t *testing.T) {
	t.Parallel()
	near(t, Contrast(rgb(0xFFFFFF), rgb(0)), 21, 1e-5, "black on white")
	near(t, Contrast(rgb(0x777777), rgb(0xFFFFFF)), 4.478, 0.001, "grey on white")
	near(t, Contrast(rgb(0xFF0000), rgb(0xFFFFFF)), 3.998, 0.001, "red on white")
	near(t, Lightness(rgb(0xFFFFFF)), 100, 1e-3, "white")
	near(t, Lightness(rgb(0)), 0, 1e-3, "black")
	near(t, Lightness(rgb(0x777777)), 50.03, 0.01, "grey")
	half := color.NRGBA{R: 255, A: 128}
	if got := Over(half, rgb(0x0000FF)); got != (color.NRGBA{R: 128, B: 127, A: 255}) {
		t.Errorf("half red over blue is %v", got)
	}
}

// The properties of every projection onto two half planes: they meet in the
// plane that divides them, greys are unchanged, and a second projection changes
// nothing.
func TestProjections(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	for eye, p := range projections {
		for range 200 {
			l := Light{rng.Float64(), rng.Float64(), rng.Float64()}
			off := p.divide.dot(l) / p.divide.dot(p.divide)
			on := l
			for i := range on {
				on[i] -= off * p.divide[i]
			}
			for _, m := range []matrix{p.ahead, p.back} {
				a, once := p.ahead.of(on), m.of(l)
				for i := range 3 {
					near(t, m.of(on)[i], a[i], 0.003, eye.String()+": between the halves")
					near(t, m.of(once)[i], once[i], 0.001, eye.String()+": twice")
					near(t, m.of(Light{0.4, 0.4, 0.4})[i], 0.4, 0.0001, eye.String()+": grey")
				}
			}
		}
	}
}

// The colours that people with two kinds of cones are known to confuse, and to
// distinguish.
func TestEyes(t *testing.T) {
	t.Parallel()
	red, green, cyan, grey := rgb(0xC04040), rgb(0x707000), rgb(0x00A0A0), rgb(0x808080)
	for _, x := range []struct {
		a, b      color.NRGBA
		confused  Eye
		least, up float64
	}{
		{red, green, Deuteranopia, 0, 12},
		{red, green, Normal, 40, 100},
		{red, green, Tritanopia, 18, 100},
		{cyan, grey, Protanopia, 0, 15},
		{rgb(0x4060FF), rgb(0x009090), Tritanopia, 0, 20},
		{rgb(0x0000FF), rgb(0xFFFF00), Deuteranopia, 60, 200},
	} {
		if d := Difference(x.a, x.b, x.confused); d < x.least || d > x.up {
			t.Errorf("%v and %v differ by %.1f in %v: want %v to %v", x.a, x.b, d, x.confused, x.least, x.up)
		}
	}
}
