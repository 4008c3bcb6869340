package gotrace

import (
	"slices"

	"tiv/tracefeed"
	"tiv/tracefeed/gotrace/wire"
)

// lockMapper maps the log events of a recorder about locks.
type lockMapper struct{ m *mapper }

// log maps a log event about a lock.
func (x lockMapper) log(ev *wire.Event) {
	t := x.m.gs.thread(ev.G)
	if t == tracefeed.NoThread {
		return
	}
	g := &x.m.gs.list[t]
	if ev.Kind == wire.ChannelAwaited && x.m.names.Address(ev.Lock) == 0 {
		g.channel = tracefeed.NoMonitor
		return
	}
	mon := x.m.locks.monitor(ev.Lock)
	switch ev.Kind {
	case wire.LockNamed:
		g.spoke = mon
	case wire.SignalAwaited:
		g.awaits = mon
	case wire.ChannelAwaited:
		g.channel = mon
	case wire.LockRequested, wire.RLockRequested:
		// The wait begins when g stops. It may also spin, and acquire the lock
		// without a wait.
		g.wants, g.shared, g.spoke = mon, ev.Kind == wire.RLockRequested, mon
	case wire.LockAcquired, wire.RLockAcquired, wire.UnitTaken:
		g.wants = tracefeed.NoMonitor
		x.enter(t, mon, ev.Kind).Stack = x.m.stacks.intern(ev.Stack)
	default:
		x.exit(ev.Kind, t, mon)
	}
}

// enter makes t an owner of the monitor. An exclusive acquisition proves that
// there is no other owner, and one of a reader or of units of a semaphore that there is no
// exclusive owner: the trace may lack the release, or the lock was freed and its address
// reused. Such an owner's hold ends 1 ns earlier, unless another event is in between.
// It returns the event, which has no stack.
func (x lockMapper) enter(t tracefeed.ThreadID, mon tracefeed.MonitorID, how wire.Kind) *tracefeed.Event {
	l, alone := x.m.locks, how == wire.LockAcquired || how == wire.OwnerNamed
	if held := l.holders[mon]; alone || l.alone[mon] {
		before := max(x.m.out.lastEmitted, x.m.out.now-1)
		for _, who := range held {
			ev := x.m.out.emit(tracefeed.MonitorExit, who)
			ev.Time, ev.Monitor = before, mon
			l.lost[mon] = loss{who, x.m.out.now}
		}
		l.holders[mon] = held[:0]
	}
	l.holders[mon] = append(l.holders[mon], t)
	l.alone[mon] = alone
	ev := x.m.out.emit(tracefeed.MonitorEnter, t)
	ev.Monitor, ev.Shared = mon, how == wire.RLockAcquired || how == wire.ReaderNamed
	return ev
}

// exit maps a release of the monitor by t. If t is no owner, the release is for
// the owner that has held it longest.
func (x lockMapper) exit(how wire.Kind, t tracefeed.ThreadID, mon tracefeed.MonitorID) {
	l := x.m.locks
	held := l.holders[mon]
	i := slices.Index(held, t)
	switch {
	case i >= 0 && how != wire.OtherReleased:
		l.holders[mon] = slices.Delete(held, i, i+1)
		x.m.out.emit(tracefeed.MonitorExit, t).Monitor = mon
	case how == wire.OwnReleased:
	case len(held) == 0:
		ev := x.m.out.emit(tracefeed.MonitorExit, t)
		if ev.Monitor = mon; how == wire.OtherReleased {
			ev.Other = t
		}
	case how == wire.OtherReleased || x.others(how, t, mon):
		who := held[0]
		l.holders[mon] = slices.Delete(held, 0, 1)
		ev := x.m.out.emit(tracefeed.MonitorExit, who)
		ev.Monitor, ev.Other = mon, t
	}
}

// others reports whether a release is certainly on behalf of another owner, if
// the recorder does not say so. It is not if t has just lost the lock to the
// owner, or if t is a reader that may have acquired it before the trace began.
func (x lockMapper) others(how wire.Kind, t tracefeed.ThreadID, mon tracefeed.MonitorID) bool {
	if lost := x.m.locks.lost[mon]; lost.who == t && x.m.out.now-lost.at <= sameTick {
		return false
	}
	return how == wire.LockReleased || x.m.gs.list[t].began
}

// owner maps an event in which a goroutine names an owner of a lock, or an owner that
// has released the lock since it was named.
func (x lockMapper) owner(ev *wire.Event) {
	by, t := x.m.gs.thread(ev.G), x.m.gs.thread(ev.By)
	if by == tracefeed.NoThread || t == tracefeed.NoThread {
		return
	}
	mon := x.m.gs.list[by].spoke
	if mon == tracefeed.NoMonitor {
		return
	}
	holders := x.m.locks.holders[mon]
	i := slices.Index(holders, t)
	switch {
	case ev.Kind == wire.OwnerGone:
		if i >= 0 {
			x.exit(wire.OwnReleased, t, mon)
		}
	case len(holders) > 0 && (ev.Kind == wire.OwnerNamed || x.m.locks.alone[mon]):
		// An acquisition with waiters is always recorded, so the owners in the
		// trace are right.
	case x.m.gs.list[t].doing == ended, x.m.gs.list[t].waitsForLock():
		// It was named late, and a goroutine that waits acquires no lock.
	default:
		x.enter(t, mon, ev.Kind)
	}
}

// waitsForLock reports whether the goroutine waits for a lock.
func (g *goroutine) waitsForLock() bool {
	return g.doing == waiting && waits[g.wait].start.Kind == tracefeed.MonitorWait
}
