package definition

import (
	"errors"
	"fmt"
	"sort"
	"unicode/utf8"
)

// Error is a problem of a file of definitions.
type Error struct {
	File         string
	Line, Column int // from 1; columns count characters
	Text         string
}

func (e *Error) Error() string { return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Text) }

// mostErrors is the number of errors of a file after which the rest is not read.
const mostErrors = 20

// document is the text of a file, with its errors so far.
type document struct {
	file   string
	text   []byte
	starts []int // of lines
	errs   []error
	// stopped is set when nothing more is read, however few errors there are.
	stopped bool
}

func newDocument(file string, text []byte) *document {
	d := &document{file: file, text: text, starts: []int{0}}
	for i, c := range text {
		if c == '\n' {
			d.starts = append(d.starts, i+1)
		}
	}
	return d
}

// line returns the line of a byte.
func (d *document) line(at int) int { return sort.SearchInts(d.starts, at+1) }

// fail adds an error at a byte.
func (d *document) fail(at int, format string, args ...any) {
	if d.full() {
		return
	}
	at = min(at, len(d.text))
	line := d.line(at)
	column := utf8.RuneCount(d.text[d.starts[line-1]:at]) + 1
	d.errs = append(d.errs, &Error{d.file, line, column, fmt.Sprintf(format, args...)})
	if d.full() {
		d.errs = append(d.errs, &Error{d.file, line, column, "the rest of the file is not read: it has too many errors"})
	}
}

// full reports whether nothing more is read.
func (d *document) full() bool { return d.stopped || len(d.errs) >= mostErrors }

// err returns all errors.
func (d *document) err() error { return errors.Join(d.errs...) }
