package assets

import (
	"math"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// The height of lines is that of both fonts.
func TestLineHeight(t *testing.T) {
	t.Parallel()
	for _, heavy := range []bool{false, true} {
		var buf sfnt.Buffer
		m, err := Font(heavy).Metrics(&buf, fixed.I(em), font.HintingNone)
		if err != nil {
			t.Fatal(err)
		}
		size := func(x fixed.Int26_6) float64 { return float64(x) / 64 / em }
		if height, ascent := size(m.Ascent+m.Descent), size(m.Ascent); math.Abs(height-LineHeight) > 0.001 ||
			math.Abs(ascent-Ascent) > 0.001 {
			t.Errorf("a line is %v high, %v of it above the baseline", height, ascent)
		}
	}
}

func TestPrintable(t *testing.T) {
	t.Parallel()
	if got, want := Printable("\ta\nb é 中😀\x00 "), "a b é □□□"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
