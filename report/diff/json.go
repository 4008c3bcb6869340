package diff

import (
	"io"
	"math"

	"tiv/interaction/compare"
	"tiv/report"
)

// document is the JSON document of `tiv diff --json`; docs/diff.md describes it. Times are
// in nanoseconds, those of rows a unit.
type document struct {
	Format  string  `json:"format"`
	Version int     `json:"version"`
	Per     string  `json:"per"`
	Summary string  `json:"summary"`
	Before  []Trace `json:"before"`
	After   []Trace `json:"after"`
	// Compared is the number of tests, LeastP the least p that the corrected tests can give,
	// Needed the number of runs of each side that can show a difference.
	Compared int     `json:"compared,omitempty"`
	LeastP   float64 `json:"least_p,omitempty"`
	Needed   int     `json:"needed_runs,omitempty"`
	Total    row     `json:"total"`
	Findings []row   `json:"findings"`
	Locks    []row   `json:"locks"`
	Threads  []row   `json:"threads"`
	Pairs    []row   `json:"pairs"`
	// TaskCompared, TaskLeastP and TaskNeeded are of the tests of tasks.
	TaskCompared int     `json:"task_compared,omitempty"`
	TaskLeastP   float64 `json:"task_least_p,omitempty"`
	TaskNeeded   int     `json:"task_needed_runs,omitempty"`
	Tasks        []row   `json:"tasks"`
}

type row struct {
	Status   string `json:"status"`
	Kind     string `json:"kind,omitempty"` // of a finding
	Severity string `json:"severity,omitempty"`
	Text     string `json:"text,omitempty"`
	Lock     string `json:"lock,omitempty"`
	Was      string `json:"was,omitempty"`
	Group    string `json:"group,omitempty"`
	State    string `json:"state,omitempty"`
	For      string `json:"for,omitempty"` // the group waited for
	// Type and Measure are of tasks, Rate is their number in a second, Why says why the slowest differ.
	Type    *string  `json:"type,omitempty"`
	Measure string   `json:"measure,omitempty"`
	Rate    *figures `json:"rate,omitempty"`
	Why     string   `json:"why,omitempty"`

	Time    *figures    `json:"time_ns,omitempty"`
	Change  *int64      `json:"change_ns,omitempty"`
	Share   *figures    `json:"share,omitempty"`
	Waits   *figures    `json:"waits,omitempty"`
	Longest *figures    `json:"longest_ns,omitempty"`
	Count   *figures    `json:"count,omitempty"`
	Threads *figures    `json:"threads,omitempty"`
	Locks   *figures    `json:"locks,omitempty"`
	Runs    *figures    `json:"runs,omitempty"`
	Test    *testResult `json:"test,omitempty"`
	Small   bool        `json:"small,omitempty"`
	More    int         `json:"more_places,omitempty"`
}

type figures struct {
	Before float64 `json:"before"`
	After  float64 `json:"after"`
}

// testResult is the comparison of the times of several runs.
type testResult struct {
	P        float64 `json:"p"`
	Adjusted float64 `json:"p_holm"`
	Shown    bool    `json:"shown"`
	// Low and High are left out if there are too few runs, and of rates.
	Low      *int64  `json:"low_ns,omitempty"`
	High     *int64  `json:"high_ns,omitempty"`
	Biserial float64 `json:"rank_biserial"`
}

// WriteJSON writes the comparison as one line of JSON. The error is that of w.
func (d *Document) WriteJSON(w io.Writer) error {
	diff := d.Diff
	out := document{Format: "tiv-diff", Version: 1, Per: string(diff.Per), Summary: d.Summary(), Before: d.Before, After: d.After,
		Total: d.rowOf(&diff.Total), Findings: d.rowsOf(diff.Findings), Locks: d.rowsOf(diff.Locks), Threads: d.rowsOf(diff.Groups),
		Pairs: d.rowsOf(diff.Pairs), Tasks: d.rowsOf(diff.Tasks)}
	if diff.Tested() {
		out.Compared, out.LeastP, out.Needed = diff.Tests.Compared, diff.Tests.LeastP(), diff.Tests.Needed()
		if t := &diff.TaskTests; t.Compared > 0 {
			out.TaskCompared, out.TaskLeastP, out.TaskNeeded = t.Compared, t.LeastP(), t.Needed()
		}
	}
	return report.WriteJSON(w, out)
}

func (d *Document) rowsOf(rows []compare.Row) []row {
	out := make([]row, len(rows))
	for i := range rows {
		out[i] = d.rowOf(&rows[i])
	}
	return out
}

func (d *Document) rowOf(r *compare.Row) row {
	out := row{Status: r.Status(), Small: r.Small, Threads: some(r.Threads), Locks: some(r.Locks), More: r.More}
	switch r.Kind {
	case compare.Finding:
		out.Kind, out.Severity, out.Text, out.Lock, out.Group = r.Name, r.Severity.String(), r.Text, r.Lock, r.Other
		out.Count, out.Runs = some(r.Count), &figures{float64(r.Runs[0]), float64(r.Runs[1])}
	case compare.Lock:
		out.Lock, out.Was, out.Group, out.Waits = r.Name, r.Was, r.Other, some(r.Count)
	case compare.Group:
		out.Group, out.State = r.Name, r.State.String()
	case compare.Pair:
		out.Group, out.For, out.Waits = r.Name, r.Other, some(r.Count)
	case compare.Task:
		out.Type, out.Measure, out.Count, out.Why = &r.Name, r.Measure.Word(), some(r.Count), d.why(r)
		out.Runs = &figures{float64(r.Runs[0]), float64(r.Runs[1])}
	}
	if r.IsRate() {
		out.Rate = &figures{r.Time.Before, r.Time.After}
	} else {
		change := rounded(r.Change())
		out.Time, out.Change = &figures{math.Round(r.Time.Before), math.Round(r.Time.After)}, &change
	}
	out.Share, out.Longest = some(r.Share), some(r.Longest)
	if t := r.Test; t != nil {
		out.Test = &testResult{P: t.P, Adjusted: t.Adjusted, Shown: t.Shown(), Biserial: t.Dominance}
		if t.Bounded && !r.IsRate() {
			low, high := rounded(t.Low), rounded(t.High)
			out.Test.Low, out.Test.High = &low, &high
		}
	}
	return out
}

func rounded(ns float64) int64 { return int64(math.Round(ns)) }

// some returns figures, nil if both are 0.
func some(f compare.Figures) *figures {
	if f == (compare.Figures{}) {
		return nil
	}
	return &figures{f.Before, f.After}
}
