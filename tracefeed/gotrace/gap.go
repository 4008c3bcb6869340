package gotrace

import (
	"fmt"

	"tiv/tracefeed"
	"tiv/tracefeed/gotrace/wire"
)

// A recorder that writes more than its rate leaves out whole generations. The next one
// repeats the state of each goroutine that is alive, and the recorder names in it the owners
// of locks and the goroutines that wait for one.

// gapMapper maps the absence of generations.
type gapMapper struct{ m *mapper }

// lose maps the absence of generations: no state is known, no owner of a lock, and no wait.
func (x gapMapper) lose() {
	m := x.m
	m.release()
	if m.pause.marking {
		m.pause.mark(&m.out, false, false)
	}
	m.pause.stopped, m.pause.queue = false, m.pause.queue[:0]
	for t := 1; t < len(m.gs.list); t++ {
		g := &m.gs.list[t]
		if g.doing == ended || g.doing == unseen {
			continue
		}
		*g = goroutine{named: g.named, leaked: g.leaked}
		m.missing = append(m.missing, tracefeed.ThreadID(t))
	}
	for i := range m.locks.holders {
		m.locks.holders[i], m.locks.lost[i] = m.locks.holders[i][:0], loss{}
	}
	m.out.emit(tracefeed.Lost, tracefeed.NoThread)
	m.gaps++
	m.fresh = true
}

// endMissing ends the goroutines that a whole generation after a gap does not have: they
// ended in the gap, at an unknown time.
func (x gapMapper) endMissing() {
	m := x.m
	for _, t := range m.missing {
		if m.gs.list[t].doing == unseen {
			m.gs.list[t].doing = ended
			m.out.emit(tracefeed.ThreadEnd, t)
		}
	}
	m.missing = m.missing[:0]
}

// waits maps an event in which the recorder names a goroutine that waits for a lock. If that
// waits already, the trace lacks the lock.
func (x lockMapper) waits(ev *wire.Event) {
	by, t := x.m.gs.thread(ev.G), x.m.gs.thread(ev.By)
	if by == tracefeed.NoThread || t == tracefeed.NoThread || x.m.gs.list[by].spoke == tracefeed.NoMonitor {
		return
	}
	g := &x.m.gs.list[t]
	g.wants, g.shared = x.m.gs.list[by].spoke, ev.Kind == wire.RWaiterNamed
	if g.waitsForLock() {
		x.m.startWait(t, g.wait, g.at)
	}
}

// note returns a remark on the gaps, after another one.
func (x gapMapper) note(before string) string {
	if before != "" {
		before += "; "
	}
	places := "once"
	if x.m.gaps > 1 {
		places = fmt.Sprintf("%d times", x.m.gaps)
	}
	return before + fmt.Sprintf("the recorder left out parts of the trace %s: "+
		"the program made more events than its rate allows (--max-rate); all states are unknown there", places)
}
