package record

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"tiv/record/gobuild"
)

// A way is a way to record the programs of a command.
type way interface {
	// prepare changes the launch such that its programs record themselves.
	prepare(ctx context.Context, l *launch) error
	// ended is called once the command has ended, or could not be started.
	ended(ctx context.Context)
	// collect adds the traces that have no names yet to those of other ways.
	collect(list []processTrace) ([]processTrace, error)
}

// A launch is the command that a recording runs. Each way changes it.
type launch struct {
	argv []string // empty if there is nothing to run
	env  []string
	dir  string
	// leads makes the command the leader of a process group.
	leads bool
}

// ways returns the ways to record the command, in the order of their preparation.
func (r *recording) ways() (list []way, err error) {
	watched := r.Sched
	if r.isGo {
		g, err := newGoWay(r)
		if err != nil {
			return nil, err
		}
		list, watched = []way{g}, watched && !g.command.OnlyBuilds()
	} else {
		list = []way{&javaWay{recording: r}, &posixWay{recording: r}}
	}
	if watched {
		list = append(list, &schedulerWay{recording: r})
	}
	return list, nil
}

// A recording is the state of one Run that all ways share.
type recording struct {
	Options
	isGo    bool   // the command is one of the go command
	out     string // absolute
	tmp     *folder
	parts   *folder // of the traces of tests; nil for other commands
	links   links
	signals *signals
	process atomic.Int64 // id of the command, once it has been started
	result  Result
}

// note adds a note and passes it on at once.
func (r *recording) note(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	r.result.Notes = append(r.result.Notes, text)
	if r.Note != nil {
		r.Note(text)
	}
}

// prepare finds the folders and the environment of the recording.
func (r *recording) prepare() error {
	if len(r.Command) == 0 {
		return fmt.Errorf("no command: %w", gobuild.ErrUnsupported)
	}
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
	if r.out, err = r.outPath(r.Out); err != nil {
		return err
	}
	if r.isGo {
		r.tmp, err = makeFolder(os.TempDir(), "tiv-record-")
	} else { // beside the trace, so that a rename is all it takes
		r.tmp, err = makeFolder(filepath.Dir(r.out), ".tiv-record-")
	}
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

// remove removes the folders of the recording, unless the result needs them.
func (r *recording) remove() {
	r.links.remove()
	r.parts.remove()
	if r.result.tmp == nil {
		r.tmp.remove()
	}
}

// run prepares the command, runs it, and gives the traces their names.
func (r *recording) run(ctx context.Context, ways []way) error {
	// The scheduler's events are those of the programs that one thread starts.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	l := &launch{argv: r.Command, env: r.Env, dir: r.Dir}
	for i, w := range ways {
		if err := w.prepare(ctx, l); err != nil {
			end(ctx, ways[:i])
			return err
		}
		if len(l.argv) == 0 {
			return nil
		}
	}
	program, done := ctx, context.CancelFunc(func() {})
	if r.For > 0 {
		program, done = context.WithTimeout(ctx, r.For)
	}
	defer done()
	cmd := exec.CommandContext(program, l.argv[0], l.argv[1:]...)
	cmd.Dir, cmd.Env = l.dir, l.env
	if r.For > 0 {
		cmd.WaitDelay = 30 * time.Second // it may write a trace at its end
	}
	var err error
	watched := r.watching(ways)
	r.result.ExitCode, err = r.runProcess(program, cmd, l.leads)
	end(ctx, ways)
	watched()
	if err != nil {
		return fmt.Errorf("%w", err)
	}
	var list []processTrace
	for _, w := range ways {
		if list, err = w.collect(list); err != nil {
			return err
		}
	}
	return r.nameTraces(r.merged(list))
}

// end ends ways, the last one first.
func end(ctx context.Context, ways []way) {
	for _, w := range slices.Backward(ways) {
		w.ended(ctx)
	}
}

// A processTrace is the trace of one process, in the folder of the recording.
type processTrace struct {
	process string // its name and id, in names of files; "" for several processes
	path    string
	size    int64
}

// merged returns the list with one trace in place of those of several processes.
func (r *recording) merged(list []processTrace) []processTrace {
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
func (r *recording) nameTraces(list []processTrace) error {
	slices.SortFunc(list, func(a, b processTrace) int {
		return cmp.Or(cmp.Compare(min(1, len(a.process)), min(1, len(b.process))), cmp.Compare(b.size, a.size))
	})
	for _, t := range list {
		jfr, to := filepath.Ext(t.path) == ".jfr", r.out
		if jfr && r.OutJFR != "" {
			to, _ = r.outPath(r.OutJFR)
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
		if jfr {
			r.result.addProcess(to, t.process)
		}
	}
	return nil
}

// named returns the name of one of several traces.
func named(out, program string) string {
	ext := filepath.Ext(out)
	return strings.TrimSuffix(out, ext) + "." + program + ext
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

// variable returns the last value of a variable in an environment.
func variable(env []string, name string) (value string) {
	for _, v := range env {
		if rest, ok := strings.CutPrefix(v, name+"="); ok {
			value = rest
		}
	}
	return value
}
