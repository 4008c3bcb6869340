package tasks

import (
	"cmp"
	"fmt"
	"strings"

	"tiv/report"
	"tiv/report/table"
	"tiv/task"
	"tiv/task/path"
	"tiv/tracefeed"
)

// pathSum is a row about the paths of the tasks of one type.
type pathSum struct {
	path.Cost
	whole tracefeed.Time // of all paths of the type
}

// PathSums is what the critical paths of tasks consist of, by type.
type PathSums struct {
	rows []pathSum
	// tasks is the number of tasks, by type.
	tasks map[string]int
	lock  func(tracefeed.MonitorID) string
}

// NewPathSums returns what the paths of some tasks, given by their indices, consist of. list is
// what path.Sum has found; lock names a lock.
func NewPathSums(x *task.Index, of []int, list []path.Cost, lock func(tracefeed.MonitorID) string) *PathSums {
	s := &PathSums{tasks: map[string]int{}, lock: lock}
	for _, i := range of {
		s.tasks[x.Tasks[i].Type]++
	}
	whole := map[string]tracefeed.Time{}
	for _, c := range list {
		whole[c.Type] += c.Time
	}
	for _, c := range list {
		s.rows = append(s.rows, pathSum{c, whole[c.Type]})
	}
	return s
}

// mostShares is the number of parts of a path that a sentence has.
const mostShares = 4

// Sentences says what matters most, a line a type.
func (s *PathSums) Sentences() string {
	var b strings.Builder
	for i := 0; i < len(s.rows); {
		first, sum := i, tracefeed.Time(0)
		for ; i < len(s.rows) && s.rows[i].Type == s.rows[first].Type; i++ {
			r := &s.rows[i]
			switch {
			case i == first:
				fmt.Fprintf(&b, "of %d × %s, %v on their critical paths: ", s.tasks[r.Type],
					report.Safe(shownName(r.Type)), r.whole)
			case i < first+mostShares:
				b.WriteString(", ")
			default:
				continue
			}
			sum += r.Time
			fmt.Fprintf(&b, "%s %s", tracefeed.Percent(r.Time, r.whole), s.words(r))
		}
		if rest := s.rows[first].whole - sum; rest > 0 {
			fmt.Fprintf(&b, ", %s others", tracefeed.Percent(rest, s.rows[first].whole))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// words says what a row is about.
func (s *PathSums) words(r *pathSum) string {
	text := what(r.Kind, r.State)
	if r.Kind == path.Work {
		text = doing(&path.Piece{State: r.State, Cause: r.Cause})
	}
	if r.Monitor != tracefeed.NoMonitor {
		if text += " at "; r.Kind == path.Lock {
			text = ""
		}
		text += s.lock(r.Monitor)
	}
	switch {
	case r.Kind == path.Wait && !r.Held:
		text += " for a thread with no task"
	case r.Held && r.Kind == path.Lock:
		text += " held for " + cmp.Or(report.Safe(r.Holder), "a task without a name")
	case r.Held:
		text += " for " + cmp.Or(report.Safe(r.Holder), "a task without a name")
	}
	if r.Part != "" {
		text += " in " + report.Safe(r.Part)
	}
	return text
}

// Table is a row for each kind of piece, of each type the longest first.
func (s *PathSums) Table() *table.Table {
	typed := text("type", "type", func(r *pathSum) string { return r.Type })
	typed.Shown = func(r *pathSum) string { return shownName(r.Type) }
	held := text("held_for", "for", func(r *pathSum) string { return r.Holder })
	held.Shown = func(r *pathSum) string {
		switch {
		case r.Held:
			return shownName(r.Holder)
		case r.Kind == path.Lock || r.Kind == path.Wait:
			return "(no task)"
		}
		return ""
	}
	return table.New(s.rows, []table.Column[pathSum]{
		typed,
		text("what", "what", func(r *pathSum) string { return what(r.Kind, r.State) }),
		text("cause", "cause", func(r *pathSum) string { return cause(r.Cause) }),
		text("part", "in part", func(r *pathSum) string { return r.Part }),
		text("lock", "lock", func(r *pathSum) string { return lockOf(r.Monitor, s.lock) }),
		held,
		{Head: table.Head{Name: "tasks", Title: "tasks", Kind: table.Count}, Number: func(r *pathSum) int64 { return int64(r.Tasks) }},
		{Head: table.Head{Name: "path_ns", Title: "time", Kind: table.Duration, Help: "Time on the critical paths of the tasks."},
			Number: func(r *pathSum) int64 { return int64(r.Time) }},
		{Head: table.Head{Name: "share", Title: "share", Kind: table.Share, Help: "Share of the critical paths of the tasks of the type."},
			Number: func(r *pathSum) int64 { return int64(1e6 * float64(r.Time) / float64(max(1, r.whole))) }},
	})
}
