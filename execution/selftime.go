package execution

import (
	"context"

	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/tracefeed/language"
)

// SelfTime is an interval in which a thread is in one function itself and in one state.
type SelfTime struct {
	Thread     tracefeed.ThreadID
	Start, End tracefeed.Time
	State      tracefeed.State
	// Cause and Object are those of a wait, as in timeline.Span.
	Cause  tracefeed.Cause
	Object tracefeed.MonitorID
	// Function is the innermost call, an index into the functions of EachSelfTime; 0 if none is
	// known. Own is the innermost call of the program's own code, or else Function.
	Function, Own int32
}

// EachSelfTime calls f for the self time of functions, as NewTree adds it up, in intervals. Those
// of a thread cover its life once, not in order of time. A call without an entry has no time
// here. An interval is valid until f returns. It returns the names of the functions.
//
// The cost grows with the events in the interval, the memory with the calls that are open at
// once. Once ctx is done, it returns early.
func EachSelfTime(ctx context.Context, tl *timeline.Timeline, q Query, f func(*SelfTime)) (functions []string) {
	w := newTreeWalk(tl, q, func(*TreeCall) {}, nil)
	system := map[int32]bool{}
	isSystem := func(function int32) bool {
		is, known := system[function]
		if !known {
			is = language.OfName(w.functions.names[function]).System()
			system[function] = is
		}
		return is
	}
	var s SelfTime // one for all, because it escapes
	w.self = func(c *threadCode, node int32, p piece) {
		s = SelfTime{Thread: c.thread, Start: p.start, End: p.end, State: p.state, Cause: p.cause, Object: p.object}
		nodes := c.tree.nodes
		if nodes[node].Parent >= 0 {
			s.Function = nodes[node].Function
		}
		for s.Own = s.Function; nodes[node].Parent >= 0; node = nodes[node].Parent {
			if own := nodes[node].Function; !isSystem(own) {
				s.Own = own
				break
			}
		}
		f(&s)
	}
	q.eachPage(ctx, tl, w.page)
	if ctx.Err() == nil {
		w.finish()
	}
	return w.functions.names
}
