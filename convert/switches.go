package convert

import (
	"cmp"
	"slices"

	"tiv/timeline"
	"tiv/tracefeed"
)

// switchWriter writes the events of a scheduler, in order of time. Thread 0 is none.
type switchWriter interface {
	// Switch writes that a thread gives way to another on a processor, in a state of the
	// kernel.
	Switch(at tracefeed.Time, cpu int, from int64, state uint64, to int64)
	// Waking writes that a thread makes another runnable.
	Waking(at tracefeed.Time, by, tid int64)
}

// turn is the begin or end of a thread's time on a processor, or its becoming runnable.
type turn struct {
	at     tracefeed.Time
	thread tracefeed.ThreadID
	by     tracefeed.ThreadID // of a wake-up
	cpu    tracefeed.CPU
	kind   turnKind
	state  tracefeed.State // after an end
}

// turnKind orders the turns of one time.
type turnKind uint8

const (
	ends turnKind = iota
	wakes
	begins
)

// onCPU is the present of a thread, for switches.
type onCPU struct {
	cpu   tracefeed.CPU // NoCPU while it does not run
	state tracefeed.State
	waker tracefeed.ThreadID
}

// switches writes the switches of threads, as far as the trace names processors.
func (e *export) switches(w switchWriter) {
	var turns []turn
	now := make([]onCPU, len(e.tids))
	e.tl.EachPage(e.ctx, 0, e.tl.End, func(p *timeline.Page) {
		e.eachEvent(p, func(ev *tracefeed.Event, state tracefeed.State) {
			if ev.Thread != tracefeed.NoThread {
				turns = now[ev.Thread].follow(turns, ev, state)
			}
		})
	})
	if !slices.ContainsFunc(turns, func(t turn) bool { return t.kind == begins }) {
		return
	}
	slices.SortStableFunc(turns, func(a, b turn) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.kind, b.kind))
	})
	for _, t := range turns {
		tid, cpu := e.tids[t.thread], int(t.cpu)-1
		switch t.kind {
		case ends:
			w.Switch(t.at, cpu, tid, kernelStates[t.state], 0)
		case begins:
			w.Switch(t.at, cpu, 0, 0, tid)
		case wakes:
			w.Waking(t.at, e.tids[t.by], tid)
		}
	}
}

// kernelStates are the kernel's numbers for the states of a thread that leaves a
// processor.
var kernelStates = [tracefeed.NumStates + 1]uint64{tracefeed.Unknown: 1, tracefeed.Runnable: 0, tracefeed.Suspended: 1,
	tracefeed.Blocking: 1, tracefeed.IO: 2, tracefeed.NotAlive: 16}

// follow adds the turns of an event of the thread; state is the one after the event.
func (x *onCPU) follow(turns []turn, ev *tracefeed.Event, state tracefeed.State) []turn {
	if ev.Kind == tracefeed.Wake {
		x.waker = ev.Other
	}
	moves := ev.Kind == tracefeed.Run && ev.CPU != x.cpu
	if x.cpu != tracefeed.NoCPU && (state != tracefeed.Running || moves) {
		after := state
		if moves {
			after = tracefeed.Runnable
		}
		turns = append(turns, turn{at: ev.Time, thread: ev.Thread, cpu: x.cpu, kind: ends, state: after})
		x.cpu = tracefeed.NoCPU
	}
	if state != x.state && state == tracefeed.Runnable && x.state != tracefeed.Running {
		turns = append(turns, turn{at: ev.Time, thread: ev.Thread, by: x.waker, kind: wakes})
	}
	if state == tracefeed.Running && x.cpu == tracefeed.NoCPU && ev.Kind == tracefeed.Run && ev.CPU != tracefeed.NoCPU {
		turns = append(turns, turn{at: ev.Time, thread: ev.Thread, cpu: ev.CPU, kind: begins})
		x.cpu = ev.CPU
	}
	if x.state = state; ev.Kind != tracefeed.Wake {
		x.waker = tracefeed.NoThread
	}
	return turns
}
