package gotrace

import (
	"slices"

	"tiv/tracefeed"
)

// log maps a log event about a lock.
func (m *mapper) log(ev *event) {
	t := m.thread(ev.g)
	if t == tracefeed.NoThread {
		return
	}
	mon := m.locks.monitor(ev.lock)
	g := &m.gs[t]
	switch ev.what {
	case namesLock:
		g.spoke = mon
	case willLock, willRLock:
		// The wait begins when it stops, if it does: it may spin, and win.
		g.wants, g.shared, g.spoke = mon, ev.what == willRLock, mon
	case hasLocked, hasRLocked:
		g.wants = tracefeed.NoMonitor
		m.enter(t, mon, ev.what == hasRLocked)
	default:
		m.exit(ev.what, t, mon)
	}
}

// enter makes t hold the monitor. Who gets it alone proves that nobody else
// holds it any more, and a reader that nobody holds it alone: what the trace did
// not say, as when the lock was thrown away and its address used again.
func (m *mapper) enter(t tracefeed.ThreadID, mon tracefeed.MonitorID, shared bool) {
	l := m.locks
	if held := l.holders[mon]; !shared || l.alone[mon] {
		for _, who := range held {
			m.emit(tracefeed.MonitorExit, who).Monitor = mon
			l.lost[mon] = loss{who, m.now}
		}
		l.holders[mon] = held[:0]
	}
	l.holders[mon] = append(l.holders[mon], t)
	l.alone[mon] = !shared
	ev := m.emit(tracefeed.MonitorEnter, t)
	ev.Monitor, ev.Shared = mon, shared
}

// exit maps that t releases the monitor. If others hold it and t does not, it is
// theirs that t releases: that of the one that has held it longest.
func (m *mapper) exit(how what, t tracefeed.ThreadID, mon tracefeed.MonitorID) {
	l := m.locks
	held := l.holders[mon]
	i := slices.Index(held, t)
	switch {
	case i >= 0 && how != letsOthersGo:
		l.holders[mon] = slices.Delete(held, i, i+1)
		m.emit(tracefeed.MonitorExit, t).Monitor = mon
	case how == letsGo:
	case len(held) == 0:
		ev := m.emit(tracefeed.MonitorExit, t)
		if ev.Monitor = mon; how == letsOthersGo {
			ev.Other = t
		}
	case how == letsOthersGo || m.others(how, t, mon):
		who := held[0]
		l.holders[mon] = slices.Delete(held, 0, 1)
		ev := m.emit(tracefeed.MonitorExit, who)
		ev.Monitor, ev.Other = mon, t
	}
}

// others reports whether a release is surely of what another holds, where the
// recorder does not say so: t has not just lost the lock to the holder, and as a
// reader not acquired it before the trace began.
func (m *mapper) others(how what, t tracefeed.ThreadID, mon tracefeed.MonitorID) bool {
	if lost := m.locks.lost[mon]; lost.who == t && m.now-lost.at <= sameTick {
		return false
	}
	return how == hasUnlocked || m.gs[t].began
}

// owner maps that a goroutine names another that holds a lock, or a reader that
// it has just named and that had released the lock by then.
func (m *mapper) owner(ev *event) {
	by, t := m.thread(ev.g), m.thread(ev.by)
	if by == tracefeed.NoThread || t == tracefeed.NoThread {
		return
	}
	mon := m.gs[by].spoke
	if mon == tracefeed.NoMonitor {
		return
	}
	holders := m.locks.holders[mon]
	i := slices.Index(holders, t)
	switch {
	case ev.what == namesNoReader:
		if i >= 0 {
			m.exit(letsGo, t, mon)
		}
	case len(holders) > 0 && (ev.what == namesOwner || m.locks.alone[mon]):
		// Who acquires while others wait says so: the trace knows better.
	case m.gs[t].doing == gone, m.waitsForLock(t):
		// It was named late, and a goroutine that waits takes no lock.
	default:
		m.enter(t, mon, ev.what == namesReader)
	}
}

// waitsForLock reports whether the goroutine waits for a lock.
func (m *mapper) waitsForLock(t tracefeed.ThreadID) bool {
	g := &m.gs[t]
	return g.doing == waiting && waits[g.wait].start.Kind == tracefeed.MonitorWait
}
