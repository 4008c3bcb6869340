package joined

import "tiv/tracefeed"

// schedule adds an event of the kernel.
func (f *Scheduled) schedule(ev tracefeed.Event) {
	if ev.Thread == tracefeed.NoThread {
		if ev.Kind == tracefeed.Lost {
			f.queue.settleAll()
			f.lose()
		}
		f.queue.emit(ev)
		return
	}
	th := &f.queue.threads[ev.Thread]
	th.kernel = true
	switch ev.Kind {
	case tracefeed.ThreadStart:
		if th.state == tracefeed.Unknown {
			f.queue.emit(ev)
			th.state = tracefeed.Runnable
		}
	case tracefeed.Run:
		f.move(th, ev)
		th.state = tracefeed.Running
	case tracefeed.Ready:
		if th.state != tracefeed.Runnable {
			f.move(th, ev)
			th.state = tracefeed.Runnable
		}
	case tracefeed.MonitorWait, tracefeed.SuspendStart, tracefeed.IOStart:
		f.sleep(th, ev)
	case tracefeed.Wake:
		f.wake(th, ev)
	case tracefeed.ThreadEnd:
		f.end(th, ev)
	default:
		f.queue.emit(ev)
	}
}

// end ends a thread. One that the end of its process killed in a wait was in that to the end.
func (f *Scheduled) end(th *thread, ev tracefeed.Event) {
	if th.wait.Kind != tracefeed.NoKind {
		f.queue.takeBack(th)
	} else {
		f.queue.emit(ev)
	}
	f.queue.settle(th)
	*th = thread{kernel: true, state: tracefeed.NotAlive}
}

// move adds an event of a thread that becomes runnable or runs.
func (f *Scheduled) move(th *thread, ev tracefeed.Event) {
	if len(th.events) > 0 || th.wait.Kind != tracefeed.NoKind && th.state >= tracefeed.Suspended {
		f.queue.resume(th, ev)
		return
	}
	f.queue.emit(ev)
}

// sleep begins a wait: of the kind that the program names, or else the kernel's.
func (f *Scheduled) sleep(th *thread, ev tracefeed.Event) {
	if f.queue.sleepsOn(th, ev.Time) {
		return
	}
	f.queue.settle(th)
	if w := th.wait; w.Kind != tracefeed.NoKind {
		w.Time = ev.Time
		if w.Stack == tracefeed.NoStack {
			w.Stack = ev.Stack
		}
		ev = w
	}
	f.begin(th, ev)
}

// begin adds the begin of a wait.
func (f *Scheduled) begin(th *thread, ev tracefeed.Event) {
	f.queue.emit(ev)
	th.woken = ev.Other != tracefeed.NoThread // the owner is known, so the waker says nothing
	switch ev.Kind {
	case tracefeed.MonitorWait:
		th.state = tracefeed.Blocking
	case tracefeed.SuspendStart:
		th.state = tracefeed.Suspended
	case tracefeed.IOStart:
		th.state = tracefeed.IO
	}
}

// wake adds the end of a wait by another thread. The first one counts.
func (f *Scheduled) wake(th *thread, ev tracefeed.Event) {
	if (th.state == tracefeed.Blocking || th.state == tracefeed.Suspended) && !th.woken {
		f.move(th, ev)
		th.woken = true
	}
}

// lose forgets the states of all threads.
func (f *Scheduled) lose() {
	for t := range f.queue.threads {
		if th := &f.queue.threads[t]; th.state != tracefeed.NotAlive {
			th.state = tracefeed.Unknown
		}
	}
}

// forget ends the waits of the program, because the rest of its trace is missing. From then on
// the states of threads come from the kernel alone.
func (f *Scheduled) forget() {
	f.queue.settleAll()
	for t := range f.queue.threads {
		th := &f.queue.threads[t]
		if th.wait.Kind == tracefeed.NoKind && th.kernel || th.state == tracefeed.NotAlive || th.state == tracefeed.Unknown {
			continue
		}
		if th.state >= tracefeed.Suspended || !th.kernel {
			f.queue.emit(tracefeed.Event{Time: f.last, Thread: tracefeed.ThreadID(t), Kind: tracefeed.StateUnknown})
			th.state = tracefeed.Unknown
		}
		th.wait = tracefeed.Event{}
	}
}

// act adds an event of the program.
func (f *Scheduled) act(ev tracefeed.Event) {
	if ev.Thread == tracefeed.NoThread {
		f.queue.emit(ev)
		return
	}
	th := &f.queue.threads[ev.Thread]
	switch ev.Kind {
	case tracefeed.ThreadStart:
		if th.kernel {
			return
		}
		th.state = tracefeed.Running
	case tracefeed.ThreadEnd:
		if th.kernel { // the kernel ends it
			f.queue.settle(th)
			th.wait = tracefeed.Event{}
			return
		}
	case tracefeed.Run:
		if th.kernel && th.wait.Kind == tracefeed.MonitorWait {
			f.giveUp(th, ev)
		}
		if th.kernel {
			return
		}
		th.wait, th.state = tracefeed.Event{}, tracefeed.Running
	case tracefeed.Ready, tracefeed.StateUnknown:
		if th.kernel {
			return
		}
	case tracefeed.MonitorWait, tracefeed.SuspendStart, tracefeed.IOStart:
		f.startWait(th, ev)
		return
	case tracefeed.SuspendEnd, tracefeed.IOEnd:
		f.endWait(th, ev)
		return
	case tracefeed.MonitorEnter:
		// Another monitor: an earlier acquisition, known only now.
		if w := &th.wait; w.Kind == tracefeed.NoKind || w.Kind == tracefeed.MonitorWait && w.Monitor == ev.Monitor {
			f.endWait(th, ev)
			return
		}
	case tracefeed.Wake:
		f.wake(th, ev)
		return
	}
	f.queue.emit(ev)
}

// startWait begins a wait of the program. Of a thread on a processor, it is added when the
// thread leaves that.
func (f *Scheduled) startWait(th *thread, ev tracefeed.Event) {
	if w := &th.wait; w.Kind == ev.Kind && w.Monitor == ev.Monitor && ev.Kind == tracefeed.MonitorWait {
		// The same wait, now with the owner of the monitor.
		if ev.Stack == tracefeed.NoStack {
			ev.Stack = w.Stack
		}
		*w = ev
		if th.state == tracefeed.Blocking {
			f.begin(th, ev)
		}
		return
	}
	f.queue.settle(th)
	th.wait = ev
	switch th.state {
	case tracefeed.Running, tracefeed.Runnable:
		if th.kernel {
			return
		}
	case tracefeed.Suspended, tracefeed.Blocking, tracefeed.IO:
		// The clocks differ by a little: the thread has left its processor already.
		f.queue.emit(tracefeed.Event{Kind: tracefeed.Run, Time: ev.Time, Thread: ev.Thread})
	}
	f.begin(th, ev)
}

// endWait ends a wait of the program. The end of a wait that the thread has left already
// says nothing.
func (f *Scheduled) endWait(th *thread, ev tracefeed.Event) {
	f.queue.settle(th)
	th.wait = tracefeed.Event{}
	if ev.Kind == tracefeed.MonitorEnter || th.state == waits[ev.Kind] || !th.kernel {
		f.queue.emit(ev)
	}
	if th.kernel {
		if th.state == waits[ev.Kind] {
			th.state = tracefeed.Runnable
		}
		return
	}
	f.queue.emit(tracefeed.Event{Kind: tracefeed.Run, Time: ev.Time, Thread: ev.Thread})
	th.state = tracefeed.Running
}

// giveUp ends a wait for a monitor that the thread does not get, or without an acquisition in the
// trace of the program.
func (f *Scheduled) giveUp(th *thread, ev tracefeed.Event) {
	f.queue.settle(th)
	th.wait = tracefeed.Event{}
	if th.state == tracefeed.Blocking {
		ev.Kind = tracefeed.Ready
		f.queue.emit(ev)
		th.state = tracefeed.Runnable
	}
}

// waits are the states that events end.
var waits = [tracefeed.NumKinds]tracefeed.State{
	tracefeed.MonitorEnter: tracefeed.Blocking, tracefeed.SuspendEnd: tracefeed.Suspended, tracefeed.IOEnd: tracefeed.IO,
}
