package paint

import "fmt"

// ClusterColors are offered for clusters: none that a state or an edge has.
var ClusterColors = [...]Color{Hex(0xE69F00), Hex(0x9C6ADE), Hex(0x2AB7A9), Hex(0xC95D63), Hex(0x7A8B3C), Hex(0x8C6D46)}

// Color is red, green, blue and opacity, not premultiplied, sRGB.
type Color struct{ R, G, B, A uint8 }

// Text returns the colour as #rrggbb; "" for none, which has an A of 0.
func (c Color) Text() string {
	if c.A == 0 {
		return ""
	}
	return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B)
}

// ParseColor reads the result of Text. Another text is no colour.
func ParseColor(text string) Color {
	c := Color{A: 255}
	if n, err := fmt.Sscanf(text, "#%02x%02x%02x", &c.R, &c.G, &c.B); n != 3 || err != nil || len(text) != 7 {
		return Color{}
	}
	return c
}

// Hex returns an opaque colour, given as 0xRRGGBB.
func Hex(rgb uint32) Color {
	return Color{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), 255}
}

// Alpha returns the colour with an opacity from 0 to 1.
func (c Color) Alpha(a float32) Color {
	c.A = uint8(255*a + 0.5)
	return c
}

// Toward returns a colour on the way from c to another, as opaque as c.
func (c Color) Toward(to Color, share float32) Color {
	mix := func(x, y uint8) uint8 { return uint8(float32(x) + (float32(y)-float32(x))*share + 0.5) }
	return Color{mix(c.R, to.R), mix(c.G, to.G), mix(c.B, to.B), c.A}
}

// luma returns the brightness of a colour in a grey picture, from 0 to 255.
func (c Color) luma() float32 {
	return 0.299*float32(c.R) + 0.587*float32(c.G) + 0.114*float32(c.B)
}

// TextOn returns the colour of a text on the colour.
func (c Color) TextOn() Color {
	if c.luma() < 110 {
		return Hex(0xF2F4F7)
	}
	return Hex(0x10141A)
}
