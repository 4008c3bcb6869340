package oracle

import (
	"slices"

	"tiv/tracefeed"
)

// world is the state after some events.
type world struct {
	trace   Trace
	threads []Doing
	// held[m][t] is the number of times thread t has entered monitor m without
	// leaving it.
	held []map[tracefeed.ThreadID]int
	// reads[m][t] is whether t was a reader when it first entered.
	reads []map[tracefeed.ThreadID]bool
	// strange are releases that may hand a monitor over.
	strange []tracefeed.Event
	depth   int // of gc-starts without their gc-end
	// others[s] is the other thread of stretch s, endless[s] whether it never
	// ends.
	others  []tracefeed.ThreadID
	endless []bool
	// seen[s] is whether the trace has the bytes with which stretch s ended.
	seen []bool
}

// Replay returns the history of a trace.
func Replay(trace Trace) History {
	w := newWorld(trace)
	var h History
	now := tracefeed.Time(0)
	for _, ev := range trace.Events {
		if ev.Time > now {
			h = append(h, w.moment(now, ev.Time))
			now = ev.Time
		}
		w.apply(ev)
	}
	h = append(h, w.moment(now, now))
	// Only now the wakers, the endless waits, and the handed-over monitors are
	// known.
	allHanded := w.handOvers(h)
	for i := range h {
		m := &h[i]
		for t := range m.Threads {
			d := &m.Threads[t]
			d.Other, d.Forever = w.others[d.Stretch], w.endless[d.Stretch]
			d.Shared = d.Shared || w.seen[d.Stretch]
		}
		m.Owners, m.handed = slices.Clone(m.Holders), allHanded
		for monitor, handed := range allHanded {
			if handed {
				m.Owners[monitor] = nil
			}
		}
	}
	return h
}

// States returns the state of the thread of each event after it.
func States(trace Trace) []State {
	w := newWorld(trace)
	states := make([]State, len(trace.Events))
	for i, ev := range trace.Events {
		w.apply(ev)
		states[i] = w.threads[ev.Thread].State
	}
	return states
}

func newWorld(trace Trace) *world {
	w := &world{trace: trace, others: []tracefeed.ThreadID{tracefeed.NoThread}, endless: []bool{false}, seen: []bool{false}}
	for range trace.Monitors() {
		w.held = append(w.held, map[tracefeed.ThreadID]int{})
		w.reads = append(w.reads, map[tracefeed.ThreadID]bool{})
	}
	for t := range tracefeed.ThreadID(trace.Threads()) {
		state := Unknown
		first := slices.IndexFunc(trace.Events, func(ev tracefeed.Event) bool { return own(ev, t) })
		if t == tracefeed.NoThread || first >= 0 && trace.Events[first].Kind == tracefeed.ThreadStart {
			state = NotAlive
		}
		w.threads = append(w.threads, Doing{State: state})
	}
	return w
}

// own reports whether ev is an event of thread t itself, which a wake is not.
func own(ev tracefeed.Event, t tracefeed.ThreadID) bool {
	return ev.Thread == t && ev.Kind != tracefeed.Wake
}

// moment records the current state.
func (w *world) moment(start, end tracefeed.Time) Moment {
	m := Moment{Start: start, End: end, Threads: slices.Clone(w.threads), collecting: w.depth > 0}
	for monitor, counts := range w.held {
		var holders, readers []tracefeed.ThreadID
		for t := range tracefeed.ThreadID(len(w.threads)) {
			if counts[t] > 0 {
				holders = append(holders, t)
			}
			if counts[t] > 0 && w.reads[monitor][t] {
				readers = append(readers, t)
			}
		}
		m.Holders = append(m.Holders, holders)
		m.Readers = append(m.Readers, readers)
	}
	return m
}

// goOn returns the state of a thread whose wait has ended.
func (w *world) goOn() Doing {
	if w.trace.Header.Sched {
		return Doing{State: Runnable}
	}
	return Doing{State: Running}
}

// set puts thread t into state d, with other as its other thread. If t is in
// that state already, nothing changes.
func (w *world) set(t tracefeed.ThreadID, d Doing, other tracefeed.ThreadID) {
	if d.same(w.threads[t]) && other == tracefeed.NoThread {
		return
	}
	w.others, w.endless, w.seen = append(w.others, other), append(w.endless, d.Forever), append(w.seen, false)
	d.Stretch = len(w.others) - 1
	w.threads[t] = d
}

// apply applies one event.
func (w *world) apply(ev tracefeed.Event) {
	t := ev.Thread
	w.strangeRelease(ev)
	switch {
	case ev.Kind == tracefeed.GCStart:
		w.depth++
	case ev.Kind == tracefeed.GCEnd:
		w.depth = max(0, w.depth-1)
	case ev.Kind == tracefeed.Lost:
		w.lose(t)
	case ev.Kind == tracefeed.ThreadStart:
		if w.threads[t].State == NotAlive {
			w.set(t, w.goOn(), 0)
		}
	case w.threads[t].State == NotAlive:
		if ev.Kind == tracefeed.MonitorExit { // a late report of a release
			w.leave(t, ev.Monitor)
		}
	default:
		w.applyStart(ev)
	}
}

// applyStart applies an event that puts a living thread into a state of its own.
func (w *world) applyStart(ev tracefeed.Event) {
	t := ev.Thread
	switch ev.Kind {
	case tracefeed.ThreadEnd:
		w.set(t, Doing{State: NotAlive}, 0)
	case tracefeed.Ready:
		w.set(t, Doing{State: Runnable}, 0)
	case tracefeed.StateUnknown:
		w.set(t, Doing{State: Unknown}, 0)
	case tracefeed.Run:
		w.set(t, Doing{State: Running}, 0)
	case tracefeed.IOStart:
		w.set(t, Doing{State: IO, Cause: ev.Cause}, 0)
	case tracefeed.SuspendStart:
		if d := &w.threads[t]; d.State == Suspended && d.Cause == ev.Cause && d.Monitor == ev.Monitor && ev.Forever {
			d.Forever, w.endless[d.Stretch] = true, true
		} else {
			w.set(t, Doing{State: Suspended, Cause: ev.Cause, Monitor: ev.Monitor, Forever: ev.Forever}, 0)
		}
	case tracefeed.MonitorWait:
		if w.waitsAlready(ev) {
			d := &w.threads[t]
			d.Forever = d.Forever || ev.Forever
			w.endless[d.Stretch] = d.Forever
		} else {
			w.set(t, Doing{State: Blocking, Monitor: ev.Monitor, Shared: ev.Shared, Forever: ev.Forever}, ev.Other)
		}
	default:
		w.applyEnd(ev)
	}
}

// handOvers returns the monitors released by a thread that does not hold them:
// the event says so, or they have holders before and after its instant, and the
// thread has existed too short to have entered them before the trace.
func (w *world) handOvers(h History) []bool {
	handed := make([]bool, len(w.held))
	for _, r := range w.strange {
		if r.Other != tracefeed.NoThread {
			handed[r.Monitor] = true
			continue
		}
		first := slices.IndexFunc(w.trace.Events, func(ev tracefeed.Event) bool { return own(ev, r.Thread) })
		if w.trace.Events[first].Kind != tracefeed.ThreadStart {
			continue
		}
		for i := 1; i < len(h); i++ {
			if h[i].Start == r.Time && len(h[i-1].Holders[r.Monitor]) > 0 && len(h[i].Holders[r.Monitor]) > 0 {
				handed[r.Monitor] = true
			}
		}
	}
	return handed
}

// strangeRelease records a release by a thread that does not hold the monitor,
// or on behalf of another thread.
func (w *world) strangeRelease(ev tracefeed.Event) {
	t, m := ev.Thread, ev.Monitor
	if ev.Kind == tracefeed.MonitorExit && m != tracefeed.NoMonitor && t != tracefeed.NoThread &&
		(ev.Other != tracefeed.NoThread || w.threads[t].State != NotAlive && w.held[m][t] == 0) {
		w.strange = append(w.strange, ev)
	}
}

// lose drops the state of a thread, or of all.
func (w *world) lose(who tracefeed.ThreadID) {
	for t := range tracefeed.ThreadID(len(w.threads)) {
		if who != tracefeed.NoThread && who != t {
			continue
		}
		for _, counts := range w.held {
			delete(counts, t)
		}
		if w.threads[t].State != NotAlive {
			w.set(t, Doing{State: Unknown}, 0)
		}
	}
}

// enter makes t hold a monitor, or hold it once more.
func (w *world) enter(t tracefeed.ThreadID, m tracefeed.MonitorID, shared bool) {
	if w.held[m][t] == 0 {
		w.reads[m][t] = shared
	}
	w.held[m][t]++
}

// leave makes t hold a monitor once less, if it holds it.
func (w *world) leave(t tracefeed.ThreadID, m tracefeed.MonitorID) {
	if w.held[m][t] > 0 {
		w.held[m][t]--
	}
}

// waitsAlready reports whether a MonitorWait repeats the present wait.
func (w *world) waitsAlready(ev tracefeed.Event) bool {
	doing := w.threads[ev.Thread]
	if doing.State != Blocking || doing.Monitor != ev.Monitor {
		return false
	}
	return ev.Other == tracefeed.NoThread || ev.Other == w.others[doing.Stretch] && ev.Shared == doing.Shared
}

// applyEnd applies an event that can end a wait. Its effect depends on the
// thread's state.
func (w *world) applyEnd(ev tracefeed.Event) {
	t := ev.Thread
	doing := w.threads[t]
	switch ev.Kind {
	case tracefeed.IOEnd:
		if doing.State == IO || doing.State == Unknown {
			w.set(t, w.goOn(), 0)
		}
	case tracefeed.SuspendEnd:
		if doing.State == Suspended || doing.State == Unknown {
			w.set(t, w.goOn(), 0)
		}
	case tracefeed.MonitorEnter:
		if ev.Monitor != tracefeed.NoMonitor {
			w.enter(t, ev.Monitor, ev.Shared)
		}
		if doing.State == Blocking {
			w.set(t, w.goOn(), 0)
		} else if doing.State == Unknown {
			w.set(t, Doing{State: Running}, 0)
		}
	case tracefeed.MonitorExit:
		w.leave(t, ev.Monitor)
		if doing.State == Unknown && ev.Other == tracefeed.NoThread {
			w.set(t, Doing{State: Running}, 0)
		}
	case tracefeed.Wake:
		w.wake(ev)
	}
}

// wake applies a wake. A thread cannot wake itself.
func (w *world) wake(ev tracefeed.Event) {
	doing := w.threads[ev.Thread]
	if ev.Other == ev.Thread {
		return
	}
	switch s := doing.Stretch; doing.State {
	case Suspended, Blocking:
		if w.others[s] == tracefeed.NoThread {
			w.others[s] = ev.Other
		}
	case IO:
		if ev.Name != tracefeed.NoName && ev.Other != tracefeed.NoThread { // the last one counts
			w.others[s], w.seen[s] = ev.Other, ev.Value != 0
		}
	}
}
