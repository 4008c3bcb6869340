package table

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Format is a file format of tables.
type Format string

const (
	// CSV has a line of column names and then a line a row (RFC 4180, but with
	// line feeds only).
	CSV Format = "csv"
	// JSON is an array of objects, one a line.
	JSON Format = "json"
)

// ParseFormat reads a format's name.
func ParseFormat(s string) (Format, error) {
	switch f := Format(s); f {
	case CSV, JSON:
		return f, nil
	}
	return "", fmt.Errorf("unknown format %q: want csv or json", s)
}

// Writer writes rows, cell by cell, without keeping any.
type Writer struct {
	w       *bufio.Writer
	format  Format
	columns []string
	column  int
	rows    int
	scratch []byte
}

// NewWriter returns a writer of rows with some columns, after their names.
func NewWriter(w io.Writer, format Format, columns ...string) *Writer {
	t := &Writer{w: bufio.NewWriterSize(w, 1<<16), format: format, columns: columns}
	if format == JSON {
		t.w.WriteByte('[')
	} else {
		t.w.WriteString(strings.Join(columns, ",") + "\n")
	}
	return t
}

// Num adds a number to the row, Str a text, Yes a truth.
func (t *Writer) Num(n int64) *Writer {
	t.begin()
	t.scratch = strconv.AppendInt(t.scratch[:0], n, 10)
	t.w.Write(t.scratch)
	return t
}

func (t *Writer) Yes(b bool) *Writer {
	t.begin()
	t.w.WriteString(strconv.FormatBool(b))
	return t
}

func (t *Writer) Str(s string) *Writer {
	t.begin()
	switch {
	case t.format == JSON:
		t.w.Write(quoteJSON(t.scratch[:0], s))
	case strings.ContainsAny(s, ",\"\n\r"):
		t.w.WriteString(`"` + strings.ReplaceAll(s, `"`, `""`) + `"`)
	default:
		t.w.WriteString(s)
	}
	return t
}

// begin writes the separator before a cell.
func (t *Writer) begin() {
	if t.format == CSV {
		if t.column > 0 {
			t.w.WriteByte(',')
		}
		t.column++
		return
	}
	switch {
	case t.column > 0:
		t.w.WriteByte(',')
	case t.rows > 0:
		t.w.WriteString(",\n{")
	default:
		t.w.WriteString("\n{")
	}
	t.w.WriteString(`"` + t.columns[t.column] + `":`)
	t.column++
}

// End ends a row.
func (t *Writer) End() {
	if t.column != len(t.columns) {
		panic(fmt.Sprintf("row with %d cells in a table of %d columns", t.column, len(t.columns)))
	}
	t.column = 0
	t.rows++
	if t.format == JSON {
		t.w.WriteByte('}')
	} else {
		t.w.WriteByte('\n')
	}
}

// Close ends the table and reports the first error of writing it.
func (t *Writer) Close() error {
	if t.format == JSON {
		t.w.WriteString("\n]\n")
	}
	return t.w.Flush()
}

// quoteJSON appends a JSON string. Bytes that are no UTF-8 become U+FFFD.
func quoteJSON(to []byte, s string) []byte {
	const digits = "0123456789abcdef"
	to = append(to, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			to = append(to, '\\', byte(r))
		case r < ' ':
			to = append(to, '\\', 'u', '0', '0', digits[r>>4], digits[r&15])
		default:
			to = utf8.AppendRune(to, r)
		}
	}
	return append(to, '"')
}
