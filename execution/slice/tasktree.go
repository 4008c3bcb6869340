package slice

import (
	"cmp"
	"context"
	"slices"

	"tiv/execution"
	"tiv/timeline"
	"tiv/tracefeed"
)

// taskTree is the tasks of a trace, with the tasks around them.
type taskTree struct {
	list []execution.Task
	// byNumber has the indexes of the tasks with a number, in order of their starts.
	byNumber map[int64][]int
	// around is the index of the task of which one is a part; -1 for none.
	around []int
	// depths are the numbers of tasks around them.
	depths []int
}

// maxTaskDepth is the largest depth of a task; a deeper one is an outermost one.
const maxTaskDepth = 256

// newTaskTree returns the tasks of a trace.
func newTaskTree(ctx context.Context, tl *timeline.Timeline) *taskTree {
	t := &taskTree{list: execution.Tasks(ctx, tl, execution.All(tl)), byNumber: map[int64][]int{}}
	for i := range t.list {
		t.byNumber[t.list[i].Number] = append(t.byNumber[t.list[i].Number], i)
	}
	t.around, t.depths = make([]int, len(t.list)), make([]int, len(t.list))
	for i := range t.list {
		x := &t.list[i]
		if t.around[i] = t.find(x.Parent, x.Start); x.Parent == 0 || t.around[i] >= 0 && t.list[t.around[i]].Start > x.Start {
			t.around[i] = -1
		}
		t.depths[i] = unknownDepth
	}
	for i := range t.list {
		t.nest(i)
	}
	return t
}

const unknownDepth = -1

// nest computes the depth of a task, and of those around it. A task around itself, and one
// that is too deep, becomes an outermost one.
func (t *taskTree) nest(i int) {
	var path []int
	for t.depths[i] == unknownDepth {
		t.depths[i] = 0
		if path = append(path, i); t.around[i] < 0 {
			break
		}
		i = t.around[i]
	}
	for at := len(path) - 1; at >= 0; at-- {
		k := path[at]
		switch p := t.around[k]; {
		case p < 0:
		case at == len(path)-1 && slices.Contains(path, p) || t.depths[p] == maxTaskDepth:
			t.around[k] = -1
		default:
			t.depths[k] = t.depths[p] + 1
		}
	}
}

// find returns the index of the task that has a number at a time: the last to start until
// then, or else the first one; -1 if there is none.
func (t *taskTree) find(number int64, at tracefeed.Time) int {
	list := t.byNumber[number]
	i, _ := slices.BinarySearchFunc(list, at, func(i int, at tracefeed.Time) int { return cmp.Compare(t.list[i].Start, at+1) })
	if len(list) == 0 {
		return -1
	}
	return list[max(i-1, 0)]
}

// fits reports whether a condition is true for a task, or for one around it.
func (t *taskTree) fits(x *collector[int], i int) bool {
	for ; i >= 0; i = t.around[i] {
		if x.fits(&i) {
			return true
		}
	}
	return false
}
