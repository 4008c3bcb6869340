package tasks

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"tiv/execution"
	"tiv/report"
	"tiv/task"
	"tiv/timeline"
	"tiv/tracefeed"
)

// mostFunctions is the number of functions that Explain lists.
const mostFunctions = 5

// workSet is the work for a task, by thread.
type workSet map[tracefeed.ThreadID][]timeline.Interval

func (s workSet) Of(t tracefeed.ThreadID) []timeline.Interval { return s[t] }
func (s workSet) Has(*execution.Life) bool                    { return false } // is of no interest
func (s workSet) Admits(*execution.Life) bool                 { return true }

// functions writes the functions with the most time of their own in the work for the task. The
// cost grows with the events of its threads during that work, and between.
func (e *explanation) functions(ctx context.Context, work []task.Work) error {
	if len(work) == 0 {
		return nil
	}
	set := workSet{}
	q := execution.Query{Of: make([]bool, len(e.tl.Threads)), From: work[0].Start, Within: set}
	for _, w := range work {
		q.Of[w.Thread], q.To = true, max(q.To, w.End)
		set[w.Thread] = append(set[w.Thread], timeline.Interval{Start: w.Start, End: w.End})
	}
	for t, list := range set {
		set[t] = timeline.Union(list)
	}
	tree := execution.NewTree(ctx, e.tl, q)
	if tree == nil {
		return ctx.Err()
	}
	list := tree.Groups(tree.Functions)
	slices.SortStableFunc(list, func(a, b execution.Group) int { return cmp.Compare(b.Self.Alive(), a.Self.Alive()) })
	for i := range list {
		f := &list[i]
		if i == mostFunctions || f.Self.Alive() == 0 {
			break
		}
		if i == 0 {
			e.b.WriteString("functions with the most time in themselves:\n")
		}
		fmt.Fprintf(&e.b, "%12v  %s: %s\n", f.Self.Alive(), report.Safe(shownName(f.Name)), states(f.Self))
	}
	return nil
}

// devices says for which devices the threads of the task waited, and for how long.
func (e *explanation) devices(work []task.Work) string {
	var sums [tracefeed.NumCauses]tracefeed.Time
	known := false
	for _, w := range work {
		e.tl.Lane(w.Thread).Spans(w.Start, w.End, func(s *timeline.Span, end tracefeed.Time) bool {
			if s.State == tracefeed.IO {
				sums[s.Cause] += min(end, w.End) - max(s.Start, w.Start)
				known = known || s.Cause != tracefeed.NoCause
			}
			return true
		})
	}
	if !known {
		return ""
	}
	text := ""
	for c, d := range sums {
		if d > 0 {
			text += fmt.Sprintf(", %s %v", tracefeed.Cause(c), d)
		}
	}
	return ": " + text[2:]
}
