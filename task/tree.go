package task

import (
	"cmp"
	"slices"

	"tiv/timeline"
	"tiv/tracefeed"
)

// maxDepth is the largest depth of a task; a deeper one is an outermost one.
const maxDepth = 256

const unknownDepth = -1

// nest finds the tasks around each task, and their number. A task around itself, and one that
// is too deep, becomes an outermost one.
func (x *Index) nest() {
	x.numbers = map[int64][]int32{}
	for i := range x.Tasks {
		n := x.Tasks[i].Number
		x.numbers[n] = append(x.numbers[n], int32(i))
	}
	for i := range x.Tasks {
		t := &x.Tasks[i]
		t.Depth, t.Around = unknownDepth, -1
		if around := x.Find(t.Parent, t.Start); t.Parent != 0 && around >= 0 && x.Tasks[around].Start <= t.Start {
			t.Around = around
		}
	}
	for i := range x.Tasks {
		x.nestOne(i)
	}
}

// nestOne computes the depth of a task, and of those around it.
func (x *Index) nestOne(i int) {
	var path []int
	for x.Tasks[i].Depth == unknownDepth {
		x.Tasks[i].Depth = 0
		if path = append(path, i); x.Tasks[i].Around < 0 {
			break
		}
		i = x.Tasks[i].Around
	}
	for at := len(path) - 1; at >= 0; at-- {
		t := &x.Tasks[path[at]]
		switch p := t.Around; {
		case p < 0:
		case at == len(path)-1 && slices.Contains(path, p) || x.Tasks[p].Depth == maxDepth:
			t.Around = -1
		default:
			t.Depth = x.Tasks[p].Depth + 1
		}
	}
}

// Find returns the index of the task that has a number at a time: the last to start until
// then, or else the first one; -1 if there is none.
func (x *Index) Find(number int64, at tracefeed.Time) int {
	list := x.numbers[number]
	if len(list) == 0 {
		return -1
	}
	i, _ := slices.BinarySearchFunc(list, at, func(i int32, at tracefeed.Time) int { return cmp.Compare(x.Tasks[i].Start, at+1) })
	return int(list[max(i-1, 0)])
}

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

// Totals returns the bills of all tasks with what their parts cost, and the parts of these.
func (x *Index) Totals(tl *timeline.Timeline) []Bill {
	out, inner := make([]Bill, len(x.Tasks)), make([]int, len(x.Tasks))
	for i := range x.Tasks {
		out[i], inner[i] = x.Tasks[i].Bill, i
	}
	slices.SortStableFunc(inner, func(a, b int) int { return cmp.Compare(x.Tasks[b].Depth, x.Tasks[a].Depth) })
	for _, i := range inner {
		if around := x.Tasks[i].Around; around >= 0 {
			out[around].Add(&out[i])
		}
	}
	busy := x.busy()
	for i := range out {
		out[i].Collections, out[i].CollectionTime = collections(tl, busy[i])
	}
	return out
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
