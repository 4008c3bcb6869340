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
}

// A growingWay is a way whose programs write traces that can be read while they grow.
type growingWay interface {
	// growing returns the traces that are there. A process of one thread counts only if it is the
	// command itself.
	growing() []Growing
}

// lookTime is the time between two looks for new traces.
const lookTime = 25 * time.Millisecond

// watch passes each new trace to Options.Growing, until ctx is done, and those of the last moment
// then. A trace is known by its file: its name changes.
func (r *recording) watch(ctx context.Context, ways []way) {
	var known []os.FileInfo
	seen := map[string]bool{} // paths
	look := func() {
		for _, w := range ways {
			g, ok := w.(growingWay)
			if !ok {
				continue
			}
			for _, trace := range g.growing() {
				if seen[trace.Path] {
					continue
				}
				if info, err := os.Stat(trace.Path); err == nil {
					seen[trace.Path] = true
					if !contains(known, info) {
						known = append(known, info)
						r.Growing(trace)
					}
				}
			}
		}
	}
	tick := time.NewTicker(lookTime)
	defer tick.Stop()
	for ctx.Err() == nil {
		look()
		select {
		case <-tick.C:
		case <-ctx.Done():
		}
	}
	look()
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
		return []Growing{{g.out, process, g.program, "go"}}
	}
	var list []Growing
	for _, path := range filesOf(g.parts.path, "*") {
		name, process, _ := strings.Cut(filepath.Base(path), "~")
		pid, _ := strconv.ParseInt(process, 10, 64)
		list = append(list, Growing{path, pid, name, "go"})
	}
	return list
}

func (p *posixWay) growing() (list []Growing) {
	for _, path := range filesOf(p.folder(), "*") {
		m := nativeTrace.FindStringSubmatch(filepath.Base(path))
		if m == nil {
			continue
		}
		pid, _ := strconv.ParseInt(m[1], 10, 64)
		if m[4] == "many" || pid == p.process.Load() {
			list = append(list, Growing{path, pid, m[3], ""})
		}
	}
	return list
}

func (j *javaWay) growing() (list []Growing) {
	for _, path := range filesOf(filepath.Join(j.tmp.path, agentTraces), "*.bin") {
		process := strings.TrimSuffix(filepath.Base(path), ".bin")
		pid, _ := strconv.ParseInt(process, 10, 64)
		list = append(list, Growing{path, pid, "java", "java"})
	}
	return list
}
