// Package assets holds the files built into the binary beside the shaders: the
// fonts. It also measures and shortens texts.
package assets

import (
	"strings"
	"sync"
	"unicode"

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
	var buf sfnt.Buffer
	for c := range m.ascii {
		m.ascii[c] = m.advance(&buf, rune(c))
	}
	return m
}

func (m *metrics) advance(buf *sfnt.Buffer, c rune) float32 {
	g, err := m.font.GlyphIndex(buf, c)
	if err != nil {
		return 0
	}
	a, err := m.font.GlyphAdvance(buf, g, fixed.I(em), font.HintingNone)
	if err != nil {
		return 0
	}
	return float32(a) / 64 / em
}

// has reports whether the fonts have a character.
func has(c rune) bool {
	if c >= ' ' && c < 127 {
		return true
	}
	var buf sfnt.Buffer
	g, err := regular().font.GlyphIndex(&buf, c)
	return err == nil && g != 0
}

// Printable returns text in one line, without blanks at its ends, and with boxes for
// characters that the fonts lack.
func Printable(s string) string {
	return strings.Map(func(c rune) rune {
		switch {
		case c == '\n' || c == '\t':
			return ' '
		case unicode.IsControl(c) || !has(c):
			return '□'
		}
		return c
	}, strings.TrimSpace(s))
}

// Font returns the parsed font.
func Font(heavy bool) *sfnt.Font {
	if heavy {
		return bold().font
	}
	return regular().font
}

// LineHeight and Ascent are the height of a line of text, and of its part above the baseline,
// in sizes of the text.
const (
	LineHeight = 1.1558
	Ascent     = 0.9448
)

// TextWidth returns the width of a line of text at a size, in pixels.
func TextWidth(text string, size float32, heavy bool) float32 {
	m := regular()
	if heavy {
		m = bold()
	}
	var w float32
	for i := range len(text) {
		if text[i] >= 128 {
			return (w + m.width(text[i:])) * size
		}
		w += m.ascii[text[i]]
	}
	return w * size
}

// width returns the width of any text at size 1.
func (m *metrics) width(text string) (w float32) {
	var buf sfnt.Buffer
	for _, c := range text {
		if c < 128 {
			w += m.ascii[c]
		} else {
			w += m.advance(&buf, c)
		}
	}
	return w
}
