package filter

import (
	"context"

	"tiv/execution/slice"
	"tiv/expression"
	"tiv/interaction/lockname"
	"tiv/scene/view"
	"tiv/task"
	"tiv/timeline"
	"tiv/tracefeed"
)

// View is the visible part of a timeline, as input of an expression. It must
// not change while Match runs.
type View struct {
	Timeline *timeline.Timeline
	// Moment is the moment, From and To are the window.
	Moment, From, To tracefeed.Time
	// Clusters are the user's clusters; no thread is in two.
	Clusters []view.Cluster
	// Locks has the names of the timeline's monitors.
	Locks *lockname.Names
	// Slices are the user's slices, as far as they are computed; nil for none.
	Slices *slice.Slices
	// Tasks are the tasks of the timeline, as far as they are found; nil for none.
	Tasks *task.Index
	// Since and Until are the history.
	Since, Until tracefeed.Time
	// Memory holds cached results, and takes those of Match; nil for no cache.
	Memory *Memory
	// Progress is called with the progress of a slow evaluation, from 0 to 1; it
	// may be nil.
	Progress func(share float64)
}

// Match returns the threads that match the expression, in the order of threads.
// The error is that of ctx, soon after ctx is done, or that of evaluating the
// expression. The cost follows the
// number of threads and the words that the expression uses. The cost of two
// words follows the events unless they are in the memory: waits reads the
// events of the window, interacts those of the trace.
func (f *Filter) Match(ctx context.Context, v View, threads []tracefeed.ThreadID) ([]tracefeed.ThreadID, error) {
	known := *v.known()
	w := newEvaluator(ctx, f, &v, &known, threads)
	if v.Memory != nil && ctx.Err() == nil {
		*v.Memory = known
	}
	var out []tracefeed.ThreadID
	var machine expression.Machine
	for i, t := range threads {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		yes, err := machine.Test(f.program, w.values(i, t))
		if err != nil {
			return nil, err
		}
		if yes {
			out = append(out, t)
		}
	}
	return out, nil
}
