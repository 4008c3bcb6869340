package slice

import (
	"tiv/execution"
	"tiv/expression"
	"tiv/timeline"
	"tiv/tracefeed"
)

// calls computes slices of calls.
func (c *computation) calls(list []int) {
	each(c, list, c.callCondition, func(part execution.Query, collectors []*collector[execution.TreeCall]) {
		eachCall(c, part, collectors, func(call *execution.TreeCall) *execution.TreeCall { return call })
	})
}

// eachCall passes the calls of threads to collectors, each by the element to which it belongs;
// nil for none.
func eachCall[E any](c *computation, part execution.Query, collectors []*collector[E], of func(*execution.TreeCall) *E) {
	var selves []*callNesting[E]
	for _, x := range collectors {
		selves = append(selves, newCallNesting(x))
	}
	execution.EachTreeCall(c.ctx, c.in.Timeline, part, func(call *execution.TreeCall) {
		element := of(call)
		for i, x := range collectors {
			if call.Depth == 0 && x.extent != Callers {
				x.wrap(call)
			}
			if fits := element != nil && x.fits(element); selves[i] != nil {
				selves[i].add(call, fits)
			} else if fits {
				x.addAt(call.Thread, call.Start, call.End, call.Depth)
			}
		}
	})
}

// callCondition returns the condition of a definition.
func (c *computation) callCondition(d *Definition) *condition[execution.TreeCall] {
	row := &callRow{}
	fill := func(e *execution.TreeCall, p *expression.Program) any {
		if row.Depth, row.Measured = e.Depth, e.Evidence == execution.Measured; p.Uses("function", "thread") {
			row.Function, row.Thread = expression.Tame(e.Name), c.in.threadName(e.Thread)
		}
		row.stretch.fill(c, p, e.Thread, e.Start, e.End)
		row.stateTimes.fill(c, e.Thread, e.Start, e.End)
		return row
	}
	return newCondition(Calls, d.Where, fill,
		common[execution.TreeCall]{[]string{"function"}, func(e *execution.TreeCall) int64 { return int64(e.Function) }},
		common[execution.TreeCall]{[]string{"thread"}, func(e *execution.TreeCall) int64 { return int64(e.Thread) }},
		common[execution.TreeCall]{[]string{"function", "thread"},
			func(e *execution.TreeCall) int64 { return int64(e.Function)<<32 | int64(e.Thread) }})
}

// threadName returns the name of a thread as a value.
func (in *Input) threadName(t tracefeed.ThreadID) string {
	return expression.Tame(in.Timeline.Threads[t].Name)
}

// fill sets the values of an interval of a thread.
func (s *stretch) fill(c *computation, p *expression.Program, t tracefeed.ThreadID, start, end tracefeed.Time) {
	s.Start.NS, s.End.NS, s.Duration.NS = start, end, end-start
	if p.Uses(sliceWord.Name) {
		s.Slice = c.front.at(t, start)
	}
}

// callNesting finds the time in calls themselves: without the calls within them, which
// come before them.
type callNesting[E any] struct {
	*collector[E]
	// ended are, by thread, the calls that have ended and are in no call that has.
	ended [][]endedCall
}

// endedCall is a call that has ended.
type endedCall struct {
	timeline.Interval
	// led: a call that fits was in it, or is it.
	led bool
}

// newCallNesting returns nil if the calls within belong to the slice.
func newCallNesting[E any](x *collector[E]) *callNesting[E] {
	if x.extent == Callees {
		return nil
	}
	return &callNesting[E]{x, make([][]endedCall, len(x.threads))}
}

// add adds a call that has ended.
func (n *callNesting[E]) add(call *execution.TreeCall, fits bool) {
	ended := n.ended[call.Thread]
	first := len(ended)
	for first > 0 && ended[first-1].Start >= call.Start {
		first--
		fits = fits || n.extent == Callers && ended[first].led
	}
	if fits {
		at, depth := call.Start, call.Depth
		if n.extent == Callers {
			depth = 0
		}
		for _, inner := range ended[first:] {
			n.put(call.Thread, at, inner.Start, depth)
			at = inner.End
		}
		n.put(call.Thread, at, call.End, depth)
	}
	n.ended[call.Thread] = append(ended[:first], endedCall{timeline.Interval{Start: call.Start, End: call.End}, fits})
}
