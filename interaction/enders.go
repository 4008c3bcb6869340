package interaction

import (
	"tiv/timeline"
	"tiv/tracefeed"
)

// enders collects, for monitors without an owner that are waited for at the end,
// the threads that ended earlier waits for them.
type enders struct {
	tl *timeline.Timeline
	of map[tracefeed.MonitorID]*endersOf
}

type endersOf struct {
	count   int // finished waits of which the thread that ended them is known
	threads map[tracefeed.ThreadID]bool
}

// newEnders prepares to collect for the waits that lead to no owner.
func newEnders(g *waitGraph, open []openWait) *enders {
	e := &enders{g.tl, map[tracefeed.MonitorID]*endersOf{}}
	for _, w := range open {
		n := g.threads[w.thread]
		if m := w.span.Monitor; m != tracefeed.NoMonitor && len(g.nodes[n].next) == 0 && !w.span.Forever {
			e.of[m] = &endersOf{threads: map[tracefeed.ThreadID]bool{}}
		}
	}
	return e
}

// page takes the waits of the next page.
func (e *enders) page(waits []timeline.Wait) {
	if len(e.of) == 0 {
		return
	}
	for i := range waits {
		w := &waits[i]
		if w.State != timeline.Blocking || w.Open || w.Other == tracefeed.NoThread {
			continue
		}
		if of := e.of[w.Monitor]; of != nil {
			of.count++
			of.threads[w.Other] = true
		}
	}
}

// allEndedSince reports whether all threads that ended waits for the monitor of an
// open wait have ended, one of them during the wait, and the program had time to
// react. Threads that come, end a wait and go before the next begins are no reason
// to worry.
func (e *enders) allEndedSince(w openWait) bool {
	of := e.of[w.span.Monitor]
	if of == nil || of.count < limits.enders || w.span.State != timeline.Blocking {
		return false
	}
	last := tracefeed.Time(0)
	for t := range of.threads {
		s, _ := e.tl.Lane(t).At(e.tl.End)
		if s.State != timeline.NotAlive {
			return false
		}
		last = max(last, s.Start)
	}
	return last >= w.since && e.tl.End-last >= settledFor(e.tl.End)
}
