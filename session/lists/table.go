package lists

import (
	"io"
	"maps"
	"slices"
	"strings"

	"tiv/execution/slice"
	"tiv/interaction/detect"
	"tiv/interaction/lockname"
	"tiv/internal/background"
	"tiv/report"
	"tiv/report/table"
	"tiv/task"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/workspace"
)

// Table is one of the tables, with its order and its chosen rows.
type Table struct {
	Find string // a text that the listed rows contain; "" for all
	Sort *Sort  // the order of rows; nil for that of the kind
	// Current is the number of the row that was gone to, -1 for none.
	Current int32

	list   background.Latest[listKey, report.List]
	order  background.Latest[orderKey, Listed]
	chosen map[int32]bool // by number of the row
}

// Sort is an order of rows: by the column of a title, or with "" the order of the list.
type Sort struct {
	Column    string
	Backwards bool
}

// Listed is the listed rows of a list, in their order.
type Listed struct {
	report.List
	From, To tracefeed.Time
	Rows     []int32
	scales   []table.Scale
}

// Cell returns a cell as it is shown.
func (l *Listed) Cell(row, column int) string { return l.scales[column].Shown(l.Table, row, column) }

// listKey is the input of a list.
type listKey struct {
	tl       *timeline.Timeline
	from, to tracefeed.Time
	threads  *tracefeed.ThreadID // the first in a list that never changes
	count    int
	findings *detect.Finding
	by       string
	function string
	thread   tracefeed.ThreadID // the only one that counts; NoThread for all shown
	locks    *lockname.Names
	// slicing are the slices of tables with columns of slices, and base one of them.
	slicing *slice.Slices
	base    string
	shares  bool
	// tasks are those of tables of tasks, condition that of the listed ones.
	tasks     *task.Index
	condition string
}

// orderKey is the input of an order of rows.
type orderKey struct {
	table *table.Table
	table.Query
}

// Listed returns the listed rows; nil while there are none.
func (s *Table) Listed() *Listed {
	if !s.order.Present {
		return nil
	}
	return &s.order.Value
}

// Heads returns the headings of the table; nil while there are none. They can be those of an older
// list, with other columns.
func (s *Table) Heads() []table.Head {
	switch {
	case s.order.Present:
		return s.order.Value.Heads
	case s.list.Present:
		return s.list.Value.Heads
	}
	return nil
}

// Progress returns the progress of the work on the table, from 0 to 1, and whether there is any.
func (s *Table) Progress() (share float64, busy bool) {
	if _, busy = s.list.Running(); busy {
		return s.list.Progress(), true
	}
	_, busy = s.order.Running()
	return s.order.Progress(), busy
}

// query returns the query for the rows of a list with some headings.
func (s *Table) query(heads []table.Head, first string) table.Query {
	q := table.Query{Find: strings.TrimSpace(s.Find), Column: -1}
	if s.Sort != nil {
		if q.Column = ColumnOf(heads, s.Sort.Column); q.Column >= 0 || s.Sort.Column == "" {
			q.Backwards = q.Column >= 0 && s.Sort.Backwards
			return q
		}
	}
	if q.Column = ColumnOf(heads, first); q.Column >= 0 {
		q.Backwards = heads[q.Column].Kind != table.Text
	}
	return q
}

// Order returns the column by which the rows are sorted, -1 for none, among the headings of Heads.
func (t *Tables) Order() (column int, backwards bool) {
	q := t.Now().query(t.Now().Heads(), Kinds[t.Shown].first)
	return q.Column, q.Backwards
}

// ColumnOf returns the index of the column with a title, -1 for none.
func ColumnOf(heads []table.Head, title string) int {
	return slices.IndexFunc(heads, func(h table.Head) bool { return h.Title != "" && strings.EqualFold(h.Title, title) })
}

// IsLit reports whether the row of a number is chosen, or the current one.
func (s *Table) IsLit(row int32) bool { return s.chosen[row] || row == s.Current }

// Chosen returns the numbers of the chosen rows, in the order of the list.
func (s *Table) Chosen() []int32 { return slices.Sorted(maps.Keys(s.chosen)) }

// Choose chooses the rows at some places of the order: these only, these also, or those of them that
// are not chosen. Places without a row are left out.
func (s *Table) Choose(places []int, mode workspace.SelectMode) {
	l, old := s.Listed(), s.chosen
	if l == nil {
		return
	}
	s.chosen = map[int32]bool{}
	if mode != workspace.SelectOnly {
		maps.Copy(s.chosen, old)
	}
	for _, i := range places {
		if i < 0 || i >= len(l.Rows) {
			continue
		}
		if row := l.Rows[i]; mode == workspace.SelectOther && s.chosen[row] {
			delete(s.chosen, row)
		} else {
			s.chosen[row] = true
		}
	}
}

// GoTo makes the row at a place of the order the current one, and chooses none. ok is false if there
// is no such row.
func (s *Table) GoTo(place int) (spot report.Spot, ok bool) {
	l := s.Listed()
	if l == nil || place < 0 || place >= len(l.Rows) {
		return spot, false
	}
	s.chosen, s.Current = nil, l.Rows[place]
	return l.Spot(int(s.Current)), true
}

// Copied returns the shown table, and its listed rows that are chosen or, without any, all that are
// listed. A hidden table may be older than the choices, so that there is none.
func (t *Tables) Copied() (l *Listed, rows []int32) {
	s := t.Now()
	if l = s.Listed(); l == nil || t.Hidden {
		return nil, nil
	}
	for _, row := range l.Rows {
		if s.chosen[row] {
			rows = append(rows, row)
		}
	}
	if len(rows) == 0 {
		return l, l.Rows
	}
	return l, rows
}

// Write writes rows of the list as CSV, until most bytes are written; 0 is no limit. It returns the
// number of rows written.
func (l *Listed) Write(w io.Writer, rows []int32, most int) (int, error) {
	return l.Table.Write(w, table.CSV, rows, most)
}

// Texts returns the cells of the first listed rows as people see them.
func (l *Listed) Texts(most int) (list []string) {
	for _, row := range l.Rows[:min(len(l.Rows), most)] {
		var cells []string
		for column := range l.Heads {
			if h := &l.Heads[column]; h.Title != "" && !h.Aside {
				cells = append(cells, l.Cell(int(row), column))
			}
		}
		list = append(list, strings.Join(cells, " "))
	}
	return list
}
