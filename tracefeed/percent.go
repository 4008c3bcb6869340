package tracefeed

import (
	"fmt"
	"strconv"
)

// Percent formats the share of part in whole in a readable precision: 12.5 %, <
// 0.1 %.
func Percent(part, whole Time) string {
	return percent(100 * float64(part) / float64(max(1, whole)))
}

// PercentOf is Percent for a share, from 0 to 1.
func PercentOf(share float64) string { return percent(100 * share) }

func percent(p float64) string {
	switch {
	case p == 0:
		return "0 %"
	case p < 0.1:
		return "< 0.1 %"
	default:
		return fmt.Sprintf("%.1f %%", p)
	}
}

// Count formats a number for people: five digits and more in groups of three, with spaces that
// do not break lines.
func Count(n int) string {
	s := strconv.Itoa(n)
	first := 0
	if n < 0 {
		first = 1
	}
	if len(s)-first < 5 {
		return s
	}
	for i := len(s) - 3; i > first; i -= 3 {
		s = s[:i] + "\u00a0" + s[i:]
	}
	return s
}

// Plural writes a number with a noun in the singular or plural.
func Plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return Count(n) + " " + thing + "s"
}
