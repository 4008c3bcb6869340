package tasks

import (
	"context"
	"slices"
	"strings"
	"testing"

	"tiv/execution/slice"
	"tiv/interaction/totals"
	"tiv/internal/reduced"
	"tiv/report"
	"tiv/task"
	"tiv/task/where"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Columns and groups of slices have the time of the work for tasks, and a base leaves out tasks
// without work in it.
func TestTasksInSlices(t *testing.T) {
	t.Parallel()
	tl := reduced.Story(t, "tiv-text 1\n0ms A start name=front\n10ms A task-start pay object=1\n20ms A task-end pay object=1\n"+
		"30ms A task-start pay object=2\n50ms A task-end pay object=2\n"+
		"60ms A task-start list object=3\n70ms A task-end list object=3\n90ms A end\n")
	x, err := task.Build(t.Context(), tl, task.Options{})
	if err != nil {
		t.Fatal(err)
	}
	const ms = tracefeed.Millisecond
	early := slice.OfInterval(0, 35*ms)
	early.Name = "early"
	middle := slice.OfInterval(15*ms, 40*ms)
	middle.Name = "middle"
	computed, err := slice.Compute(t.Context(), slice.Input{Timeline: tl}, []slice.Definition{early, middle}, nil)
	if err != nil {
		t.Fatal(err)
	}
	q := Query{Totals: totals.Query{To: tl.End, Of: func(tracefeed.ThreadID) bool { return true }}, Where: all(t)}
	for _, c := range []struct{ base, list, groups string }{
		{"", "1: 10 ms 5 ms; 2: 5 ms 10 ms; 3: 0 0", "early 1 2; middle 1 2;  3"},
		{"early", "1: 10 ms 5 ms; 2: 5 ms 5 ms", "middle 1 2"},
		{"middle", "1: 5 ms 5 ms; 2: 10 ms 5 ms", "early 1 2"},
	} {
		q.Slicing = report.NewSlicing(computed, c.base)
		if got := listed(t, q, x, tl); got != c.list {
			t.Errorf("with the base %q: %s, want %s", c.base, got, c.list)
		}
		l, ok := q.Groups(t.Context(), x, tl, "slice")
		var groups []string
		for row := range l.Len {
			name := l.Text(row, 0)
			for _, id := range l.Spot(row).Tasks {
				name += " " + id.String()[:1]
			}
			groups = append(groups, name)
		}
		if slices.Sort(groups); !ok || sorted(c.groups) != strings.Join(groups, "; ") {
			t.Errorf("with the base %q, groups are %q, want %s", c.base, groups, c.groups)
		}
	}
}

// sorted sorts parts of a text.
func sorted(text string) string {
	list := strings.Split(text, "; ")
	slices.Sort(list)
	return strings.Join(list, "; ")
}

// all is the condition of all tasks.
func all(t *testing.T) where.Condition {
	t.Helper()
	c, err := where.Parse("")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// listed returns the numbers of the tasks of a query with their last two columns.
func listed(t *testing.T, q Query, x *task.Index, tl *timeline.Timeline) string {
	t.Helper()
	l, ok := q.List(t.Context(), x, tl)
	if !ok {
		t.Fatal("no list")
	}
	var rows []string
	for row := range l.Len {
		cells := []string{l.Shown(row, 0) + ":"}
		for column := len(l.Heads) - 2; column < len(l.Heads); column++ {
			cells = append(cells, strings.Replace(tracefeed.Time(l.Number(row, column)).String(), "0 ns", "0", 1))
		}
		rows = append(rows, strings.ReplaceAll(strings.Join(cells, " "), ".000", ""))
	}
	return strings.Join(rows, "; ")
}

// A task counts in the intervals in which it is there: its first instant does, its end does not.
// One without a length counts where its moment is, also at the end of the trace.
func TestTasksInIntervals(t *testing.T) {
	t.Parallel()
	tl := reduced.Story(t, "tiv-text 1\n0ns A start\n10ns A task-start pay object=1\n20ns A task-end pay object=1\n"+
		"20ns A task-start pay object=2\n20ns A task-end pay object=2\n30ns A task-start pay object=3\n30ns A end\n")
	x, err := task.Build(t.Context(), tl, task.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		from, to tracefeed.Time
		want     string
	}{{0, 30, "123"}, {0, 10, ""}, {0, 11, "1"}, {19, 20, "1"}, {19, 21, "12"}, {20, 21, "2"}, {20, 30, "23"},
		{21, 29, ""}, {21, 30, "3"}} {
		q := Query{Totals: totals.Query{From: c.from, To: c.to, Of: func(tracefeed.ThreadID) bool { return true }}, Where: all(t)}
		l, _ := q.List(t.Context(), x, tl)
		got := ""
		for row := range l.Len {
			got += l.Shown(row, 0)
		}
		if got != c.want {
			t.Errorf("from %d to %d there are %q, want %q", c.from, c.to, got, c.want)
		}
	}
}

// A canceled query has no list.
func TestCanceledQuery(t *testing.T) {
	t.Parallel()
	tl := reduced.Story(t, "tiv-text 1\n0ns A start\n10ns A task-start pay object=1\n20ns A task-end pay object=1\n")
	x, err := task.Build(t.Context(), tl, task.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	q := Query{Totals: totals.Query{To: tl.End, Of: func(tracefeed.ThreadID) bool { return true }}, Where: all(t)}
	if _, ok := q.List(ctx, x, tl); ok {
		t.Error("there is a list")
	}
	if _, ok := q.Groups(ctx, x, tl, "type"); ok {
		t.Error("there are groups")
	}
}

// BenchmarkList lists 100 000 tasks.
func BenchmarkList(b *testing.B) {
	var text strings.Builder
	text.WriteString("tiv-text 1\n0ns A start\n")
	const n = 100_000
	for i := range n {
		text.WriteString(tracefeed.Time(100*i+10).Exact() + " A task-start pay object=" + numbered(int64(i+1)) + "\n")
		text.WriteString(tracefeed.Time(100*i+10+i%90).Exact() + " A task-end pay object=" + numbered(int64(i+1)) + "\n")
	}
	tl := reduced.Story(b, text.String())
	x, err := task.Build(b.Context(), tl, task.Options{})
	if err != nil {
		b.Fatal(err)
	}
	w, err := where.Parse("duration > p95")
	if err != nil {
		b.Fatal(err)
	}
	q := Query{Totals: totals.Query{To: tl.End, Of: func(tracefeed.ThreadID) bool { return true }}, Where: w}
	for b.Loop() {
		if l, ok := q.List(b.Context(), x, tl); !ok || l.Len == 0 || l.Len > n/10 {
			b.Fatal(l.Len)
		}
	}
}
