package diff

import (
	"fmt"
	"math"
	"strings"

	"tiv/interaction/compare"
	"tiv/tracefeed"
)

// Section is a table in words.
type Section struct {
	Title, Help string
	Heads       []string
	// Left is the number of columns at the end that are texts; others are numbers.
	Left int
	// Below are texts about the rows, "" for none: in lines of their own, or in a last column.
	Below []string
	Rows  [][]string
	// Of are the rows of the comparison behind Rows, if there are any.
	Of []*compare.Row
	// More counts the rows that are left out; "" for none.
	More string

	// named is true if the first column is a text, too.
	named     bool
	belowHead string
}

// Nothing is the contents of a section without rows.
func (s *Section) Nothing() string {
	return "no difference to list (" + strings.ReplaceAll(s.More, " more", "") + ")"
}

// maxRows is the number of rows of a section, maxTaskRows that of tasks, of which a type has
// several; JSON has all.
const maxRows, maxTaskRows = 20, 60

// Sections returns all sections that are not empty.
func (d *Document) Sections() []Section {
	all := []Section{d.findings(),
		d.times(d.Diff.Locks, "Locks", "time that threads waited for them, "+d.each(),
			[]string{"waits " + d.each(), "longest wait", "locks", "waited for by", "lock"}, 2, lockCells),
		d.times(d.Diff.Groups, "Threads", "time in each state, "+d.each(), []string{"share", "threads", "state", "threads of"},
			2, groupCells),
		d.times(d.Diff.Pairs, "Who waits for whom", "time that threads waited for locks of others, "+d.each(),
			[]string{"times " + d.each(), "longest wait", "waits", "for"}, 2, pairCells),
		d.tasks(),
	}
	kept := all[:0]
	for _, s := range all {
		if len(s.Rows) > 0 || s.More != "" {
			kept = append(kept, s)
		}
	}
	return kept
}

func lockCells(r *compare.Row) []string {
	return []string{both(r.Count, rate), both(r.Longest, duration), both(r.Locks, number), r.Other, lockName(r)}
}

func groupCells(r *compare.Row) []string {
	return []string{both(r.Share, share), both(r.Threads, number), r.State.String(), r.Name}
}

func pairCells(r *compare.Row) []string {
	return []string{both(r.Count, rate), both(r.Longest, duration), r.Name, r.Other}
}

func taskCells(r *compare.Row) []string {
	return []string{both(r.Count, number), r.Measure.String(), taskType(r)}
}

// tasks returns the section of the types of tasks.
func (d *Document) tasks() Section {
	s := d.times(d.Diff.Tasks, "Tasks", "percentiles of the durations, and the time of a task in the mean, with its parts",
		[]string{"tasks", "of a task", "type"}, 2, taskCells)
	for i, r := range s.Of {
		if text := d.why(r); text != "" {
			if s.Below == nil {
				s.Below, s.belowHead = make([]string, len(s.Rows)), "why"
			}
			s.Below[i] = text
		}
	}
	return s
}

// times returns the section of rows with times. cells are the columns after those of the
// time.
func (d *Document) times(rows []compare.Row, title, help string, heads []string, left int, cells func(*compare.Row) []string) Section {
	s := Section{Title: title, Help: help, Left: left, Heads: []string{"before", "after", "change", ""}}
	most, tests := maxRows, &d.Diff.Tests
	if len(rows) > 0 && rows[0].Kind == compare.Task {
		most, tests = maxTaskRows, &d.Diff.TaskTests
	}
	if tests.Compared > 0 {
		s.Heads = append(s.Heads, "95 %", "p")
	}
	s.Heads = append(s.Heads, heads...)
	scale := scaleOf(rows)
	var out omitted
	for i := range rows {
		r := &rows[i]
		switch {
		case r.Kind == compare.Group && !r.Lost() && r.State != tracefeed.Running: // idle, mostly
			continue
		case r.Small && r.Time.Change() == 0:
			continue
		case r.Small || r.Test != nil && !tests.Provable() && d.minor(r):
			out.small++
			continue
		case r.Test != nil && !r.Test.Shown() && tests.Provable():
			out.equal++
			continue
		case len(s.Rows) == most:
			out.others++
			continue
		}
		of, signed := scale.of, scale.signed
		if r.IsRate() {
			of, signed = rate, signedRate
		}
		row := []string{of(r.Time.Before), of(r.Time.After), signed(r.Change()), factor(r)}
		if tests.Compared > 0 {
			row = append(row, tested(r, signed)...)
		}
		s.Rows, s.Of = append(s.Rows, append(row, cells(r)...)), append(s.Of, r)
	}
	s.More = out.String()
	return s
}

// minor reports whether a change is too small to list where none can be shown.
func (d *Document) minor(r *compare.Row) bool {
	whole := d.Diff.Total.Time
	if !r.Lost() || r.Kind == compare.Task {
		whole = r.Time
	}
	return math.Abs(r.Change()) < compare.Small*max(whole.Before, whole.After)
}

// omitted counts the rows that are left out.
type omitted struct{ others, equal, small int }

// String returns "3 more in --json, 12 more below 1 %"; "" if none is left out.
func (l omitted) String() string {
	var parts []string
	if l.others > 0 {
		parts = append(parts, fmt.Sprintf("%d more in --json", l.others))
	}
	if l.equal > 0 {
		parts = append(parts, fmt.Sprintf("%d more without a difference that the runs can show", l.equal))
	}
	if l.small > 0 {
		parts = append(parts, fmt.Sprintf("%d more below 1 %%", l.small))
	}
	return strings.Join(parts, ", ")
}

// tested returns the interval of the change and its p, both "" without a test.
func tested(r *compare.Row, format func(float64) string) []string {
	switch {
	case r.Test == nil:
		return []string{"", ""}
	case !r.Test.Bounded:
		return []string{"", probability(r.Test.Adjusted)}
	}
	return []string{format(r.Test.Low) + " … " + format(r.Test.High), probability(r.Test.Adjusted)}
}

// findings returns the section of findings that differ.
func (d *Document) findings() Section {
	s := Section{Title: "Findings", Left: 3, belowHead: "example",
		Heads: []string{"time lost " + d.each(), "threads", "change", "finding", "lock"}}
	if d.Diff.Tested() {
		s.Heads[1] = "runs with it"
	}
	same, others := 0, 0
	for i := range d.Diff.Findings {
		r := &d.Diff.Findings[i]
		figures := both(r.Threads, number)
		if d.Diff.Tested() {
			figures = fmt.Sprintf("%d of %d → %d of %d", r.Runs[0], d.Diff.Runs[0], r.Runs[1], d.Diff.Runs[1])
		}
		switch status := r.Status(); {
		case status == "same":
			same++
		case len(s.Rows) == maxRows:
			others++
		default:
			s.Rows = append(s.Rows, []string{both(r.Time, duration), figures, status, fmt.Sprintf("%s (%s)", r.Name, r.Severity), r.Lock})
			s.Below, s.Of = append(s.Below, quoted(r.Text, 140)), append(s.Of, r)
		}
	}
	var parts []string
	if others > 0 {
		parts = append(parts, fmt.Sprintf("%d more in --json", others))
	}
	if same > 0 {
		parts = append(parts, fmt.Sprintf("%d more as before", same))
	}
	s.More = strings.Join(parts, ", ")
	return s
}
