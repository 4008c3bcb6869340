package task

import (
	"cmp"
	"slices"

	"tiv/execution"
	"tiv/timeline"
	"tiv/tracefeed"
)

// nest finds the tasks around each task, and their number; the parts of each, and its work.
func (x *Index) nest() {
	x.nesting = execution.NewNesting(len(x.Tasks), func(i int) (number, parent int64, start tracefeed.Time) {
		return x.Tasks[i].Number, x.Tasks[i].Parent, x.Tasks[i].Start
	})
	for i := range x.Tasks {
		x.Tasks[i].Around, x.Tasks[i].Depth = x.nesting.Around[i], x.nesting.Depth[i]
	}
	x.parts = groupBy(len(x.Tasks), len(x.Tasks), func(i int) int { return x.Tasks[i].Around })
	x.forTask = groupBy(len(x.work), len(x.Tasks), func(i int) int { return int(x.work[i].Task) })
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

// WorkOf returns the work for a task and its parts, in order of time, then of threads. The cost
// grows with that work.
func (x *Index) WorkOf(task int) (list []Work) {
	x.EachPart(task, func(part int) {
		for _, w := range x.forTask.of(part) {
			list = append(list, x.work[w])
		}
	})
	slices.SortFunc(list, func(a, b Work) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.Thread, b.Thread)) })
	return list
}

// EachPart calls f with the index of a task and of all its parts, and theirs.
func (x *Index) EachPart(task int, f func(part int)) {
	f(task)
	for _, part := range x.Parts(task) {
		x.EachPart(int(part), f)
	}
}

// Parts returns the indices of the tasks that are parts of a task, but of none of its parts, in order of
// their starts. They belong to the index.
func (x *Index) Parts(task int) []int32 { return x.parts.of(task) }

// Outermost returns the task of which a task is a part and that is no part itself: the request, of
// one of its queries. A task that is no part is its own.
func (x *Index) Outermost(task int) int {
	for x.Tasks[task].Around >= 0 {
		task = x.Tasks[task].Around
	}
	return task
}

// Between calls f for the parts of an interval in which a thread worked for one task, or for
// none (NoTask): in order of time and without gaps.
func (x *Index) Between(t tracefeed.ThreadID, from, to tracefeed.Time, f func(task int, from, to tracefeed.Time)) {
	x.EachWorkIn(t, from, to, func(w *Work, start, end tracefeed.Time) {
		if from < start {
			f(NoTask, from, start)
		}
		f(int(w.Task), start, end)
		from = end
	})
	if from < to {
		f(NoTask, from, to)
	}
}

// groups divides a list of numbers among tasks, or threads.
type groups struct {
	list  []int32
	start []int32 // by task, and one more: where its part of the list begins
}

// groupBy divides the numbers below n among so many tasks or threads, in their order; to returns
// that of a number, negative for none.
func groupBy(n, among int, to func(int) int) groups {
	g := groups{start: make([]int32, among+1)}
	for i := range n {
		if t := to(i); t >= 0 {
			g.start[t+1]++
		}
	}
	for t := range among {
		g.start[t+1] += g.start[t]
	}
	g.list = make([]int32, g.start[among])
	next := slices.Clone(g.start)
	for i := range n {
		if t := to(i); t >= 0 {
			g.list[next[t]] = int32(i)
			next[t]++
		}
	}
	return g
}

// of returns the numbers of a task.
func (g *groups) of(task int) []int32 { return g.list[g.start[task]:g.start[task+1]] }

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

// share divides what batches cost among the tasks to which they are linked, equally; what is left
// goes to the lowest number.
func (x *Index) share() {
	for i := range x.Tasks {
		t := &x.Tasks[i]
		var of []int
		for _, number := range t.Links {
			if at := x.Find(number, t.Start); at >= 0 && !x.Within(at, i) && !slices.Contains(of, at) {
				of = append(of, at)
			}
		}
		if len(of) < 2 || t.Around >= 0 {
			continue
		}
		slices.SortFunc(of, func(a, b int) int { return cmp.Compare(x.Tasks[a].Number, x.Tasks[b].Number) })
		for s, d := range t.Total.Times {
			each := d / tracefeed.Time(len(of))
			x.Tasks[of[0]].Batches[s] += d - each*tracefeed.Time(len(of))
			for _, at := range of {
				x.Tasks[at].Batches[s] += each
			}
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
