package session_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"tiv/command"
	"tiv/internal/visit"
	"tiv/report/tasks"
	"tiv/session"
	"tiv/task"
)

// taskTables opens a trace with three tasks, and returns what the shown table lists after a command.
func taskTables(t *testing.T) (s *session.Session, rows func(do ...string) []string) {
	t.Helper()
	s = visit.Opened(t, "../ui/testdata/requests.tiv")
	return s, func(do ...string) []string {
		t.Helper()
		return done(t, s, do...).Listed().Texts(100)
	}
}

const (
	firstPay = "1 pay 0.010000000 s 10.00 ms 10.00 ms 0 ms observed front"
	theList  = "2 list 0.035000000 s 40.00 ms 20.00 ms 20.00 ms observed worker"
	lastPay  = "3 pay 0.080000000 s 15.00 ms 15.00 ms 0 ms observed front"
)

// The table of tasks is filtered by a condition and limited to an interval; the numbers stay those of
// whole tasks.
func TestTableOfTasks(t *testing.T) {
	t.Parallel()
	s, rows := taskTables(t)
	done(t, s, "set-table-whole on")
	for _, x := range []struct {
		do   string
		want []string
		said string
	}{
		{"show-table tasks", []string{theList, lastPay, firstPay}, ""},
		{"sort-table start", []string{firstPay, theList, lastPay}, ""},
		{`filter-tasks "duration > p50 || blocking > 10%"`, []string{theList, lastPay}, ""},
		{`filter-tasks "duration >"`, []string{theList, lastPay}, "Tasks are not filtered: column 11: unexpected end: a value is expected after \">\"."},
		{"filter-table work", []string{theList}, ""},
		{"filter-table", []string{theList, lastPay}, ""},
		{"filter-tasks", []string{firstPay, theList, lastPay}, ""},
		{"hide B", []string{strings.Replace(firstPay, " 0 ms", "", 1), strings.Replace(lastPay, " 0 ms", "", 1)}, ""},
		{"show-all", []string{firstPay, theList, lastPay}, ""},
		{"select-interval 20ms to=80ms", []string{firstPay, theList, lastPay}, ""},
		{"set-table-whole off", []string{"2 list 0.035000000 s 40.00 ms 20.00 ms 20.00 ms observed worker"}, ""},
	} {
		before := len(s.Messages.List)
		if got := rows(x.do); !slices.Equal(got, x.want) {
			t.Errorf("%s:\n%q\nwant\n%q", x.do, got, x.want)
		}
		if x.said != "" && said(s) != x.said || x.said == "" && len(s.Messages.List) > before && said(s) != "" {
			t.Errorf("%s: said %q", x.do, said(s))
		}
	}
}

// Tasks are added up by each grouping.
func TestTableOfTaskTypes(t *testing.T) {
	t.Parallel()
	s, rows := taskTables(t)
	done(t, s, "set-table-whole on")
	for _, x := range []struct {
		do   string
		want []string
	}{
		{`show-table "task types"`, []string{"pay 2 12.50 ms 10.00 ms 15.00 ms 15.00 ms 15.00 ms 25.0 ms 0 ms",
			"list 1 40.00 ms 40.00 ms 40.00 ms 40.00 ms 40.00 ms 20.0 ms 20.00 ms",
			"(no task) 0 0 ms 0 ms 0 ms 0 ms 0 ms 135.0 ms 0 ms"}},
		{`filter-tasks "type == \"pay\""`, []string{"pay 2 12.50 ms 10.00 ms 15.00 ms 15.00 ms 15.00 ms 25.00 ms"}},
		{"group-tasks thread", []string{"front 2 12.50 ms 10.00 ms 15.00 ms 15.00 ms 15.00 ms 25.00 ms"}},
		{"filter-tasks", []string{"front 2 12.50 ms 10.00 ms 15.00 ms 15.00 ms 15.00 ms 25.00 ms 0 ms",
			"worker 1 40.00 ms 40.00 ms 40.00 ms 40.00 ms 40.00 ms 20.00 ms 20.00 ms"}},
		{"group-tasks object", []string{"(no object) 3 21.67 ms 15.00 ms 40.00 ms 40.00 ms 40.00 ms 45.00 ms 20.00 ms"}},
		{"group-tasks parent", []string{"(no part of a task) 3 21.67 ms 15.00 ms 40.00 ms 40.00 ms 40.00 ms 45.00 ms 20.00 ms"}},
		{"group-tasks slice", []string{"(in no slice) 3 21.67 ms 15.00 ms 40.00 ms 40.00 ms 40.00 ms 45.00 ms 20.00 ms"}},
		{"group-tasks colour", []string{"(in no slice) 3 21.67 ms 15.00 ms 40.00 ms 40.00 ms 40.00 ms 45.00 ms 20.00 ms"}},
	} {
		if got := rows(x.do); !slices.Equal(got, x.want) {
			t.Errorf("%s:\n%q\nwant\n%q", x.do, got, x.want)
		}
	}
}

// Each entry that adds tasks up is on once it is chosen, and there is one for each grouping.
func TestTaskGroupingEntries(t *testing.T) {
	t.Parallel()
	s, _ := taskTables(t)
	var words []string
	for _, e := range command.Entries() {
		c, ok := e.Command.(command.GroupTasks)
		if !ok {
			continue
		}
		s.Do(c)
		if s.Advance(time.Now(), 0, false); !session.Handlers.IsOn(s, c) || tasks.GroupingHelp(c.By) == "" {
			t.Errorf("%s is not on, or has no help", e.Name)
		}
		words = append(words, c.By)
	}
	if !slices.Equal(words, tasks.Groupings()) {
		t.Errorf("entries for %q, groupings %q", words, tasks.Groupings())
	}
}

// A row chooses its task and goes to its start; one of a type chooses the longest and highlights all.
// Chosen rows highlight their tasks, which become a slice.
func TestRowsOfTasks(t *testing.T) {
	t.Parallel()
	s, rows := taskTables(t)
	l := &s.Shown.Workspace.Look
	one, two, three := task.ID{Number: 1, Start: 10 * ms}, task.ID{Number: 2, Start: 35 * ms}, task.ID{Number: 3, Start: 80 * ms}
	rows("set-table-whole on", "show-table tasks", "go-to-row 0")
	if l.Task != two || l.Moment != two.Start || len(l.Selection) != 0 {
		t.Errorf("the row chose %v at %v, and the threads %v", l.Task, l.Moment, l.Selection)
	}
	rows("select-rows 1,2")
	if !slices.Equal(l.SelectedTasks, []task.ID{one, three}) {
		t.Errorf("highlighted are %v", l.SelectedTasks)
	}
	rows("slice-tasks")
	if len(l.Slices) != 1 || l.Slices[0].Where != "task in [1, 3]" {
		t.Errorf("the slices are %v", l.Slices)
	}
	rows("show-table tasks", `filter-tasks "duration > 12ms"`, "select-listed-tasks")
	if !slices.Equal(l.SelectedTasks, []task.ID{two, three}) {
		t.Errorf("of the listed, %v are highlighted", l.SelectedTasks)
	}
	rows("filter-tasks", `show-table "task types"`, "go-to-row 0")
	if l.Task != three || l.Moment != three.Start || !slices.Equal(l.SelectedTasks, []task.ID{one, three}) {
		t.Errorf("the type chose %v at %v, and highlights %v", l.Task, l.Moment, l.SelectedTasks)
	}
	rows("show-table locks", "select-listed-tasks")
	if said(s) != "Show a table of tasks first: Threads > Tasks." {
		t.Errorf("said %q", said(s))
	}
}
