package assets

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

// mostBytes is the number of bytes examined at each end of a name: names are
// untrusted and may have any length.
const mostBytes = 200

// more marks the part left out of a text.
const more = "…"

// Shorten cuts a name so that it fits, and marks the cut. The number at its end
// stays, because it distinguishes threads of one kind; so does a last word of a few
// characters, such as the letter of a lock. Of the rest, a path or a qualified name
// ("net/http.(*conn).serve") loses its start, also after one word ("mutex main.move:36"),
// any other text its end. If nothing fits, the result is "".
func Shorten(name string, fits func(string) bool) string {
	if len(name) > 2*mostBytes {
		name = strings.ToValidUTF8(name[:mostBytes], "") + more + strings.ToValidUTF8(name[len(name)-mostBytes:], "")
	}
	if fits(name) {
		return name
	}
	stem, tail := splitTail(name)
	if s := leaveOut(stem, tail, fits); s != "" {
		return s
	}
	if tail != "" && fits(more+tail) {
		return more + tail
	}
	return leaveOut(name, "", fits)
}

// leaveOut shortens the text before a tail as far as needed, at least to one
// character.
func leaveOut(text, tail string, fits func(string) bool) string {
	kind, rest := "", text
	if first, last, two := strings.Cut(text, " "); two && !strings.ContainsAny(first, "./") && startsLess(last) &&
		fits(first+" "+more+tail) {
		kind, rest = first+" ", last // "mutex main.transfer:18"
	}
	r := []rune(rest)
	with := func(n int) string { return string(r[:n]) + more + tail }
	if startsLess(rest) {
		with = func(n int) string { return kind + more + wholeParts(string(r[len(r)-n:])) + tail }
	}
	n := sort.Search(len(r), func(n int) bool { return !fits(with(n)) }) - 1
	if n < 1 {
		return ""
	}
	return with(n)
}

// wholeParts leaves out the rest of a part at the start of the end of a path or qualified
// name, unless little would be left: "n.worker" becomes "worker". The number of a Go
// closure ("func1") says nothing alone.
func wholeParts(end string) string {
	at := strings.IndexAny(end, "./") + 1
	at += len(end[at:]) - len(strings.TrimLeft(end[at:], "./])"))
	if at > 0 && 2*at <= len(end) && !strings.HasPrefix(end[at:], "func") {
		return end[at:]
	}
	return end
}

// startsLess reports whether the start of a text says less than its end: of a path, and
// of the qualified name of a function.
func startsLess(text string) bool {
	return strings.HasPrefix(text, "/") || strings.ContainsAny(text, "./") && !strings.ContainsAny(text, " ")
}

// splitTail splits off the number at the end of a name, or else a last word of a few
// characters, with the signs before it: " 38", "-12", " · A".
func splitTail(name string) (stem, tail string) {
	const longestNumber, longestWord, mostSigns = 10, 4, 3
	at := len(strings.TrimRight(name, "0123456789"))
	if n := len(name) - at; n == 0 || n > longestNumber {
		at = strings.LastIndexByte(name, ' ') + 1
		word, before := utf8.RuneCountInString(name[at:]), strings.TrimRight(name[:at], " ")
		if last, _ := utf8.DecodeLastRuneInString(before); before == "" || word > longestWord ||
			word > 1 && (unicode.IsLetter(last) || unicode.IsDigit(last)) {
			return name, ""
		}
	}
	for range mostSigns {
		r, n := utf8.DecodeLastRuneInString(name[:at])
		if n == 0 || unicode.IsLetter(r) || unicode.IsDigit(r) {
			break
		}
		at -= n
	}
	return name[:at], name[at:]
}
