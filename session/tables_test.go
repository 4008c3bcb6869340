package session_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tiv/command"
	"tiv/internal/visit"
	"tiv/report"
	"tiv/session"
	"tiv/session/lists"
	"tiv/tracefeed"
	"tiv/workspace"
)

// ms is a millisecond.
const ms = tracefeed.Millisecond

// done carries out commands as text, and waits until the table is there.
func done(t *testing.T, s *session.Session, texts ...string) *lists.Table {
	t.Helper()
	for _, text := range texts {
		c, err := command.Parse(text, s.Shown.Workspace.Timeline)
		if err != nil || !s.Do(c) {
			t.Fatalf("%s: %v", text, err)
		}
		for begin := time.Now(); ; time.Sleep(time.Millisecond) {
			s.Serve()
			if s.Advance(time.Now(), 0, false); !s.Shown.Tables.Busy() && s.Shown.Job == nil {
				break
			}
			if time.Since(begin) > time.Minute {
				t.Fatalf("%s does not end", text)
			}
		}
	}
	return s.Shown.Tables.Now()
}

// said returns the last message.
func said(s *session.Session) string {
	if n := len(s.Messages.List); n > 0 {
		return s.Messages.List[n-1].Text
	}
	return ""
}

// begin returns the first words of the rows.
func begin(t *lists.Table) (words []string) {
	for _, row := range t.Listed().Texts(100) {
		words = append(words, strings.Join(strings.Fields(row)[:2], " "))
	}
	return words
}

// Commands choose the table, its rows and their order.
func TestTables(t *testing.T) {
	t.Parallel()
	s := visit.Opened(t, "../ui/testdata/deadlock.tiv")
	const all = "Alpha 0.000000000, Beta 0.000000000, Gamma 0.000000000, Delta 0.000000000"
	for _, x := range []struct{ do, rows, said string }{
		{"show-table locks", "lock L, lock M", ""},
		{"sort-table BUSY", "lock M, lock L", ""},
		{"sort-table nothing", "lock M, lock L", "There is no column “nothing”."},
		{"sort-table busy backwards=on", "lock L, lock M", "There is no column “nothing”."},
		{"show-table threads", all, "There is no column “nothing”."},
		{"filter-table Gamma", "Gamma 0.000000000", "There is no column “nothing”."},
		{"show-table nothing", "Gamma 0.000000000", "There is no table “nothing”."},
		{"filter-table", all, "There is no table “nothing”."},
		{"go-to-row 7", all, "The table has no row 7."},
		{"show-table locks", "lock L, lock M", "The table has no row 7."},
	} {
		if rows := strings.Join(begin(done(t, s, x.do)), ", "); rows != x.rows || said(s) != x.said {
			t.Errorf("%s: %s, said %q", x.do, rows, said(s))
		}
	}
}

// The table of functions is added up by a word, and limited to a thread.
func TestTableOfCode(t *testing.T) {
	t.Parallel()
	s := visit.Opened(t, "../ui/testdata/stacks.tiv")
	done(t, s, "set-table-whole on")
	for _, x := range []struct{ do, rows string }{
		{"show-table functions", "main.main 3, main.transfer 3, sync.(*Mutex).tivSlow 3"},
		{"group-table package", "main 6, sync 3"},
		{"show-table functions thread=A", "main 2, sync 1"},
		{"group-table", "main.main 1, main.transfer 1, sync.(*Mutex).tivSlow 1"},
		{"group-table colour", "main.main 1, main.transfer 1, sync.(*Mutex).tivSlow 1"},
		{"show-table calls function=main.transfer", "main.transfer Alpha, main.transfer Gamma, main.transfer Beta"},
	} {
		if rows := strings.Join(begin(done(t, s, x.do)), ", "); rows != x.rows {
			t.Errorf("%s: %s", x.do, rows)
		}
	}
}

// Rows that are chosen select their threads, and are copied; without any, all that are listed are.
func TestCopyRows(t *testing.T) {
	t.Parallel()
	s, path := visit.Opened(t, "../ui/testdata/deadlock.tiv"), filepath.Join(t.TempDir(), "rows.csv")
	copied := func(do ...string) string {
		t.Helper()
		done(t, s, append(do, `copy-rows "`+path+`"`)...)
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		names := ""
		for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n")[1:] {
			names += line[:1]
		}
		return names
	}
	for _, x := range []struct{ do, rows string }{
		{"show-table threads", "ABCD"},
		{"select-rows 0,2", "AC"},
		{"select-rows 1 mode=also", "ABC"},
		{"select-rows 0,3 mode=other", "BCD"},
		{"sort-table thread backwards=on", "CDB"},
		{"select-rows 9", "CDBA"},
	} {
		if rows := copied(x.do); rows != x.rows {
			t.Errorf("%s: %s", x.do, rows)
		}
	}
	if done(t, s, "select-rows 0"); !slices.Equal(s.Shown.Workspace.Look.Selection, []tracefeed.ThreadID{3}) {
		t.Errorf("selected are %v", s.Shown.Workspace.Look.Selection)
	}
	if err := os.WriteFile(path, []byte("tiv-text 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	done(t, s, `copy-rows "`+path+`"`)
	if data, err := os.ReadFile(path); err != nil || string(data) != "tiv-text 1\n" || !strings.Contains(said(s), "choose another name") {
		t.Errorf("a trace was replaced by %q, %v, said %q", data, err, said(s))
	}
}

// A table keeps its interval after a step to a row, until the moment is another than before and
// after it.
func TestTableKeepsItsInterval(t *testing.T) {
	t.Parallel()
	s := visit.Opened(t, "../ui/testdata/phases.tiv")
	interval := func(do ...string) [2]tracefeed.Time {
		t.Helper()
		l := done(t, s, do...).Listed()
		return [2]tracefeed.Time{l.From, l.To}
	}
	shown := func() (i [2]tracefeed.Time) {
		i[0], i[1] = workspace.Interval(&s.Shown.Workspace.Look, false)
		return i
	}
	before := interval("show-range 0s to=20ms", "seek-to 90ms", "show-table edges")
	if before != shown() {
		t.Fatalf("the table covers %v, shown are %v", before, shown())
	}
	session.GoToSpot(s.Shown.Document, 2, 20*ms)
	if got := interval("sort-table"); got != before || s.Shown.Workspace.Look.Moment != 20*ms || s.Shown.Workspace.Look.Selected != 2 {
		t.Errorf("the step changed %v to %v; moment %v", before, got, s.Shown.Workspace.Look.Moment)
	}
	if got := interval("seek-to 30ms"); got != shown() || got == before {
		t.Errorf("at another moment the interval is %v, shown are %v", got, shown())
	}
	if got := interval("set-table-whole on"); got != [2]tracefeed.Time{0, 100 * ms} {
		t.Errorf("the whole trace is %v", got)
	}
}

// A table that nobody sees makes no work, and one that is closed holds no memory.
func TestHiddenTables(t *testing.T) {
	t.Parallel()
	s := visit.Opened(t, "../ui/testdata/deadlock.tiv")
	s.Shown.Tables.Hidden = true
	if l := done(t, s, "show-table locks").Listed(); l != nil {
		t.Errorf("a hidden table has %d rows", len(l.Rows))
	}
	if done(t, s, "copy-rows x.csv"); said(s) != "No table is shown, or not yet." {
		t.Errorf("said %q", said(s))
	}
	s.Shown.Tables.Hidden = false
	if l := done(t, s, "sort-table").Listed(); l == nil || len(l.Rows) != 2 {
		t.Errorf("the table has %v", l)
	}
	if l := done(t, s, "open-panel "+command.TablesPanel).Listed(); l != nil {
		t.Errorf("a closed table has %d rows", len(l.Rows))
	}
}

// The entries of the menus name each table and each grouping of functions, and are on once they are
// chosen.
func TestTableEntries(t *testing.T) {
	t.Parallel()
	s := visit.Opened(t, "../ui/testdata/stacks.tiv")
	var shown, grouped []string
	for _, e := range command.Entries() {
		switch c := e.Command.(type) {
		case command.ShowTable:
			shown = append(shown, c.Table)
		case command.GroupTable:
			grouped = append(grouped, c.By)
		case command.SortThreads, command.SetFileDialogs:
		default:
			continue
		}
		s.Do(e.Command)
		s.Advance(time.Now(), 0, false)
		if !session.Handlers.IsOn(s, e.Command) || said(s) != "" {
			t.Errorf("%s is not on, said %q", e.Name, said(s))
		}
	}
	slices.Sort(shown)
	if !slices.Equal(shown, slices.Sorted(slices.Values(lists.Names()))) || !slices.Equal(grouped, report.FunctionGroupings()) {
		t.Errorf("entries for the tables %q and the groupings %q", shown, grouped)
	}
}
