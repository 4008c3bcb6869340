package tracefeed

// Event is one change that a trace reports.
// Fields that a kind does not use are zero.
type Event struct {
	// Time is when it happened, in nanoseconds since the start of the trace.
	Time Time
	// Thread is who it happened to; NoThread for GCStart and GCEnd, and where
	// something happened to the whole program.
	Thread ThreadID
	// Other is the thread that started Thread (ThreadStart), that Thread waits
	// for as far as the source knows (MonitorWait), or that let it go on (Wake),
	// or that released what Thread, the holder, did not release (MonitorExit).
	Other ThreadID
	// Monitor is what is waited for, entered or left (Monitor…).
	Monitor MonitorID
	// Stack is where in its code Thread was; for ThreadStart, where Other was when it
	// started Thread.
	Stack StackID
	// CPU is where it runs (Run).
	CPU CPU
	// Name is the function called or left (Call…), the name of a region or
	// counter, or the kind of a task.
	Name NameID
	// Object is what was allocated or freed, by address or number, or the
	// number of a task.
	Object int64
	// Value is the size in bytes of what was allocated, the value of a
	// counter, the number of a task's parent, the weight of a sample, or how
	// many events were lost (0: nobody knows).
	Value int64
	Kind  Kind
	// Cause tells kinds of suspension and IO apart.
	Cause Cause
	// Shared marks a reader (MonitorWait, MonitorEnter).
	Shared bool
	// Forever marks a wait that never ends (SuspendStart, MonitorWait): by its
	// nature, such as one for a nil channel; or by proof. A start that repeats
	// the thread's present wait with Forever is the source's proof about it.
	Forever bool
}

// Kind says what an event reports.
type Kind uint8

// The kinds of event. The first eleven are the calls of appendix A of the TIV
// paper (Audleman 2002), in its order; the rest is what later sources add.
const (
	NoKind       Kind = iota
	ThreadStart       // the thread begins to exist
	ThreadEnd         // the thread is gone
	IOStart           // waits for a device from here on
	IOEnd             // and no longer
	MonitorWait       // asks for the monitor and joins its queue
	MonitorEnter      // holds the monitor from here on
	MonitorExit       // lets the monitor go
	SuspendStart      // put to sleep, by its own will or another's
	SuspendEnd        // and no longer
	GCStart           // the collector starts to work
	GCEnd             // and stops
	Ready             // could run, waits for a processor
	Run               // is on a processor
	Wake              // was let go on by Other; changes no state by itself
	Lost              // events are missing here: what Thread does is unknown; all threads, if it is NoThread
	CallEnter         // enters the function Name
	CallExit          // and leaves it
	Alloc             // allocates Object of Value bytes
	Free              // and gives it back
	Sample            // was seen at Stack; Value is the sample's weight
	TaskStart         // task Object begins, of kind Name, part of task Value (0: none)
	TaskEnd           // and is done
	RegionStart       // enters the region Name, within task Object (0: none)
	RegionEnd         // and leaves it
	Counter           // counter Name is Value from here on
	NumKinds
)

var kindWords = [NumKinds]string{
	"none", "start", "end", "io-start", "io-end", "monitor-wait", "monitor-enter", "monitor-exit",
	"suspend-start", "suspend-end", "gc-start", "gc-end", "ready", "run", "wake", "lost",
	"call-enter", "call-exit", "alloc", "free", "sample", "task-start", "task-end", "region-start", "region-end",
	"counter",
}

// String returns the word that text traces use for the kind.
func (k Kind) String() string {
	if k < NumKinds {
		return kindWords[k]
	}
	return "invalid"
}

// Cause tells why a thread is suspended, or what device it waits for.
type Cause uint8

// The causes. NoCause is written "other": the source did not say.
const (
	NoCause        Cause = iota
	CauseSleep           // for a time
	CauseWait            // to be told: a condition
	CauseJoin            // for other threads to finish
	CausePark            // parked by a library
	CauseChannel         // for a channel's other end
	CauseCollector       // for the garbage collector
	CauseDisk
	CauseNet
	NumCauses
)

var causeWords = [NumCauses]string{"other", "sleep", "wait", "join", "park", "channel", "gc", "disk", "net"}

// String returns the word that text traces use for the cause.
func (c Cause) String() string {
	if c < NumCauses {
		return causeWords[c]
	}
	return "invalid"
}
