package render

import (
	"fmt"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene"
	"tiv/scene/paint"
	"tiv/scene/shape"
)

// The fixed parts of a bar's look. Each side darkens by one step.
const (
	sideLight   = 0.80
	topLight    = 0.90
	bottomLight = 0.60
	// hollowShare is the share of the neutral colour in the part of a bar where
	// the thread was not alive for the whole step.
	hollowShare = 0.16
)

// ink is the amount of each kind of stroke in a pattern.
type ink struct {
	rising, falling, level, upright float32
	dots                            float32
}

// inkOf returns the strokes of a pattern.
func inkOf(p paint.Pattern) ink {
	switch p {
	case paint.DiagonalUp, paint.Hatch:
		return ink{rising: 1}
	case paint.DiagonalDown:
		return ink{falling: 1}
	case paint.Horizontal:
		return ink{level: 1}
	case paint.Vertical:
		return ink{upright: 1}
	case paint.Dots:
		return ink{dots: 1}
	case paint.Cross:
		return ink{rising: 0.7, falling: 0.7}
	default:
		return ink{}
	}
}

// expression returns the strokes in the words of the shader of bars; it is
// empty for no pattern.
func (k ink) expression() string {
	terms := []string{}
	for i, x := range []float32{k.rising, k.falling, k.level, k.upright, k.dots} {
		if x != 0 {
			name := [...]string{"line.x", "line.y", "line.z", "line.w", "dots"}[i]
			terms = append(terms, fmt.Sprintf("%.2f * %s", x, name))
		}
	}
	return strings.Join(terms, " + ")
}

// layersExpression is the sum of layers in the shader of bars: the colour of each, times
// its share, after the hollow part.
func layersExpression(layers []paint.Style) string {
	var b strings.Builder
	below := ""
	for i, l := range layers {
		top := fmt.Sprintf("%s[%d].%c", [2]string{"even", "odd"}[i%2], i/shape.LayerUnit, "xyz"[i/2%3])
		share := top
		if i > 0 {
			share = "(" + top + " - " + below + ")"
		}
		fmt.Fprintf(&b, " + %s * %s", share, layerExpression(l))
		below = top
	}
	return b.String()
}

// layerExpression is the colour of a layer in the shader of bars: its own
// colour, plus the difference to the pattern's lines where those are.
func layerExpression(l paint.Style) string {
	c := rgb(l.Color)
	strokes := inkOf(l.Pattern).expression()
	if strokes == "" {
		return fmt.Sprintf("vec3(%f, %f, %f)", c[0], c[1], c[2])
	}
	d := rgb(l.Ink()).Sub(c)
	return fmt.Sprintf("(vec3(%f, %f, %f) + (%s) * vec3(%f, %f, %f))", c[0], c[1], c[2], strokes, d[0], d[1], d[2])
}

func rgb(c paint.Color) mgl32.Vec3 {
	return mgl32.Vec3{float32(c.R) / 255, float32(c.G) / 255, float32(c.B) / 255}
}

// thick returns the width of a thin line in pixels, at least 1: finer patterns
// would be invisible.
func thick(f *scene.Frame) float32 { return max(f.Scale, 1) }

// hollow returns the colour inside a bar where its thread was not alive.
func hollow(f *scene.Frame) mgl32.Vec3 {
	g, n := rgb(f.Ground), rgb(f.Neutral)
	return g.Add(n.Sub(g).Mul(hollowShare))
}
