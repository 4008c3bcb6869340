package table

import (
	"bufio"
	"io"
	"strings"
	"unicode/utf8"
)

// WriteText writes all rows for people: a line of titles, then a line a row, with numbers to the
// right of their columns. Columns that are aside are left out.
func (t *Table) WriteText(w io.Writer) error {
	lines := make([][]string, t.Len+1)
	var right []bool
	for c, h := range t.Heads {
		if h.Title == "" || h.Aside {
			continue
		}
		lines[0], right = append(lines[0], h.Title), append(right, h.Kind != Text)
		for row := range t.Len {
			lines[row+1] = append(lines[row+1], t.Shown(row, c))
		}
	}
	widths := make([]int, len(lines[0]))
	for _, line := range lines {
		for i, cell := range line {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	out := bufio.NewWriter(w)
	for _, line := range lines {
		var b strings.Builder
		for i, cell := range line {
			room := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if i > 0 {
				b.WriteString("  ")
			}
			if right[i] {
				b.WriteString(room + cell)
			} else {
				b.WriteString(cell + room)
			}
		}
		out.WriteString(strings.TrimRight(b.String(), " "))
		out.WriteByte('\n')
	}
	return out.Flush()
}
