package gotrace

import (
	"fmt"
	"slices"
	"strconv"

	"tiv/tracefeed"
)

// locks are the monitors that a trace names: those of programs built with an
// overlay that makes package sync write log events of category lockCategory.
type locks struct {
	tables *tracefeed.Tables
	ids    map[uint64]tracefeed.MonitorID
	// holders are those who hold a monitor, by MonitorID. Any goroutine may
	// release what another acquired, but only who holds a monitor can stop to.
	holders [][]tracefeed.ThreadID
}

// lockCategory marks a log event about a lock: its task is the lock's address,
// its message one letter.
const lockCategory = "tiv.lock"

// The letters.
const (
	willLock  = 'w'
	locked    = 'a'
	unlocked  = 'r'
	willRLock = 'x'
	rLocked   = 's'
	rUnlocked = 'u'
)

func newLocks(tables *tracefeed.Tables) *locks {
	return &locks{
		tables:  tables,
		ids:     make(map[uint64]tracefeed.MonitorID),
		holders: make([][]tracefeed.ThreadID, 1),
	}
}

// monitor returns the monitor at an address, which may be new.
func (l *locks) monitor(address uint64) tracefeed.MonitorID {
	id, ok := l.ids[address]
	if !ok {
		name := "0x" + strconv.FormatUint(address, 16)
		id = l.tables.AddMonitor(tracefeed.Monitor{ID: name, Name: name})
		l.ids[address] = id
		l.holders = append(l.holders, nil)
	}
	return id
}

// seenAt names a monitor after the first place where somebody waited for it.
func (l *locks) seenAt(id tracefeed.MonitorID, at tracefeed.FrameID) {
	if mon := &l.tables.Monitors[id]; at != 0 && mon.Name == mon.ID {
		f := l.tables.Frames[at]
		mon.Name = fmt.Sprintf("%s %s:%d", mon.ID, shortFunc(f.Func), f.Line)
	}
}

// log maps a log event about a lock.
func (m *mapper) log(ev *event) {
	t := m.thread(ev.g)
	if t == tracefeed.NoThread {
		return
	}
	mon := m.locks.monitor(ev.lock)
	g := &m.gs[t]
	switch ev.letter {
	case willLock, willRLock:
		// The wait begins when it stops, if it does: it may spin, and win.
		g.wants, g.shared = mon, ev.letter == willRLock
	case locked, rLocked:
		g.wants = tracefeed.NoMonitor
		m.enter(t, mon, ev.letter == rLocked)
	case unlocked, rUnlocked:
		m.emit(tracefeed.Event{Kind: tracefeed.MonitorExit, Thread: m.locks.exit(mon, t), Monitor: mon})
	}
}

// enter makes t hold the monitor. Who gets it alone proves that nobody else
// holds it any more: what the trace did not say, as when the lock was thrown
// away and its address used again.
func (m *mapper) enter(t tracefeed.ThreadID, mon tracefeed.MonitorID, shared bool) {
	held := &m.locks.holders[mon]
	if !shared {
		for _, who := range *held {
			m.emit(tracefeed.Event{Kind: tracefeed.MonitorExit, Thread: who, Monitor: mon})
		}
		*held = (*held)[:0]
	}
	*held = append(*held, t)
	m.emit(tracefeed.Event{Kind: tracefeed.MonitorEnter, Thread: t, Monitor: mon, Shared: shared})
}

// exit returns who stops to hold the monitor when t releases it: t if it does,
// else who has held it longest. Where nobody is known to hold it, it is t.
func (l *locks) exit(mon tracefeed.MonitorID, t tracefeed.ThreadID) tracefeed.ThreadID {
	held := l.holders[mon]
	if len(held) == 0 {
		return t
	}
	i := max(0, slices.Index(held, t))
	who := held[i]
	l.holders[mon] = slices.Delete(held, i, i+1)
	return who
}
