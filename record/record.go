package record

import (
	"context"
	"io"
	"io/fs"
	"os"
	"time"

	"tiv/record/gobuild"
)

// Tasks are the definitions of tasks, as a recording needs them.
type Tasks interface {
	gobuild.Chooser
	// JavaMethods returns patterns, as Options.Calls, of the methods of Java that begin tasks or go on
	// with them. A pattern can have the type of the method behind it, as the Java machine writes it.
	JavaMethods() []string
}

// Options configure a recording.
type Options struct {
	// Command is go run …, go build … or go test …, or a command that starts programs with
	// POSIX threads or Java machines.
	Command []string
	Out     string   // path of the trace; with several programs, each adds its name before the extension
	Dir     string   // working directory; "" is the current one
	Env     []string // nil is the environment of this process

	// Locks selects the lock operations in the trace; "" is LocksAuto.
	Locks Locks
	// Channels adds the identity of channels to the waits for them. Run sets it for
	// go test -timeout.
	Channels bool
	// Tasks, if it is not nil, adds what is needed to know for which task each thread works: the
	// calls that begin tasks, and what threads put into channels, connections and pipes, and take.
	Tasks Tasks
	// NoStacks leaves out the call stacks of programs with POSIX threads.
	NoStacks bool
	// MaxSize is the maximum size of a trace in bytes; 0 is unlimited. Near
	// half of it the recording continues as with LocksContended; before it, the
	// recording ends, and the program continues.
	MaxSize int64
	// MaxRate is the maximum number of bytes that a trace grows by in any minute; 0 is
	// unlimited. Above it, parts are left out: the states of the threads are unknown there.
	MaxRate int64
	// Keep is the least time that a trace keeps up to its end: what is older is
	// dropped from time to time, so that it has at most twice as much. 0 keeps all.
	Keep time.Duration
	// For ends the program after this time, by an interrupt, and kills it half a minute later; 0: never.
	For time.Duration
	// Java selects the way to record Java programs; "" is JavaAuto.
	Java JavaRecorder
	// OutJFR replaces Out for recordings of Java Flight Recorder; "" is Out.
	OutJFR string

	// Calls are patterns of functions of Go, C and C++, or methods of Java, Objects of Java
	// classes: their calls, and the allocations and releases of their objects are recorded.
	// docs/recording.md and docs/java.md define them.
	Calls, Objects []string

	// WaitDaemon waits for processes that outlive a command other than go.
	WaitDaemon bool

	// Sched records the scheduler events of the program, too: see package kernel.
	Sched bool

	// Merge makes one trace at a path of those of several processes, and returns the paths
	// of those that it cannot merge. If it is nil, each process has a trace of its own, and
	// those with one thread have none beside others.
	Merge func(paths []string, to string) (left []string, err error)

	// Growing receives each trace of TIV's own recorders when its process has begun to write it, in
	// another goroutine. It may be nil. The files are complete when Run returns, and have other
	// names then, or none.
	Growing func(Growing)

	Stdin          io.Reader
	Stdout, Stderr io.Writer

	// Note receives notes for the user before the program starts. It may be
	// nil.
	Note func(string)

	source fs.FS // for tests: replaces GOROOT/src
}

// A Result describes a finished recording.
type Result struct {
	ExitCode int      // the program's own; 128 + the signal's number for a signal
	Traces   []string // the paths written; empty for go build
	Notes    []string // for the user: features left out, programs not recorded
	Sched    *os.File // the scheduler events, in the form of perf; nil if there are none. Close closes it
	// Wall is the time of the wall clock less that of the scheduler events; 0 if the wall
	// clock was set meanwhile.
	Wall time.Duration
	// Processes are the ids of processes, as far as they are known, by the paths of their
	// traces of Go and recordings of Java Flight Recorder, which do not have them.
	Processes map[string]int32

	// tmp has the program, whose functions are on the stacks in Sched.
	tmp *folder
}

// Close closes Sched, and removes what belongs to it.
func (r *Result) Close() {
	if r.Sched != nil {
		r.Sched.Close()
	}
	r.tmp.remove()
}

// Run builds and runs the command, and returns when the program has ended. With Options.Sched
// the caller closes the result, also after an error. An error is about the recording, not
// about a program that fails. The compiler's output goes to Stderr, with exit code 1.
func Run(ctx context.Context, o Options) (Result, error) {
	r := &recording{Options: o, isGo: gobuild.IsGo(o.Command)}
	if err := r.checkCalls(); err != nil {
		return Result{}, err
	}
	ways, err := r.ways()
	if err != nil {
		return Result{}, err
	}
	var done func()
	ctx, r.signals, done = catchSignals(ctx)
	defer done()
	defer r.remove()
	if err = r.prepare(); err == nil {
		err = r.run(ctx, ways)
	}
	if err != nil && context.Cause(ctx) != ctx.Err() {
		err = context.Cause(ctx) // a signal
	}
	return r.result, err
}
