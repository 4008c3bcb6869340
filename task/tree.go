package task

import (
	"cmp"
	"slices"

	"tiv/execution"
	"tiv/timeline"
	"tiv/tracefeed"
)

// nest finds the tasks around each task, and their number.
func (x *Index) nest() {
	x.nesting = execution.NewNesting(len(x.Tasks), func(i int) (number, parent int64, start tracefeed.Time) {
		return x.Tasks[i].Number, x.Tasks[i].Parent, x.Tasks[i].Start
	})
	for i := range x.Tasks {
		x.Tasks[i].Around, x.Tasks[i].Depth = x.nesting.Around[i], x.nesting.Depth[i]
	}
}

// Find returns the index of the task that has a number at a time: the last to start until
// then, or else the first one; -1 if there is none.
func (x *Index) Find(number int64, at tracefeed.Time) int { return x.nesting.Find(number, at) }

// Within reports whether a task is another one, or a part of it.
func (x *Index) Within(part, whole int) bool {
	for part >= 0 && part != whole {
		part = x.Tasks[part].Around
	}
	return part == whole
}

// WorkOf returns the work for a task and its parts, in order of time.
func (x *Index) WorkOf(task int) (list []Work) {
	for _, w := range x.work {
		if x.Within(int(w.Task), task) {
			list = append(list, w)
		}
	}
	slices.SortStableFunc(list, func(a, b Work) int { return cmp.Compare(a.Start, b.Start) })
	return list
}

// total adds what the parts of tasks cost to them, the innermost first.
func (x *Index) total() {
	inner := make([]int, len(x.Tasks))
	for i := range x.Tasks {
		x.Tasks[i].Total, inner[i] = x.Tasks[i].Bill, i
	}
	slices.SortStableFunc(inner, func(a, b int) int { return cmp.Compare(x.Tasks[b].Depth, x.Tasks[a].Depth) })
	for _, i := range inner {
		if around := x.Tasks[i].Around; around >= 0 {
			x.Tasks[around].Total.Add(&x.Tasks[i].Total)
		}
	}
}

// busy returns, for each task, when threads worked for it or for parts of it.
func (x *Index) busy() [][]timeline.Interval {
	of := make([][]timeline.Interval, len(x.Tasks))
	for _, w := range x.work {
		for i := int(w.Task); i >= 0; i = x.Tasks[i].Around {
			of[i] = append(of[i], timeline.Interval{Start: w.Start, End: w.End})
		}
	}
	for i := range of {
		of[i] = timeline.Union(of[i])
	}
	return of
}
