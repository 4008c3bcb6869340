package slice

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"tiv/execution"
	"tiv/task"
	"tiv/task/where"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Max is the largest number of slices.
const Max = 64

// maxIntervals is the largest number of intervals of a slice: 128 MB.
const maxIntervals = 1 << 23

var errTooFine = errors.New("too many intervals")

// Input is the trace, as far as it is needed.
type Input struct {
	Timeline *timeline.Timeline
	// Locks returns all names of a monitor.
	Locks func(tracefeed.MonitorID) []string
	// Tasks returns the tasks of the trace, once a definition is about them; nil for those that
	// the trace names itself.
	Tasks func(context.Context) (*task.Index, error)
}

// Slices are slices of one trace. They never change.
type Slices struct {
	Definitions []Definition
	// Sets are what the definitions cover. One that could not be computed is empty.
	Sets []*Set
	// Errors say why a slice could not be computed; nil for others.
	Errors []error

	lock  sync.Mutex
	bases map[string]*Set // by path
}

// Names returns the names of the slices that cover a thread at a moment, in their order.
func (s *Slices) Names(t tracefeed.ThreadID, at tracefeed.Time) (names []string) {
	for i, set := range s.Sets {
		if set.Contains(t, at) {
			names = append(names, s.Definitions[i].Name)
		}
	}
	return names
}

// Compute computes slices. A condition with the word slice sees those in front of it in
// the list. before is the result for another list, or nil: what is equal in it is taken
// from there.
//
// The trace is read once for all definitions without that word, and again for each with
// it. The cost grows with the events of the trace, the memory with the intervals of the
// sets. Once ctx is done, it returns its error.
func Compute(ctx context.Context, in Input, definitions []Definition, before *Slices) (*Slices, error) {
	c := computation{ctx: ctx, in: in, s: &Slices{Definitions: slices.Clone(definitions),
		Sets: make([]*Set, len(definitions)), Errors: make([]error, len(definitions))}}
	var together []int
	for i := range definitions {
		if c.s.Errors[i] = c.s.check(i); c.s.Errors[i] != nil {
			c.s.Sets[i] = &Set{}
		} else if c.s.take(i, before); c.s.Sets[i] == nil && !c.s.usesSlices(i) {
			together = append(together, i)
		}
	}
	c.compute(together)
	for i := range definitions {
		if c.s.Sets[i] == nil && ctx.Err() == nil {
			c.front = c.s.until(i)
			c.compute([]int{i})
		}
	}
	return c.s, ctx.Err()
}

// computation is one call of Compute.
type computation struct {
	ctx context.Context
	in  Input
	s   *Slices
	// index is the tasks, once they are needed, and words has what conditions for them need.
	index *task.Index
	words *where.Tasks
	// front has the slices that conditions see.
	front front
	// sums are the times in states, of those that conditions need.
	sums [tracefeed.NumStates]*stateSums
}

// compute computes the sets of some definitions.
func (c *computation) compute(list []int) {
	byKind := [numKinds][]int{}
	for _, i := range c.withStates(list) {
		byKind[c.s.Definitions[i].Of] = append(byKind[c.s.Definitions[i].Of], i)
	}
	for k, list := range byKind {
		if len(list) > 0 && c.ctx.Err() == nil {
			[numKinds]func([]int){c.calls, c.spans, c.threads, c.locks, c.regions, c.objects, c.tasks, c.combinations}[k](list)
		}
	}
}

// set sets the result of a definition.
func (c *computation) set(i int, threads [][]deepInterval, err error) {
	s, d, count := &Set{threads: make([][]timeline.Interval, len(threads))}, &c.s.Definitions[i], 0
	for t, list := range threads {
		var levels []level
		s.threads[t], levels = tidy(list)
		if count += len(s.threads[t]); levels != nil {
			s.levels = append(s.levels, make([][]level, t+1-len(s.levels))...)
			s.levels[t] = levels
		}
	}
	if count > maxIntervals || err == errTooFine {
		err = fmt.Errorf("the slice %q has more than %d separate stretches of time", c.s.Definitions[i].Name, maxIntervals)
	}
	if err != nil {
		c.s.Sets[i], c.s.Errors[i] = &Set{}, err
		return
	}
	if d.From > 0 || d.To > 0 {
		to := d.To
		if to == 0 {
			to = c.in.Timeline.End
		}
		s = clip(s, d.From, to)
	}
	c.s.Sets[i] = s
}

// collector collects the intervals of one definition, of some threads.
type collector[E any] struct {
	*condition[E]
	extent Extent
	// threads are the intervals, by thread, and count is their number.
	threads   [][]deepInterval
	count     int
	outermost []outermost // by thread
}

// add adds an interval of a thread, which can contain the last ones.
func (x *collector[E]) add(t tracefeed.ThreadID, start, end tracefeed.Time) {
	x.addAt(t, start, end, 0)
}

// addAt adds an interval with a least depth.
func (x *collector[E]) addAt(t tracefeed.ThreadID, start, end tracefeed.Time, depth int) {
	x.take(t, around(x.threads[t], x.deep(t, start, end, depth)))
}

// put adds an interval that can begin before others of its thread, which it does not overlap.
func (x *collector[E]) put(t tracefeed.ThreadID, start, end tracefeed.Time, depth int) {
	if start < end {
		x.take(t, append(x.threads[t], x.deep(t, start, end, depth)))
	}
}

func (x *collector[E]) deep(t tracefeed.ThreadID, start, end tracefeed.Time, depth int) deepInterval {
	v := newDeepInterval(start, end, depth)
	v.around = x.outermost[t].around
	return v
}

// take sets the intervals of a thread. With too many, nothing fits any more.
func (x *collector[E]) take(t tracefeed.ThreadID, list []deepInterval) {
	x.count += len(list) - len(x.threads[t])
	if x.threads[t] = list; x.count > maxIntervals && x.err == nil {
		x.err = errTooFine
	}
}

// each computes definitions by goroutines, each with collectors of its own and a part of
// the threads. read passes all elements of these threads to the collectors.
func each[E any](c *computation, list []int, condition func(*Definition) *condition[E],
	read func(part execution.Query, collectors []*collector[E])) {
	tl := c.in.Timeline
	all := execution.Shared(c.ctx, tl, execution.All(tl), func(part execution.Query) (collectors []*collector[E]) {
		for _, i := range list {
			d := &c.s.Definitions[i]
			collectors = append(collectors, &collector[E]{condition: condition(d), extent: d.Extent,
				threads: make([][]deepInterval, len(tl.Threads)), outermost: make([]outermost, len(tl.Threads))})
		}
		read(part, collectors)
		for _, x := range collectors {
			x.settleAll()
		}
		return collectors
	})
	for k, i := range list {
		threads := all[0][k].threads
		err := all[0][k].err
		for _, other := range all[1:] {
			for t, list := range other[k].threads {
				if len(list) > 0 {
					threads[t] = list
				}
			}
			if err == nil {
				err = other[k].err
			}
		}
		c.set(i, threads, err)
	}
}
