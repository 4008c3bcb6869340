package shape

import (
	"strings"

	"tiv/assets"
)

// Wrap breaks a line into at most most lines, each at most wide. Text beyond
// the last line is replaced by an ellipsis.
func Wrap(line string, size, wide float32, bold bool, most int) (lines []string) {
	for line != "" && len(lines) < most-1 {
		n := breakAt(line, size, wide, bold)
		if n == 0 {
			break
		}
		lines = append(lines, strings.TrimSpace(line[:n]))
		line = strings.TrimSpace(line[n:])
	}
	if line = Fit(line, size, wide, bold); line != "" {
		lines = append(lines, line)
	}
	return lines
}

// breakAt returns the number of bytes of a line that fit, up to the end of a
// word if possible.
func breakAt(line string, size, wide float32, bold bool) (n int) {
	space, w := 0, float32(0)
	for i, r := range line {
		if r == ' ' {
			space = i
		}
		if w += assets.TextWidth(string(r), size, bold); w > wide {
			if space > 0 {
				return space
			}
			return i
		}
	}
	return len(line)
}
