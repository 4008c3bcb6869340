package slicefeed

import "tiv/tracefeed"

// beginTask numbers a task, and finds the one that it is a part of. Then Value of its record
// is its number, Other that of the other task.
func (x *pairing) beginTask(r *Record, at int32) {
	open := x.tasks[r.Value]
	if len(open) > 0 && r.Code == Once {
		x.p.log.Skip("repeated task begin")
		*r = Record{Kind: Moment, At: r.At}
		return
	}
	x.tasks[r.Value] = append(open, at)
	x.started++
	if r.Value, r.Other = x.started, 0; len(open) > 0 {
		r.Other = Thread(x.p.log.record(open[len(open)-1]).Value)
	}
}

// endTask finds the task of an end. Then its record has the number and the name of that.
func (x *pairing) endTask(r *Record) {
	open := x.tasks[r.Value]
	for i := len(open) - 1; i >= max(0, len(open)-deepest); i-- {
		b := x.p.log.record(open[i])
		if r.Name == tracefeed.NoName || b.Name == tracefeed.NoName || b.Name == r.Name {
			x.tasks[r.Value] = append(open[:i], open[i+1:]...)
			r.Value, r.Name = b.Value, b.Name
			return
		}
	}
	x.p.log.Skip("unmatched task end")
	*r = Record{Kind: Moment, At: r.At}
}

// task begins or ends a task. On a track without a thread it is also a region.
func (o *output) task(l *lane, r *Record) {
	ev := tracefeed.Event{Kind: tracefeed.TaskStart, Thread: l.id, Name: r.Name, Object: r.Value, Value: int64(r.Other)}
	if r.Kind == TaskEnd {
		ev.Kind = tracefeed.TaskEnd
	}
	if !l.row {
		l.seen = true
		o.emit(ev)
		return
	}
	part := tracefeed.Event{Kind: tracefeed.RegionStart, Thread: l.id, Name: r.Name, Object: r.Value}
	if r.Kind == TaskBegin {
		o.openRow(l)
		o.emit(ev)
		o.emit(part)
	} else {
		part.Kind = tracefeed.RegionEnd
		o.emit(part)
		o.emit(ev)
		o.closeRow(l)
	}
}

// openRow begins the row of a track without a thread: it exists while it has a task.
func (o *output) openRow(l *lane) {
	if l.openTasks++; l.openTasks == 1 {
		o.about(l, tracefeed.Event{Kind: tracefeed.ThreadStart})
		o.about(l, tracefeed.Event{Kind: tracefeed.StateUnknown})
	}
}

// closeRow ends the row of a track with its last task.
func (o *output) closeRow(l *lane) {
	if l.openTasks--; l.openTasks == 0 {
		o.about(l, tracefeed.Event{Kind: tracefeed.ThreadEnd})
	}
}
