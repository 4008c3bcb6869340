package gotrace

import (
	"fmt"
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
	// holders are those who hold a monitor, and alone says how, by MonitorID.
	// Any goroutine may release what another acquired, but only who holds a
	// monitor can stop to.
	holders [][]tracefeed.ThreadID
	alone   []bool
	// lost is who stopped to hold it last because another acquired it.
	lost []loss
}

// loss is the end of a hold that the trace does not report.
type loss struct {
	who tracefeed.ThreadID
	at  tracefeed.Time
}

// sameTick is how far apart events at most are whose order is not certain: the
// trace's clock ticks every 64 ns, and those of processors may be a tick apart.
const sameTick = 2 * 64

// lockCategory marks a log event about a lock: its task is the lock's address,
// the first letter of its message tells what about it.
const lockCategory = "tiv.lock"

// lockLetters are the letters. Other messages are about nothing. The task of o, p
// and q is a goroutine, and the lock is the one that the event before named.
// Recorders that do not know owners write r and u for every release.
var lockLetters = [256]what{
	'w': willLock, 'a': hasLocked, 'r': hasUnlocked, 'x': willRLock, 's': hasRLocked, 'u': hasRUnlocked,
	'e': letsGo, 't': letsGo, 'h': letsOthersGo, 'v': letsOthersGo,
	'k': namesLock, 'o': namesOwner, 'p': namesReader, 'q': namesNoReader,
}

// namesGoroutine reports whether the task of a log event is a goroutine.
func (w what) namesGoroutine() bool {
	return w == namesOwner || w == namesReader || w == namesNoReader
}

// lockEvent tells what a log event says about locks; aChange is nothing.
func lockEvent(category, message string) what {
	switch category {
	case omittedCategory:
		return omitsLocks
	case fullCategory:
		return isFull
	case lockCategory:
		if message != "" {
			return lockLetters[message[0]]
		}
	}
	return aChange
}

func newLocks(tables *tracefeed.Tables) *locks {
	return &locks{tables: tables, addresses: make([]uint64, 1), holders: make([][]tracefeed.ThreadID, 1), alone: make([]bool, 1), lost: make([]loss, 1)}
}

// monitor returns the monitor of a lock, which may be new.
func (l *locks) monitor(n lockNum) tracefeed.MonitorID {
	l.monitors = grown(l.monitors, int(n))
	if l.monitors[n] == tracefeed.NoMonitor {
		name := "0x" + strconv.FormatUint(l.addresses[n], 16)
		l.monitors[n] = l.tables.AddMonitor(tracefeed.Monitor{ID: name, Name: name})
		l.holders, l.alone = append(l.holders, nil), append(l.alone, false)
		l.lost = append(l.lost, loss{})
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
