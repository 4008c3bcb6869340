package detect

import (
	"maps"

	"tiv/timeline"
	"tiv/tracefeed"
)

// wakers collects the threads that ended waits for the monitors without an owner for which
// threads have been waiting for some time at the end of the trace.
type wakers struct {
	*snapshot
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

// newWakers prepares to collect the wakers for the open waits without an owner.
func newWakers(s *ending) *wakers {
	e := &wakers{s.snapshot, s.limits.settledFor(s.tl.End), map[tracefeed.MonitorID]*monitorWakers{}, map[tracefeed.MonitorID]bool{}}
	long := map[tracefeed.MonitorID]bool{}
	for _, w := range s.open {
		long[w.span.Monitor] = long[w.span.Monitor] || w.span.State == tracefeed.Blocking && w.until-w.since >= e.settled
	}
	for _, w := range s.open {
		n := s.graph.threads[w.thread]
		if m := w.span.Monitor; m != tracefeed.NoMonitor && long[m] && len(s.graph.nodes[n].next) == 0 && !w.span.Forever {
			e.wanted[m] = true
			e.byMonitor[m] = &monitorWakers{threads: map[tracefeed.ThreadID]bool{}}
		}
	}
	return e
}

// resume continues older wakers. It returns false if these have not collected about all
// monitors; e then needs all pages again, and collects about their monitors, too. Monitors
// from number fresh on had no waits before.
func (e *wakers) resume(older *wakers, fresh int) bool {
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

// clone returns a copy between two pages.
func (e *wakers) clone() *wakers {
	out := *e
	out.byMonitor = make(map[tracefeed.MonitorID]*monitorWakers, len(e.byMonitor))
	for m, of := range e.byMonitor {
		out.byMonitor[m] = &monitorWakers{of.count, maps.Clone(of.threads)}
	}
	return &out
}

// page processes the waits of the next page.
func (e *wakers) page(p *timeline.LockPage) {
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
func (e *wakers) allEndedSince(w openWait, threshold int) bool {
	of := e.byMonitor[w.span.Monitor]
	if !e.wanted[w.span.Monitor] || of.count < threshold || w.span.State != tracefeed.Blocking {
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
	return last >= w.since && e.tl.End-last >= e.settled
}
