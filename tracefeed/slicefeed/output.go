package slicefeed

import "tiv/tracefeed"

// output collects the events of a batch, at the present time.
type output struct {
	events     []tracefeed.Event
	now, first int64 // of the log's clock; first is the start of the trace
}

// emit adds an event of the present.
func (o *output) emit(ev tracefeed.Event) {
	ev.Time = tracefeed.Time(o.now - o.first)
	o.events = append(o.events, ev)
}

// about adds an event of a thread.
func (o *output) about(l *lane, ev tracefeed.Event) {
	ev.Thread, l.seen = l.id, true
	o.emit(ev)
}
