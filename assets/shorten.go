package assets

import (
	"sort"
	"strings"
	"unicode/utf8"
)

// mostBytes is the number of bytes examined at each end of a name: names are
// untrusted and may have any length.
const mostBytes = 200

// more marks the part left out of a text.
const more = "…"

// Shorten cuts the middle of a name so that it fits. Names of one kind mostly
// differ in numbers at their end, so the longest part without numbers is cut
// first, and then the part before the end. If nothing fits, the result is "".
func Shorten(name string, fits func(string) bool) string {
	if len(name) > 2*mostBytes {
		name = strings.ToValidUTF8(name[:mostBytes], "") + more + strings.ToValidUTF8(name[len(name)-mostBytes:], "")
	}
	if fits(name) {
		return name
	}
	low, high := longestWords(name)
	if s := leaveOut(name[:low], name[low:high], name[high:], 1./3, fits); s != "" {
		return s
	}
	return leaveOut("", name, "", 0.6, fits)
}

// leaveOut shortens the text between two others as far as needed, at least to
// its first character. end is the share of the remaining characters kept from
// its end.
func leaveOut(before, text, after string, end float64, fits func(string) bool) string {
	r := []rune(text)
	with := func(n int) string {
		tail := int(end * float64(n))
		return before + string(r[:n-tail]) + more + string(r[len(r)-tail:]) + after
	}
	n := sort.Search(len(r), func(n int) bool { return !fits(with(n)) }) - 1
	if n < 1 {
		return ""
	}
	return with(n)
}

// longestWords returns the range of the longest part of a name without numbers.
func longestWords(name string) (low, high int) {
	for start := 0; start < len(name); {
		n := strings.IndexAny(name[start:], "0123456789")
		if n < 0 {
			n = len(name) - start
		}
		if utf8.RuneCountInString(name[start:start+n]) > utf8.RuneCountInString(name[low:high]) {
			low, high = start, start+n
		}
		start += n + 1
	}
	return low, high
}
