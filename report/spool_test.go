package report

import (
	"fmt"
	"testing"
)

// However few rows are in memory at once, tables are the same.
func TestDumpInRuns(t *testing.T) {
	t.Parallel()
	for path, tl := range traces(t) {
		for _, name := range []string{"spans", "edges"} {
			win := Window{From: tl.End / 7, To: tl.End - tl.End/5, Runtime: true}
			want := fmt.Sprint(rows(t, tl, name, win))
			for _, most := range []int{1, 7, 300} {
				if len(want) > 1<<18 && most == 1 {
					continue // a run for each row
				}
				if got := fmt.Sprint(rowsWithin(t, tl, name, win, limits{rows: most})); got != want {
					t.Errorf("%s: with %d rows in memory the %s are\n%.2000s\nwant\n%.2000s", path, most, name, got, want)
				}
			}
		}
	}
}

// If the temporary file cannot be written, the table returns the error.
func TestDumpWithoutRoom(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir()+"/nowhere")
	for _, tl := range traces(t) {
		d := dump{tl: tl, win: everything}
		rows := newSpool(spanCodec, len(tl.Threads), 1)
		rows.add(spanRow{})
		rows.add(spanRow{})
		if err := rows.each(func(*spanRow) { t.Error("there is a row") }); err == nil {
			t.Errorf("%d threads were asked for, and nothing failed", len(d.win.included(tl)))
		}
		return
	}
}
