package record

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// run builds a program, to launch it directly: go run would hide its exit code
// and keep its signals.
func (g *goWay) run(ctx context.Context, l *launch) error {
	bin := filepath.Join(g.tmp.path, "bin")
	if err := os.Mkdir(bin, 0o777); err != nil {
		return err
	}
	var extra []string
	if !g.command.Given("buildvcs") {
		extra = []string{"-buildvcs=false"} // as go run
	}
	l.argv = nil
	var err error
	g.result.ExitCode, err = g.runProcess(ctx, g.build.Cmd(ctx, "build", bin+string(filepath.Separator), extra...), true)
	if err != nil || g.result.ExitCode != 0 {
		return err
	}
	made, err := os.ReadDir(bin)
	if err != nil || len(made) != 1 {
		return fmt.Errorf("go run: %s: not one program", strings.Join(g.command.Targets, " "))
	}
	if err := g.parted(g.out).remove(); err != nil {
		return err
	}
	g.program = made[0].Name()
	l.argv = append(strings.Fields(g.command.Exec), filepath.Join(bin, made[0].Name()))
	l.argv = append(l.argv, g.command.Rest...)
	l.dir = g.build.Dir
	l.env, err = g.recorded(l.env, g.out)
	return err
}

// test launches tests, with one trace for each package that has tests.
func (g *goWay) test(ctx context.Context, l *launch) (err error) {
	// Beside the trace, so that a rename is all it takes.
	if g.parts, err = makeFolder(filepath.Dir(g.out), ".tiv-record-"); err != nil {
		return err
	}
	var extra []string
	if !g.command.Given("count") {
		extra = []string{"-count=1"} // a cached result leaves no trace
	}
	cmd := g.build.Cmd(ctx, "test", g.command.Output, extra...)
	cmd.Args = append(cmd.Args, g.command.Rest...)
	cmd.Env, err = g.recorded(cmd.Env, filepath.Join(g.parts.path, "%p~%i"))
	l.start(cmd)
	return err
}

// recorded returns the environment of programs that write traces to a path. It makes the
// file for their report; its room is reserved, so that it can be written when a disk is full.
func (g *goWay) recorded(env []string, path string) ([]string, error) {
	g.report = filepath.Join(g.tmp.path, "report")
	env = append(slices.Clip(env), "TIV_TRACE="+path, "TIV_REPORT="+g.report, "TIV_RECORD="+g.limits())
	return env, os.WriteFile(g.report, make([]byte, 4096), 0o666)
}

// readReport returns a program's reason for an incomplete trace; "" if there is none.
func readReport(path string) string {
	raw, _ := os.ReadFile(path)
	text, _, _ := bytes.Cut(bytes.Trim(raw, "\x00"), []byte("\n"))
	return string(text)
}

// keep moves a trace to its final name. It removes a trace without events.
func (g *goWay) keep(made, to string) error {
	if err := g.parted(made).join(); err != nil {
		return err
	}
	if st, err := os.Stat(made); err != nil || st.Size() <= headerLen {
		g.note("%s: nothing was recorded", to)
		return os.Remove(made)
	}
	if made != to {
		if err := os.Rename(made, to); err != nil {
			return err
		}
	}
	g.result.Traces = append(g.result.Traces, to)
	return nil
}

// collectTests gives the traces of test programs their names: the requested one, or, if there
// are several, that with the program's name in front of the extension.
func (g *goWay) collectTests() error {
	made, err := os.ReadDir(g.parts.path)
	if err != nil {
		return fmt.Errorf("%w", err)
	}
	if len(made) == 0 {
		g.note("no trace was written: no test ran")
	}
	made = slices.DeleteFunc(made, func(m os.DirEntry) bool { return strings.HasSuffix(m.Name(), partBefore) })
	for _, m := range made {
		to := g.out
		name, process, _ := strings.Cut(m.Name(), "~")
		if len(made) > 1 {
			to = named(g.out, name)
			for n := 2; slices.Contains(g.result.Traces, to); n++ {
				to = named(g.out, fmt.Sprintf("%s-%d", name, n))
			}
		}
		g.result.addProcess(to, process)
		if err := g.keep(filepath.Join(g.parts.path, m.Name()), to); err != nil {
			return err
		}
	}
	return nil
}
