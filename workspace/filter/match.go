package filter

import (
	"context"

	"github.com/expr-lang/expr/vm"

	"tiv/scene"
	"tiv/timeline"
	"tiv/tracefeed"
)

// View is what is shown of a timeline, as far as expressions are about that. It
// stays as it is while Match runs.
type View struct {
	Timeline *timeline.Timeline
	// From and To are the window. To is the moment.
	From, To tracefeed.Time
	// Clusters are the ones that a thread can be in; no thread is in two.
	Clusters []scene.Cluster
	// Since is where the history begins, which ends with the window.
	Since tracefeed.Time
	// Memory is what was found out before, and what Match finds out; nil if that
	// is not to be remembered.
	Memory *Memory
	// Tell is told how far what takes long has come, from 0 to 1; it may be nil.
	Tell func(share float64)
}

// Match returns the threads that the expression is true of, in the order of
// threads. Once ctx is done it returns the error of that soon. The cost follows
// the number of threads, and what it takes to find out what the words of the
// expression mean. There are two whose cost follows the events, unless the memory
// has what is asked: waits those of the window, interacts those of the trace.
func (f *Filter) Match(ctx context.Context, v View, threads []tracefeed.ThreadID) ([]tracefeed.ThreadID, error) {
	known := *v.known()
	w := newWitness(ctx, f, &v, &known, threads)
	if v.Memory != nil && ctx.Err() == nil {
		*v.Memory = known
	}
	var out []tracefeed.ThreadID
	var machine vm.VM
	for i, t := range threads {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		yes, err := machine.Run(f.program, w.tell(i, t))
		if err != nil {
			return nil, err
		}
		if yes == true {
			out = append(out, t)
		}
	}
	return out, nil
}
