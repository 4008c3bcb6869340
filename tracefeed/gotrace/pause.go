package gotrace

import "tiv/tracefeed"

// pause is the state of the collector and of stop-the-world pauses.
//
// During a pause, runnable goroutines are suspended. A goroutine that still
// runs at the start of the pause continues until the trace reports otherwise,
// and so do system calls.
type pause struct {
	marking bool // between begin and end of the concurrent mark phase
	stopped bool
	// silent: so many goroutines are runnable that events for each would cost
	// too much.
	silent bool
	// forGC: the collector stopped the world.
	forGC bool
	// queue has the runnable goroutines, and some formerly runnable ones, in no
	// particular order.
	queue []tracefeed.ThreadID
	// budget is the number of events that may still be spent on pauses: one for
	// each event of the trace, so that pauses cost no more than the trace.
	budget int
}

// mark begins or ends a band of garbage collection, or has one begin at the start of the trace.
// Each generation repeats a mark phase in progress.
func (p *pause) mark(out *events, on, fromStart bool) {
	if on == p.marking {
		return
	}
	p.marking = on
	switch {
	case !on:
		out.emit(tracefeed.GCEnd, tracefeed.NoThread)
	case fromStart:
		out.emitStart(tracefeed.Event{Kind: tracefeed.GCStart})
	default:
		out.emit(tracefeed.GCStart, tracefeed.NoThread)
	}
}

// stopTheWorld begins a pause.
func (p *pause) stopTheWorld(out *events, gs []goroutine, forGC bool) {
	if p.stopped {
		p.startTheWorld(out, gs)
	}
	p.stopped, p.forGC = true, forGC
	if forGC {
		out.emit(tracefeed.GCStart, tracefeed.NoThread)
	}
	p.tidyQueue(gs)
	p.silent = 2*len(p.queue) > p.budget
	for _, t := range p.queue {
		p.stopIfPaused(out, gs, t)
	}
}

// startTheWorld ends a pause.
func (p *pause) startTheWorld(out *events, gs []goroutine) {
	if !p.stopped {
		return
	}
	p.stopped = false
	for _, t := range p.queue {
		if g := &gs[t]; g.doing == stopped {
			g.doing = runnable
			out.emit(tracefeed.SuspendEnd, t)
		}
	}
	if p.forGC {
		out.emit(tracefeed.GCEnd, tracefeed.NoThread)
	}
}

// stopIfPaused suspends a runnable goroutine during a pause.
func (p *pause) stopIfPaused(out *events, gs []goroutine, t tracefeed.ThreadID) {
	if !p.stopped || p.silent {
		return
	}
	p.budget -= 2
	gs[t].doing = stopped
	ev := out.emit(tracefeed.SuspendStart, t)
	if p.forGC {
		ev.Cause = tracefeed.CauseCollector
	}
}

// enqueue makes a goroutine runnable; gs are the goroutines by thread.
func (p *pause) enqueue(gs []goroutine, t tracefeed.ThreadID) {
	g := &gs[t]
	g.doing = runnable
	if !g.queued {
		g.queued = true
		p.queue = append(p.queue, t)
	}
}

// tidyQueue removes the goroutines that are not runnable. enqueue has paid for
// that.
func (p *pause) tidyQueue(gs []goroutine) {
	kept := p.queue[:0]
	for _, t := range p.queue {
		g := &gs[t]
		if g.queued = g.doing == runnable; g.queued {
			kept = append(kept, t)
		}
	}
	p.queue = kept
}
