package record

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// build builds a program that writes a trace on each run.
func (r *recording) build(ctx context.Context) error {
	if err := r.goCommand(ctx, false, r.goArgs(r.command.verb, r.command.output), r.tc.env); err != nil {
		return err
	}
	if r.result.ExitCode == 0 && len(r.builtFor) > 0 {
		r.note("what was built writes a trace to %s each time it runs, or to the file in TIV_TRACE; TIV_TRACE=off stops that", strings.Join(r.builtFor, ", "))
	}
	return nil
}

// goArgs returns a go command line with the overlay.
func (r *recording) goArgs(verb, output string, extra ...string) []string {
	args := append([]string{verb, "-overlay", r.overlay}, extra...)
	args = append(args, r.command.flags...)
	if output != "" {
		args = append(args, "-o", output)
	}
	return append(args, r.targets...)
}

// goCommand runs the go command with the user's streams, watched by the kernel or not.
func (r *recording) goCommand(ctx context.Context, watched bool, args, env []string) error {
	cmd := r.tc.cmd(ctx, args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = r.Stdin, r.Stdout, r.Stderr
	cmd.Env = env
	var err error
	r.result.ExitCode, err = r.runProcess(ctx, cmd, true, watched)
	return err
}

// run builds a program and runs it directly: go run would hide its exit code
// and keep its signals.
func (r *recording) run(ctx context.Context) error {
	bin := filepath.Join(r.tmp.path, "bin")
	if err := os.Mkdir(bin, 0o777); err != nil {
		return err
	}
	var extra []string
	if !r.command.given["buildvcs"] {
		extra = []string{"-buildvcs=false"} // as go run
	}
	err := r.goCommand(ctx, false, r.goArgs("build", bin+string(filepath.Separator), extra...), r.tc.env)
	if err != nil || r.result.ExitCode != 0 {
		return err
	}
	made, err := os.ReadDir(bin)
	if err != nil || len(made) != 1 {
		return fmt.Errorf("go run: %s: not one program", strings.Join(r.command.targets, " "))
	}
	if err := r.removeOld(); err != nil {
		return err
	}
	report, err := r.makeReport()
	if err != nil {
		return err
	}
	argv := append(strings.Fields(r.command.exec), filepath.Join(bin, made[0].Name()))
	argv = append(argv, r.command.rest...)
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Dir, cmd.Env = r.Dir, append(slices.Clip(r.Env), "TIV_TRACE="+r.out, "TIV_REPORT="+report, "TIV_RECORD="+r.limits())
	cmd.Stdin, cmd.Stdout, cmd.Stderr = r.Stdin, r.Stdout, r.Stderr
	if r.result.ExitCode, err = r.runProcess(ctx, cmd, false, true); err != nil {
		return fmt.Errorf("%w", err)
	}
	r.readReport(report)
	if !r.written() {
		r.note("the program wrote no trace")
		return nil
	}
	if r.command.exec == "" { // else it is a process of that command
		r.result.addProcess(r.out, strconv.Itoa(cmd.Process.Pid))
	}
	return r.keep(r.out, r.out)
}

// keep moves a trace to its final name. It removes a trace without events.
func (r *recording) keep(made, to string) error {
	if r.Keep > 0 {
		if err := join(made); err != nil {
			return err
		}
	}
	if st, err := os.Stat(made); err != nil || st.Size() <= headerLen {
		r.note("%s: nothing was recorded", to)
		return os.Remove(made)
	}
	if made != to {
		if err := os.Rename(made, to); err != nil {
			return err
		}
	}
	r.result.Traces = append(r.result.Traces, to)
	return nil
}

// test runs tests, with one trace for each package that has tests.
func (r *recording) test(ctx context.Context) error {
	// Beside the trace, so that a rename is all it takes.
	parts, err := makeFolder(filepath.Dir(r.out), ".tiv-record-")
	if err != nil {
		return err
	}
	defer parts.remove()
	var extra []string
	if !r.command.given["count"] {
		extra = []string{"-count=1"} // a cached result leaves no trace
	}
	args := append(r.goArgs("test", r.command.output, extra...), r.command.rest...)
	report, err := r.makeReport()
	if err != nil {
		return err
	}
	env := append(slices.Clip(r.tc.env), "TIV_TRACE="+filepath.Join(parts.path, "%p~%i"), "TIV_REPORT="+report,
		"TIV_RECORD="+r.limits())
	if err := r.goCommand(ctx, true, args, env); err != nil {
		return err
	}
	r.readReport(report)
	return r.collect(parts.path)
}

// collect gives the traces of test programs their names: the requested one, or,
// if there are several, that with the program's name in front of the extension.
func (r *recording) collect(parts string) error {
	made, err := os.ReadDir(parts)
	if err != nil {
		return fmt.Errorf("%w", err)
	}
	if len(made) == 0 {
		r.note("no trace was written: no test ran")
	}
	made = slices.DeleteFunc(made, func(m os.DirEntry) bool { return strings.HasSuffix(m.Name(), partBefore) })
	for _, m := range made {
		to := r.out
		name, process, _ := strings.Cut(m.Name(), "~")
		if len(made) > 1 {
			to = named(r.out, name)
			for n := 2; slices.Contains(r.result.Traces, to); n++ {
				to = named(r.out, fmt.Sprintf("%s-%d", name, n))
			}
		}
		r.result.addProcess(to, process)
		if err := r.keep(filepath.Join(parts, m.Name()), to); err != nil {
			return err
		}
	}
	return nil
}
