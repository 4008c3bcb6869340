package sched

import "tiv/tracefeed"

// The kernel says late whether an uninterruptible wait was for a device: some versions right
// after the switch, others when the thread is woken. Until then the begin of the wait is held
// back, with all events after it.

const (
	// maxHeld is the number of events that are held back.
	maxHeld = 1 << 15
	// undecided is the number of events after which a recording counts as one without
	// reasons.
	undecided = 1 << 15
)

// output are the events that were made and not taken, some of which wait for a reason.
type output struct {
	events []tracefeed.Event
	// complete: no event follows.
	complete bool
	// reasons: the recording has events of the kind Blocked.
	reasons bool
	// taken is the number of events taken so far.
	taken int64
	// holding are the waits whose reason can still come, by their begin.
	holding []*heldWait
}

// heldWait is a wait whose reason can still come. Its begin and its wake-up are numbers of
// events, from 1 on; 0 is none.
type heldWait struct {
	begin, wake int64
	waker       tracefeed.ThreadID
	done        bool
}

// add adds an event.
func (o *output) add(ev tracefeed.Event) { o.events = append(o.events, ev) }

// take returns the events that can be taken, and uses the memory of used for later ones.
func (o *output) take(used []tracefeed.Event) []tracefeed.Event {
	n := o.takable()
	out := o.events[:n:n]
	o.taken += int64(n)
	o.events = append(used[:0], o.events[n:]...)
	return out
}

// number returns the number of the event that was made last.
func (o *output) number() int64 { return o.taken + int64(len(o.events)) }

// at returns the event with a number, nil if it was taken.
func (o *output) at(number int64) *tracefeed.Event {
	if number <= o.taken {
		return nil
	}
	return &o.events[number-1-o.taken]
}

// hold holds back the event made last, the begin of a wait of a thread.
func (o *output) hold(x *task) {
	if !o.reasons && o.number() > undecided {
		return
	}
	x.held = &heldWait{begin: o.number()}
	o.holding = append(o.holding, x.held)
}

// release says that no reason for the present wait of a thread follows.
func (x *task) release() {
	if x.held != nil {
		x.held.done, x.held = true, nil
	}
}

// takable returns the number of events that can be taken.
func (o *output) takable() int {
	if o.complete {
		return len(o.events)
	}
	for len(o.holding) > 0 {
		w := o.holding[0]
		if !w.done && o.number()-w.begin < maxHeld && (o.reasons || o.number() < undecided) {
			return int(w.begin - 1 - o.taken)
		}
		o.holding = o.holding[1:]
	}
	return len(o.events)
}

// explain acts on the reason of the present wait of a thread.
func (m *Mapper) explain(ev *Event) {
	m.output.reasons = true
	x := m.target(ev)
	if x == nil || x.ended || !x.deep {
		return
	}
	x.deep = false
	why := ev.Why
	if ev.Value != 0 {
		why = disk
	} else if why == disk || why == net || why == device {
		why = NoReason
	}
	w := waits[why]
	h := x.held
	if x.release(); h == nil || m.output.at(h.begin) == nil { // too late for the begin
		if x.state == tracefeed.Suspended || x.state == tracefeed.IO {
			m.emit(x, tracefeed.Event{Kind: w.kind, Cause: w.cause})
			x.state = w.state()
		}
		return
	}
	begin := m.output.at(h.begin)
	begin.Kind, begin.Cause, begin.Monitor = w.kind, w.cause, tracefeed.NoMonitor
	if wake := m.output.at(h.wake); wake != nil {
		if *wake = (tracefeed.Event{Time: wake.Time}); w.state() == tracefeed.Suspended {
			wake.Kind, wake.Thread, wake.Other = tracefeed.Wake, x.id, h.waker
		}
	}
	if x.state == tracefeed.Suspended || x.state == tracefeed.IO {
		x.state = w.state()
	}
}

// woke records that a thread has ended the wait of another one: an event that says so if the
// wait is for that thread, and otherwise one that can do so once the reason has come.
func (m *Mapper) woke(x, by *task) {
	switch waker := m.names.show(by); {
	case x.state == tracefeed.Suspended:
		m.emit(x, tracefeed.Event{Kind: tracefeed.Wake, Other: waker})
	case x.held != nil:
		m.output.add(tracefeed.Event{Time: m.Now()})
	default:
		return
	}
	if x.held != nil {
		x.held.wake, x.held.waker = m.output.number(), m.names.show(by)
	}
}
