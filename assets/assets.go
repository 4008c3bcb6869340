// Package assets holds the files built into the binary beside the shaders: the
// fonts. It also measures and shortens texts.
package assets

import (
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// Regular returns the font of all texts, as a TrueType file.
func Regular() []byte { return goregular.TTF }

// Bold returns the font of headings and selected names.
func Bold() []byte { return gomedium.TTF }

// metrics are the widths of a font's characters at 1000 pixels an em.
type metrics struct {
	ascii [128]float32
	font  *sfnt.Font
}

var regular = sync.OnceValue(func() *metrics { return measure(Regular()) })
var bold = sync.OnceValue(func() *metrics { return measure(Bold()) })

const em = 1000

func measure(ttf []byte) *metrics {
	f, err := sfnt.Parse(ttf)
	if err != nil {
		panic("embedded font: " + err.Error())
	}
	m := &metrics{font: f}
	for c := range m.ascii {
		m.ascii[c] = m.advance(rune(c))
	}
	return m
}

func (m *metrics) advance(c rune) float32 {
	var buf sfnt.Buffer
	g, err := m.font.GlyphIndex(&buf, c)
	if err != nil {
		return 0
	}
	a, err := m.font.GlyphAdvance(&buf, g, fixed.I(em), font.HintingNone)
	if err != nil {
		return 0
	}
	return float32(a) / 64 / em
}

// Has reports whether the fonts have a character.
func Has(c rune) bool {
	var buf sfnt.Buffer
	g, err := regular().font.GlyphIndex(&buf, c)
	return err == nil && g != 0
}

// TextWidth returns the width of a line of text at a size, in pixels.
func TextWidth(text string, size float32, heavy bool) float32 {
	m := regular()
	if heavy {
		m = bold()
	}
	var w float32
	for _, c := range text {
		if c < 128 {
			w += m.ascii[c]
		} else {
			w += m.advance(c)
		}
	}
	return w * size
}
