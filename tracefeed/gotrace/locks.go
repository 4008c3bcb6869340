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
	// addresses are those of the locks that events may be about, and monitors
	// what we call them, once they matter.
	addresses []uint64              // by lockNum
	monitors  []tracefeed.MonitorID // by lockNum, may be short
	// holders are those who hold a monitor, by MonitorID. Any goroutine may
	// release what another acquired, but only who holds a monitor can stop to.
	holders [][]tracefeed.ThreadID
}

// lockCategory marks a log event about a lock: its task is the lock's address,
// the first letter of its message tells what about it.
const lockCategory = "tiv.lock"

// lockLetters are the letters. Other messages are about nothing.
var lockLetters = [256]what{
	'w': willLock, 'a': hasLocked, 'r': hasUnlocked, 'x': willRLock, 's': hasRLocked, 'u': hasRUnlocked,
}

// lockEvent tells what a log event says about a lock; aChange is nothing.
func lockEvent(category, message string) what {
	if category != lockCategory || message == "" {
		return aChange
	}
	return lockLetters[message[0]]
}

func newLocks(tables *tracefeed.Tables) *locks {
	return &locks{tables: tables, addresses: make([]uint64, 1), holders: make([][]tracefeed.ThreadID, 1)}
}

// monitor returns the monitor of a lock, which may be new.
func (l *locks) monitor(n lockNum) tracefeed.MonitorID {
	l.monitors = grown(l.monitors, int(n))
	if l.monitors[n] == tracefeed.NoMonitor {
		name := "0x" + strconv.FormatUint(l.addresses[n], 16)
		l.monitors[n] = l.tables.AddMonitor(tracefeed.Monitor{ID: name, Name: name})
		l.holders = append(l.holders, nil)
	}
	return l.monitors[n]
}

// seenAt names a monitor after the first place where somebody waited for it.
func (l *locks) seenAt(id tracefeed.MonitorID, at tracefeed.FrameID) {
	if mon := l.tables.Monitors[id]; at != 0 && mon.Name == mon.ID {
		f := l.tables.Frames[at]
		mon.Name = fmt.Sprintf("%s %s:%d", mon.ID, shortFunc(f.Func), f.Line)
		l.tables.NameMonitor(id, mon)
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
	switch ev.what {
	case willLock, willRLock:
		// The wait begins when it stops, if it does: it may spin, and win.
		g.wants, g.shared = mon, ev.what == willRLock
	case hasLocked, hasRLocked:
		g.wants = tracefeed.NoMonitor
		m.enter(t, mon, ev.what == hasRLocked)
	default:
		m.emit(tracefeed.MonitorExit, m.locks.exit(mon, t)).Monitor = mon
	}
}

// enter makes t hold the monitor. Who gets it alone proves that nobody else
// holds it any more: what the trace did not say, as when the lock was thrown
// away and its address used again.
func (m *mapper) enter(t tracefeed.ThreadID, mon tracefeed.MonitorID, shared bool) {
	held := &m.locks.holders[mon]
	if !shared {
		for _, who := range *held {
			m.emit(tracefeed.MonitorExit, who).Monitor = mon
		}
		*held = (*held)[:0]
	}
	*held = append(*held, t)
	ev := m.emit(tracefeed.MonitorEnter, t)
	ev.Monitor, ev.Shared = mon, shared
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
