package record

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Growing is a trace file that a recorded process writes.
type Growing struct {
	Path     string
	Process  int64  // its id, 0 if unknown
	Program  string // its name
	Language string // "" if unknown

	// lone: the process has one thread so far. It counts if it goes on so, or if there is no other.
	lone bool
}

// A growingWay is a way whose programs write traces that can be read while they grow.
type growingWay interface {
	// growing returns the traces that are there.
	growing() []Growing
}

const (
	// lookTime is the time between two looks for new traces.
	lookTime = 25 * time.Millisecond
	// loneTime is the time after which a process with one thread counts: what starts the program,
	// such as a shell, has become it by then.
	loneTime = time.Second
)

// watch passes each new trace to Options.Growing, until ctx is done, and those of the last moment
// then.
func (r *recording) watch(ctx context.Context, ways []way) {
	w := watcher{pass: r.Growing, seen: map[string]time.Time{}}
	for _, x := range ways {
		if g, ok := x.(growingWay); ok {
			w.ways = append(w.ways, g)
		}
	}
	tick := time.NewTicker(lookTime)
	defer tick.Stop()
	for ctx.Err() == nil {
		w.look(false)
		select {
		case <-tick.C:
		case <-ctx.Done():
		}
	}
	w.look(true)
}

// watcher finds new traces.
type watcher struct {
	ways []growingWay
	pass func(Growing)
	// seen has when the trace at a path was found, passed the files that were passed: their names
	// change.
	seen   map[string]time.Time
	passed []os.FileInfo
}

// look passes new traces. At the last look, a process with one thread counts if there is no other.
func (w *watcher) look(last bool) {
	for _, way := range w.ways {
		for _, trace := range way.growing() {
			info, err := os.Stat(trace.Path)
			if err != nil || contains(w.passed, info) {
				continue
			}
			if w.seen[trace.Path].IsZero() {
				w.seen[trace.Path] = time.Now()
			}
			if !trace.lone || time.Since(w.seen[trace.Path]) >= loneTime || last && len(w.passed) == 0 {
				w.passed = append(w.passed, info)
				w.pass(trace)
			}
		}
	}
}

func contains(known []os.FileInfo, file os.FileInfo) bool {
	for _, k := range known {
		if os.SameFile(k, file) {
			return true
		}
	}
	return false
}

// watching watches for new traces until done is called.
func (r *recording) watching(ways []way) (done func()) {
	if r.Growing == nil {
		return func() {}
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		r.watch(ctx, ways)
	}()
	return func() {
		cancel()
		<-ended
	}
}

func (g *goWay) growing() []Growing {
	if g.parts == nil {
		process := g.process.Load()
		if _, err := os.Stat(g.out); err != nil || process == 0 {
			return nil
		}
		if g.command.Exec != "" { // it is a process of that command
			process = 0
		}
		return []Growing{{Path: g.out, Process: process, Program: g.program, Language: "go"}}
	}
	var list []Growing
	for _, path := range filesOf(g.parts.path, "*") {
		name, process, _ := strings.Cut(filepath.Base(path), "~")
		pid, _ := strconv.ParseInt(process, 10, 64)
		list = append(list, Growing{Path: path, Process: pid, Program: name, Language: "go"})
	}
	return list
}

// growing returns the traces of processes with several threads, and the newest one of the command,
// which may become one program after the other.
func (p *posixWay) growing() (list []Growing) {
	newest, lone := -1, Growing{}
	for _, path := range filesOf(p.folder(), "*") {
		m := nativeTrace.FindStringSubmatch(filepath.Base(path))
		if m == nil {
			continue
		}
		pid, _ := strconv.ParseInt(m[1], 10, 64)
		number, _ := strconv.Atoi(m[2])
		g := Growing{Path: path, Process: pid, Program: m[3]}
		if m[4] == "many" {
			list = append(list, g)
		}
		if pid == p.process.Load() && number > newest {
			newest, lone = number, g
			lone.lone = m[4] != "many"
		}
	}
	if lone.lone {
		list = append(list, lone)
	}
	return list
}

func (j *javaWay) growing() (list []Growing) {
	for _, path := range filesOf(filepath.Join(j.tmp.path, agentTraces), "*.bin") {
		process := strings.TrimSuffix(filepath.Base(path), ".bin")
		pid, _ := strconv.ParseInt(process, 10, 64)
		list = append(list, Growing{Path: path, Process: pid, Program: "java", Language: "java"})
	}
	return list
}
