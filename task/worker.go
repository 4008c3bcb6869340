package task

import (
	"context"
	"slices"

	"tiv/block"
	"tiv/timeline"
	"tiv/tracefeed"
)

// workers are the threads that ever wait for work at a condition, in a queue of a library, or in a
// pool. Such a thread works for all that comes: it can have taken its first item without a wait, so
// it inherits nothing from its creator.
type workers struct {
	known []bool // by thread
	pages int    // that were read
}

// read reads the next pages of a tracker's trace, up to a number (exclusive). Once ctx is done, it
// ends after the current page.
func (w *workers) read(ctx context.Context, k *tracker, end int) {
	w.known = append(w.known, make([]bool, max(0, len(k.tl.Threads)-len(w.known)))...)
	waits := func(c block.Code) bool {
		return c.Kind == tracefeed.SuspendStart &&
			(c.Cause == tracefeed.CauseWait || c.Cause == tracefeed.CausePark || c.Cause == tracefeed.NoCause)
	}
	var ev tracefeed.Event
	k.tl.EachNumberedPage(ctx, w.pages, end, func(p *timeline.Page) {
		if w.pages++; !slices.ContainsFunc(p.Table, waits) {
			return
		}
		for g := range p.Groups {
			for events := p.Events(g); ; {
				state, ok := events.Next(&ev)
				if !ok {
					break
				}
				if ev.Kind == tracefeed.SuspendStart && !w.known[ev.Thread] && !timeline.Contradicts(&ev, state) {
					d := k.direction(&ev)
					w.known[ev.Thread] = d == taking || d == idle
				}
			}
		}
	})
}

// clone returns a copy that shares nothing with w.
func (w *workers) clone() workers { return workers{slices.Clone(w.known), w.pages} }

// births are what threads that start inherit.
type births struct {
	workers []bool // by thread
	// asked are the threads of which it mattered whether they are workers.
	asked []tracefeed.ThreadID
}

// inherits reports whether a thread is no worker.
func (b *births) inherits(t tracefeed.ThreadID) bool {
	b.asked = append(b.asked, t)
	return !b.workers[t]
}

// set sets the workers of a trace that has grown. It returns false if inherits has returned
// something else before.
func (b *births) set(workers []bool) bool {
	same := !slices.ContainsFunc(b.asked, func(t tracefeed.ThreadID) bool { return b.workers[t] != workers[t] })
	b.workers = workers
	return same
}
