package schedtext

import (
	"bytes"
	"regexp"
)

const (
	// sniffed is the number of lines in which the first event must be: perf script --header
	// prints long lists first.
	sniffed = 200
	// odd is the number of other lines before the first event.
	odd = 20
)

// sniff returns the format of a text by its first lines, "" if it has none of them. The
// first event of perf script must be that of a tracepoint, or have a stack, if other lines
// precede it or if it has no time: some lines of logs look alike.
func sniff(start []byte) string {
	var l line
	others, seen := 0, 0
	start = bytes.TrimPrefix(start, []byte(byteOrderMark))
	for n := 0; n < sniffed && len(start) > 0; n++ {
		full, rest, _ := bytes.Cut(start, []byte("\n"))
		start = rest
		text := untabbed(full)
		switch {
		case len(bytes.TrimSpace(text)) == 0, text[0] == '#', aside(text):
		case l.parse(text) && (len(l.name) > 0 || !l.ftrace && l.event.CPU >= 0):
			if l.ftrace {
				return ftrace
			}
			if others == 0 || tracepoint(l.name) || stacked(start) {
				return perfScript
			}
			others++
		case l.parseUntimed(text):
			if stacked(start) {
				return perfScript
			}
			if tracepoint(l.name) {
				seen++
			}
			if seen > 1 {
				return perfScript
			}
			others++
		default:
			others++
		}
		if others > odd {
			return ""
		}
	}
	return ""
}

// stacked reports whether a text begins with a call of a stack.
func stacked(start []byte) bool {
	text, _, _ := bytes.Cut(start, []byte("\n"))
	text = untabbed(text)
	text = bytes.TrimRight(text, " ")
	return len(text) > 0 && address(text) && bytes.HasSuffix(text, []byte(")")) && !lineOf.Match(text)
}

// lineOf matches the end of a call with its line, as in the dumps of py-spy after a number. A
// call of perf script ends with a file of code.
var lineOf = regexp.MustCompile(`:\d+\)$`)

// address reports whether a line begins with an address, in hexadecimal, that is followed by
// a name.
func address(text []byte) bool {
	first, rest, _ := bytes.Cut(bytes.TrimSpace(text), []byte(" "))
	return hexadecimal(first) && len(rest) > 0 && !bytes.Contains(rest, []byte(": "))
}
