// Package vision measures the appearance of colours: to eyes with three and
// with two kinds of cones, in grey, and as text on a ground. Only tests use it;
// it does not know the meaning of colours.
package vision

import (
	"image/color"

	"github.com/lucasb-eyer/go-colorful"
)

// Light is linear red, green and blue of the sRGB primaries, 0 to 1.
type Light [3]float64

// LightOf returns the light of a colour. Its opacity does not count.
func LightOf(c color.NRGBA) Light {
	r, g, b := colorful.Color{R: float64(c.R) / 255, G: float64(c.G) / 255, B: float64(c.B) / 255}.LinearRgb()
	return Light{r, g, b}
}

// color returns the colour of light.
func (l Light) color() colorful.Color { return colorful.LinearRgb(l[0], l[1], l[2]) }

// Luminance returns the brightness of light, from 0 to 1, whatever its colour.
func (l Light) Luminance() float64 {
	_, y, _ := colorful.LinearRgbToXyz(l[0], l[1], l[2])
	return y
}

// Contrast returns the contrast ratio of two colours, 1 to 21, as WCAG 2.2
// defines it. Text is read well from 4.5 (level AA) or 7 (AAA); 3 is enough for
// shapes and for large text.
func Contrast(a, b color.NRGBA) float64 {
	x, y := LightOf(a).Luminance(), LightOf(b).Luminance()
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// Lightness returns the lightness of a colour: L* of CIE 1976 L*a*b* for the
// white of sRGB, from 0 to 100.
func Lightness(c color.NRGBA) float64 {
	l, _, _ := LightOf(c).color().Lab()
	return 100 * l
}

// Hue returns the hue of a colour in OKLab, in degrees, and its chroma: below 0.05 a colour looks grey.
func Hue(c color.NRGBA) (degrees, chroma float64) {
	_, chroma, degrees = LightOf(c).color().OkLch()
	return degrees, chroma
}

// Difference returns the difference of two colours to an eye: CIEDE2000. About 2
// is just visible where they touch, 10 at a glance.
func Difference(a, b color.NRGBA, e Eye) float64 {
	return difference(e.sees(LightOf(a)).color(), e.sees(LightOf(b)).color())
}

func difference(a, b colorful.Color) float64 { return 100 * a.DistanceCIEDE2000(b) }

// Over returns the colour that results from c, with its opacity, on an opaque
// ground.
func Over(c, ground color.NRGBA) color.NRGBA {
	mix := func(x, y uint8) uint8 {
		return uint8((float64(x)*float64(c.A)+float64(y)*float64(255-c.A))/255 + 0.5)
	}
	return color.NRGBA{R: mix(c.R, ground.R), G: mix(c.G, ground.G), B: mix(c.B, ground.B), A: 255}
}
