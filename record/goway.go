package record

import (
	"context"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// goWay records the programs that a go command builds, with an overlay over the toolchain's
// source.
type goWay struct {
	*recording
	command *goCommand
	tc      toolchain
	overlay string // the file for -overlay
	targets []string
	// builtFor is the default trace path of programs built by go build.
	builtFor []string
	report   string // the file for a program's reason for an incomplete trace
}

func newGoWay(r *recording) (*goWay, error) {
	c, err := parseCommand(r.Command)
	if err != nil {
		return nil, err
	}
	r.Channels = r.Channels || c.verb == "test" && c.given["timeout"]
	return &goWay{recording: r, command: c}, nil
}

func (g *goWay) prepare(ctx context.Context, l *launch) error {
	if err := g.findToolchain(ctx); err != nil {
		return err
	}
	if err := g.layOver(ctx); err != nil {
		return err
	}
	switch {
	case g.command.onlyBuilds():
		g.build(l)
		return nil
	case g.command.verb == "test":
		return g.test(l)
	}
	return g.run(ctx, l)
}

// ended adds the program's report to the notes.
func (g *goWay) ended(context.Context) {
	if text := readReport(g.report); text != "" {
		g.note("the trace is incomplete: %s", text)
	}
}

func (g *goWay) collect(list []processTrace) ([]processTrace, error) {
	switch {
	case g.command.onlyBuilds():
		if g.result.ExitCode == 0 && len(g.builtFor) > 0 {
			g.note("what was built writes a trace to %s each time it runs, or to the file in TIV_TRACE; TIV_TRACE=off stops that",
				strings.Join(g.builtFor, ", "))
		}
	case g.command.verb == "test":
		return list, g.collectTests()
	case !g.parted(g.out).written():
		g.note("the program wrote no trace")
	default:
		if g.command.exec == "" { // else it is a process of that command
			g.result.addProcess(g.out, strconv.Itoa(g.pid))
		}
		return list, g.keep(g.out, g.out)
	}
	return list, nil
}

// findToolchain finds the toolchain, and the folder in which it works.
func (g *goWay) findToolchain(ctx context.Context) error {
	if c := g.command.chdir; filepath.IsAbs(c) {
		g.Dir = c
	} else {
		g.Dir = filepath.Join(g.Dir, c)
	}
	dir, env := g.Dir, g.Env
	var err error
	if g.command.versioned() {
		if dir, err = g.command.fetch(ctx, g.tmp.path, g.Env); err != nil {
			return err
		}
		env = append(slices.Clip(env), "GOWORK=off", "GOFLAGS="+variable(g.Env, "GOFLAGS")+" -mod=mod")
	}
	g.tc, err = findToolchain(ctx, g.command.program, dir, env)
	return err
}

// layOver writes the overlay, for the toolchain and for each program.
func (g *goWay) layOver(ctx context.Context) error {
	base, err := g.cache()
	if err != nil {
		return err
	}
	if g.tc, err = g.tc.outsideModCache(base); err != nil {
		return err
	}
	covered, err := instrumented(ctx, g.tc, g.command)
	if err != nil {
		return err
	}
	progs, err := g.programs(ctx, covered)
	if err != nil {
		return err
	}
	over, err := readOverlay(g.command.overlay, g.Dir)
	if err != nil {
		return err
	}
	if err := g.addToolchain(ctx, over, base); err != nil {
		return err
	}
	if err := g.addPrograms(over, progs, base); err != nil {
		return err
	}
	modules := moduleLayer{g.tc, g.command, over, base, g.tmp.path, g.note}
	if err := modules.addSemaphores(ctx, covered); err != nil {
		return err
	}
	if err := g.addCalls(ctx, over); err != nil {
		return err
	}
	g.overlay = filepath.Join(g.tmp.path, "overlay.json")
	return over.write(g.overlay)
}

// programs returns the packages that need a file to be recorded. A test that
// runs at once needs none: package testing includes the recorder.
func (g *goWay) programs(ctx context.Context, covered map[string]bool) ([]program, error) {
	if g.command.verb == "test" && !g.command.onlyBuilds() {
		return nil, nil
	}
	progs, notes, err := programs(ctx, g.tc, g.command, covered)
	for _, n := range notes {
		g.note("%s", n)
	}
	if err == nil && len(progs) == 0 && len(notes) == 0 {
		g.note("nothing to record: no main package and no test in %s", strings.Join(g.command.targets, " "))
	}
	return progs, err
}

// addPrograms adds the file that records it to each program.
func (g *goWay) addPrograms(over *overlay, progs []program, base string) error {
	g.targets = g.command.targets
	for _, p := range progs {
		out := ""
		switch {
		case p.covered && len(progs) > 1:
			g.note("%s: with -cover, one of several programs writes a trace only to the file in TIV_TRACE", p.name)
		case g.command.onlyBuilds():
			if out = g.out; len(progs) > 1 {
				out = named(g.out, path.Base(p.name))
			}
			g.builtFor = append(g.builtFor, out)
		}
		if p.covered {
			p.dir, p.pkg = filepath.Join(g.tc.root, "src", filepath.FromSlash(coverImport)), path.Base(coverImport)
		}
		files := fileSet{p.file: p.text(out, g.limits())}
		dir, err := files.writeStable(base)
		if err != nil {
			return err
		}
		over.layOver(files, dir, p.dir)
		if g.command.files() && !p.covered {
			// Named files are the whole package.
			beside := filepath.Join(filepath.Dir(g.targets[0]), p.file)
			g.targets = append(slices.Clip(g.targets), beside)
		}
	}
	return nil
}
