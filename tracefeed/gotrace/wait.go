package gotrace

import (
	"strings"

	"tiv/tracefeed"
)

// wait is a way not to run.
type wait uint8

const (
	noWait wait = iota // or nothing known
	onLock
	onReadLock
	onCond
	onGroup
	onChannel
	forever
	asleep
	parked
	collected
	onChild
	told
	suspended
	onDisk
	onNet
	onDevice
	numWaits
)

// waits says what each wait is.
var waits = [numWaits]struct {
	// start is the event that starts it, but for who, where and when: its kind
	// is SuspendStart, IOStart or MonitorWait. end is the kind of the one that
	// ends it. Going on ends waiting for a lock.
	start tracefeed.Event
	end   tracefeed.Kind
	// edge says that whoever makes the goroutine ready is who it waited for.
	edge bool
}{
	noWait:     {end: tracefeed.Ready},
	onLock:     {tracefeed.Event{Kind: tracefeed.MonitorWait}, tracefeed.Ready, true},
	onReadLock: {tracefeed.Event{Kind: tracefeed.MonitorWait, Shared: true}, tracefeed.Ready, true},
	onCond:     {tracefeed.Event{Kind: tracefeed.SuspendStart, Cause: tracefeed.CauseWait}, tracefeed.SuspendEnd, true},
	onGroup:    {tracefeed.Event{Kind: tracefeed.SuspendStart, Cause: tracefeed.CauseJoin}, tracefeed.SuspendEnd, true},
	onChannel:  {tracefeed.Event{Kind: tracefeed.SuspendStart, Cause: tracefeed.CauseChannel}, tracefeed.SuspendEnd, true},
	forever:    {tracefeed.Event{Kind: tracefeed.SuspendStart, Cause: tracefeed.CauseChannel, Forever: true}, tracefeed.SuspendEnd, false},
	asleep:     {tracefeed.Event{Kind: tracefeed.SuspendStart, Cause: tracefeed.CauseSleep}, tracefeed.SuspendEnd, false},
	parked:     {tracefeed.Event{Kind: tracefeed.SuspendStart, Cause: tracefeed.CausePark}, tracefeed.SuspendEnd, false},
	collected:  {tracefeed.Event{Kind: tracefeed.SuspendStart, Cause: tracefeed.CauseCollector}, tracefeed.SuspendEnd, false},
	onChild:    {tracefeed.Event{Kind: tracefeed.SuspendStart, Cause: tracefeed.CauseJoin}, tracefeed.SuspendEnd, false},
	told:       {tracefeed.Event{Kind: tracefeed.SuspendStart, Cause: tracefeed.CauseWait}, tracefeed.SuspendEnd, false},
	suspended:  {tracefeed.Event{Kind: tracefeed.SuspendStart}, tracefeed.SuspendEnd, false},
	onDisk:     {tracefeed.Event{Kind: tracefeed.IOStart, Cause: tracefeed.CauseDisk}, tracefeed.IOEnd, false},
	onNet:      {tracefeed.Event{Kind: tracefeed.IOStart, Cause: tracefeed.CauseNet}, tracefeed.IOEnd, false},
	onDevice:   {tracefeed.Event{Kind: tracefeed.IOStart}, tracefeed.IOEnd, false},
}

// waitFor returns what a goroutine waits for that stops at the site for a
// reason.
func waitFor(r reason, at *site) wait {
	switch r {
	case bySync:
		return at.sync
	case byChannel:
		if at.collector {
			return collected
		}
		return onChannel
	case bySleep:
		return asleep
	case byNetwork:
		return at.poll
	case byCond:
		return onCond
	case byForever:
		// A select without cases is how a program parks a goroutine.
		if at.nilChannel {
			return forever
		}
		return parked
	case byHandOver:
		// This one goes on when the other hands back. Nobody made anybody
		// wait.
		return parked
	case byPreemption, byCollector:
		// Preempted: stopped where it stood, for the collector to look at its
		// stack.
		return collected
	case bySystem:
		return parked
	case byTest:
		return told
	}
	return suspended
}

// site is what a stack tells about a wait that happens there.
type site struct {
	// root is the outermost function: what the goroutine was started with.
	// Empty if the stack may be cut.
	root string
	// entry is what such a goroutine is called after; empty if root is.
	entry string
	// caller is the innermost frame outside of the runtime and of package
	// sync, as an index into the stack; -1 if there is none.
	caller int
	// collector: deep inside, the runtime works for the garbage collector or
	// stops the world.
	collector bool
	// nilChannel: a wait here that lasts for ever is one for a nil channel.
	nilChannel bool
	// What it is to stop here for reason sync, in the network poller, in a
	// system call; and for a reason unknown.
	sync, poll, syscall, unknown wait
	// stop is what it is to stop here, by the reason.
	stop [numReasons]wait
	// wakes is what those wait for that are made ready from here.
	wakes wait
}

// newSite looks at a stack's functions, the innermost first.
func newSite(funcs []string) site {
	s := site{caller: -1, sync: onLock, poll: onDevice}
	if len(funcs) > 0 {
		s.look(funcs)
	}
	for r := range s.stop {
		s.stop[r] = waitFor(reason(r), &s)
	}
	return s
}

func (s *site) look(funcs []string) {
	const cutAt = 128 // the runtime keeps no more frames
	if len(funcs) < cutAt {
		s.root, s.entry = funcs[len(funcs)-1], entry(funcs)
	}
	for i, f := range funcs {
		if s.caller < 0 && !plumbing(f) {
			s.caller = i
		}
		s.collector = s.collector || worksForCollector(f)
	}
	s.nilChannel = strings.HasPrefix(funcs[0], "runtime.chan")
	s.sync = syncWait(funcs)
	if s.collector {
		s.sync = collected
	}
	s.poll = pollWait(funcs)
	s.syscall = syscallWait(funcs)
	s.unknown = s.unknownWait(funcs)
	s.wakes = s.wakesWait(funcs[0])
}

// plumbing are the functions between a lock or channel and its user.
func plumbing(f string) bool {
	return strings.HasPrefix(f, "runtime.") || strings.HasPrefix(f, "sync.") || strings.HasPrefix(f, "internal/sync.")
}

// collectorFuncs begin the names of the functions in which a goroutine that
// stops, does so for the collector or with the world, whatever the reason says:
// "sync" at time.Sleep is an allocation there that started a collection.
var collectorFuncs = []string{
	"mallocgc", "gcStart", "gcMark", "gcAssist", "gcBgMarkStartWorkers", "gcWaitOnMark", "stopTheWorld",
	"startTheWorld", "traceAdvance", "StartTrace", "StopTrace",
}

func worksForCollector(f string) bool {
	name, ok := strings.CutPrefix(f, "runtime.")
	if !ok {
		return false
	}
	for _, p := range collectorFuncs {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return name == "GC"
}

// syncWait tells the users of the runtime's semaphores apart.
func syncWait(funcs []string) wait {
	w := suspended
	for _, f := range funcs {
		switch {
		case strings.HasPrefix(f, "sync.(*WaitGroup)."):
			return onGroup
		case strings.HasPrefix(f, "sync.(*RWMutex).R"):
			return onReadLock
		case strings.HasPrefix(f, "runtime."):
		case strings.HasPrefix(f, "sync."), strings.HasPrefix(f, "internal/sync."), strings.HasPrefix(f, "internal/poll."):
			w = onLock
		default:
			return w
		}
	}
	return w
}

// pollWait tells what is waited for in the network poller. It polls all that
// can be polled; a file on a disk can't.
func pollWait(funcs []string) wait {
	for _, f := range funcs {
		switch {
		case strings.HasPrefix(f, "net."):
			return onNet
		case strings.HasPrefix(f, "os."):
			return onDevice
		}
	}
	return onDevice
}

// unknownWait classifies a goroutine of which the trace says no more than that
// it waits, with this stack: those that waited before the trace began.
func (s *site) unknownWait(funcs []string) wait {
	for _, f := range funcs {
		switch f {
		case "runtime.gopark", "runtime.goparkunlock":
			continue
		case "runtime.semacquire1", "runtime.semacquire":
			return s.sync
		case "runtime.chanrecv", "runtime.chanrecv1", "runtime.chanrecv2",
			"runtime.chansend", "runtime.chansend1", "runtime.selectgo":
			return waitFor(byChannel, s)
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
		return collected
	case systemRoot(s.root), strings.HasPrefix(funcs[0], "runtime.coro"):
		return parked
	}
	return suspended
}

// wakesWait tells what somebody waited for whom code at this site lets go on,
// where it can be told.
func (s *site) wakesWait(f string) wait {
	switch {
	case s.collector:
		return noWait
	case strings.HasPrefix(f, "sync.(*WaitGroup)."):
		return onGroup
	case strings.HasPrefix(f, "sync.(*Cond)."):
		return onCond
	case strings.HasPrefix(f, "sync.(*Mutex)."), strings.HasPrefix(f, "sync.(*RWMutex)."),
		strings.HasPrefix(f, "internal/sync.(*Mutex)."):
		return onLock
	case strings.HasPrefix(f, "runtime.chan"), strings.HasPrefix(f, "runtime.select"), f == "runtime.closechan":
		return onChannel
	}
	return noWait
}
