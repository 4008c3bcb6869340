package oracle

import (
	"slices"

	"tiv/tracefeed"
)

// world is how things stand after some events.
type world struct {
	trace   Trace
	threads []Doing
	// held[m][t] is how many times thread t has entered monitor m without
	// leaving it again.
	held []map[tracefeed.ThreadID]int
	// reads[m][t] is whether t was a reader when it first entered.
	reads []map[tracefeed.ThreadID]bool
	depth int // of gc-starts without their gc-end
	// others[s] is who is remembered for stretch s.
	others []tracefeed.ThreadID
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
	// Only now is it known who let whom go on.
	for _, m := range h {
		for t := range m.Threads {
			d := &m.Threads[t]
			d.Other = w.others[d.Stretch]
		}
	}
	return h
}

func newWorld(trace Trace) *world {
	w := &world{trace: trace, others: []tracefeed.ThreadID{tracefeed.NoThread}}
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

// own reports whether ev tells of something that thread t does. A wake is done
// to it.
func own(ev tracefeed.Event, t tracefeed.ThreadID) bool {
	return ev.Thread == t && ev.Kind != tracefeed.Wake
}

// moment writes down how things stand.
func (w *world) moment(start, end tracefeed.Time) Moment {
	m := Moment{Start: start, End: end, Threads: slices.Clone(w.threads), Collecting: w.depth > 0}
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

// goOn is what a thread does that waits for nothing any more.
func (w *world) goOn() Doing {
	if w.trace.Header.Sched {
		return Doing{State: Runnable}
	}
	return Doing{State: Running}
}

// set makes thread t do d from now on, for which other is remembered. If it
// does that already, nothing changes.
func (w *world) set(t tracefeed.ThreadID, d Doing, other tracefeed.ThreadID) {
	if d.same(w.threads[t]) && other == tracefeed.NoThread {
		return
	}
	w.others = append(w.others, other)
	d.Stretch = len(w.others) - 1
	w.threads[t] = d
}

// apply changes the world by one event.
func (w *world) apply(ev tracefeed.Event) {
	t := ev.Thread
	switch {
	case ev.Kind == tracefeed.GCStart:
		w.depth++
		return
	case ev.Kind == tracefeed.GCEnd:
		w.depth = max(0, w.depth-1)
		return
	case ev.Kind == tracefeed.Lost:
		w.lose(t)
		return
	case ev.Kind == tracefeed.ThreadStart:
		if w.threads[t].State == NotAlive {
			w.set(t, w.goOn(), 0)
		}
		return
	case w.threads[t].State == NotAlive:
		return
	}
	switch ev.Kind {
	case tracefeed.ThreadEnd:
		w.set(t, Doing{State: NotAlive}, 0)
	case tracefeed.Ready:
		w.set(t, Doing{State: Runnable}, 0)
	case tracefeed.Run:
		w.set(t, Doing{State: Running}, 0)
	case tracefeed.IOStart:
		w.set(t, Doing{State: IO, Cause: ev.Cause}, 0)
	case tracefeed.SuspendStart:
		w.set(t, Doing{State: Suspended, Cause: ev.Cause, Forever: ev.Forever}, 0)
	case tracefeed.MonitorWait:
		if !w.waitsAlready(ev) {
			w.set(t, Doing{State: Blocking, Monitor: ev.Monitor, Shared: ev.Shared}, ev.Other)
		}
	default:
		w.applyEnd(ev)
	}
}

// lose forgets what is known of a thread, or of all.
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

// waitsAlready reports whether a MonitorWait says nothing new.
func (w *world) waitsAlready(ev tracefeed.Event) bool {
	doing := w.threads[ev.Thread]
	if doing.State != Blocking || doing.Monitor != ev.Monitor {
		return false
	}
	return ev.Other == tracefeed.NoThread || ev.Other == w.others[doing.Stretch] && ev.Shared == doing.Shared
}

// applyEnd applies events that can end a wait. What they do follows from what
// the thread does.
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
		if w.held[ev.Monitor][t] > 0 {
			w.held[ev.Monitor][t]--
		}
		if doing.State == Unknown {
			w.set(t, Doing{State: Running}, 0)
		}
	case tracefeed.Wake:
		waits := doing.State == Suspended || doing.State == Blocking
		// Nobody wakes itself.
		if waits && ev.Other != t && w.others[doing.Stretch] == tracefeed.NoThread {
			w.others[doing.Stretch] = ev.Other
		}
	}
}
