// Package record runs a program so that it writes a trace.
//
// In go a command line and the streams of the program; out come the program's
// exit code and the files it wrote. The program itself is not changed: it is
// built with an overlay over the toolchain's own source, which starts the
// trace, ends it however the program ends, and logs every lock's address.
// Nothing here knows what is in a trace.
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

// Options say what to record.
type Options struct {
	Command []string // go run …, go build … or go test …
	Out     string   // the trace; several programs put their names in front of the extension
	Dir     string   // where to run; "" is here
	Env     []string // nil is this process's

	// Locks says which lock operations are written; "" is LocksAuto.
	Locks Locks
	// MaxSize is how large a trace may become, in bytes; 0 is any size. Near
	// half of it the recording goes on as with LocksContended, and at it, it
	// ends. The program goes on.
	MaxSize int64
	// Keep is the least time that a trace keeps up to its end: what is older is
	// dropped from time to time, so that it has at most twice as much. 0 keeps all.
	Keep time.Duration

	Stdin          io.Reader
	Stdout, Stderr io.Writer

	// Note is told what people should know before the program starts, if it
	// is not nil.
	Note func(string)

	source fs.FS // for tests: another text of GOROOT/src
}

// A Result is how a recording went.
type Result struct {
	ExitCode int      // the program's own; 128 + the signal's number for a signal
	Traces   []string // what was written; empty for go build
	Notes    []string // what a user should know: features left out, programs not recorded
}

// Run builds and runs the command and returns when the program has ended.
// The error is about the recording; a program that fails is no error. What a
// compiler has to say goes to Stderr, with exit code 1.
func Run(ctx context.Context, o Options) (Result, error) {
	c, err := parseCommand(o.Command)
	if err != nil {
		return Result{}, err
	}
	r := &recording{Options: o, command: c}
	var done func()
	ctx, r.signals, done = catchSignals(ctx)
	defer done()
	defer func() { r.tmp.remove() }()
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

// A recording is one Run.
type recording struct {
	Options
	command *goCommand
	tc      toolchain
	out     string // absolute
	tmp     *folder
	signals *signals
	overlay string // the file for -overlay
	targets []string
	// builtFor is where the programs that go build makes will write.
	builtFor []string
	result   Result
}

// named is the name of one of several traces.
func (r *recording) named(program string) string {
	ext := filepath.Ext(r.out)
	return strings.TrimSuffix(r.out, ext) + "." + program + ext
}

// note keeps a note and tells it at once.
func (r *recording) note(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	r.result.Notes = append(r.result.Notes, text)
	if r.Note != nil {
		r.Note(text)
	}
}

// prepare finds the toolchain and the programs and writes the overlay.
func (r *recording) prepare(ctx context.Context) error {
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
	if r.out = r.Out; !filepath.IsAbs(r.out) {
		r.out = filepath.Join(r.Dir, r.out)
	}
	if info, err := os.Stat(filepath.Dir(r.out)); err != nil || !info.IsDir() {
		return fmt.Errorf("%s: no folder to put the trace in", filepath.Dir(r.out))
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
		env = append(slices.Clip(env), "GOWORK=off", "GOFLAGS="+r.variable("GOFLAGS")+" -mod=mod")
	}
	if r.tc, err = findToolchain(ctx, r.command.program, dir, env); err != nil {
		return err
	}
	return r.layOver(ctx)
}

// variable returns the last value of a variable in the environment.
func (r *recording) variable(name string) (value string) {
	for _, v := range r.Env {
		if rest, ok := strings.CutPrefix(v, name+"="); ok {
			value = rest
		}
	}
	return value
}

// layOver writes the overlay, over the toolchain and over each program.
func (r *recording) layOver(ctx context.Context) error {
	base, err := r.cache()
	if err != nil {
		return err
	}
	if r.tc, err = r.tc.outsideModCache(base); err != nil {
		return err
	}
	progs, err := r.programs(ctx)
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
	r.overlay = filepath.Join(r.tmp.path, "overlay.json")
	return over.write(r.overlay)
}

// programs returns the packages that must be made to record. A test that is
// run at once needs nothing: package testing brings the recorder with it.
func (r *recording) programs(ctx context.Context) ([]program, error) {
	if r.command.verb == "test" && !r.command.onlyBuilds() {
		return nil, nil
	}
	progs, notes, err := programs(ctx, r.tc, r.command)
	for _, n := range notes {
		r.note("%s", n)
	}
	if err == nil && len(progs) == 0 && len(notes) == 0 {
		r.note("nothing to record: no main package and no test in %s", strings.Join(r.command.targets, " "))
	}
	return progs, err
}

// addPrograms adds to each program the file that records it.
func (r *recording) addPrograms(over *overlay, progs []program, base string) error {
	r.targets = r.command.targets
	for _, p := range progs {
		out := ""
		if r.command.onlyBuilds() {
			if out = r.out; len(progs) > 1 {
				out = r.named(path.Base(p.name))
			}
			r.builtFor = append(r.builtFor, out)
		}
		files := fileSet{p.file: p.text(out, r.limits())}
		dir, err := files.writeStable(base)
		if err != nil {
			return err
		}
		over.layOver(files, dir, p.dir)
		if r.command.files() {
			// Named files are all there is of a package.
			beside := filepath.Join(filepath.Dir(r.targets[0]), p.file)
			r.targets = append(slices.Clip(r.targets), beside)
		}
	}
	return nil
}
