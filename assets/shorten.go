package assets

import (
	"slices"
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
// ("net/http.(*conn).serve") loses the parts at its start, also after one word ("mutex
// main.move:36"), and its last part then loses its middle: "createCli….func1 · 39". Any other
// text loses its end. If nothing fits, the result is "".
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
	if startsLess(rest) {
		return leaveOutParts(kind, rest, tail, fits)
	}
	r := []rune(rest)
	with := func(n int) string { return string(r[:n]) + more + tail }
	n := sort.Search(len(r), func(n int) bool { return !fits(with(n)) }) - 1
	if n < 1 {
		return ""
	}
	return with(n)
}

// leaveOutParts shortens a path or a qualified name between a word and a tail: it leaves out
// parts at the start, and where the last that says something has no room, the middle of that.
func leaveOutParts(kind, name, tail string, fits func(string) bool) string {
	begins, says, end := parts(name)
	if k := sort.Search(len(begins), func(k int) bool { return fits(kind + more + name[begins[k]:] + tail) }); k < len(begins) {
		return kind + more + name[begins[k]:] + tail
	}
	for _, end := range []int{end, len(name)} {
		r := []rune(name[says:end])
		with := func(n int) string {
			first := n - n/3
			if end < len(name) { // the end is there in any case
				first = n
			}
			return kind + string(r[:first]) + more + string(r[len(r)-n+first:]) + name[end:] + tail
		}
		if n := sort.Search(len(r), func(n int) bool { return !fits(with(n)) }) - 1; n > 0 {
			return with(n)
		}
	}
	return ""
}

// parts returns where the parts of a path or a qualified name begin, without the first, up to the
// last that says something alone, where that begins, and where it ends: the number of a Go closure
// ("func1") says nothing alone, nor does the suffix of a file, nor the number of a line.
func parts(name string) (begins []int, says, end int) {
	isPath := strings.HasPrefix(name, "/")
	end = len(name)
	if at := strings.LastIndexByte(name, ':'); at > 0 && strings.Trim(name[at:], ":0123456789") == "" {
		end = at
	}
	for {
		at := strings.LastIndexAny(name[:end], "./")
		if at <= 0 || isPath || !saysLittle(name[at+1:end]) {
			break
		}
		end = at
	}
	for at := 0; at < end; {
		n := strings.IndexAny(name[at:end], "./")
		if n < 0 {
			break
		}
		separator := name[at+n]
		at += n + 1
		at += len(name[at:end]) - len(strings.TrimLeft(name[at:end], "./])"))
		if at < end && (!isPath || separator == '/') {
			begins, says = append(begins, at), at
		}
	}
	return begins, says, end
}

// saysLittle reports whether the last part of a name needs the part before it.
func saysLittle(part string) bool {
	word := strings.TrimRight(part, "0123456789")
	return word == "" || word == "func" || word == "gowrap" || word == "deferwrap" || slices.Contains(suffixes, part)
}

// suffixes are those of files with source code.
var suffixes = []string{"c", "cc", "cpp", "go", "h", "java", "js", "kt", "py", "rs", "ts"}

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
