package threaddump

import (
	"bufio"
	"html"
	"io"
	"regexp"
	"strings"
)

// maxLine is the number of bytes kept of a line.
const maxLine = 1 << 16

// lines reads a text line by line, without the marks that terminals, web pages and
// escaped strings add to it.
type lines struct {
	in     *bufio.Reader
	number int // of the line read last, from 1
	// rest is the part of an escaped line that was not split yet.
	rest string
	// within is true if the part read last is not the end of its line.
	within bool
	// pieces are the lines in an escaped line. escaped says that such lines have dumps.
	pieces  []string
	escaped bool
	first   bool // the line is the first one in an escaped line
	quotes  quotes
}

func newLines(r io.Reader) *lines { return &lines{in: bufio.NewReaderSize(r, maxLine)} }

// next returns the next line without its end. Bytes beyond maxLine are left out, except
// those of an escaped line. The error is that of the reader.
func (l *lines) next() (string, error) {
	l.first = false
	if len(l.pieces) == 0 {
		text, err := l.read()
		if err != nil {
			return "", err
		}
		l.pieces, l.first = l.parts(text)
	}
	line := l.pieces[0]
	l.pieces = l.pieces[1:]
	return line, nil
}

// parts returns the lines in one, which can have returns, be a record of a log, or an escaped
// text. first says that the first of them has more before it.
func (l *lines) parts(text string) (pieces []string, first bool) {
	whole := l.rest == "" && !l.within
	l.within = l.rest != ""
	for part := range strings.SplitSeq(strings.TrimRight(text, "\r\n"), "\r") {
		part = clean(part)
		if quoted := l.quotes.lines(part); whole && quoted != nil {
			pieces = append(pieces, quoted...)
			continue
		}
		escaped := l.split(part)
		first = first || len(escaped) > 1
		pieces = append(pieces, escaped...)
	}
	return pieces, first
}

// read reads a line, or a part of a long escaped one.
func (l *lines) read() (string, error) {
	text, err := l.in.ReadSlice('\n')
	if len(text) == 0 && err != nil && l.rest == "" {
		return "", err
	}
	if l.rest == "" {
		l.number++
	}
	line := l.rest + string(text)
	l.rest = ""
	if err != bufio.ErrBufferFull {
		return line, nil // another error is that of the next call
	}
	if i := strings.LastIndex(line, `\n`); i >= 0 {
		l.rest = line[i+2:]
		return strings.TrimRight(line[:i], `\`), nil
	}
	if i := strings.LastIndexByte(line, '\r'); i >= 0 {
		l.rest = line[i+1:]
		return line[:i], nil
	}
	for err == bufio.ErrBufferFull {
		_, err = l.in.ReadSlice('\n')
	}
	return line, nil
}

// split returns the lines in an escaped line that has a dump, else the line itself.
func (l *lines) split(line string) []string {
	text := line
	for i := 0; i < 3 && strings.Contains(text, `\n`); i++ { // strings in strings
		text = unescape(text)
	}
	if text == line {
		return []string{line}
	}
	pieces := strings.Split(text, "\n")
	for i, p := range pieces {
		pieces[i] = clean(p)
		l.escaped = l.escaped || anchored(pieces[i])
	}
	if !l.escaped {
		return []string{line}
	}
	return pieces
}

var escapes = regexp.MustCompile(`\\(?:u[0-9a-fA-F]{4}|[ntr"'\\/])`)

// unescape replaces the escapes of strings of JSON and similar languages.
func unescape(s string) string {
	return escapes.ReplaceAllStringFunc(s, func(e string) string {
		switch e[1] {
		case 'n':
			return "\n"
		case 't':
			return "\t"
		case 'r':
			return ""
		case 'u':
			return html.UnescapeString("&#x" + e[2:] + ";")
		}
		return e[1:]
	})
}

var (
	// colours are the sequences with which programs command a terminal.
	colours = regexp.MustCompile("\x1b\\[[0-9;?]*[A-Za-z]")
	// tags are the marks of web pages and XML that are not part of a text. Dumps have no
	// closing tags.
	tags = regexp.MustCompile(`(?i)</[a-z][\w:-]*>|<br ?/?>|<!\[CDATA\[|\]\]>`)
	// typed are characters that editors and web pages put in place of others.
	typed = strings.NewReplacer("\u00a0", " ", "“", `"`, "”", `"`, "„", `"`, "\ufeff", "")
)

// clean returns a line without its end, commands of terminals, byte order marks, and
// the spelling of web pages.
func clean(line string) string {
	line = strings.TrimRight(line, "\r\n")
	if strings.IndexByte(line, 0x1b) >= 0 {
		line = colours.ReplaceAllString(line, "")
	}
	if !isASCII(line) {
		line = typed.Replace(line)
	}
	if strings.IndexByte(line, '<') >= 0 || strings.Contains(line, "]]>") {
		line = tags.ReplaceAllString(line, "")
	}
	if i := strings.IndexByte(line, '&'); i >= 0 && strings.IndexByte(line[i:], ';') > 0 {
		line = html.UnescapeString(line)
	}
	return line
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}
