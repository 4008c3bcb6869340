package record

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"syscall"

	"tiv/record/clib"
	"tiv/record/preload"
	"tiv/record/symbols"
)

// native is the folder of traces that programs with POSIX threads write.
const native = "native"

// noteCompiling returns a function that says why the first recording of some programs after an
// update begins late.
func noteCompiling(programs string, note func(string)) func() {
	if note == nil {
		return nil
	}
	return func() { note("compiling the library that records " + programs + ", once") }
}

// posixWay records programs with POSIX threads: the dynamic linker loads a library into each.
type posixWay struct {
	*recording
	library string  // its name; "" if none can be loaded
	shared  *shared // with these programs; nil if none is recorded
	// functions chooses the functions of these programs; nil if no calls are recorded.
	functions *functionServer
}

// prepare sets the environment in which the programs record themselves. If that is not
// possible, notes say so.
func (p *posixWay) prepare(ctx context.Context, l *launch) error {
	if err := p.parted(p.out).remove(); err != nil {
		return err
	}
	if runtime.GOOS != "linux" || isJava(p.Command[0]) {
		return nil
	}
	library, err := p.load(ctx)
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		p.note("recording Java programs only: %v", err)
		return nil
	}
	dir := p.folder()
	if err := os.Mkdir(dir, 0o777); err != nil {
		return err
	}
	if err := admitOthers(dir, p.tmp); err != nil {
		return err
	}
	if p.shared, err = makeShared(dir); err != nil {
		return err
	}
	if p.Tasks != nil {
		if err := makeMemory(filepath.Join(dir, "streams"), streamsBytes); err != nil {
			return err
		}
	}
	if why := unseen(find(p.Command[0], p.Dir)); why != "" {
		p.note("%s %s", p.Command[0], why)
	}
	if p.Keep > 0 {
		p.note("--keep: traces of programs that are not Go or Java are kept whole")
	}
	p.library = filepath.Base(library)
	l.env = append(slices.Clip(l.env), p.variables(library, dir)...)
	if len(p.Calls) > 0 || p.Tasks != nil {
		if p.functions, err = serveFunctions(dir, p.Calls, p.Tasks); err != nil {
			return fmt.Errorf("record calls: %w", err)
		}
		l.env = append(l.env, "TIV_PRELOAD_CALLS=on")
	}
	return nil
}

// folder returns the folder of the traces.
func (p *posixWay) folder() string { return filepath.Join(p.tmp.path, native) }

// load makes the library, and returns the path at which the dynamic linker finds it.
func (p *posixWay) load(ctx context.Context) (string, error) {
	source := preload.Library(filepath.Join(p.tmp.path, "clib"))
	source.Slow = noteCompiling("programs with POSIX threads", p.Note)
	library, err := clib.Build(ctx, source)
	if err == nil {
		library, err = forOthers(library, p.tmp)
	}
	if err == nil {
		library, err = onlyGlibc(library, &p.links)
	}
	return library, err
}

// variables returns the environment variables that load the library, and make it write traces
// to a folder.
func (p *posixWay) variables(library, dir string) []string {
	if old := variable(p.Env, "LD_PRELOAD"); old != "" {
		library += ":" + old
	}
	env := []string{"LD_PRELOAD=" + library, "TIV_PRELOAD=" + dir, fmt.Sprintf("TIV_PRELOAD_PARENT=%d", os.Getpid())}
	if p.Locks == LocksAll {
		env = append(env, "TIV_PRELOAD_LOCKS=all")
	}
	if p.Merge != nil {
		env = append(env, "TIV_PRELOAD_ALL=on")
	}
	if p.Tasks != nil {
		env = append(env, "TIV_PRELOAD_TASKS=on")
	}
	if p.NoStacks {
		env = append(env, "TIV_PRELOAD_STACKS=off")
	}
	if p.MaxSize > 0 {
		env = append(env, fmt.Sprintf("TIV_PRELOAD_MAX=%d", p.MaxSize-roomForNames(p.MaxSize)))
	}
	if p.MaxRate > 0 {
		env = append(env, fmt.Sprintf("TIV_PRELOAD_RATE=%d", p.MaxRate))
	}
	// A program with AddressSanitizer in a library does not start if another one is loaded
	// before, unless this option is set.
	options := "verify_asan_link_order=0"
	if old := variable(p.Env, "ASAN_OPTIONS"); old != "" {
		options += ":" + old
	}
	return append(env, "ASAN_OPTIONS="+options)
}

func (p *posixWay) ended(ctx context.Context) {
	daemons{p.shared, p.WaitDaemon, p.signals, p.note}.end(ctx)
	if p.functions != nil {
		p.functions.listener.Close()
	}
}

// roomForNames returns the part of a maximum size that is for the names of functions, which
// are added when the program has ended.
func roomForNames(size int64) int64 { return min(size/3, 16<<20) }

var nativeTrace = regexp.MustCompile(`^(\d+)\.(\d+)\.(.*)\.(one|many)(?:\.(\d+))?$`)

// collect adds the traces of programs with POSIX threads to those of others.
func (p *posixWay) collect(list []processTrace) ([]processTrace, error) {
	for _, text := range unseenPrograms(p.shared.programs(), p.Dir, p.Command[0]) {
		p.note("%s", text)
	}
	if p.functions != nil && len(list) == 0 {
		p.functions.report(p.note)
	}
	list = p.collectTraces(list)
	if len(list) == 0 && !isJava(p.Command[0]) {
		p.note("nothing was recorded: no program with several threads ran that tiv record can see; a Go program " +
			"needs go run, go build or go test")
	}
	return list, nil
}

// collectTraces adds the traces, with names for their stacks. Traces of processes with one
// thread count only if there are no others, or if they are merged.
func (p *posixWay) collectTraces(list []processTrace) []processTrace {
	dir := p.folder()
	if p.shared != nil && os.Chmod(dir, 0o700) != nil { // other users cannot change it while it is read
		return list
	}
	all, _ := os.ReadDir(dir)
	var single []processTrace
	for _, e := range all {
		m, info := nativeTrace.FindStringSubmatch(e.Name()), fileInfo(e)
		if m == nil || info == nil || !info.Mode().IsRegular() {
			continue
		}
		t := processTrace{process: m[3] + "-" + m[1], path: filepath.Join(dir, e.Name()), size: info.Size()}
		if m[2] != "0" { // another program that the process has become
			t.process += "-" + m[2]
		}
		if m[5] != "" {
			p.note("the trace of %s ends after %d bytes: %v", t.process, t.size, reason(m[5]))
		}
		if t.size <= binHeader {
			continue
		}
		if p.MaxSize > 0 && isFull(t.path) {
			p.note("the trace of %s has the maximum size: its end is missing", t.process)
		}
		if m[4] == "many" {
			list = append(list, t)
		} else {
			single = append(single, t)
		}
	}
	if len(list) == 0 || p.Merge != nil {
		list = append(list, single...)
	}
	known, unnamed := symbols.Recall(symbolCache()), []string(nil)
	for _, t := range list {
		if filepath.Dir(t.path) == dir {
			modules, err := symbols.Name(t.path, p.library, known, p.MaxSize)
			if err != nil {
				p.note("the stacks of %s have no names: %v", t.process, err)
			}
			unnamed = append(unnamed, modules...)
		}
	}
	noteDebugSymbols(unnamed, known, p.note)
	known.Keep()
	return list
}

// symbolCache returns the folder of the functions and lines that recordings have looked up;
// "" without a folder of the user's.
func symbolCache() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "tiv", "symbols")
}

// reason returns the error with a number, as the library writes it.
func reason(number string) error {
	n, err := strconv.ParseUint(number, 10, 16)
	if err != nil {
		return err
	}
	return syscall.Errno(n)
}

// binHeader is the size of a trace.bin without contents.
const binHeader = 64

// fileInfo returns the description of a file, nil if it has gone.
func fileInfo(e os.DirEntry) os.FileInfo {
	info, err := e.Info()
	if err != nil {
		return nil
	}
	return info
}
