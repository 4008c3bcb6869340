package tracefeed

// Event is one change that a trace reports.
// Fields that a kind does not use are zero.
type Event struct {
	// Time is when it happened, in nanoseconds since the start of the trace.
	Time Time
	// Thread is the thread that the event is about; NoThread for GCStart and
	// GCEnd, and for an event about the whole program.
	Thread ThreadID
	// Other is the thread that started Thread (ThreadStart), the known owner of
	// the monitor that Thread waits for (MonitorWait), the thread that woke
	// Thread (Wake), or the thread that released the monitor in place of
	// Thread, its owner (MonitorExit).
	Other ThreadID
	// Monitor is the monitor waited for, entered or left (Monitor…), or the object at
	// which Thread is suspended until another thread notifies it (SuspendStart).
	Monitor MonitorID
	// Stack is the call stack of Thread; for ThreadStart, the stack at which
	// Other started Thread.
	Stack StackID
	// CPU is the processor that Thread runs on (Run), or that was sampled
	// (Sample).
	CPU CPU
	// Name is the function called or left (Call…), the name of a region, a counter
	// or a queue, the kind of a task, or the stream that Thread waits to read
	// (IOStart, Wake).
	Name NameID
	// Object is the address or number of the allocated or freed object, or the
	// number of a task or a queue.
	Object int64
	// Value is the size in bytes of an allocation, the value of a counter, the
	// number of a task's parent or of one that it is linked to, the weight of a sample, the number of lost
	// events (0: unknown), the number of later regions of this Name and Object
	// that go on (RegionEnd), the number of an item in a queue (Put, Take, Wake), or how many
	// nanoseconds before the event Other started the thread (ThreadStart).
	Value int64
	Kind  Kind
	// Cause is the cause of a suspension, the device of IO, or CauseTry.
	Cause Cause
	// Shared marks a reader (MonitorWait, MonitorEnter), a Wake that is one of all
	// that wait for the same object: Other broadcasts, or closes a channel; and a TaskStart of a
	// task that has begun before, at a time that the source does not know.
	Shared bool
	// Forever marks a wait that never ends (SuspendStart, MonitorWait): by its
	// nature, such as one for a nil channel; or by proof. A start that repeats
	// the thread's present wait with Forever is the source's proof about it.
	Forever bool
}

// Kind is the kind of an event.
type Kind uint8

// The kinds of event. The first eleven are the calls of appendix A of the TIV
// paper (Audleman 2002), in its order; later sources add the rest.
const (
	// NoKind: time has passed, and nothing happened.
	NoKind Kind = iota
	// ThreadStart: the thread begins to exist.
	ThreadStart
	// ThreadEnd: the thread ceases to exist.
	ThreadEnd
	// IOStart: the thread starts to wait for a device.
	IOStart
	// IOEnd: the thread stops waiting for a device.
	IOEnd
	// MonitorWait: the thread requests the monitor and joins its queue.
	MonitorWait
	// MonitorEnter: the thread acquires the monitor. In a trace with call stacks, an
	// event without one reports an acquisition at an earlier, unknown time.
	MonitorEnter
	// MonitorExit: the thread releases the monitor.
	MonitorExit
	// SuspendStart: the thread is suspended, by itself or by another thread.
	SuspendStart
	// SuspendEnd: the suspension of the thread ends.
	SuspendEnd
	// GCStart: the garbage collector starts to work.
	GCStart
	// GCEnd: the garbage collector stops working.
	GCEnd
	// Ready: the thread becomes runnable and waits for a processor.
	Ready
	// Run: the thread starts to run on a processor.
	Run
	// Wake: Other ends a wait of the thread. Wake changes no state by itself.
	//
	// With the stream Name it is about a wait to read that: Other has put the byte with the number
	// Value, for which the thread waits; without a Value, Other is expected to put it.
	Wake
	// Lost: events are missing, so the state of the thread is unknown; that of
	// every thread, if Thread is NoThread.
	Lost
	// CallEnter: the thread enters the function Name.
	CallEnter
	// CallExit: the thread leaves the function Name.
	CallExit
	// Alloc: the thread allocates Object, of Value bytes and type Name. Without an object
	// it is a sample, which stands for Value bytes of allocations.
	Alloc
	// Free: the thread frees Object.
	Free
	// Sample: a sample of the thread's call stack, with the weight Value. With
	// NoThread it is of the program's runtime, or of a thread unknown to it.
	Sample
	// TaskStart: task Object begins, of kind Name and part of task Value (0:
	// of none). With Shared it has begun before; of a task that the trace has already, the
	// event then only says a new kind and parent.
	TaskStart
	// TaskEnd: task Object ends, possibly on another thread than it began, again,
	// or without a start in the trace.
	TaskEnd
	// RegionStart: the thread enters the region Name, within task Object (0:
	// within none). A region is a part of a function's call that the program
	// measures, not a call itself.
	RegionStart
	// RegionEnd: the thread leaves the region Name, which may have begun before
	// the trace.
	RegionEnd
	// Counter: the counter Name has the value Value from now on.
	Counter
	// StateUnknown: from now on the source does not give the state of the thread. No
	// events are missing, unlike with Lost: calls and monitors stay as they are.
	StateUnknown
	// Put: the thread puts items into the queue Object, such as messages into a channel or
	// bytes into a connection. They are numbered in the order in which the queue gives them
	// out, from 1 on: the last has the number Value, the first follows the last of the Put
	// before. Without one in the trace, only the last is known.
	//
	// Name is the name of a queue that other processes know, too: there the name says which
	// queue it is, and Object is its number in this process. NoThread puts what comes from
	// outside of the program.
	//
	// A queue with a name is a stream of bytes (StreamOf). There a Value of 0 begins a new
	// stream; a negative one is a position up to which it is not known who has put the bytes, and
	// a position before that of the Put before takes back what is behind it.
	Put
	// Take: the thread takes the items of a queue, identified as in Put, up to the number
	// Value; those that follow the Take before. With the Value 0 it has found none, and is
	// about to wait for one, possibly at several queues at once: without Name and Object, for
	// whatever comes next. A negative Value is a position up to which it is not known who has
	// taken which bytes of a stream.
	Take
	// TaskType: the task that began with the thread's innermost open call on Object is of the
	// type Name, such as a request whose route shows only within that call. The last one counts.
	TaskType
	// TaskLink: task Object has to do with task Value, but is no part of it: it goes on with it
	// later, or works for several tasks at once.
	TaskLink
	// NumKinds is the number of kinds.
	NumKinds
)

var kindWords = [NumKinds]string{
	"none", "start", "end", "io-start", "io-end", "monitor-wait", "monitor-enter", "monitor-exit",
	"suspend-start", "suspend-end", "gc-start", "gc-end", "ready", "run", "wake", "lost",
	"call-enter", "call-exit", "alloc", "free", "sample", "task-start", "task-end", "region-start", "region-end",
	"counter", "unknown", "put", "take", "task-type", "task-link",
}

// String returns the word that text traces use for the kind.
func (k Kind) String() string {
	if k < NumKinds {
		return kindWords[k]
	}
	return "invalid"
}

// Cause is the reason for a suspension, or the device that a thread waits for.
type Cause uint8

// The causes. NoCause is written "other": the source names no cause.
const (
	// NoCause: the source names no cause.
	NoCause Cause = iota
	// CauseSleep: the thread sleeps for a time.
	CauseSleep
	// CauseWait: the thread waits for a notification, as of a condition.
	CauseWait
	// CauseJoin: the thread waits for other threads to end.
	CauseJoin
	// CausePark: a library has parked the thread.
	CausePark
	// CauseChannel: the thread waits for the other end of a channel.
	CauseChannel
	// CauseCollector: the thread waits for the garbage collector.
	CauseCollector
	// CauseDisk: the thread waits for a disk.
	CauseDisk
	// CauseNet: the thread waits for the network.
	CauseNet
	// CauseTry: the thread acquires the monitor by a try, which never waits (MonitorEnter).
	CauseTry
	// NumCauses is the number of causes.
	NumCauses
)

var causeWords = [NumCauses]string{"other", "sleep", "wait", "join", "park", "channel", "gc", "disk", "net", "try"}

// Object returns what a suspended thread waits for, with a leading space, for sentences such as
// "it waits on a channel"; "" if the cause does not say it.
func (c Cause) Object() string {
	switch c {
	case CauseChannel:
		return " on a channel"
	case CauseWait:
		return " for a signal"
	case CauseJoin:
		return " for other threads to end"
	}
	return ""
}

// Waits returns what a thread that waits for a cause does, as a verb: "sleeps", "waits on a
// channel", "waits for the network"; "" if the cause does not say it.
func (c Cause) Waits() string {
	switch c {
	case CauseSleep:
		return "sleeps"
	case CauseChannel, CauseWait, CauseJoin:
		return "waits" + c.Object()
	case CauseCollector:
		return "waits for the garbage collector"
	case CauseDisk:
		return "waits for a disk"
	case CauseNet:
		return "waits for the network"
	}
	return ""
}

// String returns the word that text traces use for the cause.
func (c Cause) String() string {
	if c < NumCauses {
		return causeWords[c]
	}
	return "invalid"
}
