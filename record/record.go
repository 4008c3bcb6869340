package record

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Options configure a recording.
type Options struct {
	// Command is go run …, go build … or go test …, or a command that starts Java
	// programs.
	Command []string
	Out     string   // path of the trace; with several programs, each adds its name before the extension
	Dir     string   // working directory; "" is the current one
	Env     []string // nil is the environment of this process

	// Locks selects the lock operations in the trace; "" is LocksAuto.
	Locks Locks
	// Channels adds the identity of channels to the waits for them. Run sets it for
	// go test -timeout.
	Channels bool
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
	r := &recording{Options: o}
	err := checkCalls(&o)
	if err != nil {
		return Result{}, err
	}
	if IsGo(o.Command) {
		if r.command, err = parseCommand(o.Command); err != nil {
			return Result{}, err
		}
		r.Channels = r.Channels || r.command.verb == "test" && r.command.given["timeout"]
	}
	var done func()
	ctx, r.signals, done = catchSignals(ctx)
	defer done()
	defer func() {
		r.links.remove()
		if r.result.tmp == nil {
			r.tmp.remove()
		}
	}()
	c := r.command
	if c == nil {
		err = r.started(ctx)
		return r.result, err
	}
	if err := r.prepare(ctx); err != nil {
		if context.Cause(ctx) != ctx.Err() {
			err = context.Cause(ctx)
		}
		return r.result, err
	}
	switch {
	case c.onlyBuilds():
		err = r.build(ctx)
	case c.verb == "test":
		err = r.test(ctx)
	default:
		err = r.run(ctx)
	}
	return r.result, err
}

// A recording is the state of one Run.
type recording struct {
	Options
	command *goCommand // nil for a command that starts Java programs
	tc      toolchain
	out     string // absolute
	outJFR  string // the same, of Java Flight Recorder; "" is out
	noAgent error  // the reason why Java programs are recorded without the agent
	tmp     *folder
	links   links
	signals *signals
	overlay string  // the file for -overlay
	agent   string  // the library that records Java programs; "" for Java Flight Recorder
	preload string  // the name of the library that records programs with POSIX threads
	shared  *shared // with these programs; nil if none is recorded
	// functions chooses the functions of these programs; nil if no calls are recorded.
	functions *functionServer
	targets   []string
	// builtFor is the default trace path of programs built by go build.
	builtFor []string
	result   Result
}

// named returns the name of one of several traces.
func named(out, program string) string {
	ext := filepath.Ext(out)
	return strings.TrimSuffix(out, ext) + "." + program + ext
}

// note adds a note and passes it on at once.
func (r *recording) note(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	r.result.Notes = append(r.result.Notes, text)
	if r.Note != nil {
		r.Note(text)
	}
}

// prepareOut finds the folders and the environment of the recording.
func (r *recording) prepareOut() error {
	if r.Out == "" {
		return errors.New("no name for the trace")
	}
	if r.Env == nil {
		r.Env = os.Environ()
	}
	var err error
	if r.Dir, err = filepath.Abs(r.Dir); err != nil {
		return err
	}
	r.out, err = r.outPath(r.Out)
	return err
}

// outPath returns the absolute path of a trace.
func (r *recording) outPath(path string) (string, error) {
	if !filepath.IsAbs(path) {
		path = filepath.Join(r.Dir, path)
	}
	if info, err := os.Stat(filepath.Dir(path)); err != nil || !info.IsDir() {
		return "", fmt.Errorf("%s: no folder to put the trace in", filepath.Dir(path))
	}
	return path, nil
}

// prepare finds the toolchain and the programs, and writes the overlay.
func (r *recording) prepare(ctx context.Context) error {
	err := r.prepareOut()
	if err != nil {
		return err
	}
	if c := r.command.chdir; filepath.IsAbs(c) {
		r.Dir = c
	} else {
		r.Dir = filepath.Join(r.Dir, c)
	}
	if r.tmp, err = makeFolder(os.TempDir(), "tiv-record-"); err != nil {
		return err
	}
	dir, env := r.Dir, r.Env
	if r.command.versioned() {
		if dir, err = r.fetch(ctx); err != nil {
			return err
		}
		env = append(slices.Clip(env), "GOWORK=off", "GOFLAGS="+variable(r.Env, "GOFLAGS")+" -mod=mod")
	}
	if r.tc, err = findToolchain(ctx, r.command.program, dir, env); err != nil {
		return err
	}
	return r.layOver(ctx)
}

// variable returns the last value of a variable in an environment.
func variable(env []string, name string) (value string) {
	for _, v := range env {
		if rest, ok := strings.CutPrefix(v, name+"="); ok {
			value = rest
		}
	}
	return value
}

// layOver writes the overlay, for the toolchain and for each program.
func (r *recording) layOver(ctx context.Context) error {
	base, err := r.cache()
	if err != nil {
		return err
	}
	if r.tc, err = r.tc.outsideModCache(base); err != nil {
		return err
	}
	covered, err := instrumented(ctx, r.tc, r.command)
	if err != nil {
		return err
	}
	progs, err := r.programs(ctx, covered)
	if err != nil {
		return err
	}
	over, err := readOverlay(r.command.overlay, r.Dir)
	if err != nil {
		return err
	}
	if err := r.addToolchain(ctx, over, base); err != nil {
		return err
	}
	if err := r.addPrograms(over, progs, base); err != nil {
		return err
	}
	modules := moduleLayer{r.tc, r.command, over, base, r.tmp.path, r.note}
	if err := modules.addSemaphores(ctx, covered); err != nil {
		return err
	}
	if err := r.addCalls(ctx, over); err != nil {
		return err
	}
	r.overlay = filepath.Join(r.tmp.path, "overlay.json")
	return over.write(r.overlay)
}

// programs returns the packages that need a file to be recorded. A test that
// runs at once needs none: package testing includes the recorder.
func (r *recording) programs(ctx context.Context, covered map[string]bool) ([]program, error) {
	if r.command.verb == "test" && !r.command.onlyBuilds() {
		return nil, nil
	}
	progs, notes, err := programs(ctx, r.tc, r.command, covered)
	for _, n := range notes {
		r.note("%s", n)
	}
	if err == nil && len(progs) == 0 && len(notes) == 0 {
		r.note("nothing to record: no main package and no test in %s", strings.Join(r.command.targets, " "))
	}
	return progs, err
}

// addPrograms adds the file that records it to each program.
func (r *recording) addPrograms(over *overlay, progs []program, base string) error {
	r.targets = r.command.targets
	for _, p := range progs {
		out := ""
		switch {
		case p.covered && len(progs) > 1:
			r.note("%s: with -cover, one of several programs writes a trace only to the file in TIV_TRACE", p.name)
		case r.command.onlyBuilds():
			if out = r.out; len(progs) > 1 {
				out = named(r.out, path.Base(p.name))
			}
			r.builtFor = append(r.builtFor, out)
		}
		if p.covered {
			p.dir, p.pkg = filepath.Join(r.tc.root, "src", filepath.FromSlash(coverImport)), path.Base(coverImport)
		}
		files := fileSet{p.file: p.text(out, r.limits())}
		dir, err := files.writeStable(base)
		if err != nil {
			return err
		}
		over.layOver(files, dir, p.dir)
		if r.command.files() && !p.covered {
			// Named files are the whole package.
			beside := filepath.Join(filepath.Dir(r.targets[0]), p.file)
			r.targets = append(slices.Clip(r.targets), beside)
		}
	}
	return nil
}
