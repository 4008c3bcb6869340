package language

// golang is the functions of Go. Recorded programs have functions of TIV in package sync.
var golang = []line{
	{begin: "runtime.", Part: Runtime, Start: System},
	{begin: "runtime.main", Part: Runtime, Start: Main},
	{begin: "runtime.main.", Part: Runtime, Start: System},
	{begin: "runtime.doInit", Part: Runtime, Start: Main}, // stacks of initialization lack runtime.main
	{begin: "runtime.corostart", Part: Runtime},           // a coroutine
	{begin: "runtime.cgocallback", Part: Runtime},         // C code that calls Go
	{begin: "runtime/trace.", Start: System},
	{begin: "runtime/pprof.profileWriter", Start: System},

	// The collector, or a stop of the world: time.Sleep there is an allocation that
	// started a collection.
	{begin: "runtime.GC", Part: Runtime, Object: Collector, Start: System},
	{begin: "runtime.mallocgc", Part: Runtime, Object: Collector, Start: System},
	{begin: "runtime.gcStart", Part: Runtime, Object: Collector, Start: System},
	{begin: "runtime.gcMark", Part: Runtime, Object: Collector, Start: System},
	{begin: "runtime.gcAssist", Part: Runtime, Object: Collector, Start: System},
	{begin: "runtime.gcBgMarkStartWorkers", Part: Runtime, Object: Collector, Start: System},
	{begin: "runtime.gcWaitOnMark", Part: Runtime, Object: Collector, Start: System},
	{begin: "runtime.stopTheWorld", Part: Runtime, Object: Collector, Start: System},
	{begin: "runtime.startTheWorld", Part: Runtime, Object: Collector, Start: System},
	{begin: "runtime.traceAdvance", Part: Runtime, Object: Collector, Start: System},
	{begin: "runtime.StartTrace", Part: Runtime, Object: Collector, Start: System},
	{begin: "runtime.StopTrace", Part: Runtime, Object: Collector, Start: System},

	{begin: "runtime.chan", Part: Runtime, Object: Channel, Start: System},
	{begin: "runtime.closechan", Part: Runtime, Object: Channel, Start: System},
	{begin: "runtime.select", Part: Runtime, Object: Channel, Start: System},

	{begin: "sync.", Part: Threading},
	{begin: "sync.(*Mutex).", Part: Threading, Object: Mutex},
	{begin: "sync.(*RWMutex).", Part: Threading, Object: RWLock},
	{begin: "sync.(*RWMutex).R", Part: Threading, Object: ReadLock},
	{begin: "sync.(*Once).", Part: Threading, Object: Once},
	{begin: "sync.(*Cond).", Part: Threading, Object: Condition},
	{begin: "sync.(*WaitGroup).", Part: Threading, Object: WaitGroup},
	{begin: "internal/sync.", Part: Threading},
	{begin: "internal/sync.(*Mutex).", Part: Threading, Object: Mutex},
	{begin: "golang.org/x/sync/", Part: Library},
	{begin: "golang.org/x/sync/errgroup.(*Group).Wait", Part: Threading, Object: WaitGroup},
	{begin: "golang.org/x/sync/semaphore.(*Weighted).", Part: Threading, Object: Semaphore},

	{begin: "os.", Part: Files},
	{begin: "syscall.", Part: Files},
	{begin: "io.", Part: Files},
	{begin: "bufio.", Part: Files},
	{begin: "net.", Part: Net},

	{begin: "internal/", Part: Library},
	{begin: "internal/poll.", Part: Library, Object: Descriptor},
}
