package oracle

import (
	"math/rand/v2"
	"slices"

	"tiv/tracefeed"
)

// director chooses the events of random threads.
type director struct {
	rng   *rand.Rand
	shape Shape
	sched bool
	cast  []actor
	gc    int
}

// actor is the director's state of a thread.
type actor struct {
	// last is the kind of the event that determines the thread's state; NoKind
	// before its birth and after its death.
	last  tracefeed.Kind
	wants tracefeed.MonitorID
	holds []tracefeed.MonitorID
}

func (d *director) thread() tracefeed.ThreadID {
	return tracefeed.ThreadID(1 + d.rng.IntN(d.shape.Threads))
}

func (d *director) monitor() tracefeed.MonitorID {
	return tracefeed.MonitorID(1 + d.rng.IntN(d.shape.Monitors))
}

// object returns the object of a suspension or, half the time, none.
func (d *director) object() tracefeed.MonitorID {
	if d.rng.IntN(2) == 0 {
		return tracefeed.NoMonitor
	}
	return d.monitor()
}

func (d *director) other() tracefeed.ThreadID {
	return tracefeed.ThreadID(d.rng.IntN(2)) * d.thread()
}

// sensible returns a plausible next event.
func (d *director) sensible() tracefeed.Event {
	if d.rng.IntN(20) == 0 {
		return d.collect()
	}
	ev := tracefeed.Event{Thread: d.thread()}
	a := &d.cast[ev.Thread]
	switch a.last {
	case tracefeed.NoKind:
		ev.Kind = tracefeed.ThreadStart
		if d.rng.IntN(4) == 0 {
			ev.Kind = tracefeed.Run // it existed before the trace
		}
	case tracefeed.IOStart:
		ev.Kind = tracefeed.IOEnd
	case tracefeed.SuspendStart:
		ev.Kind, ev.Other = tracefeed.Wake, d.other()
		if d.rng.IntN(2) == 0 {
			ev.Kind, ev.Other = tracefeed.SuspendEnd, tracefeed.NoThread
		}
	case tracefeed.MonitorWait:
		return d.enter(ev, a)
	default:
		d.act(&ev, a)
	}
	if ev.Kind != tracefeed.Wake {
		a.last = ev.Kind
	}
	if ev.Kind == tracefeed.ThreadEnd {
		*a = actor{holds: a.holds}
	}
	return ev
}

// enter lets a waiting thread acquire its monitor if that is free, and
// otherwise mostly makes a holder release it.
func (d *director) enter(ev tracefeed.Event, a *actor) tracefeed.Event {
	ev.Kind, ev.Monitor = tracefeed.MonitorEnter, a.wants
	for t := range d.cast {
		holder := &d.cast[t]
		i := slices.Index(holder.holds, a.wants)
		if i < 0 {
			continue
		}
		if holder.last == tracefeed.MonitorWait || d.rng.IntN(3) == 0 {
			return tracefeed.Event{Kind: tracefeed.Wake, Thread: ev.Thread, Other: tracefeed.ThreadID(t)}
		}
		holder.holds = slices.Delete(holder.holds, i, i+1)
		return tracefeed.Event{Kind: tracefeed.MonitorExit, Thread: tracefeed.ThreadID(t), Monitor: a.wants}
	}
	a.last, a.holds = tracefeed.MonitorEnter, append(a.holds, a.wants)
	return ev
}

// act chooses the next event of a thread that does not wait.
func (d *director) act(ev *tracefeed.Event, a *actor) {
	switch n := d.rng.IntN(20); {
	case n < 6:
		ev.Kind, ev.Monitor, ev.Shared = tracefeed.MonitorWait, d.monitor(), d.rng.IntN(3) == 0
		a.wants = ev.Monitor
		if d.rng.IntN(4) == 0 {
			ev.Other = d.thread()
		}
	case n < 9:
		ev.Kind, ev.Monitor, ev.Shared = tracefeed.MonitorEnter, d.monitor(), d.rng.IntN(3) == 0
		a.holds = append(a.holds, ev.Monitor)
	case n < 13 && len(a.holds) > 0:
		ev.Kind, ev.Monitor = tracefeed.MonitorExit, a.holds[len(a.holds)-1]
		a.holds = a.holds[:len(a.holds)-1]
	case n < 15:
		ev.Kind, ev.Cause = tracefeed.IOStart, d.pick(tracefeed.NoCause, tracefeed.CauseDisk, tracefeed.CauseNet)
	case n < 18:
		ev.Kind, ev.Cause, ev.Monitor = tracefeed.SuspendStart, d.suspension(), d.object()
	case n < 19:
		ev.Kind = tracefeed.Run
		if d.sched && d.rng.IntN(2) == 0 {
			ev.Kind = tracefeed.Ready
		}
	default:
		ev.Kind = tracefeed.ThreadEnd
	}
}

func (d *director) collect() tracefeed.Event {
	if d.gc > 0 && d.rng.IntN(3) > 0 {
		d.gc--
		return tracefeed.Event{Kind: tracefeed.GCEnd}
	}
	d.gc++
	return tracefeed.Event{Kind: tracefeed.GCStart}
}

// odd returns any event at all.
func (d *director) odd() tracefeed.Event {
	ev := tracefeed.Event{
		Kind:   tracefeed.Kind(1 + d.rng.IntN(int(tracefeed.NumKinds)-1)),
		Thread: d.thread(),
	}
	switch ev.Kind {
	case tracefeed.GCStart, tracefeed.GCEnd:
		ev.Thread = tracefeed.NoThread
	case tracefeed.MonitorWait:
		ev.Monitor, ev.Other, ev.Shared = d.monitor(), d.other(), d.rng.IntN(2) == 0
		if d.rng.IntN(8) == 0 {
			ev.Monitor = tracefeed.NoMonitor
		}
	case tracefeed.MonitorEnter:
		ev.Monitor, ev.Shared = d.monitor(), d.rng.IntN(2) == 0
	case tracefeed.MonitorExit:
		ev.Monitor = d.monitor()
		if d.rng.IntN(8) == 0 {
			ev.Other = d.thread()
		}
	case tracefeed.SuspendStart:
		ev.Cause, ev.Monitor, ev.Forever = d.suspension(), d.object(), d.rng.IntN(8) == 0
	case tracefeed.IOStart:
		ev.Cause = d.pick(tracefeed.NoCause, tracefeed.CauseDisk, tracefeed.CauseNet)
	case tracefeed.Wake:
		ev.Other = d.other()
	}
	return ev
}

func (d *director) suspension() tracefeed.Cause {
	return d.pick(tracefeed.NoCause, tracefeed.CauseSleep, tracefeed.CauseWait, tracefeed.CauseChannel)
}

func (d *director) pick(causes ...tracefeed.Cause) tracefeed.Cause {
	return causes[d.rng.IntN(len(causes))]
}
