package record

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
)

// A processTrace is the trace of one process, in the folder of the recording.
type processTrace struct {
	process string // its name and id, in names of files; "" for several processes
	path    string
	size    int64
}

// started runs a command whose processes record themselves.
func (r *recording) started(ctx context.Context) error {
	if len(r.Options.Command) == 0 {
		return fmt.Errorf("no command: %w", ErrUnsupported)
	}
	err := r.prepareOut()
	if err != nil {
		return err
	}
	if r.tmp, err = makeFolder(filepath.Dir(r.out), ".tiv-record-"); err != nil {
		return err
	}
	argv, env, err := r.prepareJava(ctx, r.Options.Command, r.Env)
	if err != nil {
		return err
	}
	if err := r.removeOld(); err != nil {
		return err
	}
	if env, err = r.prepareNative(ctx, argv, env); err != nil {
		return err
	}
	if r.functions != nil {
		defer r.functions.listener.Close()
	}
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Dir, cmd.Env = r.Dir, env
	cmd.Stdin, cmd.Stdout, cmd.Stderr = r.Stdin, r.Stdout, r.Stderr
	if r.result.ExitCode, err = r.runProcess(ctx, cmd, false, true); err != nil {
		return fmt.Errorf("%w", err)
	}
	daemons{r.shared, r.WaitDaemon, r.signals, r.note}.end(ctx)
	for _, text := range unseenPrograms(r.shared.programs(), r.Dir, argv[0]) {
		r.note("%s", text)
	}
	list, err := r.collectJava()
	if err != nil {
		return err
	}
	if r.functions != nil && len(list) == 0 {
		r.functions.report(r.note)
	}
	list = merged(r, r.collectNative(list))
	switch {
	case len(list) > 0:
	case isJava(argv[0]):
		r.note("no Java program was recorded")
	default:
		r.note("nothing was recorded: no program with several threads ran that tiv record can see; a Go program needs go run, go build or go test")
	}
	return nameTraces(r, list)
}

// merged returns the list with one trace in place of those of several processes.
func merged(r *recording, list []processTrace) []processTrace {
	if r.Merge == nil || len(list) < 2 {
		return list
	}
	var paths []string
	for _, t := range list {
		paths = append(paths, t.path)
	}
	to := filepath.Join(r.tmp.path, "merged.bin")
	left, err := r.Merge(paths, to)
	if err != nil {
		r.note("each process has a trace of its own: %v", err)
		return list
	}
	list = slices.DeleteFunc(list, func(t processTrace) bool { return !slices.Contains(left, t.path) })
	if st, err := os.Stat(to); err == nil {
		list = append(list, processTrace{path: to, size: st.Size()})
	}
	return list
}

// nameTraces gives traces their names: the requested one, or, if there are several, that with
// the process in front of the extension. That of several processes comes first, then the
// largest.
func nameTraces(r *recording, list []processTrace) error {
	slices.SortFunc(list, func(a, b processTrace) int {
		return cmp.Or(cmp.Compare(min(1, len(a.process)), min(1, len(b.process))), cmp.Compare(b.size, a.size))
	})
	for _, t := range list {
		to := r.out
		if r.outJFR != "" && filepath.Ext(t.path) == ".jfr" {
			to = r.outJFR
		}
		if len(list) > 1 && t.process != "" {
			to = named(to, t.process)
		}
		if st, err := os.Stat(t.path); err == nil && r.MaxSize > 0 && st.Size() > r.MaxSize {
			r.note("the trace of %s has %d bytes, more than the maximum size: it is not kept", t.process, st.Size())
			continue
		}
		if err := os.Rename(t.path, to); err != nil {
			return err
		}
		r.result.Traces = append(r.result.Traces, to)
		if filepath.Ext(t.path) == ".jfr" {
			r.result.addProcess(to, t.process)
		}
	}
	return nil
}

// addProcess notes the process that a trace is about.
func (r *Result) addProcess(path, process string) {
	pid, err := strconv.ParseInt(process, 10, 32)
	if err != nil {
		return
	}
	if r.Processes == nil {
		r.Processes = map[string]int32{}
	}
	r.Processes[path] = int32(pid)
}
