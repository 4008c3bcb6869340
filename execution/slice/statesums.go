package slice

import (
	"fmt"
	"slices"
	"sort"
	"sync/atomic"

	"tiv/execution"
	"tiv/expression"
	"tiv/timeline"
	"tiv/tracefeed"
)

// timedStates are the states with words for the time in them.
var timedStates = []tracefeed.State{tracefeed.Running, tracefeed.Runnable, tracefeed.Suspended, tracefeed.Blocking,
	tracefeed.IO, tracefeed.Unknown}

var stateHelp = [tracefeed.NumStates]string{
	tracefeed.Running:   "running",
	tracefeed.Runnable:  "runnable: ready, but without a processor",
	tracefeed.Suspended: "suspended: waiting until another thread or a timer wakes it",
	tracefeed.Blocking:  "blocking: waiting for a lock",
	tracefeed.IO:        "in IO: waiting for a device",
	tracefeed.Unknown:   "in an unknown state",
}

// stateTimes are the values of the words for time in states.
type stateTimes struct {
	Running   expression.Length `expr:"running"`
	Runnable  expression.Length `expr:"runnable"`
	Suspended expression.Length `expr:"suspended"`
	Blocking  expression.Length `expr:"blocking"`
	IO        expression.Length `expr:"io"`
	Unknown   expression.Length `expr:"unknown"`
}

// stateWords are the words for time in states.
var stateWords = func() (list []expression.Word) {
	for _, s := range timedStates {
		example := s.String() + " > 1ms"
		if s == tracefeed.Running {
			example = "running < 50%"
		}
		list = append(list, expression.Word{Name: s.String(),
			Help: "the time in it in which its thread was " + stateHelp[s] + "; per cents are of its duration", Example: example})
	}
	return list
}()

// fill sets the times of an interval of a thread, of the states that are summed up.
func (v *stateTimes) fill(c *computation, t tracefeed.ThreadID, start, end tracefeed.Time) {
	for i, value := range []*expression.Length{&v.Running, &v.Runnable, &v.Suspended, &v.Blocking, &v.IO, &v.Unknown} {
		if s := c.sums[timedStates[i]]; s != nil {
			*value = expression.Length{NS: s.time(t, start, end), Of: end - start}
		}
	}
}

// statesIn returns the states in the condition of a definition.
func statesIn(d *Definition) (list []tracefeed.State) {
	p, err := d.Of.Language().Parse(d.Where)
	if err != nil {
		return nil
	}
	for i, w := range stateWords {
		if d.Of != Spans && p.Uses(w.Name) {
			list = append(list, timedStates[i])
		}
	}
	return list
}

// stateSums is the time of threads in a state.
type stateSums struct {
	threads [][]stay // by thread, in order of time, apart from each other
}

// stay is an interval in which a thread is in the state.
type stay struct {
	timeline.Interval
	before tracefeed.Time // in the state, earlier
}

// time returns the time of a thread in the state in [from, to). The cost grows with the
// logarithm of the intervals of the thread.
func (s *stateSums) time(t tracefeed.ThreadID, from, to tracefeed.Time) tracefeed.Time {
	return s.until(t, to) - s.until(t, from)
}

func (s *stateSums) until(t tracefeed.ThreadID, at tracefeed.Time) tracefeed.Time {
	list := s.threads[t]
	i := sort.Search(len(list), func(i int) bool { return list[i].Start >= at }) - 1
	if i < 0 {
		return 0
	}
	return list[i].before + min(at, list[i].End) - list[i].Start
}

// add adds the next interval of a thread. It reports whether it is apart from the last one.
func (s *stateSums) add(t tracefeed.ThreadID, start, end tracefeed.Time) bool {
	list := s.threads[t]
	x := stay{Interval: timeline.Interval{Start: start, End: end}}
	if n := len(list); n > 0 {
		last := &list[n-1]
		if last.End == start {
			last.End = end
			return false
		}
		x.before = last.before + last.End - last.Start
	}
	s.threads[t] = append(list, x)
	return true
}

// sumUp adds up the times in states, unless that has been done. The trace is read once, the
// memory grows with the intervals in these states, which are limited.
func (c *computation) sumUp(states []tracefeed.State) error {
	var due [tracefeed.NumStates]*stateSums
	for _, s := range states {
		if c.sums[s] == nil {
			due[s] = &stateSums{make([][]stay, len(c.in.Timeline.Threads))}
		}
	}
	if due == [tracefeed.NumStates]*stateSums{} {
		return nil
	}
	var count atomic.Int64
	tl := c.in.Timeline
	execution.Shared(c.ctx, tl, execution.All(tl), func(part execution.Query) struct{} {
		tl.EachSpan(c.ctx, part.Of, part.From, part.To, func(t tracefeed.ThreadID, s *timeline.Span, end tracefeed.Time) {
			if int(s.State) < len(due) && due[s.State] != nil && s.Start < end && count.Load() <= maxIntervals &&
				due[s.State].add(t, s.Start, end) {
				count.Add(1)
			}
		})
		return struct{}{} // the parts write different threads
	})
	if err := c.ctx.Err(); err != nil {
		return err
	}
	if count.Load() > maxIntervals {
		return fmt.Errorf("the condition is about times in states, of which the trace has more than %d stretches", maxIntervals)
	}
	for s, sums := range due {
		if sums != nil {
			c.sums[s] = sums
		}
	}
	return nil
}

// withStates returns those of some definitions that do not need times in states, or for
// which these could be added up. The others get the error.
func (c *computation) withStates(list []int) []int {
	var states []tracefeed.State
	for _, i := range list {
		states = append(states, statesIn(&c.s.Definitions[i])...)
	}
	err := c.sumUp(states)
	if err == nil {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), func(i int) bool {
		needs := len(statesIn(&c.s.Definitions[i])) > 0
		if needs {
			c.set(i, nil, err)
		}
		return needs
	})
}
