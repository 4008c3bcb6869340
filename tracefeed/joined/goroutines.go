package joined

import "tiv/tracefeed"

// carriers are the threads of the kernel's feed.
type carriers struct {
	start    bool // the program's trace has started
	number   func(tracefeed.ThreadID) int64
	byNumber map[int64]*carrier
	byID     []*carrier // by id in the kernel's feed
}

// carrier is a thread of the operating system.
type carrier struct {
	// thread is the goroutine that it runs, NoThread for none; or, if it has no events in
	// the program's trace, itself.
	thread tracefeed.ThreadID
	// last is the kernel's last event about its state, NoKind if that is unknown.
	last tracefeed.Event
	cpu  tracefeed.CPU
}

// join adds an event of a part; raw has the ids of the part.
func (f *Scheduled) join(part int, ev, raw tracefeed.Event) {
	if !f.carriers.start && ev.Time >= 0 {
		f.carriers.start = true
		for _, c := range f.carriers.byID {
			if c != nil && c.thread != tracefeed.NoThread && c.last.Kind != tracefeed.NoKind {
				f.schedule(c.again(0))
			}
		}
	}
	if part == ofKernel {
		f.scheduleCarrier(ev, raw)
	} else {
		f.carry(ev)
	}
}

// again returns the last event of a carrier, for its thread, at a later time.
func (c *carrier) again(at tracefeed.Time) tracefeed.Event {
	ev := c.last
	ev.Time, ev.Thread = at, c.thread
	return ev
}

// carrierOf returns the thread of an event, and the one named by it; raw has the ids of the
// kernel's feed.
func (f *Scheduled) carrierOf(raw, joined tracefeed.ThreadID) *carrier {
	all := f.carriers
	for int(raw) >= len(all.byID) {
		all.byID = append(all.byID, nil)
	}
	if all.byID[raw] == nil {
		c := &carrier{thread: joined}
		all.byID[raw] = c
		all.byNumber[all.number(raw)] = c
	}
	return all.byID[raw]
}

// scheduleCarrier adds an event of the kernel.
func (f *Scheduled) scheduleCarrier(ev, raw tracefeed.Event) {
	if raw.Thread == tracefeed.NoThread {
		if ev.Kind == tracefeed.Lost {
			f.loseCarriers(ev)
		}
		return
	}
	c := f.carrierOf(raw.Thread, ev.Thread)
	if raw.Other != tracefeed.NoThread {
		ev.Other = f.carrierOf(raw.Other, ev.Other).thread
	}
	switch ev.Kind {
	case tracefeed.Run:
		c.cpu = ev.CPU
		fallthrough
	case tracefeed.Ready, tracefeed.MonitorWait, tracefeed.SuspendStart, tracefeed.IOStart:
		c.last = ev
	case tracefeed.Wake:
		if ev.Other == tracefeed.NoThread {
			return // no goroutine did it
		}
	case tracefeed.ThreadEnd:
		f.endCarrier(c, ev)
		return
	}
	if ev.Time >= 0 && c.thread != tracefeed.NoThread {
		ev.Thread = c.thread
		f.schedule(ev)
	}
}

// endCarrier ends a thread of the operating system. Only the program knows the further states
// of its goroutine.
func (f *Scheduled) endCarrier(c *carrier, ev tracefeed.Event) {
	ev.Thread = c.thread
	switch th := &f.queue.threads[c.thread]; {
	case ev.Time < 0 || c.thread == tracefeed.NoThread:
	case th.on == nil:
		f.schedule(ev)
	default:
		f.queue.leave(th)
		ev.Kind = tracefeed.StateUnknown
		f.queue.emit(ev)
	}
	*c = carrier{}
}

// loseCarriers says that the kernel has lost events: the states of its threads are unknown.
func (f *Scheduled) loseCarriers(ev tracefeed.Event) {
	f.queue.settleAll()
	for _, c := range f.carriers.byID {
		if c == nil {
			continue
		}
		if c.last = (tracefeed.Event{}); c.thread == tracefeed.NoThread || !f.carriers.start {
			continue
		}
		ev.Thread, f.queue.threads[c.thread].state = c.thread, tracefeed.Unknown
		f.queue.emit(ev)
		ev.Value = 0 // they are counted
	}
}

// states are the kinds of events that have the carrier of a goroutine.
var states = [tracefeed.NumKinds]bool{
	tracefeed.Run: true, tracefeed.Ready: true, tracefeed.MonitorWait: true, tracefeed.SuspendStart: true,
	tracefeed.SuspendEnd: true, tracefeed.IOStart: true, tracefeed.IOEnd: true, tracefeed.ThreadEnd: true,
}

// carry adds an event of the program.
func (f *Scheduled) carry(ev tracefeed.Event) {
	th := &f.queue.threads[ev.Thread]
	var to *carrier
	if ev.Thread != tracefeed.NoThread && states[ev.Kind] {
		to, ev.Object = f.carriers.byNumber[ev.Object], 0
	} else {
		to = th.on
	}
	if ev.CPU = tracefeed.NoCPU; to != nil { // the program counts its own processors
		ev.CPU = to.cpu
	}
	switch {
	case to == nil && th.on == nil:
		f.queue.emit(ev)
	case to == nil:
		f.unload(th, ev)
	case to == th.on:
		f.act(ev)
	default:
		f.load(th, ev, to)
	}
}

// load puts a goroutine on a carrier. It runs there, unless the kernel says otherwise.
func (f *Scheduled) load(th *thread, ev tracefeed.Event, c *carrier) {
	switch ev.Kind {
	case tracefeed.SuspendEnd, tracefeed.IOEnd, tracefeed.MonitorWait, tracefeed.Ready, tracefeed.ThreadEnd:
		f.queue.emit(ev) // its Run follows
		return
	}
	f.queue.leave(th)
	if c.thread != tracefeed.NoThread {
		f.queue.leave(&f.queue.threads[c.thread])
	}
	th.on, th.kernel, th.state, c.thread = c, true, tracefeed.Running, ev.Thread
	f.queue.emit(tracefeed.Event{Kind: tracefeed.Run, Time: ev.Time, Thread: ev.Thread, CPU: c.cpu})
	if ev.Kind != tracefeed.Run {
		f.act(ev)
	}
	if k := c.last.Kind; k != tracefeed.Run && k != tracefeed.NoKind {
		f.schedule(c.again(ev.Time))
	}
}

// unload takes a goroutine off its carrier.
func (f *Scheduled) unload(th *thread, ev tracefeed.Event) {
	state := th.state
	f.queue.leave(th)
	switch ev.Kind {
	case tracefeed.SuspendEnd, tracefeed.IOEnd:
		if state != waits[ev.Kind] { // the end of a system call without a wait, or after it
			ev.Kind = tracefeed.Ready
		}
	case tracefeed.SuspendStart, tracefeed.IOStart, tracefeed.MonitorWait:
		if state >= tracefeed.Suspended {
			f.queue.emit(tracefeed.Event{Kind: tracefeed.Run, Time: ev.Time, Thread: ev.Thread})
		}
	}
	f.queue.emit(ev)
}

// leave separates a goroutine from its carrier, if it is on one.
func (q *queue) leave(th *thread) {
	if th.on != nil {
		q.settle(th)
		th.on.thread = tracefeed.NoThread
		*th = thread{resumed: th.resumed}
	}
}
