package widget

import (
	"strings"
	"unicode/utf8"

	"github.com/AllenDang/cimgui-go/imgui"
)

// Folded breaks a text into lines of a width, in pixels, at its spaces. Dear ImGui's own
// wrapping breaks after points as well, and so within numbers.
func Folded(s string, wide float32) string {
	font, size := imgui.CurrentFont(), imgui.FontSize()
	var b strings.Builder
	for i, line := range strings.Split(s, "\n") {
		if i > 0 {
			b.WriteByte('\n')
		}
		for line != "" { // Dear ImGui does not measure empty texts
			fits := len(line) - len(font.CalcWordWrapPosition(size, line, wide))
			if fits <= 0 || fits >= len(line) {
				break
			}
			n := lineEnd(line, fits)
			b.WriteString(line[:n])
			b.WriteByte('\n')
			line = strings.TrimLeft(line[n:], " ")
		}
		b.WriteString(line)
	}
	return b.String()
}

// lineEnd returns the number of bytes that the first line of a text takes, where at most
// fits of them have room: up to a space, if there is one. A unit stays with its
// number, a thread's number with its name, and a lock's letter with its place.
func lineEnd(s string, fits int) int {
	for n := fits; n > 0; n = strings.LastIndexByte(s[:n], ' ') {
		if s[n] == ' ' && !isBound(strings.TrimRight(s[:n], " "), strings.TrimLeft(s[n:], " ")) {
			return n
		}
	}
	return fits
}

// isBound reports whether no line ends between two parts of a text.
func isBound(left, right string) bool {
	next, _, _ := strings.Cut(right, " ")
	last := left[strings.LastIndexByte(left, ' ')+1:]
	const digits = "0123456789"
	isShort := utf8.RuneCountInString(strings.TrimRight(next, ".,;:)")) <= 2
	switch {
	case last == "·" || strings.Trim(last, "(."+digits) == "":
		return isShort
	case strings.Contains(last, "."):
		return next == "·" || strings.Trim(next, ".,;:"+digits) == ""
	}
	return next == "·"
}

// ShortenEnd shortens a text at its end to a width in pixels.
func ShortenEnd(s string, wide float32) string {
	if imgui.CalcTextSize(s).X <= wide {
		return s
	}
	r := []rune(s)
	for low, high := 0, len(r); ; {
		n := (low + high + 1) / 2
		if low == high {
			return string(r[:n]) + "…"
		}
		if imgui.CalcTextSize(string(r[:n])+"…").X <= wide {
			low = n
		} else {
			high = n - 1
		}
	}
}
