package ending

import (
	"maps"

	"tiv/timeline"
	"tiv/tracefeed"
)

// Wakers collects the threads that ended waits for the monitors without an owner for which
// threads have been waiting for some time at the end of the trace.
type Wakers struct {
	tl *timeline.Timeline
	// settled is the time that must have passed since the end of a waker.
	settled   tracefeed.Time
	byMonitor map[tracefeed.MonitorID]*monitorWakers
	// wanted are the monitors of the present end of the trace.
	wanted map[tracefeed.MonitorID]bool
}

// monitorWakers are the wakers of one monitor.
type monitorWakers struct {
	count   int // finished waits with a known waker
	threads map[tracefeed.ThreadID]bool
}

// NewWakers prepares to collect the wakers for the open waits without an owner.
func NewWakers(s *Ending) *Wakers {
	e := &Wakers{s.tl, s.Settled, map[tracefeed.MonitorID]*monitorWakers{}, map[tracefeed.MonitorID]bool{}}
	long := map[tracefeed.MonitorID]bool{}
	for _, w := range s.Open {
		long[w.Span.Monitor] = long[w.Span.Monitor] || w.Span.State == tracefeed.Blocking && w.Until-w.Since >= e.settled
	}
	for _, w := range s.Open {
		n := s.graph.threads[w.Thread]
		if m := w.Span.Monitor; m != tracefeed.NoMonitor && long[m] && len(s.graph.nodes[n].next) == 0 && !w.Span.Forever {
			e.wanted[m] = true
			e.byMonitor[m] = &monitorWakers{threads: map[tracefeed.ThreadID]bool{}}
		}
	}
	return e
}

// Resume continues older wakers. It returns false if these have not collected about all
// monitors; e then needs all pages again, and collects about their monitors, too. Monitors
// from number fresh on had no waits before.
func (e *Wakers) Resume(older *Wakers, fresh int) bool {
	all := true
	for m := range e.byMonitor {
		if older.byMonitor[m] == nil && int(m) < fresh {
			all = false
		}
	}
	for m, of := range older.byMonitor {
		switch {
		case all:
			e.byMonitor[m] = of
		case e.byMonitor[m] == nil:
			e.byMonitor[m] = &monitorWakers{threads: map[tracefeed.ThreadID]bool{}}
		}
	}
	return all
}

// Clone returns a copy between two pages.
func (e *Wakers) Clone() *Wakers {
	out := *e
	out.byMonitor = make(map[tracefeed.MonitorID]*monitorWakers, len(e.byMonitor))
	for m, of := range e.byMonitor {
		out.byMonitor[m] = &monitorWakers{of.count, maps.Clone(of.threads)}
	}
	return &out
}

// Page processes the waits of the next page.
func (e *Wakers) Page(p *timeline.LockPage) {
	if len(e.byMonitor) == 0 {
		return
	}
	for i := range p.Waits {
		w := &p.Waits[i]
		if w.State != tracefeed.Blocking || w.Open || w.Other == tracefeed.NoThread {
			continue
		}
		if of := e.byMonitor[w.Monitor]; of != nil {
			of.count++
			of.threads[w.Other] = true
		}
	}
}

// allEndedSince reports whether all wakers of the monitor of an open wait have
// ended, one of them during the wait, long enough ago for the program to react. At
// least a threshold of its waits must have ended. Short-lived wakers that ended
// before the wait are normal.
func (e *Wakers) allEndedSince(w Wait, threshold int) bool {
	of := e.byMonitor[w.Span.Monitor]
	if !e.wanted[w.Span.Monitor] || of.count < threshold || w.Span.State != tracefeed.Blocking {
		return false
	}
	last := tracefeed.Time(0)
	for t := range of.threads {
		s, _ := e.tl.Lane(t).At(e.tl.End)
		if s.State != tracefeed.NotAlive {
			return false
		}
		last = max(last, s.Start)
	}
	return last >= w.Since && e.tl.End-last >= e.settled
}

// Abandoned returns the open waits for each monitor without an owner all of whose wakers have
// ended, if enough are known (Limits.wakers).
func (s *Rings) Abandoned(e *Wakers) []Queue {
	var waits []Wait
	for _, w := range s.Open {
		if e.allEndedSince(w, s.Wakers) {
			waits = append(waits, w)
		}
	}
	return byMonitor(waits)
}

// Count returns the number of ended waits for a monitor with a known waker.
func (e *Wakers) Count(m tracefeed.MonitorID) int { return e.byMonitor[m].count }
