package sample

import "tiv/tracefeed"

// seen is a thread as one look finds it.
type seen struct {
	at tracefeed.Time
	// run and queue are the times on a processor and in the queue for one, since the
	// thread's start; switches counts how often it got a processor.
	run, queue tracefeed.Time
	switches   int64
	// wait is the wait of the thread. Its zero value is a thread on a processor or in the
	// queue.
	wait wait
}

// thread is a thread between two looks.
type thread struct {
	id   tracefeed.ThreadID
	tid  int
	last seen
	call call // of the last look
	// runShown and queueShown are the times that the events so far show, on the scale
	// of last.run and last.queue.
	runShown, queueShown tracefeed.Time
	// shown is the kind of the last event about the thread's state.
	shown tracefeed.Kind
	// queued is true if the thread was woken and has not got a processor since.
	queued bool
	looks  int
	// gone: it was not found any more; ended: its end is recorded.
	gone, ended bool
	round       int // the last one that found it
	files       *threadFiles
}

// lag is how far the kernel's count of a thread's time on a processor can be behind
// while it runs: the count moves with the timer's ticks.
const lag = 4 * tracefeed.Millisecond

// begin makes the events of the first look at a thread that began before the trace.
func (th *thread) begin(now *seen, emit func(tracefeed.Event)) {
	th.runShown, th.queueShown = now.run, now.queue
	th.enter(now, now.at, emit)
}

// appear makes the events of a thread that began since an earlier time. It began so
// long ago as it has run and waited for processors, at least.
func (th *thread) appear(now *seen, since tracefeed.Time, emit func(tracefeed.Event)) {
	at := max(since, now.at-now.run-now.queue)
	emit(tracefeed.Event{Kind: tracefeed.ThreadStart, Time: at, Thread: th.id})
	th.last, th.shown = seen{at: at}, tracefeed.Ready
	th.between(now, emit)
}

// between makes the events from the last look to now. How long the thread ran, and
// how long it waited for a processor, is exact; the order is a guess: it left its
// wait, ran, and began its next wait.
func (th *thread) between(now *seen, emit func(tracefeed.Event)) {
	before, after := th.last.wait.waits(), now.wait.waits()
	still := now.switches == th.last.switches
	th.queued = still && (th.queued || before && !after)
	if still && before && after {
		th.waitOn(now, emit)
		return
	}
	from, whole := th.last.at, now.at-th.last.at
	run := min(max(0, now.run-th.runShown), whole)
	queue := min(max(0, now.queue-th.queueShown), whole-run)
	rest := whole - run - queue
	switch {
	case before && after:
		from += rest / 2
	case before:
		from += rest
	case !after:
		if !th.queued {
			more := min(rest, max(0, lag-max(0, th.runShown+run-now.run)))
			run, rest = run+more, rest-more
		}
		if still { // it may have lost its processor, and has got none
			queue, rest = queue+rest, 0
		}
		if rest > 0 { // it waited, too briefly to be seen
			th.change(tracefeed.Event{Kind: tracefeed.StateUnknown, Time: from}, emit)
			from += rest
		}
	}
	if before {
		th.leave(from, emit)
	}
	th.work(from, queue, run, emit)
	th.runShown, th.queueShown = th.runShown+run, max(now.queue, th.queueShown+queue)
	if after {
		th.settle(now)
	}
	if after || run+queue == 0 && before {
		th.enter(now, from+queue+run, emit)
	}
}

// work makes the events of a thread that waits for a processor, and then runs, for some time
// each.
func (th *thread) work(from, queue, run tracefeed.Time, emit func(tracefeed.Event)) {
	if queue > 0 {
		th.change(tracefeed.Event{Kind: tracefeed.Ready, Time: from}, emit)
	}
	if run > 0 {
		th.change(tracefeed.Event{Kind: tracefeed.Run, Time: from + queue}, emit)
	}
}

// waitOn makes the events of a thread that has not been on a processor between two looks, and
// waits in both.
func (th *thread) waitOn(now *seen, emit func(tracefeed.Event)) {
	if before := th.last.wait; now.wait != before {
		if before.monitor != now.wait.monitor || before.kind != now.wait.kind {
			// It ran for an instant, after its times were read.
			th.change(tracefeed.Event{Kind: tracefeed.Run, Time: now.at}, emit)
		}
		th.enter(now, now.at, emit)
	}
	th.settle(now)
}

// settle takes over the kernel's counts. They are exact for a thread that waits.
func (th *thread) settle(now *seen) { th.runShown, th.queueShown = now.run, now.queue }

// enter makes the event of the state that a look found.
func (th *thread) enter(now *seen, at tracefeed.Time, emit func(tracefeed.Event)) {
	if !now.wait.waits() {
		kind := tracefeed.Run
		if th.queued {
			kind = tracefeed.Ready
		}
		th.change(tracefeed.Event{Kind: kind, Time: at}, emit)
		return
	}
	th.shown = tracefeed.NoKind // a wait like the last one is another wait
	th.change(now.wait.event(at), emit)
}

// leave makes the event of the end of a wait, where that has a known cause.
func (th *thread) leave(at tracefeed.Time, emit func(tracefeed.Event)) {
	if w := &th.last.wait; w.kind == tracefeed.SuspendStart && w.other != tracefeed.NoThread {
		emit(tracefeed.Event{Kind: tracefeed.Wake, Time: at, Thread: th.id, Other: w.other})
	}
}

// change makes an event about the thread's state, unless the thread is in it already.
func (th *thread) change(ev tracefeed.Event, emit func(tracefeed.Event)) {
	if ev.Kind == th.shown {
		return
	}
	ev.Thread, th.shown = th.id, ev.Kind
	emit(ev)
}

// end makes the events of a thread that has ended since the last look. Its
// states meanwhile are not known.
func (th *thread) end(at tracefeed.Time, emit func(tracefeed.Event)) {
	th.change(tracefeed.Event{Kind: tracefeed.StateUnknown, Time: th.last.at}, emit)
	emit(tracefeed.Event{Kind: tracefeed.ThreadEnd, Time: at, Thread: th.id})
}
