package filter

import (
	"context"

	"github.com/expr-lang/expr/vm"

	"tiv/interaction"
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
	// Pairs returns who waited for whom in the history. It is called if the
	// expression asks for that, once.
	Pairs func() []interaction.Pair
}

// Match returns the threads that the expression is true of, in the order of
// threads. Once ctx is done it returns the error of that soon. The cost follows
// the number of threads, and what it takes to find out what the words of the
// expression mean: waits is the only one whose cost follows the length of the
// window.
func (f *Filter) Match(ctx context.Context, v View, threads []tracefeed.ThreadID) ([]tracefeed.ThreadID, error) {
	w := newWitness(f, &v, threads)
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
