package detect

import (
	"tiv/timeline"
	"tiv/timeline/ownerjoin"
	"tiv/tracefeed"
)

// wakers collects the threads that ended waits for the monitors without an owner
// that are waited for at the end of the trace.
type wakers struct {
	tl *timeline.Timeline
	// settled is the time that must have passed since the end of a waker.
	settled   tracefeed.Time
	byMonitor map[tracefeed.MonitorID]*monitorWakers
}

// monitorWakers are the wakers of one monitor.
type monitorWakers struct {
	count   int // finished waits with a known waker
	threads map[tracefeed.ThreadID]bool
}

// newWakers prepares to collect the wakers for the open waits without an owner.
func newWakers(s *ending) *wakers {
	e := &wakers{s.tl, s.limits.settledFor(s.tl.End), map[tracefeed.MonitorID]*monitorWakers{}}
	for _, w := range s.open {
		n := s.graph.threads[w.thread]
		if m := w.span.Monitor; m != tracefeed.NoMonitor && len(s.graph.nodes[n].next) == 0 && !w.span.Forever {
			e.byMonitor[m] = &monitorWakers{threads: map[tracefeed.ThreadID]bool{}}
		}
	}
	return e
}

// page processes the waits of the next page.
func (e *wakers) page(waits []ownerjoin.Wait) {
	if len(e.byMonitor) == 0 {
		return
	}
	for i := range waits {
		w := &waits[i]
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
	if of == nil || of.count < threshold || w.span.State != tracefeed.Blocking {
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
