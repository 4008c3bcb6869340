package vision

import (
	"image/color"
	"math"
)

// Difference is how different two colours look to an eye: CIEDE2000. About 2 is
// just seen where they touch, 10 at a glance.
func Difference(a, b color.NRGBA, e Eye) float64 {
	return difference(e.sees(LightOf(a)).Lab(), e.sees(LightOf(b)).Lab())
}

// difference is the formula of CIE 142-2001, in the order of Sharma, Wu and
// Dalal ("The CIEDE2000 color-difference formula: implementation notes,
// supplementary test data, and mathematical observations", 2005):
//
//  1. Scale a* near grey, and compute chroma and hue.
//  2. The differences in lightness, chroma and hue.
//  3. Divide each by its weight at the mean of both.
//  4. Add them, with a term that rotates the ellipses of blue.
func difference(p, q Lab) float64 {
	pow7 := func(x float64) float64 { x7 := math.Pow(x, 7); return math.Sqrt(x7 / (x7 + math.Pow(25, 7))) }
	stretch := 1 + 0.5*(1-pow7((math.Hypot(p.A, p.B)+math.Hypot(q.A, q.B))/2))
	c1, h1 := polar(p.A*stretch, p.B)
	c2, h2 := polar(q.A*stretch, q.B)

	turn, hue := 0.0, h1+h2
	if c1*c2 != 0 {
		turn = math.Remainder(h2-h1, 360)
		hue = math.Mod(h1+turn/2+360, 360)
	}
	dL, dC, dH := q.L-p.L, c2-c1, 2*math.Sqrt(c1*c2)*sin(turn/2)

	mid, chroma := (p.L+q.L)/2-50, (c1+c2)/2
	t := 1 - 0.17*cos(hue-30) + 0.24*cos(2*hue) + 0.32*cos(3*hue+6) - 0.20*cos(4*hue-63)
	dL /= 1 + 0.015*mid*mid/math.Sqrt(20+mid*mid)
	dC /= 1 + 0.045*chroma
	dH /= 1 + 0.015*chroma*t
	away := (hue - 275) / 25
	rotation := -2 * pow7(chroma) * sin(60*math.Exp(-away*away))
	return math.Sqrt(dL*dL + dC*dC + dH*dH + rotation*dC*dH)
}

// polar returns the length and direction of a vector, in degrees from 0 to 360.
func polar(x, y float64) (length, degrees float64) {
	return math.Hypot(x, y), math.Mod(math.Atan2(y, x)*180/math.Pi+360, 360)
}

func sin(degrees float64) float64 { return math.Sin(degrees * math.Pi / 180) }
func cos(degrees float64) float64 { return math.Cos(degrees * math.Pi / 180) }
