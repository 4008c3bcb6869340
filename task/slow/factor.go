package slow

import (
	"tiv/tracefeed"
)

// Kind is what a task does or waits for. The kinds of its pieces add up to its duration.
type Kind uint8

// The kinds.
const (
	// Running: a thread runs for it.
	Running Kind = iota
	// Runnable: a thread waits for a processor.
	Runnable
	// Suspended: a thread sleeps, or waits for a notification.
	Suspended
	// Blocking: a thread waits for a lock.
	Blocking
	// IO: a thread waits for a device.
	IO
	// Collector: a thread is suspended for the garbage collector, or waits for a processor
	// during a collection.
	Collector
	// Unknown: the state of the thread is not known.
	Unknown
	// Queue: no thread works for it.
	Queue
	numKinds
)

func (k Kind) String() string {
	return [...]string{"running", "runnable", "suspended", "blocking", "IO", "collector", "unknown", "queue"}[k]
}

// Holding says for whom the owner of a lock worked.
type Holding uint8

// The kinds of holding.
const (
	// ByTask: for a task.
	ByTask Holding = iota
	// ByThread: for no task.
	ByThread
	// ByUnknown: the owner is not known.
	ByUnknown
)

// Factor is a cause for which a task takes time. Fields without a meaning for its kind are zero.
type Factor struct {
	Kind Kind
	// Object is the lock (Blocking), or the object at which a thread is suspended, if the
	// trace names it.
	Object tracefeed.MonitorID
	// Holding, Holder and Owners are of the owner of the lock: Holder is the type of its task,
	// Owners the pattern of the names of owners without a task.
	Holding        Holding
	Holder, Owners string
	// Cause is the kind of a suspension, or the device.
	Cause tracefeed.Cause
	// Function is the innermost call of a thread that runs, and the innermost one of the
	// program's own code of a thread that waits; empty if it is not known.
	Function string
}

// key is a factor with numbers for texts.
type key struct {
	kind           Kind
	cause          tracefeed.Cause
	holding        Holding
	object         tracefeed.MonitorID
	function       int32 // of execution.EachSelfTime
	holder, owners int32 // of texts
}

// cell is a factor, and where and when it was.
type cell struct {
	key
	// part is the type of the part of the task, or none; threads is the pattern of names.
	part, threads int32
	collecting    bool // a collection was in progress
}

// none is the part of what is no part.
const none int32 = -1

// texts numbers texts.
type texts struct {
	list []string
	of   map[string]int32
}

func (t *texts) number(s string) int32 {
	n, ok := t.of[s]
	if !ok {
		if t.of == nil {
			t.of = map[string]int32{}
		}
		n = int32(len(t.list))
		t.list, t.of[s] = append(t.list, s), n
	}
	return n
}

// kindOf returns the kind of a piece that is not blocked.
func kindOf(s tracefeed.State, cause tracefeed.Cause, collecting bool) Kind {
	switch s {
	case tracefeed.Running:
		return Running
	case tracefeed.Runnable:
		if collecting {
			return Collector
		}
		return Runnable
	case tracefeed.Suspended:
		if cause == tracefeed.CauseCollector {
			return Collector
		}
		return Suspended
	case tracefeed.IO:
		return IO
	}
	return Unknown
}
