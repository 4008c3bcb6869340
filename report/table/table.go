package table

import (
	"io"
	"strconv"

	"tiv/tracefeed"
)

// Kind is the type of a column's cells.
type Kind uint8

const (
	// Text is any text.
	Text Kind = iota
	// Truth is yes or no: 1 or 0.
	Truth
	// Count is a number.
	Count
	// Duration is a length of time, in nanoseconds.
	Duration
	// Moment is a time since the start of the trace, in nanoseconds.
	Moment
	// Share is a part of something, in millionths.
	Share
)

// Head describes a column.
type Head struct {
	// Name is the column's name in files; "" for a derived column, which files
	// leave out.
	Name string
	// Title is the column's title for people; "" for a column in files only.
	// Aside columns are hidden at first.
	Title string
	Aside bool
	// Short says that its texts are words, not names.
	Short bool
	// Help explains it in a sentence.
	Help string
	Kind Kind
	// Whole is the time that a Duration is shown as a share of; 0 shows
	// durations.
	Whole tracefeed.Time
}

// Column computes a cell of each row.
type Column[R any] struct {
	Head
	// Text returns a cell of kind Text as in files, Shown as people see it, if
	// that differs: a name instead of an id.
	Text, Shown func(*R) string
	// Number returns a cell of another kind.
	Number func(*R) int64
}

// Names returns the names of columns in files, without columns that files leave
// out.
func Names[R any](columns []Column[R]) (names []string) {
	for _, c := range columns {
		if c.Name != "" {
			names = append(names, c.Name)
		}
	}
	return names
}

// Put writes a row.
func Put[R any](w *Writer, columns []Column[R], row *R) {
	for i := range columns {
		switch c := &columns[i]; {
		case c.Name == "":
		case c.Kind == Text:
			w.Str(c.Text(row))
		case c.Kind == Truth:
			w.Yes(c.Number(row) != 0)
		default:
			w.Num(c.Number(row))
		}
	}
	w.End()
}

// Table is rows with their columns. It never changes, and may be read from any
// goroutine.
type Table struct {
	Heads []Head
	// Len is the number of rows.
	Len int
	// columns return the cells of a row, by its number; put writes the row.
	columns []cells
	put     func(w *Writer, row int)
	names   []string
}

type cells struct {
	text, shown func(row int) string
	number      func(row int) int64
}

// New returns a table of rows, which must not change any more.
func New[R any](rows []R, columns []Column[R]) *Table {
	t := &Table{Len: len(rows), names: Names(columns)}
	t.put = func(w *Writer, row int) { Put(w, columns, &rows[row]) }
	for _, c := range columns {
		var is cells
		if c.Kind == Text {
			is.text = func(row int) string { return c.Text(&rows[row]) }
			is.shown = is.text
			if c.Shown != nil {
				is.shown = func(row int) string { return c.Shown(&rows[row]) }
			}
		} else {
			is.number = func(row int) int64 { return c.Number(&rows[row]) }
		}
		t.Heads, t.columns = append(t.Heads, c.Head), append(t.columns, is)
	}
	return t
}

// Number returns a cell that is no text: nanoseconds, a count, 0 or 1.
func (t *Table) Number(row, column int) int64 { return t.columns[column].number(row) }

// Text returns a cell that is a text as files have it.
func (t *Table) Text(row, column int) string { return t.columns[column].text(row) }

// Shown returns a cell as people see it.
func (t *Table) Shown(row, column int) string {
	c, h := &t.columns[column], &t.Heads[column]
	if h.Kind == Text {
		return c.shown(row)
	}
	return h.show(c.number(row))
}

func (h *Head) show(n int64) string {
	switch h.Kind {
	case Truth:
		if n == 0 {
			return ""
		}
		return "yes"
	case Count:
		return strconv.FormatInt(n, 10)
	case Moment:
		return stamp(tracefeed.Time(n))
	case Share:
		return percent(float64(n) / 1e6)
	}
	if h.Whole > 0 {
		return percent(float64(n) / float64(h.Whole))
	}
	return tracefeed.Time(n).String()
}

func percent(share float64) string { return strconv.FormatFloat(100*share, 'f', 1, 64) + " %" }

// stamp formats a moment in seconds to the nanosecond, so that moments in a
// column line up.
func stamp(t tracefeed.Time) string {
	digits := strconv.FormatInt(int64(t%tracefeed.Second+tracefeed.Second), 10)
	return strconv.FormatInt(int64(t/tracefeed.Second), 10) + "." + digits[1:] + " s"
}

// Write writes rows in the given order, until most bytes are written; 0 is no
// limit. It returns the number of rows written, and the error of w.
func (t *Table) Write(w io.Writer, format Format, rows []int32, most int) (n int, err error) {
	counted := &counter{w: w}
	out := NewWriter(counted, format, t.names...)
	for ; n < len(rows) && (most == 0 || counted.n+out.w.Buffered() < most); n++ {
		t.put(out, int(rows[n]))
	}
	return n, out.Close()
}

// WriteAll writes all rows.
func (t *Table) WriteAll(w io.Writer, format Format) error {
	out := NewWriter(w, format, t.names...)
	for row := range t.Len {
		t.put(out, row)
	}
	return out.Close()
}

// counter counts the bytes that are written.
type counter struct {
	w io.Writer
	n int
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += n
	return n, err
}
