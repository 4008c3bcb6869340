package table

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
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

// Writer writes rows, cell by cell, without keeping any.
type Writer struct {
	w       *bufio.Writer
	columns []string
	column  int // of the next cell
	rows    int // ended
	// csv and cells are the writer and the row of a CSV table, object is the row
	// of a JSON table.
	csv    *csv.Writer
	cells  []string
	object []byte
}

// NewWriter returns a writer of rows with some columns, after their names. The
// caller closes it.
func NewWriter(w io.Writer, format Format, columns ...string) *Writer {
	t := &Writer{w: bufio.NewWriterSize(w, 1<<16), columns: columns}
	if format == JSON {
		t.w.WriteByte('[')
	} else {
		t.csv, t.cells = csv.NewWriter(t.w), make([]string, len(columns))
		t.csv.Write(columns)
	}
	return t
}

// Num adds a number to the row.
func (t *Writer) Num(n int64) *Writer { return t.add(strconv.FormatInt(n, 10), false) }

// Yes adds a truth value to the row.
func (t *Writer) Yes(b bool) *Writer { return t.add(strconv.FormatBool(b), false) }

// Str adds a text to the row. In JSON, bytes that are not UTF-8 become U+FFFD.
func (t *Writer) Str(s string) *Writer { return t.add(s, true) }

// add adds a cell, which is quoted in JSON if it is a text.
func (t *Writer) add(cell string, text bool) *Writer {
	name := t.columns[t.column]
	t.column++
	if t.csv != nil {
		t.cells[t.column-1] = cell
		return t
	}
	t.object = append(appendJSON(append(t.object, ','), name), ':')
	if text {
		t.object = appendJSON(t.object, cell)
	} else {
		t.object = append(t.object, cell...)
	}
	return t
}

// End ends a row, which must have a cell for each column.
func (t *Writer) End() {
	if t.column != len(t.columns) {
		panic(fmt.Sprintf("row with %d cells in a table of %d columns", t.column, len(t.columns)))
	}
	if t.csv != nil {
		t.csv.Write(t.cells)
	} else {
		if t.rows > 0 {
			t.w.WriteByte(',')
		}
		t.w.WriteString("\n{")
		t.w.Write(t.object[1:])
		t.w.WriteByte('}')
		t.object = t.object[:0]
	}
	t.column = 0
	t.rows++
}

// Rows returns the number of rows ended.
func (t *Writer) Rows() int { return t.rows }

// Close ends the table and reports the first error of writing it.
func (t *Writer) Close() error {
	if t.csv != nil {
		t.csv.Flush()
	} else {
		t.w.WriteString("\n]\n")
	}
	return t.w.Flush()
}

// appendJSON appends a JSON string. With encoding/json, dumps in JSON take three
// times as long.
func appendJSON(to []byte, s string) []byte {
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
