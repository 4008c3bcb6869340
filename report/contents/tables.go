package contents

import (
	"cmp"
	"slices"
	"strings"

	"tiv/execution/slice"
	"tiv/interaction/totals"
	"tiv/report"
	of "tiv/report/table"
	"tiv/report/tasks"
	"tiv/tracefeed"
)

// Table is rows in words.
type Table struct {
	ID, Title, Help string
	// Words are sentences before the rows.
	Words []string
	Heads []Head
	Rows  [][]Cell
	// Count is the number of rows, if it is known, More the number of rows that
	// are not listed, All the command that writes them all.
	Count, More int
	All, Note   string
	// Parts are further tables about the same.
	Parts []Table
}

// Head is the title of a column.
type Head struct {
	Title, Help string
	Number      bool // its cells are numbers
	Down, Bar   bool // the rows are sorted by it; it has bars
}

// Cell is a value of a table.
type Cell struct {
	Text, Exact string // the latter of a time
	Number      bool
	Zero        bool
	Bar         States // instead of a text
	IsBar       bool
}

// Telling returns the columns with texts or numbers of which any is not zero: for media
// with little room.
func (t *Table) Telling() (columns []int) {
	for c := range t.Heads {
		if slices.ContainsFunc(t.Rows, func(r []Cell) bool { return !r[c].IsBar && !r[c].Zero && r[c].Text != "" }) {
			columns = append(columns, c)
		}
	}
	return columns
}

// listing is a list, and how it becomes a table.
type listing struct {
	id, title, help string
	by              string   // the column to sort by
	leave           string   // a redundant column
	late            []string // columns to show last
	all             string   // the argument of tiv dump
	shares          bool     // of states, too
	most            int      // rows; 0 is maxRows
}

var (
	threadTable = listing{id: "threads", title: "Threads", help: "The states of each thread of the program.", by: "blocking",
		late: []string{"from", "to"}, all: "threads", shares: true}
	lockTable = listing{id: "monitors", title: "Locks", help: "Locks and similar objects that threads held or waited for.",
		by: "waited", all: "locks"}
	waitTable = listing{id: "waits", title: "Longest waits", help: "Uninterrupted waits of one thread for another at locks.",
		by: "for how long", leave: "kind", all: "edges"}
	blockTable = listing{id: "blockers", title: "Top blockers", by: "held up others",
		help: "Threads that others waited for at locks: the time of a wait is charged to the owner of the lock."}
	functionTable = listing{id: "functions", title: "Functions", by: "self", all: "functions", shares: true, most: 20,
		help: "The code in which threads spent their time, in any state: self is the time in the function itself."}
	sliceTable = listing{id: "slices", title: "Slices", by: "covered", shares: true,
		help: "Parts of the time of threads, as the report's author has divided it. They can overlap; with a base, " +
			"which comes first, only its time counts."}
	pairTable = listing{id: "pairs", title: "Pairs", help: "All waits of one thread for another at locks, added up.", by: "waited"}
)

// tables fills in the tables.
func (m *maker) tables(d *Document) error {
	q := totals.Query{To: m.tl.End, Of: func(t tracefeed.ThreadID) bool { return !m.tl.Threads[t].System }}
	q.Progress = func(share float64) { m.tell(m.done + share*m.tableStep) }
	add := func(is listing, l report.List, ok bool) {
		if ok {
			d.Tables = append(d.Tables, m.table(is, &l))
		}
	}
	x := m.slicing()
	base := x.Counting()
	if err := m.tasks(d, tasks.Query{Totals: q, Slicing: x}); err != nil {
		return err
	}
	m.step(m.tableStep)
	l, ok := report.ThreadList(m.ctx, m.tl, m.ws.Look.Locks, q, base)
	add(threadTable, l, ok)
	m.step(m.tableStep)
	l, ok = report.MonitorList(m.ctx, m.tl, m.ws.Look.Locks, q, base)
	add(lockTable, l, ok)
	m.step(m.tableStep)
	l, ok = report.LockList(m.ctx, m.tl, m.ws.Look.Locks, q, maxRows, base)
	add(waitTable, l, ok)
	m.step(m.tableStep)
	pairs, blockers, ok := report.PairLists(m.ctx, m.tl, m.ws.Look.Locks, q, base)
	add(blockTable, blockers, ok)
	add(pairTable, pairs, ok)
	m.step(m.tableStep)
	l, ok = report.FunctionList(m.ctx, m.tl, report.FunctionGroupings()[0], q, base)
	add(functionTable, l, ok && l.Len > 0) // many traces have no code
	m.step(m.tableStep)
	if m.ws.Look.Slicing != nil {
		l, ok = report.SliceList(m.ctx, m.tl, x, q)
		is := sliceTable
		if m.ws.Look.Base != "" {
			is.help += " The base is " + slice.PathTitle(m.ws.Look.Base) + "."
		}
		add(is, l, ok)
	}
	m.step(m.tableStep)
	return m.ctx.Err()
}

// table makes a table of the first rows of a list.
func (m *maker) table(is listing, l *report.List) Table {
	t := Table{ID: is.id, Title: is.title, Help: is.help, Note: l.Note, All: is.all}
	rows, _ := l.Top(m.ctx, is.by, cmp.Or(is.most, maxRows))
	t.More = l.Len - len(rows)
	if is.id != waitTable.id { // of waits only the longest are known
		t.Count = l.Len
	}
	columns := is.columns(l)
	for _, c := range columns {
		h := &l.Heads[c]
		t.Heads = append(t.Heads, Head{Title: h.Title, Help: h.Help, Number: h.Kind > of.Truth, Down: h.Title == is.by})
	}
	for _, r := range rows {
		var out []Cell
		for _, c := range columns {
			out = append(out, cellOf(l, int(r), c))
		}
		t.Rows = append(t.Rows, out)
	}
	if is.shares {
		t.shares(l, rows)
	}
	return t
}

func cellOf(l *report.List, row, column int) Cell {
	kind := l.Heads[column].Kind
	if kind == of.Text {
		return Cell{Text: text(nameOf(l, row, column), maxText)}
	}
	c := Cell{Text: l.Shown(row, column)}
	if kind == of.Truth {
		return c
	}
	n := l.Number(row, column)
	c.Number, c.Zero = true, n == 0 && kind != of.Moment
	if kind != of.Count {
		c.Exact = tracefeed.Time(n).Exact()
	}
	return c
}

// nameOf returns a text, with the trace's own id added if it differs: several
// threads can have the same name.
func nameOf(l *report.List, row, column int) string {
	id := column
	if column > 0 && l.Heads[column-1].Title == "id" { // as files have it
		id--
	}
	return report.NameWithID(l.Shown(row, column), l.Text(row, id))
}

// columns returns the columns that the document shows.
func (is *listing) columns(l *report.List) (columns []int) {
	var last []int
	for i, h := range l.Heads {
		switch {
		case h.Title == "" || h.Aside || h.Title == is.leave:
		case slices.Contains(is.late, h.Title):
			last = append(last, i)
		default:
			columns = append(columns, i)
		}
	}
	return append(columns, last...)
}

// shares adds a column, after the first, of how threads spent their time.
func (t *Table) shares(l *report.List, rows []int32) {
	t.Heads = slices.Insert(t.Heads, 1, Head{Title: "shares", Help: "The shares of the states in its time.", Bar: true})
	for i, r := range rows {
		var b tracefeed.StateTimes
		for c, h := range l.Heads {
			for _, s := range report.StateOrder {
				if strings.EqualFold(h.Title, s.String()) {
					b[s] = tracefeed.Time(l.Number(int(r), c))
				}
			}
		}
		t.Rows[i] = slices.Insert(t.Rows[i], 1, Cell{Bar: statesOf(b), IsBar: true})
	}
}
