package gotrace

import "tiv/tracefeed"

// pause is what has to be known of the collector and of a stopped world.
//
// While the world is stopped nobody who could run does: those are suspended.
// Who still runs when it begins to stop goes on until the trace says
// otherwise, and so do system calls.
type pause struct {
	marking bool // between begin and end of the concurrent mark phase
	stopped bool
	// silent: so many could run that saying so of each is not worth it.
	silent bool
	// forGC: it is the collector who stopped the world.
	forGC bool
	// queue has the goroutines that could run, and some that could once, in no
	// order that matters.
	queue []tracefeed.ThreadID
	// budget is how many events may still be spent on stopped worlds: one for
	// each event of the trace, so that they cost no more than the trace.
	budget int
}

// mark begins or ends a band of garbage collection. A mark phase that is under
// way is said again in each generation.
func (m *mapper) mark(k what) {
	on := k != markEnds
	if on == m.pause.marking {
		return
	}
	m.pause.marking = on
	switch {
	case !on:
		m.emit(tracefeed.GCEnd, tracefeed.NoThread)
	case k == markGoesOn && m.sync == 1:
		m.emitStart(tracefeed.Event{Kind: tracefeed.GCStart})
	default:
		m.emit(tracefeed.GCStart, tracefeed.NoThread)
	}
}

func (m *mapper) stopTheWorld(forGC bool) {
	p := &m.pause
	if p.stopped {
		m.startTheWorld()
	}
	p.stopped, p.forGC = true, forGC
	if forGC {
		m.emit(tracefeed.GCStart, tracefeed.NoThread)
	}
	m.tidyQueue()
	p.silent = 2*len(p.queue) > p.budget
	for _, t := range p.queue {
		m.stopIfPaused(t)
	}
}

func (m *mapper) startTheWorld() {
	p := &m.pause
	if !p.stopped {
		return
	}
	p.stopped = false
	for _, t := range p.queue {
		if g := &m.gs[t]; g.doing == stopped {
			g.doing = runnable
			m.emit(tracefeed.SuspendEnd, t)
		}
	}
	if p.forGC {
		m.emit(tracefeed.GCEnd, tracefeed.NoThread)
	}
}

// stopIfPaused suspends a goroutine that could run, if the world is stopped.
func (m *mapper) stopIfPaused(t tracefeed.ThreadID) {
	p := &m.pause
	if !p.stopped || p.silent {
		return
	}
	p.budget -= 2
	m.gs[t].doing = stopped
	ev := m.emit(tracefeed.SuspendStart, t)
	if p.forGC {
		ev.Cause = tracefeed.CauseCollector
	}
}

// enqueue notes that the goroutine could run.
func (m *mapper) enqueue(t tracefeed.ThreadID) {
	g := &m.gs[t]
	g.doing = runnable
	if !g.queued {
		g.queued = true
		m.pause.queue = append(m.pause.queue, t)
	}
}

// tidyQueue takes those out that cannot run, which is paid for when they come.
func (m *mapper) tidyQueue() {
	kept := m.pause.queue[:0]
	for _, t := range m.pause.queue {
		g := &m.gs[t]
		if g.queued = g.doing == runnable; g.queued {
			kept = append(kept, t)
		}
	}
	m.pause.queue = kept
}
