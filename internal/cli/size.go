package cli

import "fmt"

// size writes a number of bytes.
func size(n int64) string { return short(float64(n)) + "B" }

// short writes a number with three digits and a prefix, to be followed by a
// unit.
func short(n float64) string {
	unit := 0
	for n >= 999.5 && unit < 4 {
		n /= 1000
		unit++
	}
	return fmt.Sprintf("%.3g %s", n, [...]string{"", "k", "M", "G", "T"}[unit])
}
