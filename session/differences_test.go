package session

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tiv/command"
	"tiv/interaction/compare"
	"tiv/tracefeed"
	"tiv/workspace"
	"tiv/workspace/loader"
)

// turns is a file in which two threads wait four times for a third one.
func turns(t *testing.T, name string, hold int) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("tiv-text 1\n0s k start\n0s a start\n0s b start\n")
	for at := 0; at < 800; at += 200 {
		fmt.Fprintf(&b, "%dms k monitor-enter m\n%[1]dms a monitor-wait m\n%[1]dms b monitor-wait m\n%dms k monitor-exit m\n", at, at+hold)
		for _, w := range []string{"a", "b"} {
			fmt.Fprintf(&b, "%dms %s monitor-enter m\n%[1]dms %[2]s monitor-exit m\n", at+hold, w)
		}
	}
	b.WriteString("1s - none\n")
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// compared is comparedAt for traces in which others wait for the lock of k.
func compared(t *testing.T) (s *Session, do func(text string)) {
	t.Helper()
	return comparedAt(t, turns(t, "before.tiv", 50), turns(t, "after.tiv", 120))
}

// comparedAt returns a session that can compare two traces, and a function that runs commands as text.
func comparedAt(t *testing.T, before, after string) (s *Session, do func(text string)) {
	t.Helper()
	s = opened(t)
	s.Opener.options.Open = func(path string, notify func()) (*loader.Loader, error) {
		return loader.Open(path, loader.Options{Findings: true, Notify: notify})
	}
	s.ShowStart()
	rest := func() {
		t.Helper()
		for begin := time.Now(); ; time.Sleep(time.Millisecond) {
			s.Update(func(_ *Trace, _ bool, err error) { t.Error(err) })
			s.Advance(time.Now(), 0, false)
			known := true
			s.Comparison.Each(func(t *Trace) { known = known && t.Searched() })
			if known && !s.Comparison.busy() && (s.Comparison.Ready || !s.Comparison.Compares()) {
				return
			}
			if time.Since(begin) > time.Minute {
				t.Fatal("the traces are not compared")
			}
		}
	}
	for _, path := range []string{before, after} {
		if err := s.Open(path, ""); err != nil {
			t.Fatal(err)
		}
		rest()
	}
	return s, func(text string) {
		t.Helper()
		c, err := command.Parse(text, s.Shown.Workspace.Timeline)
		if err != nil || !s.Do(c) {
			t.Fatalf("%s: %v", text, err)
		}
		rest()
	}
}

// Commands go to differences: by number, and from one to the next, around the end.
func TestGoToDifferences(t *testing.T) {
	t.Parallel()
	s, do := compared(t)
	said := func() string { return s.Messages.List[len(s.Messages.List)-1].Text }
	if do("next-difference 1"); said() != "Compare two traces first." {
		t.Errorf("said %q", said())
	}
	do("compare on with=before.tiv")
	if !s.Comparison.Compares() {
		t.Fatalf("nothing is compared: %q", said())
	}
	found, err := s.Comparison.Differences.Found()
	if err != nil {
		t.Fatal(err)
	}
	rows := found.rows()
	if len(rows) < 3 {
		t.Fatalf("only %d differences", len(rows))
	}
	for _, x := range []struct {
		do   string
		want int
	}{{"next-difference -1", len(rows) - 1}, {"next-difference 1", 0}, {"next-difference 2", 2}, {"go-to-difference 1", 1},
		{"next-difference -2", len(rows) - 1}, {"go-to-difference 0", 0}, {"go-to-difference 1000", 0}} {
		if do(x.do); s.Comparison.Differences.Current != rows[x.want] {
			t.Errorf("%s goes to %d, want %d", x.do, slices.Index(rows, s.Comparison.Differences.Current), x.want)
		}
	}
	if said() != "There is no difference 1000." {
		t.Errorf("said %q", said())
	}
	lock := 0 // the number of the first difference of a lock
	for i := 0; found.Sections[i].Title != "Locks"; i++ {
		lock += len(found.Sections[i].Of)
	}
	do(fmt.Sprint("go-to-difference ", lock))
	want := [2]tracefeed.Time{50 * tracefeed.Millisecond, 120 * tracefeed.Millisecond}
	if c := &s.Comparison; c.By != command.ByMarks || c.Marks != want {
		t.Errorf("the sides are coupled by %v at %v", c.By, c.Marks)
	}
}

// Differences follow the definitions of tasks of each side.
func TestDifferencesOfDefinitions(t *testing.T) {
	t.Parallel()
	calls := func(name string, ms int) string {
		text := "tiv-text 1\n0s A start name=server\n"
		for i := range 20 {
			text += fmt.Sprintf("%dms A call-enter shop.pay\n%dms A call-exit shop.pay\n", 40*i, 40*i+ms)
		}
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(text+"1s - none\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	s, do := comparedAt(t, calls("before.tiv", 2), calls("after.tiv", 3))
	do("compare on with=before.tiv")
	counts := func() (n [2]float64) {
		found, err := s.Comparison.Differences.Found()
		if err != nil || found == nil {
			t.Fatal("no differences: ", err)
		}
		for i := range found.Diff.Tasks {
			if r := &found.Diff.Tasks[i]; r.Measure == compare.Rate {
				n = [2]float64{r.Count.Before, r.Count.After}
			}
		}
		return n
	}
	if got := counts(); got != [2]float64{} {
		t.Errorf("%v tasks without definitions", got)
	}
	const text = `<EVENTS><EVENT METHOD="pay" CLASS="shop" NAME="Pay" TYPE="SHOP"/></EVENTS>`
	for side, want := range [][2]float64{{20, 0}, {20, 20}} {
		s.Comparison.Sides[side].Workspace.Do(workspace.DefineTasks{Text: text})
		for begin := time.Now(); counts() != want; do("compare on with=before.tiv") {
			if time.Since(begin) > time.Minute {
				t.Fatalf("with definitions of %d sides, there are %v tasks, want %v", side+1, counts(), want)
			}
		}
	}
}

// Commands choose the sides of a comparison.
func TestCompareWith(t *testing.T) {
	t.Parallel()
	s, do := compared(t)
	path := s.Traces[0].Opened()
	for _, x := range []struct {
		do       string
		on, open bool
		shown    int
	}{
		{"compare on with=nothing.tiv", false, false, 1},
		{"compare on with=" + path, true, false, 1},
		{"compare on with=before.tiv", true, false, 1},
		{"switch-side", true, false, 0},
		{"set-side-panels on", true, true, 0},
		{"compare off", false, true, 0},
		{"switch-side", false, true, 0},
	} {
		do(x.do)
		if c := &s.Comparison; c.Compares() != x.on || c.Open != x.open || s.Shown != s.Traces[x.shown] {
			t.Errorf("%s: compares %t, panels %t, shown %s", x.do, c.Compares(), c.Open, s.Shown.Path)
		}
	}
}

// The list of threads is sorted by the time in a state, which is then listed, or by other columns.
func TestSortThreads(t *testing.T) {
	t.Parallel()
	s := opened(t, phases)
	l := &s.Shown.ThreadList
	for _, x := range []struct {
		do    string
		order command.SortThreads
		state tracefeed.State
	}{
		{"find-threads be", command.SortThreads{By: command.ByBlocking, Backwards: true}, tracefeed.Blocking},
		{"sort-threads name", command.SortThreads{}, tracefeed.Blocking},
		{"sort-threads io backwards=on", command.SortThreads{By: command.ByIO, Backwards: true}, tracefeed.IO},
		{"sort-threads id", command.SortThreads{By: command.ByID}, tracefeed.IO},
	} {
		c, err := command.Parse(x.do, s.Shown.Workspace.Timeline)
		if err != nil || !s.Do(c) || l.Order() != x.order || l.State() != x.state || l.Search != "be" {
			t.Errorf("%s: %v, %+v, %v, %q", x.do, err, l.Order(), l.State(), l.Search)
		}
	}
	if !l.IsOpen("g", true) || l.IsOpen("g", false) {
		t.Error("a group is not as at first")
	}
	s.Do(command.ListGroup{Group: "g", On: true})
	if !l.IsOpen("g", false) || l.IsOpen("h", false) {
		t.Error("the group is not open")
	}
}
