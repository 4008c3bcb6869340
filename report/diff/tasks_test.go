package diff_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tiv/interaction/compare"
	"tiv/report/diff"
	"tiv/report/table"
	"tiv/report/tasks"
	"tiv/task"
)

// payments is a trace of a second with 20 payments of 2 ms, of which five sleep longer.
func payments(t *testing.T, sleep int) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("tiv-text 1\n0s A start name=server\n")
	for i := range 20 {
		at := 40 * i
		fmt.Fprintf(&b, "%[1]dms A task-start GET%%20/pay object=%[2]d\n%[1]dms A region-start serve object=%[2]d\n", at, i+1)
		if i%4 == 1 {
			fmt.Fprintf(&b, "%dms A suspend-start sleep\n%dms A suspend-end\n", at, at+sleep)
			at += sleep
		}
		fmt.Fprintf(&b, "%[1]dms A region-end serve object=%[2]d\n%[1]dms A task-end GET%%20/pay object=%[2]d\n", at+2, i+1)
	}
	b.WriteString("1s - none\n")
	path := filepath.Join(t.TempDir(), fmt.Sprintf("sleep%d.tiv", sleep))
	if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestTasks compares the whole text about tasks.
func TestTasks(t *testing.T) {
	t.Parallel()
	const want = `
Tasks: percentiles of the durations, and the time of a task in the mean, with its parts
   before     after     change        tasks  of a task  type
  3.25 ms   7.00 ms   +3.75 ms  ×2.2     20  mean       GET /pay
  7.00 ms  22.00 ms  +15.00 ms  ×3.1     20  p95        GET /pay
      the slowest take 15 ms more: 22 ms in the mean, before 7 ms; 15 ms of it (100 %) are suspended: sleep
  1.25 ms   5.00 ms   +3.75 ms  ×4.0     20  suspended  GET /pay
`
	short, long := payments(t, 5), payments(t, 20)
	d := documentOf(t, []string{short}, []string{long})
	if got := textOf(t, d); !strings.HasSuffix(got, want) {
		t.Errorf("got\n%s", got)
	}
	const sentence = "GET /pay: 95 % of the tasks take at most 22 ms, before 7 ms; the slowest take 15 ms more: " +
		"22 ms in the mean, before 7 ms; 15 ms of it (100 %) are suspended: sleep."
	if got := d.Summary(); got != sentence {
		t.Errorf("%q, want %q", got, sentence)
	}
	const less = "the slowest take 15 ms less: 7 ms in the mean, before 22 ms; 15 ms of it (100 %) were suspended: sleep"
	back := documentOf(t, []string{long}, []string{short})
	if got := textOf(t, back); !strings.Contains(got, "\n      "+less+"\n") {
		t.Errorf("no %q in\n%s", less, got)
	}
	var b strings.Builder
	if err := back.WriteMarkdown(&b); err != nil || !strings.Contains(b.String(), "| 22.00 ms | 7.00 ms | −15.00 ms | −68 % | 20 | "+
		"p95 | GET /pay | "+less+" |\n") || !strings.Contains(b.String(), "| mean | GET /pay |  |\n") {
		t.Errorf("%v\n%s", err, b.String())
	}
	if got := textOf(t, documentOf(t, []string{short}, []string{short})); strings.Contains(got, "Tasks:") {
		t.Errorf("the same twice:\n%s", got)
	}
}

// TestTasksOfRuns tests tasks apart from threads.
func TestTasksOfRuns(t *testing.T) {
	t.Parallel()
	short, long := payments(t, 5), payments(t, 20)
	for _, x := range []struct {
		before, after int
		want          []string
	}{
		{6, 6, []string{"GET /pay: 95 % of the tasks take at most 22 ms, before 7 ms; the slowest take 15 ms more",
			"6 and 6 runs, 1 figure and 6 figures of tasks compared: medians",
			"  7.00 ms  22.00 ms  +15.00 ms  ×3.1  +15.00 ms … +15.00 ms  0.013     20  p95 ",
			"and 3 more without a difference that the runs can show"}},
		{4, 4, []string{"No difference: no thread lost time in either.",
			"4 and 4 runs, 1 figure compared: medians, with the exact", "(p above 0.05). 4 and 4 runs cannot show a difference in " +
				"6 figures of tasks: the least possible p is 0.17. 5 runs of each can.", "  7.00 ms  22.00 ms  +15.00 ms  ~  "}},
	} {
		got := textOf(t, documentOf(t, repeat(short, x.before), repeat(long, x.after)))
		for _, want := range x.want {
			if !strings.Contains(got, want) {
				t.Errorf("%d, %d: no %q in\n%s", x.before, x.after, want, got)
			}
		}
	}
}

// TestTasksJSON reads the rows of tasks, and finds all fields in the documentation.
func TestTasksJSON(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	if err := documentOf(t, repeat(payments(t, 5), 6), repeat(payments(t, 20), 6)).WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	type figures struct{ Before, After float64 }
	var got struct {
		Compared int `json:"task_compared"`
		Needed   int `json:"task_needed_runs"`
		Before   []diff.Trace
		Tasks    []struct {
			Status, Type, Measure, Why string
			Count, Rate                *figures
			Time                       *figures `json:"time_ns"`
			Test                       *struct{ Shown bool }
		}
	}
	if err := json.Unmarshal(b.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	var rows []string
	for _, r := range got.Tasks {
		rows = append(rows, fmt.Sprint(r.Type, " ", r.Measure, " ", r.Status, " ", r.Test != nil && r.Test.Shown))
		if rate := r.Measure == "rate"; rate != (r.Rate != nil) || rate == (r.Time != nil) || *r.Count != (figures{20, 20}) {
			t.Errorf("%+v", r)
		}
		if (r.Why != "") != (r.Measure == "p95") {
			t.Errorf("%s: %s", r.Measure, r.Why)
		}
	}
	want := []string{"GET /pay rate same false", "GET /pay mean longer true", "GET /pay p50 same false", "GET /pay p95 longer true",
		"GET /pay running same false", "GET /pay suspended longer true"}
	if !slices.Equal(rows, want) || got.Compared != 6 || got.Needed != 5 || got.Before[0].Tasks != 20 {
		t.Errorf("%q, want %q; %+v", rows, want, got)
	}
	page, err := os.ReadFile("../../docs/diff.md")
	if err != nil {
		t.Fatal(err)
	}
	var fields any
	if err := json.Unmarshal(b.Bytes(), &fields); err != nil {
		t.Fatal(err)
	}
	eachField(fields, func(name string) {
		if !strings.Contains(string(page), "`"+name+"`") {
			t.Errorf("docs/diff.md does not have the field %s", name)
		}
	})
}

// TestTasksAreThoseOfTables compares a run with itself: its figures are those of tiv tasks.
func TestTasksAreThoseOfTables(t *testing.T) {
	t.Parallel()
	path := payments(t, 7)
	d := documentOf(t, []string{path}, []string{path})
	tl := timelineAt(t, path)
	x, err := task.Build(t.Context(), tl, task.Options{})
	if err != nil {
		t.Fatal(err)
	}
	list := tasks.TypeTable(tasks.Types(x, tl, nil))
	for i := range d.Diff.Tasks {
		r := &d.Diff.Tasks[i]
		if r.IsRate() {
			continue
		}
		name, parts := r.Measure.Word()+"_ns", 1.0
		if !r.Measure.OfDurations() {
			parts = r.Count.After // the table has sums
		}
		c := slices.IndexFunc(list.Heads, func(h table.Head) bool { return h.Name == name })
		if c < 0 || float64(list.Number(0, c)) != r.Time.After*parts || r.Name != "GET /pay" || r.Kind != compare.Task {
			t.Errorf("%s %v: %v", r.Name, r.Measure, r.Time)
		}
	}
	if len(d.Diff.Tasks) != 6 {
		t.Errorf("%d rows", len(d.Diff.Tasks))
	}
}
