package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"tiv/attach"
	"tiv/session"
	"tiv/ui"
)

// recordings are those of running programs that a window has begun.
type recordings struct {
	mu  sync.Mutex
	all []begun
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

// begin begins to record a process, until the returned one is stopped or the program ends.
// It returns once the trace has begun, or ctx is done.
func (r *recordings) begin(ctx context.Context, pid int) (*session.Recording, error) {
	how, err := attach.Process(pid, attach.Options{Agent: agent})
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

// endTime is the longest time that the end of recordings may take.
const endTime = 10 * time.Second

// end ends all recordings, and reports what was written.
func (r *recordings) end() {
	r.mu.Lock()
	all := r.all
	r.all = nil
	r.mu.Unlock()
	for _, b := range all {
		b.stop()
	}
	late := time.After(endTime)
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
