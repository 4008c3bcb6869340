package timeline

import (
	"tiv/block"
	"tiv/tracefeed"
)

// MaxCallDepth is the number of calls of a thread, and of regions, that are listed at
// once: the outermost ones. Those nested deeper are only counted.
const MaxCallDepth = 256

// CallStack is the state machine of the calls and regions of one thread. Its zero
// value is that of a thread without open calls whose calls are known since its start.
//
// A call ends with the exit of its function, or with that of a call around it, whose
// exit is then the only one. An exit of a function that is not open began the call
// before Since if nothing is open; otherwise it contradicts the entries, and is ignored.
// Regions need not be nested: a region ends with the first end of its name and task that
// does not say that it is that of an earlier one.
// An exit without a name ends the innermost call.
type CallStack struct {
	block.OpenCalls
	// Unbalanced counts exits that contradict the entries.
	Unbalanced int64
	// Dead is true while the thread is not alive.
	Dead bool
	// ended is the memory of the call that ends.
	ended EndedCall
}

// EndedCall is a call or region that has ended. It is valid during one call of a function.
type EndedCall struct {
	block.OpenCall
	End tracefeed.Time
	// Depth is the number of open calls at the entry of a call, 0 for regions.
	Depth int
	// Region marks a region.
	Region bool
	// Entered is false if the trace does not have the entry: Start is not set then.
	// Left is false if it does not have the exit: the thread ended, events are
	// missing, or a call around it ended.
	Entered, Left bool
}

// CallKind reports whether events of a kind can change a CallStack.
func CallKind(k tracefeed.Kind) bool {
	switch k {
	case tracefeed.CallEnter, tracefeed.CallExit, tracefeed.RegionStart, tracefeed.RegionEnd,
		tracefeed.Lost, tracefeed.ThreadStart, tracefeed.ThreadEnd:
		return true
	}
	return false
}

// Apply applies an event after which the thread is in a state. It calls ended for each
// call and region that ends, the inner ones first.
func (s *CallStack) Apply(ev *tracefeed.Event, state tracefeed.State, ended func(*EndedCall)) {
	if ev.Kind == tracefeed.ThreadEnd {
		s.EndAll(ev.Time, ended)
		s.Dead = true
	}
	if state == tracefeed.NotAlive {
		return
	}
	switch ev.Kind {
	case tracefeed.ThreadStart:
		if s.Dead {
			s.Since = ev.Time
		}
	case tracefeed.Lost:
		s.EndAll(ev.Time, ended)
		s.Since = ev.Time
	case tracefeed.CallEnter:
		s.Calls, s.MoreCalls = enter(s.Calls, s.MoreCalls, ev)
	case tracefeed.RegionStart:
		s.Regions, s.MoreRegions = enter(s.Regions, s.MoreRegions, ev)
	case tracefeed.CallExit:
		s.exit(ev, ended)
	case tracefeed.RegionEnd:
		s.endRegion(ev, ended)
	}
	s.Dead = false
}

func enter(open []block.OpenCall, more int64, ev *tracefeed.Event) ([]block.OpenCall, int64) {
	if more > 0 || len(open) == MaxCallDepth {
		return open, more + 1
	}
	return append(open, block.OpenCall{Start: ev.Time, Name: ev.Name, Stack: ev.Stack, Object: ev.Object}), more
}

// exit ends a call.
func (s *CallStack) exit(ev *tracefeed.Event, ended func(*EndedCall)) {
	if s.MoreCalls > 0 {
		s.MoreCalls--
		return
	}
	if len(s.Calls) == 0 {
		s.end(ended, EndedCall{OpenCall: block.OpenCall{Name: ev.Name, Stack: ev.Stack}, End: ev.Time, Left: true})
		return
	}
	at := len(s.Calls) - 1
	for at >= 0 && ev.Name != tracefeed.NoName && s.Calls[at].Name != ev.Name {
		at--
	}
	if at < 0 {
		s.Unbalanced++
		return
	}
	for i := len(s.Calls) - 1; i >= at; i-- {
		s.end(ended, EndedCall{OpenCall: s.Calls[i], End: ev.Time, Depth: i, Entered: true, Left: i == at})
	}
	s.Calls = s.Calls[:at]
}

// endRegion ends a region.
func (s *CallStack) endRegion(ev *tracefeed.Event, ended func(*EndedCall)) {
	if s.MoreRegions > 0 {
		s.MoreRegions--
		return
	}
	later := ev.Value
	for at := len(s.Regions) - 1; at >= 0; at-- {
		if r := s.Regions[at]; r.Name == ev.Name && r.Object == ev.Object {
			if later--; later >= 0 {
				continue
			}
			s.end(ended, EndedCall{OpenCall: r, End: ev.Time, Region: true, Entered: true, Left: true})
			s.Regions = append(s.Regions[:at], s.Regions[at+1:]...)
			return
		}
	}
	s.end(ended, EndedCall{OpenCall: block.OpenCall{Name: ev.Name, Stack: ev.Stack, Object: ev.Object}, End: ev.Time,
		Region: true, Left: true})
}

// end calls a function with a call that has ended.
func (s *CallStack) end(f func(*EndedCall), c EndedCall) {
	s.ended = c
	f(&s.ended)
}

// EndAll ends all calls and regions without an exit.
func (s *CallStack) EndAll(at tracefeed.Time, ended func(*EndedCall)) {
	for i := len(s.Calls) - 1; i >= 0; i-- {
		s.end(ended, EndedCall{OpenCall: s.Calls[i], End: at, Depth: i, Entered: true})
	}
	for i := len(s.Regions) - 1; i >= 0; i-- {
		s.end(ended, EndedCall{OpenCall: s.Regions[i], End: at, Region: true, Entered: true})
	}
	s.Calls, s.Regions, s.MoreCalls, s.MoreRegions = s.Calls[:0], s.Regions[:0], 0, 0
}
