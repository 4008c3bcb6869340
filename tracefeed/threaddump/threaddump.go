package threaddump

import (
	"bufio"
	"bytes"
	"unicode/utf8"

	"tiv/tracefeed"
)

// Formats returns the formats of thread dumps, for tracefeed.Open. They follow
// all other formats in its list, because other traces can hold such text.
func Formats() []tracefeed.Format {
	var formats []tracefeed.Format
	for _, k := range kinds {
		formats = append(formats, tracefeed.Format{Name: k.name, Whole: true, Open: open, Sniff: k.sniff})
	}
	last := &formats[len(formats)-1]
	last.Sniff = func(start []byte) bool { return kinds[len(kinds)-1].sniff(start) || isLongText(start) }
	return formats
}

// open begins to read a text.
func open(in tracefeed.Input) (tracefeed.Feed, error) {
	r := bufio.NewReaderSize(in.Reader, maxLine)
	if start, _ := r.Peek(tracefeed.SniffLen); javaJSON.Match(start) {
		f := newFeed(r, &javaKind)
		f.json = true
		return f, nil
	}
	if in.Stream {
		l := &limited{Reader: r, bytes: maxBytes, lines: maxLines}
		f := newFeed(l, kinds...)
		f.limit = l
		return f, nil
	}
	return newFeed(r, kinds...), nil
}

// sniff reports whether a text has a line by which the kind is recognized.
func (k *kind) sniff(start []byte) bool {
	if k == &javaKind && javaJSON.Match(start) {
		return true
	}
	for line := range bytes.Lines(start) {
		if bytes.IndexByte(line, 0) >= 0 {
			return false
		}
		pieces, _ := new(lines).parts(string(line))
		for _, piece := range pieces {
			if k.anchor(piece) >= 0 {
				return true
			}
		}
	}
	return false
}

// isLongText reports whether the start of a file is that of a text that is longer: a log in
// which a dump can be anywhere.
func isLongText(start []byte) bool {
	if len(start) < tracefeed.SniffFar || bytes.IndexByte(start, 0) >= 0 || tracefeed.AdviceOn(start) != "" {
		return false
	}
	for i := 0; i < utf8.UTFMax; i++ { // the last character can be cut
		if utf8.Valid(start[:len(start)-i]) {
			return true
		}
	}
	return false
}
