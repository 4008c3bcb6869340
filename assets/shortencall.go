package assets

import (
	"sort"
	"strings"
	"unicode/utf8"
)

// leastOfCall is the number of characters from which the rest of a function's name says something.
const leastOfCall = 3

// ShortenCall shortens the name of a function for the bar of its call: to its last part, and then at the
// end, where a reader misses least. The number of a Go closure ("func1") keeps the part before it. It is
// empty if hardly anything fits.
func ShortenCall(name string, fits func(string) bool) string {
	if len(name) > 2*mostBytes {
		name = strings.ToValidUTF8(name[len(name)-2*mostBytes:], "")
	}
	if fits(name) {
		return name
	}
	last := lastPart(name)
	if strings.HasPrefix(last, "func") && len(last) < len(name) {
		last = lastPart(name[:len(name)-len(last)-1]) + name[len(name)-len(last)-1:]
	}
	if fits(last) {
		return last
	}
	cuts := make([]int, 0, len(last))
	for i := range last {
		cuts = append(cuts, i)
	}
	n := sort.Search(len(cuts), func(i int) bool { return !fits(last[:cuts[i]] + more) }) - 1
	if n < 0 || utf8.RuneCountInString(last[:cuts[n]])+1 < leastOfCall {
		return ""
	}
	return last[:cuts[n]] + more
}

// lastPart returns the name of a function without its package, type or namespace. Points within
// brackets belong to the arguments of its type.
func lastPart(name string) string {
	end, _, _ := strings.Cut(name, "[")
	return name[strings.LastIndexAny(end, ".:")+1:]
}
