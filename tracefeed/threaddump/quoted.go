package threaddump

import (
	"regexp"
	"slices"
	"strings"
)

// quotes are the records of a log in which lines of programs are strings: of JSON, logfmt
// or CSV. The name of the string, or else the text before, is that of the first string that has
// a line of a dump.
type quotes struct {
	name   string
	before shape
	// inner are the records in those, depth is the number of those around.
	inner *quotes
	depth int
}

// maxDepth is the depth of records in records.
const maxDepth = 2

var (
	// stringName is the name of a string and its first quote.
	stringName = regexp.MustCompile(`(?:^|[\s{,"])[\w@.-]+"?\s*[:=]\s*"$`)
	// nextString is the text between two strings of an array.
	nextString = regexp.MustCompile(`^\s*,\s*"`)
	// afterString is the text after a string without a name.
	afterString = regexp.MustCompile(`^\s*(?:[,;\]}]|$)`)
)

// lines returns the program's lines in a record, nil for another line.
func (q *quotes) lines(line string) []string {
	if strings.IndexByte(line, '"') < 0 {
		return nil
	}
	unknown := q.name == "" && q.before.example == ""
	if unknown || slices.ContainsFunc(kinds, func(k *kind) bool { return k.marked(line) }) {
		q.learn(line)
	}
	if q.name == "" && q.before.example == "" {
		return nil
	}
	at := -1
	if i := strings.Index(line, q.name); q.name != "" && i >= 0 {
		at = i + len(q.name)
	} else if q.name == "" {
		at = matches(q.before.parts, line)
	}
	if at < 0 {
		return nil
	}
	all := q.strings(line[at:])
	for i := 0; i < len(all) && q.depth < maxDepth; i++ { // a record in a record
		if q.inner == nil {
			q.inner = &quotes{depth: q.depth + 1}
		}
		if inner := q.inner.lines(all[i]); inner != nil {
			all = slices.Replace(all, i, i+1, inner...)
			i += len(inner) - 1
		}
	}
	return all
}

// strings returns the lines in a string, and in those after it in an array.
func (q *quotes) strings(rest string) (all []string) {
	for {
		text, n := quotedText(rest)
		if n < 0 || q.name == "" && !afterString.MatchString(rest[n:]) {
			return nil
		}
		text = unescapeAll(text)
		all = append(all, strings.Split(strings.TrimSuffix(text, "\n"), "\n")...)
		next := nextString.FindString(rest[n:])
		if next == "" || q.name != "" {
			return all
		}
		rest = rest[n+len(next):]
	}
}

// learn finds the longest string with a line of a dump.
func (q *quotes) learn(line string) {
	longest := 0
	for at := 0; ; {
		i := strings.IndexByte(line[at:], '"')
		if i < 0 || i > 0 && line[at+i-1] == '\\' { // a part of a longer string
			return
		}
		at += i + 1
		text, n := quotedText(line[at:])
		if n < 0 {
			return
		}
		for piece := range strings.SplitSeq(unescapeAll(text), "\n") {
			if n > longest && anchored(piece) {
				longest = n
				if q.name = stringName.FindString(line[:at]); q.name == "" {
					q.before = newShape(line[:at])
				}
				break
			}
		}
		at += n
	}
}

// quotedText returns the text up to the quote that ends a string, and its length with
// the quote; -1 if there is no end. Two quotes are one, as in CSV.
func quotedText(s string) (text string, n int) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s):
			b.WriteByte(s[i])
			i++
		case s[i] == '"' && i+1 < len(s) && s[i+1] == '"':
			i++
		case s[i] == '"':
			return b.String(), i + 1
		}
		b.WriteByte(s[i])
	}
	return "", -1
}

// unescapeAll replaces the escapes of a string, and of strings in it with several lines.
func unescapeAll(text string) string {
	if strings.IndexByte(text, '\\') < 0 {
		return text
	}
	text = unescape(text)
	for i := 0; i < 2 && strings.Contains(text, `\n`); i++ {
		text = unescape(text)
	}
	return text
}
