package session

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"

	"tiv/command"
	"tiv/internal/replace"
	"tiv/report"
	"tiv/report/tasks"
	"tiv/session/lists"
	"tiv/task"
	"tiv/task/where"
	"tiv/tracefeed"
	"tiv/workspace"
)

// tableHandlers carry out the commands about tables.
var tableHandlers = command.Handlers[*Session]{
	command.Chooses(func(s *Session, c command.ShowTable) bool {
		return showsTable(&s.Shown.Tables, c) && s.Shown.Workspace.Panels[command.TablesPanel]
	}, func(s *Session, c command.ShowTable) { showTable(s.Messages, s.Shown.Document, c) }),
	command.Simply[command.ListSlowestCalls](func(s *Session) {
		showTable(s.Messages, s.Shown.Document, command.ShowTable{Table: command.CallTable, Function: s.Shown.Workspace.Look.Call.Function})
	}),
	command.Does(func(s *Session, c command.FilterTable) { s.Shown.Tables.Now().Find = c.Text }),
	command.Does(func(s *Session, c command.SortTable) { sortTable(s.Messages, s.Shown.Tables.Now(), c) }),
	command.Chooses(func(s *Session, c command.GroupTable) bool {
		return s.Shown.Tables.Grouping() == c.By
	}, func(s *Session, c command.GroupTable) {
		if c.By != "" && !slices.Contains(report.FunctionGroupings(), c.By) {
			s.Messages.Say(fmt.Sprintf("Functions cannot be added up by “%s”.", report.Safe(c.By)))
			return
		}
		s.Shown.Tables.By = c.By
	}),
	command.Chooses(func(s *Session, c command.GroupTasks) bool {
		return s.Shown.Tables.TaskGrouping() == c.By
	}, func(s *Session, c command.GroupTasks) {
		if c.By != "" && !slices.Contains(tasks.Groupings(), c.By) {
			s.Messages.Say(fmt.Sprintf("Tasks cannot be added up by “%s”.", report.Safe(c.By)))
			return
		}
		s.Shown.Tables.TasksBy = c.By
	}),
	command.Does(func(s *Session, c command.FilterTasks) {
		if _, err := where.Parse(c.Where); err != nil {
			s.Messages.Say("Tasks are not filtered: " + report.Safe(err.Error()) + ".")
			return
		}
		s.Shown.Tables.TasksWhere = strings.TrimSpace(c.Where)
	}),
	command.Simply[command.SelectListedTasks](func(s *Session) {
		if l := s.Shown.Tables.Now().Listed(); l != nil && s.Shown.Tables.OfTasks() {
			s.Shown.Send(workspace.SelectTasks{Tasks: tasksOf(l, l.Rows)})
			return
		}
		s.Messages.Say("Show a table of tasks first: Threads > Tasks.")
	}),
	command.Sets[command.SetTableWhole](func(s *Session) *bool { return &s.Shown.Tables.Whole }),
	command.Sets[command.SetStatisticsWhole](func(s *Session) *bool { return &s.Shown.StatisticsWhole }),
	command.Sets[command.SetSlicesWhole](func(s *Session) *bool { return &s.Shown.SlicesWhole }),
	command.Sets[command.SetTableShares](func(s *Session) *bool { return &s.Shown.Tables.Shares }),
	command.Does(func(s *Session, c command.SelectRows) {
		s.Shown.Send(selectRows(&s.Shown.Tables, c)...)
	}),
	command.Does(func(s *Session, c command.GoToRow) { goToRow(s.Messages, s.Shown.Document, c.Row) }),
}

// showsTable reports whether a table is shown as a command says.
func showsTable(t *lists.Tables, c command.ShowTable) bool {
	return t.Shown == lists.Named(c.Table) && t.Thread == c.Thread && t.Function == c.Function
}

// showTable shows the table of a name, or says that there is none.
func showTable(m *Messages, d *Document, c command.ShowTable) {
	i := lists.Named(c.Table)
	if i < 0 {
		m.Say(fmt.Sprintf("There is no table “%s”.", report.Safe(c.Table)))
		return
	}
	t := &d.Tables
	t.Shown, t.Raised, t.Thread, t.Function = i, true, c.Thread, c.Function
	d.Send(workspace.OpenPanel{Name: command.TablesPanel, Open: true})
}

// sortTable sorts the shown table by a column, or says that there is no such column.
func sortTable(m *Messages, t *lists.Table, c command.SortTable) {
	if heads := t.Heads(); heads != nil && c.Column != "" && lists.ColumnOf(heads, c.Column) < 0 {
		m.Say(fmt.Sprintf("There is no column “%s”.", report.Safe(c.Column)))
		return
	}
	t.Sort = &lists.Sort{Column: c.Column, Backwards: c.Backwards}
}

// selectRows chooses rows of the shown table, and returns the command that selects the threads of all
// that are chosen, or highlights their tasks; none if they are too many.
func selectRows(t *lists.Tables, c command.SelectRows) (selects []workspace.Command) {
	const most = 100_000
	t.Now().Choose(c.Rows, c.Mode)
	l, chosen := t.Now().Listed(), t.Now().Chosen()
	switch {
	case l == nil || len(chosen) > most:
		return nil
	case t.OfTasks():
		return []workspace.Command{workspace.SelectTasks{Tasks: tasksOf(l, chosen)}}
	}
	var threads []tracefeed.ThreadID
	for _, row := range chosen {
		if at := l.Spot(int(row)).Thread; at != tracefeed.NoThread {
			threads = append(threads, at)
		}
	}
	if len(threads) == 0 {
		return nil
	}
	return []workspace.Command{workspace.SelectMany{Threads: threads}}
}

// tasksOf returns the tasks of rows.
func tasksOf(l *lists.Listed, rows []int32) (ids []task.ID) {
	for _, row := range rows {
		ids = append(ids, l.Spot(int(row)).Tasks...)
	}
	return ids
}

// goToRow shows the place of a row of the shown table.
func goToRow(m *Messages, d *Document, row int) {
	spot, ok := d.Tables.Now().GoTo(row)
	if !ok {
		m.Say(fmt.Sprintf("The table has no row %d.", row))
		return
	}
	if !d.Tables.OfTime() {
		GoToFinding(d, d.Ranking.RankOf(spot.Finding), workspace.FindingWorst)
		return
	}
	if spot.Tasks != nil {
		d.Send(workspace.SelectTask{Task: spot.Task})
	}
	if d.Tables.OfTypes() {
		d.Send(workspace.SelectTasks{Tasks: spot.Tasks})
	}
	GoToSpot(d, spot.Thread, spot.Moment)
	if spot.Call.Thread != tracefeed.NoThread {
		d.Send(workspace.SelectCall{Call: spot.Call})
	}
}

// GoToSpot selects a thread and goes to a moment, if that is not below 0. Tables stay about the time
// that they are about.
func GoToSpot(d *Document, t tracefeed.ThreadID, moment tracefeed.Time) {
	if t != tracefeed.NoThread {
		d.SelectThread(t)
	}
	if moment >= 0 {
		d.Tables.Keep(d.Workspace, moment)
		d.Send(workspace.SeekTo{Moment: moment})
	}
}

// noTable says why no rows are copied.
const noTable = "No table is shown, or not yet."

// rowsText returns the rows to copy as CSV of a limited length, and a message about them.
func rowsText(t *lists.Tables) (text, said string, err error) {
	l, rows := t.Copied()
	if l == nil {
		return "", noTable, nil
	}
	const most = 4 << 20 // a larger text may fail to reach other programs
	var b strings.Builder
	n, err := l.Write(&b, rows, most)
	if err != nil {
		return "", "", err
	}
	said = "Copied " + tracefeed.Plural(n, "row") + "."
	if n < len(rows) {
		said = fmt.Sprintf("Copied the first %d of %s, which fill the clipboard. tiv dump writes all.", n,
			tracefeed.Plural(len(rows), "row"))
	}
	return b.String(), said, nil
}

// saveRows writes the rows to copy to a file. One of a table with the same columns is replaced.
func (x *Exporter) saveRows(path string) {
	l, rows := x.session.Shown.Tables.Copied()
	if l == nil {
		x.session.Messages.Say(noTable)
		return
	}
	var heads bytes.Buffer
	if _, err := l.Write(&heads, nil, 0); err != nil {
		x.session.Messages.Fail(err)
		return
	}
	same := func(start []byte) bool {
		n := min(len(start), heads.Len())
		return bytes.Equal(start[:n], heads.Bytes()[:n])
	}
	path, ok := x.Target(path, ".csv", replace.Kind{Name: "a table with these columns", Text: true, Has: same})
	if !ok {
		return
	}
	x.start("The table", func(*Worker) (Message, error) {
		err := replace.File(path, func(f *os.File) error {
			_, err := l.Write(f, rows, 0)
			return err
		})
		if err != nil {
			return Message{}, fmt.Errorf("copy rows: %s: %w", path, err)
		}
		return savedFile(path)
	})
}
