package gobuild

import (
	"context"
	"io/fs"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// A Build builds programs that record themselves, with an overlay over the source of the
// toolchain.
type Build struct {
	Command *Command
	// Dir is the absolute path of the folder in which the command works.
	Dir string
	// Env is the environment of the command.
	Env []string
	// Tmp is a folder for files that the build needs.
	Tmp string
	// Calls are the patterns of functions whose calls are recorded.
	Calls []string
	// Tasks chooses more of them, those that have to do with tasks; nil for none.
	Tasks Chooser
	// Limits are the limits of the recording in the words of inject/limits.go.txt.
	Limits string
	// Source replaces the folder src of the toolchain if it is not nil.
	Source fs.FS
	// TraceOf returns the default path of the trace of a program that the command only
	// builds; the name is empty if the command builds no other one.
	TraceOf func(name string) string
	// Note receives a note for the user, Announce one about work that takes long. Announce
	// may be nil.
	Note     func(format string, args ...any)
	Announce func(string)
	// Traces are the default paths of the traces of all programs that the command only
	// builds, set by Prepare.
	Traces []string

	tc      toolchain
	overlay string // the file for -overlay
	targets []string
}

// Prepare finds the toolchain, and writes the overlay for it and for each program.
func (b *Build) Prepare(ctx context.Context) error {
	if err := b.findToolchain(ctx); err != nil {
		return err
	}
	base, err := b.cache()
	if err != nil {
		return err
	}
	if b.tc, err = b.tc.outsideModCache(base); err != nil {
		return err
	}
	covered, err := instrumented(ctx, b.tc, b.Command, attempts(b.Tasks != nil)[0])
	if err != nil {
		return err
	}
	progs, err := b.programs(ctx, covered)
	if err != nil {
		return err
	}
	over, err := readOverlay(b.Command.overlay, b.Dir)
	if err != nil {
		return err
	}
	if err := b.addToolchain(ctx, over, base); err != nil {
		return err
	}
	if err := b.addPrograms(over, progs, base); err != nil {
		return err
	}
	modules := moduleLayer{tc: b.tc, command: b.Command, over: over, base: base, tmp: b.Tmp, note: b.Note,
		changed: map[string]*changedModule{}}
	if err := modules.addSemaphores(ctx, covered); err != nil {
		return err
	}
	if err := b.addCalls(ctx, over, &modules); err != nil {
		return err
	}
	if err := modules.layAll(ctx); err != nil {
		return err
	}
	b.overlay = filepath.Join(b.Tmp, "overlay.json")
	return over.write(b.overlay)
}

// Cmd returns the go command with a verb, the overlay, additional flags, and the flags and
// targets of the user's command. An empty output leaves out -o.
func (b *Build) Cmd(ctx context.Context, verb, output string, flags ...string) *exec.Cmd {
	args := append([]string{verb, "-overlay", b.overlay}, flags...)
	args = append(args, b.Command.flags...)
	if output != "" {
		args = append(args, "-o", output)
	}
	return b.tc.cmd(ctx, append(args, b.targets...)...)
}

// findToolchain finds the toolchain, and the folder in which it works.
func (b *Build) findToolchain(ctx context.Context) (err error) {
	dir, env := b.Dir, b.Env
	if b.Command.versioned() {
		if dir, env, err = b.Command.fetch(ctx, b.Tmp, env); err != nil {
			return err
		}
	}
	b.tc, err = findToolchain(ctx, b.Command.program, dir, env)
	return err
}

// programs returns the packages that need a file to be recorded. A test that
// runs at once needs none: package testing includes the recorder.
func (b *Build) programs(ctx context.Context, covered map[string]bool) ([]program, error) {
	if b.Command.Verb == "test" && !b.Command.OnlyBuilds() {
		return nil, nil
	}
	progs, notes, err := programs(ctx, b.tc, b.Command, covered)
	for _, n := range notes {
		b.Note("%s", n)
	}
	if err == nil && len(progs) == 0 && len(notes) == 0 {
		b.Note("nothing to record: no main package and no test in %s", strings.Join(b.Command.Targets, " "))
	}
	return progs, err
}

// addPrograms adds the file that records it to each program.
func (b *Build) addPrograms(over *overlay, progs []program, base string) error {
	b.targets = b.Command.Targets
	for _, p := range progs {
		out, several := "", len(progs) > 1
		switch {
		case p.covered && several:
			b.Note("%s: with -cover, one of several programs writes a trace only to the file in TIV_TRACE", p.name)
		case b.Command.OnlyBuilds():
			name := ""
			if several {
				name = path.Base(p.name)
			}
			out = b.TraceOf(name)
			b.Traces = append(b.Traces, out)
		}
		if p.covered {
			p.dir, p.pkg = filepath.Join(b.tc.root, "src", filepath.FromSlash(coverImport)), path.Base(coverImport)
		}
		files := fileSet{p.file: p.text(out, b.Limits)}
		dir, err := files.writeStable(base)
		if err != nil {
			return err
		}
		over.layOver(files, dir, p.dir)
		if b.Command.files() && !p.covered {
			// Named files are the whole package.
			beside := filepath.Join(filepath.Dir(b.targets[0]), p.file)
			b.targets = append(slices.Clip(b.targets), beside)
		}
	}
	return nil
}
