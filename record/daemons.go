package record

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"
)

// A process runs a program.
type process struct {
	pid     int
	started uint64 // in the system's ticks since its start
	name    string // of the program
}

// names returns the names of processes with their ids.
func names(list []process) string {
	const most = 5
	var words []string
	for i, p := range list {
		if i == most {
			words = append(words, fmt.Sprintf("and %d more", len(list)-most))
			break
		}
		words = append(words, fmt.Sprintf("%s (process %d)", p.name, p.pid))
	}
	return strings.Join(words, ", ")
}

// settle is the time for which processes may outlive the command without a note.
const settle = 200 * time.Millisecond

// daemons are the processes that outlive a command: daemons, and programs in the background.
type daemons struct {
	shared  *shared // nil if none is recorded
	wait    bool    // for their ends
	signals *signals
	note    func(string, ...any)
}

// end ends their recording; they go on. If it is to wait, it does so first, until they end, a
// signal arrives, or the context ends.
func (d daemons) end(ctx context.Context) {
	if d.shared == nil {
		return
	}
	dir, hint := filepath.Dir(d.shared.path), "; --wait-daemon waits for such processes"
	list := outlive(dir, settle)
	if len(list) > 0 && d.wait {
		d.note("the command has ended, waiting for %s; an interrupt ends the recording, not the processes", names(list))
		list, hint = d.await(ctx, dir, list), ""
	}
	if len(list) == 0 {
		return
	}
	if err := d.shared.end(); err != nil {
		d.note("the traces of %s have no end: %v", names(list), err)
	}
	awaitEnds(dir, list)
	d.note("still running, and not recorded any more: %s%s", names(list), hint)
}

// await waits for processes, and those that they have started, and returns those that run if a
// signal arrives.
func (d daemons) await(ctx context.Context, dir string, list []process) []process {
	interrupted := make(chan struct{})
	interrupt := sync.OnceFunc(func() { close(interrupted) })
	d.signals.goTo(func(os.Signal) { interrupt() })
	defer d.signals.goTo(nil)
	tick := time.NewTicker(settle)
	defer tick.Stop()
	for len(list) > 0 {
		select {
		case <-ctx.Done():
			return living(dir)
		case <-interrupted:
			return living(dir)
		case <-tick.C:
			list = next(dir, list)
		}
	}
	return nil
}

// outlive returns the processes of a recording that run after a time.
func outlive(dir string, after time.Duration) []process {
	list := living(dir)
	for end := time.Now().Add(after); len(list) > 0 && time.Now().Before(end); list = next(dir, list) {
		time.Sleep(after / 20)
	}
	return list
}

// next returns the processes that run of some; if all have ended, those that they have left.
func next(dir string, list []process) []process {
	if rest := still(list); len(rest) > 0 {
		return rest
	}
	return living(dir)
}

// still returns the processes that run.
func still(list []process) (rest []process) {
	for _, p := range list {
		if now, ok := look(p.pid); ok && now.started == p.started {
			rest = append(rest, p)
		}
	}
	return rest
}

// awaitEnds waits until the traces of processes have ends; a process that does not run for a
// while, because it is stopped, writes none.
func awaitEnds(dir string, list []process) {
	const most = 2 * time.Second
	var open []string
	for _, p := range list {
		open = append(open, filesOf(dir, strconv.Itoa(p.pid)+".*.*")...)
	}
	for end := time.Now().Add(most); len(open) > 0 && time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		var rest []string
		for _, path := range open {
			if _, err := os.Stat(path); err == nil && !hasEnd(path) {
				rest = append(rest, path)
			}
		}
		open = rest
	}
}

// hasEnd reports whether a trace.bin has an end, by its last header.
func hasEnd(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	const size, kind = 64, 5
	head := make([]byte, size)
	if _, err := f.Seek(-size, io.SeekEnd); err != nil {
		return false
	}
	_, err = io.ReadFull(f, head)
	return err == nil && string(head[:4]) == "TCHK" && head[4] == kind
}
