// Package vision measures the appearance of colours: to eyes with three and
// with two kinds of cones, in grey, and as text on a ground. Only tests use it;
// it does not know the meaning of colours.
package vision

import (
	"image/color"
	"math"
)

// Light is linear red, green and blue of the sRGB primaries, 0 to 1.
type Light [3]float64

// LightOf returns how much light a colour is. Its opacity does not count.
func LightOf(c color.NRGBA) Light {
	var l Light
	for i, v := range [3]uint8{c.R, c.G, c.B} {
		x := float64(v) / 255
		if l[i] = x / 12.92; x > 0.04045 {
			l[i] = math.Pow((x+0.055)/1.055, 2.4)
		}
	}
	return l
}

// Luminance is how bright light is, from 0 to 1, whatever its colour.
func (l Light) Luminance() float64 { return 0.2126729*l[0] + 0.7151522*l[1] + 0.0721750*l[2] }

// Contrast returns the contrast ratio of two colours, 1 to 21, as WCAG 2.2
// defines it. Text is read well from 4.5 (level AA) or 7 (AAA); 3 is enough for
// shapes and for large text.
func Contrast(a, b color.NRGBA) float64 {
	x, y := LightOf(a).Luminance(), LightOf(b).Luminance()
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// Lab is a colour of CIE 1976 L*a*b* for the white of sRGB, D65.
type Lab struct{ L, A, B float64 }

// Lab returns light as L*a*b*.
func (l Light) Lab() Lab {
	f := func(t float64) float64 {
		if t > 216.0/24389 {
			return math.Cbrt(t)
		}
		return t*841/108 + 4.0/29
	}
	x := f((0.4124564*l[0] + 0.3575761*l[1] + 0.1804375*l[2]) / 0.95047)
	y := f(l.Luminance())
	z := f((0.0193339*l[0] + 0.1191920*l[1] + 0.9503041*l[2]) / 1.08883)
	return Lab{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

// Lightness is the lightness of a colour: L*, from 0 to 100.
func Lightness(c color.NRGBA) float64 { return LightOf(c).Lab().L }

// Over returns the colour that results from c, with its opacity, on an opaque
// ground.
func Over(c, ground color.NRGBA) color.NRGBA {
	mix := func(x, y uint8) uint8 {
		return uint8((float64(x)*float64(c.A)+float64(y)*float64(255-c.A))/255 + 0.5)
	}
	return color.NRGBA{R: mix(c.R, ground.R), G: mix(c.G, ground.G), B: mix(c.B, ground.B), A: 255}
}
