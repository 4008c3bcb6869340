package shape_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"tiv/assets"
	"tiv/scene/shape"
	"tiv/scene/view"
)

func TestWrap(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "short", "two words", strings.Repeat("many words ", 40), strings.Repeat("é", 500),
		"\xff bad \x00 bytes\n\n and lines ", strings.Repeat("W", 30) + " x"} {
		line := view.OneLine(text, 300)
		if !utf8.ValidString(line) || strings.ContainsAny(line, "\n\x00") || len(line) > 303 {
			t.Errorf("%q became %q", text, line)
		}
		for most := 1; most < 4; most++ {
			lines := shape.Wrap(line, 13, 100, false, most)
			for _, s := range lines {
				if w := assets.TextWidth(s, 13, false); w > 100 || s == "" {
					t.Errorf("%q is %v wide", s, w)
				}
			}
			if len(lines) > most {
				t.Errorf("%q has %d lines, of %d", text, len(lines), most)
			}
			if whole := strings.ReplaceAll(strings.Join(lines, ""), " ", ""); whole != strings.ReplaceAll(line, " ", "") &&
				!strings.HasSuffix(whole, "…") {
				t.Errorf("%q became %q: nothing says that it was cut", line, lines)
			}
		}
	}
	if got := fmt.Sprint(shape.Wrap("one two three four five", 13, 60, false, 3)); got != "[one two three four five]" {
		t.Errorf("got %v", got)
	}
}
