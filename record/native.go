package record

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
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

// prepareNative returns the environment in which programs with POSIX threads record
// themselves: the dynamic linker loads a library into each. If that is not possible,
// notes say so.
func (r *recording) prepareNative(ctx context.Context, argv, env []string) ([]string, error) {
	if runtime.GOOS != "linux" || isJava(argv[0]) {
		return env, nil
	}
	source := preload.Library(filepath.Join(r.tmp.path, "clib"))
	source.Slow = noteCompiling("programs with POSIX threads", r.Note)
	library, err := clib.Build(ctx, source)
	if err == nil {
		library, err = forOthers(library, r.tmp)
	}
	if err == nil {
		library, err = onlyGlibc(library, &r.links)
	}
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		r.note("recording Java programs only: %v", err)
		return env, nil
	}
	dir := filepath.Join(r.tmp.path, native)
	if err := os.Mkdir(dir, 0o777); err != nil {
		return nil, err
	}
	if err := admitOthers(dir, r.tmp); err != nil {
		return nil, err
	}
	if r.shared, err = makeShared(dir); err != nil {
		return nil, err
	}
	r.noteUnseen(argv[0])
	if r.Keep > 0 {
		r.note("--keep: traces of programs that are not Go or Java are kept whole")
	}
	r.preload = filepath.Base(library)
	if old := variable(r.Env, "LD_PRELOAD"); old != "" {
		library += ":" + old
	}
	env = append(env[:len(env):len(env)], "LD_PRELOAD="+library, "TIV_PRELOAD="+dir, fmt.Sprintf("TIV_PRELOAD_PARENT=%d", os.Getpid()))
	if r.Locks == LocksAll {
		env = append(env, "TIV_PRELOAD_LOCKS=all")
	}
	if r.Merge != nil {
		env = append(env, "TIV_PRELOAD_ALL=on")
	}
	if r.NoStacks {
		env = append(env, "TIV_PRELOAD_STACKS=off")
	}
	if r.MaxSize > 0 {
		env = append(env, fmt.Sprintf("TIV_PRELOAD_MAX=%d", r.MaxSize-roomForNames(r.MaxSize)))
	}
	if r.MaxRate > 0 {
		env = append(env, fmt.Sprintf("TIV_PRELOAD_RATE=%d", r.MaxRate))
	}
	// A program with AddressSanitizer in a library does not start if another one is loaded
	// before, unless this option is set.
	options := "verify_asan_link_order=0"
	if old := variable(r.Env, "ASAN_OPTIONS"); old != "" {
		options += ":" + old
	}
	env = append(env, "ASAN_OPTIONS="+options)
	if len(r.Calls) > 0 {
		if r.functions, err = serveFunctions(dir, r.Calls); err != nil {
			return nil, fmt.Errorf("record calls: %w", err)
		}
		env = append(env, "TIV_PRELOAD_CALLS=on")
	}
	return env, nil
}

// roomForNames returns the part of a maximum size that is for the names of functions, which
// are added when the program has ended.
func roomForNames(size int64) int64 { return min(size/3, 16<<20) }

var nativeTrace = regexp.MustCompile(`^(\d+)\.(\d+)\.(.*)\.(one|many)(?:\.(\d+))?$`)

// collectNative adds the traces of programs with POSIX threads to those of others. Those
// of processes with one thread count only if there are no others, or if they are merged.
func (r *recording) collectNative(list []processTrace) []processTrace {
	dir := filepath.Join(r.tmp.path, native)
	if r.shared != nil && os.Chmod(dir, 0o700) != nil { // other users cannot change it while it is read
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
			r.note("the trace of %s ends after %d bytes: %v", t.process, t.size, reason(m[5]))
		}
		if t.size <= binHeader {
			continue
		}
		if r.MaxSize > 0 && isFull(t.path) {
			r.note("the trace of %s has the maximum size: its end is missing", t.process)
		}
		if m[4] == "many" {
			list = append(list, t)
		} else {
			single = append(single, t)
		}
	}
	if len(list) == 0 || r.Merge != nil {
		list = append(list, single...)
	}
	known, unnamed := symbols.Recall(symbolCache()), []string(nil)
	for _, t := range list {
		if filepath.Dir(t.path) == dir {
			modules, err := symbols.Name(t.path, r.preload, known, r.MaxSize)
			if err != nil {
				r.note("the stacks of %s have no names: %v", t.process, err)
			}
			unnamed = append(unnamed, modules...)
		}
	}
	noteDebugSymbols(unnamed, known, r.note)
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
