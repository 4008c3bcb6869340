package tasks

import (
	"context"
	"slices"

	"tiv/report/table"
	"tiv/task"
	"tiv/task/slow"
	"tiv/task/waits"
	"tiv/timeline"
	"tiv/tracefeed"
)

// WhySlow says why the slowest of the listed tasks take longer than those at or below the median, in
// a text for each type, at most most, those with the largest differences first. Outermost tasks
// count, as in findings. lock names a lock. Once ctx is done, it returns its error.
func (q Query) WhySlow(ctx context.Context, x *task.Index, tl *timeline.Timeline, lock func(tracefeed.MonitorID) string,
	most int) (texts []string, err error) {
	fit, _, err := q.fitting(ctx, x, tl)
	if err != nil {
		return nil, err
	}
	sets, err := slow.Typical(x, tl, fit)
	if err != nil {
		return nil, err
	}
	compared, err := slow.Compare(ctx, tl, x, sets[:min(len(sets), most)])
	for i := range compared {
		texts = append(texts, WhySlow(tl, &compared[i], lock))
	}
	return texts, err
}

// Matrix is the table of Matrix for the listed tasks. Once ctx is done, it returns its error.
func (q Query) Matrix(ctx context.Context, x *task.Index, tl *timeline.Timeline) (*table.Table, error) {
	fit, _, err := q.fitting(ctx, x, tl)
	if err != nil {
		return nil, err
	}
	list, err := waits.Find(ctx, tl, x)
	return Matrix(x, Among(list, fit)), err
}

// Among returns the waits of the tasks for which fit is true; all, also those for no task, if it is
// nil. It changes list.
func Among(list []waits.Wait, fit []bool) []waits.Wait {
	if fit == nil {
		return list
	}
	return slices.DeleteFunc(list, func(w waits.Wait) bool { return w.Task == task.NoTask || !fit[w.Task] })
}
