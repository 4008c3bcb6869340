package gotrace

import (
	"strconv"

	"tiv/tracefeed"
	"tiv/tracefeed/gotrace/wire"
)

// locks are the monitors in a trace of a program built with the overlay, which
// makes package sync write log events of category lockCategory.
type locks struct {
	tables *tracefeed.Tables
	names  wire.Names
	// monitors are the ids of locks in our tables, assigned when first needed.
	monitors []tracefeed.MonitorID // by Lock, may be short
	// dumped are the ids of locks that only goroutine dumps name, by address.
	dumped map[uint64]tracefeed.MonitorID
	// holders are the owners of each monitor, and alone is true for an
	// exclusive owner; both by MonitorID. Any goroutine may release a lock that
	// another acquired, but only an owner can cease to hold it.
	holders [][]tracefeed.ThreadID
	alone   []bool
	// lost is the last owner that ceased to hold each monitor because another
	// acquired it.
	lost []loss
}

// loss is the end of a hold that the trace does not report.
type loss struct {
	who tracefeed.ThreadID
	at  tracefeed.Time
}

// sameTick is the maximum distance of events whose order is uncertain: the
// trace's clock ticks every 64 ns, and the clocks of processors may differ by a
// tick.
const sameTick = 2 * 64

func newLocks(tables *tracefeed.Tables) *locks {
	return &locks{tables: tables, dumped: map[uint64]tracefeed.MonitorID{}, holders: make([][]tracefeed.ThreadID, 1),
		alone: make([]bool, 1), lost: make([]loss, 1)}
}

// monitor returns the monitor of a lock, and adds it if necessary.
func (l *locks) monitor(n wire.Lock) tracefeed.MonitorID {
	l.monitors = grown(l.monitors, int(n))
	if l.monitors[n] == tracefeed.NoMonitor {
		l.monitors[n] = l.add(l.names.Address(n))
	}
	return l.monitors[n]
}

// at returns the monitor of a lock that a goroutine dump names, and adds it if necessary.
func (l *locks) at(address uint64) tracefeed.MonitorID {
	id, ok := l.dumped[address]
	if !ok {
		id = l.add(address)
		l.dumped[address] = id
	}
	return id
}

// add adds a monitor.
func (l *locks) add(address uint64) tracefeed.MonitorID {
	name := "0x" + strconv.FormatUint(address, 16)
	l.holders, l.alone = append(l.holders, nil), append(l.alone, false)
	l.lost = append(l.lost, loss{})
	return l.tables.AddMonitor(tracefeed.Monitor{ID: name, Name: name})
}

// seenAt names a monitor after the place of the first wait for it.
func (l *locks) seenAt(id tracefeed.MonitorID, at tracefeed.FrameID) {
	if mon := l.tables.Monitors[id]; at != 0 && mon.Name == mon.ID {
		mon.Name = LockName(mon.ID, l.tables.Frames[at])
		l.tables.NameMonitor(id, mon)
	}
}
