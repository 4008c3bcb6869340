package gotrace

import (
	"strings"

	"tiv/tracefeed"
	"tiv/tracefeed/gotrace/wire"
	"tiv/tracefeed/language"
)

// wait is a kind of wait.
type wait uint8

const (
	noWait wait = iota // or nothing known
	onLock
	onReadLock
	onSemaphore // of golang.org/x/sync
	onCond
	onWaitGroup
	onChannel
	forever
	asleep
	parked
	onCollector
	onChild
	notified
	suspended
	onDisk
	onNet
	onDevice
	numWaits
)

// waits has the events of each kind of wait.
var waits = [numWaits]struct {
	// start is the event that starts the wait, without thread, time and stack;
	// its kind is SuspendStart, IOStart or MonitorWait. end is the kind of the
	// event that ends it. A wait for a lock ends with Ready.
	start tracefeed.Event
	end   tracefeed.Kind
	// edge is true if the goroutine that ends the wait is the one waited for.
	edge bool
}{
	noWait:      {end: tracefeed.Ready},
	onLock:      {tracefeed.Event{Kind: tracefeed.MonitorWait}, tracefeed.Ready, true},
	onReadLock:  {tracefeed.Event{Kind: tracefeed.MonitorWait, Shared: true}, tracefeed.Ready, true},
	onSemaphore: {tracefeed.Event{Kind: tracefeed.MonitorWait}, tracefeed.Ready, true},
	onCond:      {tracefeed.Event{Kind: tracefeed.SuspendStart, Cause: tracefeed.CauseWait}, tracefeed.SuspendEnd, true},
	onWaitGroup: {tracefeed.Event{Kind: tracefeed.SuspendStart, Cause: tracefeed.CauseJoin}, tracefeed.SuspendEnd, true},
	onChannel:   {tracefeed.Event{Kind: tracefeed.SuspendStart, Cause: tracefeed.CauseChannel}, tracefeed.SuspendEnd, true},
	forever:     {tracefeed.Event{Kind: tracefeed.SuspendStart, Cause: tracefeed.CauseChannel, Forever: true}, tracefeed.SuspendEnd, false},
	asleep:      {tracefeed.Event{Kind: tracefeed.SuspendStart, Cause: tracefeed.CauseSleep}, tracefeed.SuspendEnd, false},
	parked:      {tracefeed.Event{Kind: tracefeed.SuspendStart, Cause: tracefeed.CausePark}, tracefeed.SuspendEnd, false},
	onCollector: {tracefeed.Event{Kind: tracefeed.SuspendStart, Cause: tracefeed.CauseCollector}, tracefeed.SuspendEnd, false},
	onChild:     {tracefeed.Event{Kind: tracefeed.SuspendStart, Cause: tracefeed.CauseJoin}, tracefeed.SuspendEnd, false},
	notified:    {tracefeed.Event{Kind: tracefeed.SuspendStart, Cause: tracefeed.CauseWait}, tracefeed.SuspendEnd, false},
	suspended:   {tracefeed.Event{Kind: tracefeed.SuspendStart}, tracefeed.SuspendEnd, false},
	onDisk:      {tracefeed.Event{Kind: tracefeed.IOStart, Cause: tracefeed.CauseDisk}, tracefeed.IOEnd, false},
	onNet:       {tracefeed.Event{Kind: tracefeed.IOStart, Cause: tracefeed.CauseNet}, tracefeed.IOEnd, false},
	onDevice:    {tracefeed.Event{Kind: tracefeed.IOStart}, tracefeed.IOEnd, false},
}

// waitFor returns the kind of wait of a goroutine that stops at the site for a
// reason.
func waitFor(r wire.Reason, at *site) wait {
	switch r {
	case wire.ReasonSync:
		return at.sync
	case wire.ReasonChannel:
		switch {
		case at.collector:
			return onCollector
		case at.semaphore:
			return onSemaphore
		}
		return onChannel
	case wire.ReasonSleep:
		return asleep
	case wire.ReasonNetwork:
		return at.poll
	case wire.ReasonCond:
		return onCond
	case wire.ReasonForever:
		// A program parks a goroutine by a select without cases.
		if at.nilChannel {
			return forever
		}
		return parked
	case wire.ReasonSwitch:
		// A coroutine continues when the other one hands back control. No
		// goroutine blocks another.
		return parked
	case wire.ReasonPreempted, wire.ReasonGC:
		// Preempted so that the collector can scan its stack.
		return onCollector
	case wire.ReasonSystem:
		return parked
	case wire.ReasonSynctest:
		return notified
	}
	return suspended
}

// site is the classification of a stack, for waits that happen there.
type site struct {
	// root is the outermost function, which the goroutine was started with. It
	// is empty if the stack may be cut.
	root string
	// entry is the function that names such a goroutine; empty if root is.
	entry string
	// inner is the function that root calls, if that says more about the goroutine's
	// purpose.
	inner string
	// caller is the innermost frame outside of the runtime and of package
	// sync, as an index into the stack; -1 if there is none.
	caller int
	// collector: deep inside, the runtime works for the garbage collector or
	// stops the world.
	collector bool
	// semaphore: the caller calls a semaphore of golang.org/x/sync, which waits for a
	// channel.
	semaphore bool
	// nilChannel: a wait here that lasts forever is one for a nil channel.
	nilChannel bool
	// The kinds of wait for a stop here for reason sync, in the network poller,
	// in a system call, and for an unknown reason.
	sync, poll, syscall, unknown wait
	// stop is the kind of wait for a stop here, by reason.
	stop [wire.NumReasons]wait
	// wakes is the kind of wait that an unblock from here ends.
	wakes wait
}

// newSite classifies a stack by its functions, the innermost first.
func newSite(funcs []string) site {
	s := site{caller: -1, sync: onLock, poll: onDevice}
	if len(funcs) > 0 {
		s.look(funcs)
	}
	for r := range s.stop {
		s.stop[r] = waitFor(wire.Reason(r), &s)
	}
	return s
}

func (s *site) look(funcs []string) {
	const cutAt = 128 // the runtime keeps no more frames
	if len(funcs) < cutAt {
		s.root, s.entry = funcs[len(funcs)-1], entry(funcs)
		if n := len(funcs) - 2; n >= 0 && !foreign(funcs[n], s.root) {
			s.inner = funcs[n]
		}
	}
	for i, f := range funcs {
		is := language.OfName(f)
		s.semaphore = s.semaphore || s.caller < 0 && is.Object == language.Semaphore
		if s.caller < 0 && is.Part != language.Runtime && is.Part != language.Threading {
			s.caller = i
		}
		s.collector = s.collector || is.Object == language.Collector
	}
	s.nilChannel = strings.HasPrefix(funcs[0], "runtime.chan")
	s.sync = syncWait(funcs)
	if s.collector {
		s.sync = onCollector
	}
	s.poll = pollWait(funcs)
	s.syscall = syscallWait(funcs)
	s.unknown = s.unknownWait(funcs)
	s.wakes = s.wakesWait(funcs[0])
}

// syncWait distinguishes the users of the runtime's semaphores.
func syncWait(funcs []string) wait {
	w := suspended
	for _, f := range funcs {
		switch is := language.OfName(f); {
		case is.Object == language.WaitGroup:
			return onWaitGroup
		case is.Object == language.ReadLock:
			return onReadLock
		case is.Part == language.Runtime:
		case is.Part == language.Threading, is.Object == language.Descriptor:
			w = onLock
		default:
			return w
		}
	}
	return w
}

// pollWait classifies a wait in the network poller. It polls everything that
// supports polling, which files on a disk do not.
func pollWait(funcs []string) wait {
	for _, f := range funcs {
		switch language.OfName(f).Part {
		case language.Net:
			return onNet
		case language.Files:
			return onDevice
		}
	}
	return onDevice
}

// unknownWait classifies the wait of a goroutine by its stack alone, for waits
// that began before the trace.
func (s *site) unknownWait(funcs []string) wait {
	for _, f := range funcs {
		switch f {
		case "runtime.gopark", "runtime.goparkunlock":
			continue
		case "runtime.semacquire1", "runtime.semacquire":
			return s.sync
		case "runtime.chanrecv", "runtime.chanrecv1", "runtime.chanrecv2",
			"runtime.chansend", "runtime.chansend1", "runtime.selectgo":
			return waitFor(wire.ReasonChannel, s)
		case "runtime.block":
			return parked
		case "runtime.netpollblock", "internal/poll.runtime_pollWait":
			return s.poll
		case "time.Sleep", "runtime.(*scavengerState).sleep":
			return asleep
		case "sync.runtime_notifyListWait", "sync.(*Cond).Wait":
			return onCond
		}
		break
	}
	switch {
	case s.collector:
		return onCollector
	case systemRoot(s.root), strings.HasPrefix(funcs[0], "runtime.coro"):
		return parked
	}
	return suspended
}

// wakesWait returns the kind of wait that code at this site ends, if the
// function determines it.
func (s *site) wakesWait(f string) wait {
	object := language.OfName(f).Object
	switch {
	case s.collector:
		return noWait
	case object == language.WaitGroup:
		return onWaitGroup
	case object == language.Condition:
		return onCond
	case object == language.Mutex || object == language.RWLock || object == language.ReadLock:
		return onLock
	case s.semaphore:
		return onSemaphore
	case object == language.Channel:
		return onChannel
	}
	return noWait
}
