package threaddump

import "tiv/tracefeed"

// writer writes the events of moments.
type writer struct {
	moments
	timing
	last map[tracefeed.ThreadID]int // the last moment with a thread
	out  []tracefeed.Event
}

func (w *writer) add(at tracefeed.Time, ev tracefeed.Event) {
	ev.Time = at
	w.out = append(w.out, ev)
}

// enter writes the states of moment i.
func (w *writer) enter(i int) {
	d, at := w.moments[i], w.starts[i]
	for _, h := range d.holds {
		if i == 0 || !w.moments[i-1].keeps(h, d) {
			w.add(at, tracefeed.Event{Kind: tracefeed.MonitorEnter, Thread: h.thread, Monitor: h.monitor})
		}
	}
	for k := range d.states {
		s := &d.states[k]
		since := at - s.lasted
		if i > 0 {
			if d.goesOn(s, w.moments[i-1]) {
				continue
			}
			since = max(since, w.starts[i-1]+w.length)
		}
		if s.event.Kind != tracefeed.NoKind {
			w.add(since, s.event)
		}
	}
	for _, ev := range d.samples {
		w.add(at+w.length, ev)
	}
}

// leave writes that the states and holds of the moment before moment i are not known any
// more. A thread that no later dump has ends, unless it waits without end.
func (w *writer) leave(i int) {
	d, next, end := w.moments[i-1], w.moments[i], w.starts[i-1]+w.length
	for _, h := range d.holds {
		if !d.keeps(h, next) {
			w.add(end, tracefeed.Event{Kind: tracefeed.MonitorExit, Thread: h.thread, Monitor: h.monitor})
		}
	}
	for k := range d.states {
		s := &d.states[k]
		id := s.event.Thread
		now := next.stateOf(id)
		if now == nil && d.endless[id] || now != nil && next.goesOn(now, d) {
			continue
		}
		if s.event.Kind != tracefeed.NoKind {
			w.add(end, tracefeed.Event{Kind: tracefeed.StateUnknown, Thread: id})
		}
		if w.last[id] == i-1 {
			w.add(w.starts[i], tracefeed.Event{Kind: tracefeed.ThreadEnd, Thread: id})
		}
	}
}

// keeps reports whether a thread that waits without end still holds a monitor in the next
// dump.
func (d *dump) keeps(h hold, next *dump) bool {
	return d.endless[h.thread] && d.held[h] && (next.stateOf(h.thread) == nil || next.held[h])
}
