package gotrace

import (
	"fmt"
	"strings"

	"tiv/tracefeed"
	"tiv/tracefeed/gotrace/wire"
)

// Dumped is a goroutine of a goroutine dump, named and classified as in a trace.
type Dumped struct {
	Thread tracefeed.Thread
	// State is the event that begins its state, without thread, time and stack;
	// of NoKind if the state is unknown.
	State tracefeed.Event
	// Caller is the index of the innermost call outside of the runtime and of
	// package sync, -1 if there is none.
	Caller int
}

// FromDump names and classifies a goroutine by its number, the status that the
// runtime prints for it ("running", "chan receive"), and the functions of its stack,
// the innermost first. The stack may lack the runtime's functions, unless the status is
// empty: then a wait is inferred from them.
func FromDump(id int64, status string, funcs []string) Dumped {
	at := newSite(funcs)
	d := Dumped{Thread: goroutineThread(id), State: dumpedState(status, funcs, &at), Caller: at.caller}
	if at.entry != "" {
		d.Thread = renamed(d.Thread, at.entry, at.root)
	}
	return d
}

func dumpedState(status string, funcs []string, at *site) tracefeed.Event {
	w := noWait
	switch {
	case status == "running":
		return tracefeed.Event{Kind: tracefeed.Run}
	case status == "runnable":
		return tracefeed.Event{Kind: tracefeed.Ready}
	case status == "syscall":
		if w = syscallWait(funcs); w == noWait {
			return tracefeed.Event{Kind: tracefeed.Run}
		}
	case status == "":
		if len(funcs) > 0 && funcs[0] == "runtime.gopark" {
			w = at.unknown
		}
	case status == "waiting" || status == "???" || status == "idle" || status == "dead":
		return tracefeed.Event{}
	case strings.HasSuffix(status, " (nil chan)"):
		w = forever
	default:
		w = waitFor(dumpedReason(status), at)
	}
	return waits[w].start
}

// dumpedReasons are the reasons that the runtime calls otherwise in dumps.
var dumpedReasons = map[string]wire.Reason{
	"IO wait":             wire.ReasonNetwork,
	"semacquire":          wire.ReasonSync,
	"sync.Mutex.Lock":     wire.ReasonSync,
	"sync.RWMutex.Lock":   wire.ReasonSync,
	"sync.RWMutex.RLock":  wire.ReasonSync,
	"sync.WaitGroup.Wait": wire.ReasonSync,
	"sync.Cond.Wait":      wire.ReasonCond,
	"select (no cases)":   wire.ReasonForever,
	"coroutine":           wire.ReasonSwitch,
	"copystack":           wire.ReasonPreempted,
	"synctest.Run":        wire.ReasonSynctest,
	"synctest.Wait":       wire.ReasonSynctest,
	"garbage collection":  wire.ReasonGC,
	"wait for GC cycle":   wire.ReasonGC,
	"stopping the world":  wire.ReasonGC,
	// Goroutines of the runtime without work.
	"finalizer wait":            wire.ReasonSystem,
	"cleanup wait":              wire.ReasonSystem,
	"force gc (idle)":           wire.ReasonSystem,
	"GC worker (idle)":          wire.ReasonSystem,
	"GC sweep wait":             wire.ReasonSystem,
	"GC scavenge wait":          wire.ReasonSystem,
	"trace reader (blocked)":    wire.ReasonSystem,
	"GOMAXPROCS updater (idle)": wire.ReasonSystem,
}

func dumpedReason(status string) wire.Reason {
	if r, ok := dumpedReasons[status]; ok {
		return r
	}
	return wire.ReasonOf(status)
}

// LockName returns the name of a lock at an address, after the place of a wait for
// it.
func LockName(address string, at tracefeed.Frame) string {
	return fmt.Sprintf("%s %s:%d", address, shortFunc(at.Func), at.Line)
}
