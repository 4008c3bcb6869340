package ring

import (
	"cmp"
	"maps"
	"slices"

	"tiv/block"
	"tiv/tracefeed"
)

// restate appends the events that lead from nothing to the state, at a time.
func (s *State) restate(out []tracefeed.Event, at tracefeed.Time) []tracefeed.Event {
	for id, t := range s.threads {
		if t != nil {
			out = t.restate(out, tracefeed.ThreadID(id), at)
		}
	}
	for range s.gc {
		out = append(out, tracefeed.Event{Time: at, Kind: tracefeed.GCStart})
	}
	for _, object := range slices.Sorted(maps.Keys(s.tasks)) {
		ev := s.tasks[object]
		ev.Time, ev.Shared = at, true
		out = append(out, ev)
	}
	byID := func(a, b counter) int { return cmp.Or(cmp.Compare(a.thread, b.thread), cmp.Compare(a.name, b.name)) }
	for _, c := range slices.SortedFunc(maps.Keys(s.counters), byID) {
		out = append(out, tracefeed.Event{Time: at, Thread: c.thread, Kind: tracefeed.Counter, Name: c.name, Value: s.counters[c]})
	}
	return out
}

// restate appends the events of one thread. One that has ended, and still holds a monitor, starts
// and ends.
func (t *thread) restate(out []tracefeed.Event, id tracefeed.ThreadID, at tracefeed.Time) []tracefeed.Event {
	out = append(out, tracefeed.Event{Time: at, Thread: id, Kind: tracefeed.ThreadStart})
	held := t.holds.All()
	for i := range held {
		const most = 1000 // a few events can make any count
		for range min(held[i].Count, most) {
			out = append(out, tracefeed.Event{Time: at, Thread: id, Kind: tracefeed.MonitorEnter,
				Monitor: held[i].Monitor, Shared: held[i].Shared})
		}
	}
	for i := range t.open {
		ev := t.open[i]
		ev.Time = at
		out = append(out, ev)
	}
	span := block.OpenSpan{Span: t.span, Thread: id}
	return append(out, span.Event(at))
}
