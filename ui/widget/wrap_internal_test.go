package widget

import "testing"

// A line ends at a space: not within a number, between a number and its unit, or between a
// lock's place and its letter.
func TestLineEnds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text string
		fits int
		line string
	}{
		{"Waiting for locks: 16.5 %", 22, "Waiting for locks:"},
		{"locks: 16.5 % of all", 11, "locks:"},
		{"held mutex main.draw:42 · A for", 23, "held mutex"},
		{"held mutex main.draw:42 · A for", 25, "held mutex"},
		{"held mutex main.draw:42 · A for", 28, "held mutex main.draw:42 · A"},
		{"23 blocking, 3 IO", 14, "23 blocking,"},
		{"That lost 20.36 s (16.3 % of it)", 24, "That lost 20.36 s"},
		{"each other: main.payer 21 waits", 23, "each other:"},
		{"with 31 threads", 8, "with 31"},
		{"a name · another name", 13, "a name ·"},
		{"aVeryLongNameOfAFunction", 10, "aVeryLongN"},
		{"  · A", 4, "  ·"},
	} {
		if n := lineEnd(c.text, c.fits); c.text[:n] != c.line {
			t.Errorf("%q with room for %d: first line %q, want %q", c.text, c.fits, c.text[:n], c.line)
		}
	}
}
