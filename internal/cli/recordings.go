package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"tiv/attach"
	"tiv/session"
	"tiv/task/definition"
	"tiv/ui"
)

// recordings are those of running programs that a window has begun, and of programs that it runs.
type recordings struct {
	mu   sync.Mutex
	all  []begun
	runs []*session.Recording
}

// begun is a recording with the function that ends it.
type begun struct {
	*attached
	stop func()
}

// processes lists the programs that a window can record, those with the greatest numbers
// first: they are mostly the newest.
func processes() (list []ui.Process) {
	for _, p := range attach.Processes() {
		if name, kind := p.Identify(); kind != "" { // else it has ended
			list = append(list, ui.Process{PID: p.PID, Name: name, Kind: kind, Command: p.Command})
		}
	}
	slices.SortFunc(list, func(a, b ui.Process) int { return b.PID - a.PID })
	return list
}

// attaching returns the function by which a window records a process, with tasks by the definitions of the working folder, those
// of the window and the built-in ones.
func (r *recordings) attaching(how session.Tasking) func(context.Context, int, bool) (*session.Recording, error) {
	return func(ctx context.Context, pid int, tasks bool) (*session.Recording, error) {
		if !tasks {
			return r.begin(ctx, pid, nil)
		}
		list, err := definition.Load(".", how.Files, how.Types)
		if err != nil {
			return nil, err
		}
		return r.begin(ctx, pid, list)
	}
}

// begin begins to record a process, until the returned one is stopped or the program ends, with the tasks
// that definitions find if they are not nil. It returns once the trace has begun, or ctx is done.
func (r *recordings) begin(ctx context.Context, pid int, tasks definition.List) (*session.Recording, error) {
	options := attach.Options{Agent: agent}
	if tasks != nil {
		options.Tasks = tasks
	}
	how, err := attach.Process(pid, options)
	if err != nil {
		return nil, advised(err)
	}
	f, err := (&attachCommand{}).create(how)
	if err != nil {
		return nil, fmt.Errorf("create trace: %w", err)
	}
	recorded, stop := context.WithCancel(context.Background())
	x := &attached{Recording: how, file: f, began: make(chan struct{}), done: make(chan struct{})}
	r.mu.Lock()
	r.all = append(r.all, begun{x, stop})
	r.mu.Unlock()
	go x.record(recorded)
	select {
	case <-x.began:
		return &session.Recording{Path: f.Name(), About: strings.Join(how.About, "\n"), Stop: stop, Done: x.done, Err: x.wrong}, nil
	case <-x.done:
	case <-ctx.Done():
	}
	stop()
	<-x.done
	r.mu.Lock()
	r.all = slices.DeleteFunc(r.all, func(b begun) bool { return b.attached == x })
	r.mu.Unlock()
	return nil, errors.Join(x.end(), ctx.Err())
}

// wrong returns the error of a recording that has ended.
func (x *attached) wrong() error {
	<-x.done
	return x.err
}

// writing returns whether the trace at path is being recorded, as a function; nil for other
// traces.
func (r *recordings) writing(path string) func() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, b := range r.all {
		if b.file.Name() == path && b.writing.Load() {
			return b.writing.Load
		}
	}
	return nil
}

// run runs and records a program in another process of TIV, whose output goes to that of this one. Its
// trace has a free name in the working folder. The error of the recording is what that process said last.
func (r *recordings) run(words []string) (*session.Recording, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	path := freeName("trace", ".bin")
	cmd := exec.Command(self, append([]string{"record", "--no-open", "-o", path, "--"}, words...)...)
	var said lastLine
	cmd.Stdout, cmd.Stderr = os.Stdout, io.MultiWriter(os.Stderr, &said)
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		err = cmd.Wait()
		if _, missing := os.Stat(path); missing == nil {
			err = nil // that of the program, which is recorded
		} else if err == nil {
			err = errors.New("there is no trace")
		}
	}()
	stop := func() {
		if cmd.Process.Signal(syscall.SIGTERM) != nil {
			cmd.Process.Kill()
		}
	}
	x := &session.Recording{Path: path, Stop: stop, Done: done, Err: func() error {
		if <-done; err == nil {
			return nil
		}
		return fmt.Errorf("record %s: %w: %s", words[0], err, said.text())
	}}
	r.mu.Lock()
	r.runs = append(r.runs, x)
	r.mu.Unlock()
	return x, nil
}

// lastLine keeps the last line of what is written to it.
type lastLine struct{ last []byte }

func (l *lastLine) Write(p []byte) (int, error) {
	l.last = append(l.last, p...)
	if whole := bytes.TrimRight(l.last, "\n"); len(whole) > 0 {
		l.last = append(l.last[:0], l.last[bytes.LastIndexByte(whole, '\n')+1:]...)
	}
	return len(p), nil
}

func (l *lastLine) text() string { return strings.TrimSpace(string(l.last)) }

// freeName returns the first of the numbered names that no file has.
func freeName(name, extension string) string {
	for i := 1; ; i++ {
		path := numbered(name, i, extension)
		if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
			return path
		}
	}
}

// endTime is the longest time that the end of recordings may take.
const endTime = 10 * time.Second

// end ends all recordings, and reports what was written.
func (r *recordings) end() {
	r.mu.Lock()
	all, runs := r.all, r.runs
	r.all, r.runs = nil, nil
	r.mu.Unlock()
	for _, b := range all {
		b.stop()
	}
	for _, x := range runs {
		x.Stop()
	}
	late := time.After(endTime)
	for _, x := range runs {
		select {
		case <-x.Done:
		case <-late:
			fmt.Fprintf(os.Stderr, "tiv: record: the program of %s does not end\n", x.Path)
			return
		}
	}
	for _, b := range all {
		select {
		case <-b.done:
			if err := b.attached.end(); err != nil {
				fmt.Fprintf(os.Stderr, "tiv: %v\n", err)
			}
		case <-late:
			fmt.Fprintf(os.Stderr, "tiv: attach: %s does not end\n", b.Name)
			return
		}
	}
}
