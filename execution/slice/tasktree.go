package slice

import (
	"context"

	"tiv/execution"
	"tiv/timeline"
	"tiv/tracefeed"
)

// taskTree is the tasks of a trace, with the tasks around them.
type taskTree struct {
	list []execution.Task
	*execution.Nesting
}

// newTaskTree returns the tasks of a trace.
func newTaskTree(ctx context.Context, tl *timeline.Timeline) *taskTree {
	list := execution.Tasks(ctx, tl, execution.All(tl))
	return &taskTree{list, execution.NewNesting(len(list), func(i int) (number, parent int64, start tracefeed.Time) {
		return list[i].Number, list[i].Parent, list[i].Start
	})}
}

// fits reports whether a condition is true for a task, or for one around it.
func (t *taskTree) fits(x *collector[int], i int) bool {
	for ; i >= 0; i = t.Around[i] {
		if x.fits(&i) {
			return true
		}
	}
	return false
}
