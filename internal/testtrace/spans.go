package testtrace

import (
	"fmt"
	"strings"

	"tiv/tracefeed"
)

// Span is a thread's state from one event to the next that changes it.
type Span struct {
	State      tracefeed.State
	Cause      tracefeed.Cause
	Start, End tracefeed.Time
}

// Spans returns the states of each thread by its name, without those of length 0, from its
// first event that has a state to the end of the trace. Neighbours that are alike are one.
func (all *Trace) Spans() map[string][]Span {
	byName := map[string][]Span{}
	open := map[tracefeed.ThreadID]*Span{}
	closeSpan := func(id tracefeed.ThreadID, at tracefeed.Time) {
		s := open[id]
		if s == nil || s.Start == at {
			return
		}
		s.End = at
		name := all.Threads[id].Name
		list := byName[name]
		if n := len(list); n > 0 && list[n-1].State == s.State && list[n-1].Cause == s.Cause && list[n-1].End == s.Start {
			list[n-1].End = at
			return
		}
		byName[name] = append(list, *s)
	}
	end := tracefeed.Time(0)
	for i := range all.Events {
		ev := &all.Events[i]
		end = ev.Time
		if ev.Kind == tracefeed.Lost && ev.Thread == tracefeed.NoThread {
			for id := range open {
				closeSpan(id, ev.Time)
				open[id] = &Span{Start: ev.Time}
			}
		}
		if state, ok := all.stateAfter(ev); ok && ev.Thread != tracefeed.NoThread {
			closeSpan(ev.Thread, ev.Time)
			open[ev.Thread] = &Span{State: state, Cause: ev.Cause, Start: ev.Time}
		}
	}
	for id := range open {
		closeSpan(id, end)
	}
	return byName
}

// stateAfter returns the state that an event leads its thread to.
func (all *Trace) stateAfter(ev *tracefeed.Event) (tracefeed.State, bool) {
	switch ev.Kind {
	case tracefeed.Run:
		return tracefeed.Running, true
	case tracefeed.ThreadStart, tracefeed.SuspendEnd, tracefeed.IOEnd, tracefeed.MonitorEnter:
		if all.sched {
			return tracefeed.Runnable, true
		}
		return tracefeed.Running, true
	case tracefeed.Ready:
		return tracefeed.Runnable, true
	case tracefeed.SuspendStart:
		return tracefeed.Suspended, true
	case tracefeed.MonitorWait:
		return tracefeed.Blocking, true
	case tracefeed.IOStart:
		return tracefeed.IO, true
	case tracefeed.StateUnknown:
		return tracefeed.Unknown, true
	case tracefeed.ThreadEnd:
		return tracefeed.NotAlive, true
	}
	return tracefeed.Unknown, false
}

// Text writes spans one after the other: "running 0-1000 io/disk 1000-3000".
func Text(spans []Span) string {
	var words []string
	for _, s := range spans {
		name := s.State.String()
		if s.Cause != tracefeed.NoCause {
			name += "/" + s.Cause.String()
		}
		words = append(words, fmt.Sprintf("%s %d-%d", name, s.Start, s.End))
	}
	return strings.Join(words, " ")
}
