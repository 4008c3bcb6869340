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

// held are the events that wait for a reason.
type held struct {
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

// number returns the number of the event that was made last.
func (m *Mapper) number() int64 { return m.taken + int64(len(m.out)) }

// hold holds back the event made last, the begin of a wait of a thread.
func (m *Mapper) hold(x *task) {
	if !m.reasons && m.number() > undecided {
		return
	}
	x.held = &heldWait{begin: m.number()}
	m.holding = append(m.holding, x.held)
}

// release says that no reason for the present wait of a thread follows.
func (x *task) release() {
	if x.held != nil {
		x.held.done, x.held = true, nil
	}
}

// takable returns the number of events that can be taken.
func (m *Mapper) takable() int {
	if m.complete {
		return len(m.out)
	}
	for len(m.holding) > 0 {
		w := m.holding[0]
		if !w.done && m.number()-w.begin < maxHeld && (m.reasons || m.number() < undecided) {
			return int(w.begin - 1 - m.taken)
		}
		m.holding = m.holding[1:]
	}
	return len(m.out)
}

// explain acts on the reason of the present wait of a thread.
func (m *Mapper) explain(ev *Event) {
	m.reasons = true
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
	if x.release(); h == nil || h.begin <= m.taken { // too late for the begin
		if x.state == tracefeed.Suspended || x.state == tracefeed.IO {
			m.emit(x, tracefeed.Event{Kind: w.kind, Cause: w.cause})
			x.state = w.state()
		}
		return
	}
	begin := &m.out[h.begin-1-m.taken]
	begin.Kind, begin.Cause, begin.Monitor = w.kind, w.cause, tracefeed.NoMonitor
	if h.wake > m.taken {
		wake := &m.out[h.wake-1-m.taken]
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
	switch waker := m.show(by); {
	case x.state == tracefeed.Suspended:
		m.emit(x, tracefeed.Event{Kind: tracefeed.Wake, Other: waker})
	case x.held != nil:
		m.out = append(m.out, tracefeed.Event{Time: m.Now()})
	default:
		return
	}
	if x.held != nil {
		x.held.wake, x.held.waker = m.number(), m.show(by)
	}
}
