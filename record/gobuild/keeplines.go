package gobuild

import (
	"fmt"
	"slices"
	"strings"
)

// keepLines returns a patched text in which the compiler counts lines as in the
// original: a line directive follows each part that is longer or shorter. Stacks of a
// recorded program then name lines that the reader of Go's library finds there.
func keepLines(original, patched string) string {
	was, is := strings.SplitAfter(original, "\n"), strings.SplitAfter(patched, "\n")
	var b strings.Builder
	for i, j, next := 0, 0, 1; i < len(is); { // next is the number that the compiler gives to line i
		added, dropped, ok := rejoin(is[i:], was[j:])
		if !ok {
			b.WriteString(strings.Join(is[i:], ""))
			break
		}
		b.WriteString(strings.Join(is[i:i+added], ""))
		i, j, next = i+added, j+dropped, next+added
		if next != j+1 {
			next = j + 1
			fmt.Fprintf(&b, "//line :%d:1\n", next)
		}
		if i < len(is) {
			b.WriteString(is[i])
			i, j, next = i+1, j+1, next+1
		}
	}
	return b.String()
}

// rejoin returns the least number of lines to skip in a and b until both go on with
// the same lines; ok is false if they soon do not.
func rejoin(a, b []string) (skipA, skipB int, ok bool) {
	const same, most = 2, 64
	for skip := range most {
		for skipA := range skip + 1 {
			skipB := skip - skipA
			if skipA > len(a) || skipB > len(b) {
				continue
			}
			n := min(same, max(len(a)-skipA, len(b)-skipB))
			if len(a)-skipA >= n && len(b)-skipB >= n && slices.Equal(a[skipA:skipA+n], b[skipB:skipB+n]) {
				return skipA, skipB, true
			}
		}
	}
	return 0, 0, false
}
