package compare

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"tiv/interaction/detect"
	"tiv/internal/ranktest"
	"tiv/tracefeed"
)

// Unit is the unit of work or time by which the times of a run are divided.
type Unit string

const (
	// Second: a second of the trace.
	Second Unit = "second"
	// Thread: a thread of the program.
	Thread Unit = "thread"
	// EachTask: a task.
	EachTask Unit = "task"
	// Whole: the whole run.
	Whole Unit = "run"
)

// Units returns all units, the default first.
func Units() []string {
	return []string{string(Second), string(Thread), string(EachTask), string(Whole)}
}

// units returns the number of units of a run.
func (u Unit) units(r *Run) float64 {
	switch u {
	case Thread:
		return float64(r.Threads)
	case EachTask:
		return float64(r.Tasks)
	case Whole:
		return 1
	}
	return float64(r.length) / float64(tracefeed.Second)
}

// Kind is the kind of thing that a row compares.
type Kind uint8

const (
	// Total: all threads of the program together.
	Total Kind = iota
	// Finding: the findings of a kind, about the same groups and locks.
	Finding
	// Lock: the locks for which threads wait at the same places.
	Lock
	// Group: the threads with the same pattern of names and start function, in a state.
	Group
	// Pair: the waits of a group for another one.
	Pair
	// Task: a measure of the tasks of a type.
	Task
)

// Small is the share of the lost time from which a row counts: smaller ones are not
// tested.
const Small = 0.01

// Figures are a figure of both sides: the median of the runs.
type Figures struct{ Before, After float64 }

// Change returns the difference.
func (f Figures) Change() float64 { return f.After - f.Before }

// Row compares one thing. Times are in nanoseconds a unit.
type Row struct {
	Kind Kind
	// Name is the name of the finding's kind, of the lock's place, of a group, or the type of
	// tasks.
	Name string
	// Other is the group waited for (Pair), that of at least four fifths of the
	// waiting, "" if there is none (Lock), or the groups concerned (Finding), "" for
	// costs of a lock; of findings about tasks, their types, and the groups whose queue it is.
	Other string
	// Lock is the locks of a Finding.
	Lock string
	// Was is the place of the lock before, if it has moved in its function.
	Was string
	// More is the number of further places of the lock.
	More int
	// Severity and Text are those of the finding, Text that of one example: after, if
	// there is one.
	Severity detect.Severity
	Text     string
	State    tracefeed.State // of the group
	Measure  Measure         // of the tasks
	// Time is the time: of waits (Lock, Pair), in the state (Group), lost (Total,
	// Finding), or the measure (Task), which is no time if it is a rate. Of runs without
	// tasks of the type only the rate counts.
	Time Figures
	// Count is the number of waits a unit, or of findings or tasks a run.
	Count Figures
	// Longest is the longest wait, in nanoseconds.
	Longest Figures
	// Threads is the number of threads (Total, Group, Finding), Locks that of locks (Lock).
	Threads, Locks Figures
	// Share is the share of the group's life in the state.
	Share Figures
	// Runs is the number of runs that have it.
	Runs [2]int
	// Small is true if it is too small to count.
	Small bool
	// Test is the comparison of several runs; nil if there is one run of each, if the row
	// is Small, if a side has no such tasks, and for findings and for states that are neither
	// lost time nor running.
	Test *Test
	// Cause is of a percentile P95 of tasks that has changed; nil if no cause is known.
	Cause *Cause
}

// Test is the comparison of the Time of several runs.
type Test struct {
	ranktest.Result
	// Adjusted is P after the correction for all comparisons.
	Adjusted float64
}

// Shown reports whether the runs show that there is a difference.
func (t *Test) Shown() bool { return t.Adjusted <= ranktest.Alpha }

// Differs reports whether both sides have the row, and its change counts: it is not Small, and not
// noise as far as that was tested.
func (r *Row) Differs() bool {
	return !r.Small && r.Runs[0] > 0 && r.Runs[1] > 0 && (r.Test == nil || r.Test.Shown())
}

// Change returns the change of Time: with several runs, its Hodges–Lehmann estimate.
func (r *Row) Change() float64 {
	if r.Test != nil {
		return r.Test.Shift
	}
	return r.Time.Change()
}

// Status is the change of a row in a word: new, gone, longer, shorter or same, and of a
// rate more or fewer. Whether it is more than noise says Test.
func (r *Row) Status() string {
	absent := func(side int, threads float64) bool {
		return r.Runs[side] == 0 && (r.Kind != Group || threads == 0)
	}
	change := r.Change()
	if r.Kind == Finding && r.Small {
		change = r.Threads.Change()
	}
	before, after := absent(0, r.Threads.Before), absent(1, r.Threads.After)
	switch {
	case before && !after:
		return "new"
	case after && !before:
		return "gone"
	case change > 0 && r.IsRate():
		return "more"
	case change < 0 && r.IsRate():
		return "fewer"
	case change > 0:
		return "longer"
	case change < 0:
		return "shorter"
	}
	return "same"
}

// Lost reports whether the row is about time in which threads could not go on.
func (r *Row) Lost() bool {
	return r.Kind != Group || isLost(r.State)
}

// IsRate reports whether Time is a number of tasks in a second, not a time.
func (r *Row) IsRate() bool { return r.Kind == Task && r.Measure == Rate }

func isLost(s tracefeed.State) bool {
	return s == tracefeed.Blocking || s == tracefeed.Runnable || s == tracefeed.IO
}

// Diff is a comparison.
type Diff struct {
	Per Unit
	// Total has the time lost by all threads.
	Total Row
	// Findings, Locks, Groups and Pairs are sorted: findings by severity, others
	// by the change of their time, differences that the runs show first. Groups are all
	// states of a group in succession, if one of them is not Small.
	Findings, Locks, Groups, Pairs []Row
	// Tasks are the types of tasks, those with the longest durations together first, with
	// their measures.
	Tasks []Row
	// Runs are the numbers of runs before and after.
	Runs [2]int
	// Tests are those of Total, Locks, Groups and Pairs, TaskTests those of Tasks.
	Tests, TaskTests Family

	matcher *matcher
}

// Tested reports whether there are several runs.
func (d *Diff) Tested() bool { return d.Runs[0]+d.Runs[1] > 2 }

// TestsOf returns the family of the test of a row.
func (d *Diff) TestsOf(r *Row) *Family {
	if r.Kind == Task {
		return &d.TaskTests
	}
	return &d.Tests
}

// Of compares runs before a change with runs after it. It returns an error if there are
// none or too many, or if one has nothing of the unit.
func Of(before, after []*Run, per Unit) (*Diff, error) {
	if n := min(len(before), len(after)); n == 0 {
		return nil, errors.New("no runs to compare")
	}
	if n := max(len(before), len(after)); n > ranktest.MaxSample {
		return nil, fmt.Errorf("%d runs of one side; at most %d can be compared", n, ranktest.MaxSample)
	}
	for _, r := range slices.Concat(before, after) {
		if per.units(r) <= 0 {
			return nil, fmt.Errorf("a trace has no %ss to divide its times by", per)
		}
	}
	m := newMatcher(before, after, per)
	d := &Diff{Per: per, Runs: [2]int{len(before), len(after)}, matcher: m}
	d.Total = m.total()
	d.Findings = m.findings()
	d.Locks, d.Groups, d.Pairs, d.Tasks = m.locks(), m.groups(), m.pairs(), m.tasks()
	all := []*Row{&d.Total}
	for _, rows := range [][]Row{d.Locks, d.Groups, d.Pairs} {
		all = append(all, pointers(rows)...)
	}
	d.Tests, d.TaskTests = newFamily(d.Runs, all), newFamily(d.Runs, pointers(d.Tasks))
	for i := range d.Tasks {
		d.Tasks[i].Cause = m.cause(&d.Tasks[i])
	}
	d.sort()
	return d, nil
}

func (d *Diff) sort() {
	slices.SortStableFunc(d.Findings, func(a, b Row) int {
		return cmp.Or(-cmp.Compare(a.Severity, b.Severity), -cmp.Compare(abs(a.Count.Change()), abs(b.Count.Change())),
			cmp.Compare(a.Name, b.Name), cmp.Compare(a.Other, b.Other), cmp.Compare(a.Lock, b.Lock))
	})
	slices.SortStableFunc(d.Locks, byChange)
	slices.SortStableFunc(d.Pairs, byChange)
	best := map[string]*Row{} // of each group
	for i := range d.Groups {
		if r := &d.Groups[i]; best[r.Name] == nil || byChange(*r, *best[r.Name]) < 0 {
			best[r.Name] = r
		}
	}
	order := make(map[string]Row, len(best))
	for name, r := range best {
		order[name] = *r
	}
	slices.SortStableFunc(d.Groups, func(a, b Row) int {
		if a.Name != b.Name {
			return cmp.Or(byChange(order[a.Name], order[b.Name]), cmp.Compare(a.Name, b.Name))
		}
		return byChange(a, b)
	})
}

// byChange is the order of rows: shown differences, then lost time, then the change.
func byChange(a, b Row) int {
	return cmp.Or(-cmp.Compare(rank(&a), rank(&b)), -cmp.Compare(abs(a.Change()), abs(b.Change())),
		cmp.Compare(a.Name, b.Name), cmp.Compare(a.Other, b.Other), cmp.Compare(a.State, b.State))
}

func rank(r *Row) (n int) {
	if !r.Small {
		n++
	}
	if r.Lost() {
		n += 2
	}
	if r.Test != nil && r.Test.Shown() {
		n += 4
	}
	return n
}

func abs(x float64) float64 { return max(x, -x) }
