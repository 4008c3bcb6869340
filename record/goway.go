package record

import (
	"context"
	"os/exec"
	"strconv"
	"strings"

	"tiv/record/gobuild"
)

// goWay records the programs that a go command builds.
type goWay struct {
	*recording
	command *gobuild.Command
	build   *gobuild.Build
	program string // its name, of go run
	report  string // the file for a program's reason for an incomplete trace
}

func newGoWay(r *recording) (*goWay, error) {
	c, err := gobuild.Parse(r.Command)
	if err != nil {
		return nil, err
	}
	r.Channels = r.Channels || c.Verb == "test" && c.Given("timeout")
	return &goWay{recording: r, command: c}, nil
}

func (g *goWay) prepare(ctx context.Context, l *launch) error {
	g.build = &gobuild.Build{Command: g.command, Dir: g.command.Folder(g.Dir), Env: g.Env, Tmp: g.tmp.path,
		Calls: g.Calls, Tasks: g.Tasks, Limits: g.limits(), Source: g.source, TraceOf: g.traceOf, Note: g.note, Announce: g.Note}
	if err := g.build.Prepare(ctx); err != nil {
		return err
	}
	switch {
	case g.command.OnlyBuilds():
		l.start(g.build.Cmd(ctx, g.command.Verb, g.command.Output))
		return nil
	case g.command.Verb == "test":
		return g.test(ctx, l)
	}
	return g.run(ctx, l)
}

// start makes a go command the one that the launch starts.
func (l *launch) start(cmd *exec.Cmd) {
	*l = launch{argv: cmd.Args, env: cmd.Env, dir: cmd.Dir, leads: true}
}

// traceOf returns the default path of the trace of a program, by name if there are several.
func (g *goWay) traceOf(name string) string {
	if name == "" {
		return g.out
	}
	return named(g.out, name)
}

// ended adds the program's report to the notes. The result keeps the program, whose
// functions are on the stacks in Sched.
func (g *goWay) ended(context.Context) {
	if text := readReport(g.report); text != "" {
		g.note("the trace is incomplete: %s", text)
	}
	if g.result.Sched != nil {
		g.result.tmp = g.tmp
	}
}

func (g *goWay) collect(list []processTrace) ([]processTrace, error) {
	switch {
	case g.command.OnlyBuilds():
		if g.result.ExitCode == 0 && len(g.build.Traces) > 0 {
			g.note("what was built writes a trace to %s each time it runs, or to the file in TIV_TRACE; TIV_TRACE=off stops that",
				strings.Join(g.build.Traces, ", "))
		}
	case g.command.Verb == "test":
		return list, g.collectTests()
	case !g.parted(g.out).written():
		g.note("the program wrote no trace")
	default:
		if g.command.Exec == "" { // else it is a process of that command
			g.result.addProcess(g.out, strconv.FormatInt(g.process.Load(), 10))
		}
		return list, g.keep(g.out, g.out)
	}
	return list, nil
}
