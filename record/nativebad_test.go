package record_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tiv/record"
	"tiv/tracefeed"
)

// TestNativeUnseen runs programs that the library is not loaded into: they are unharmed,
// and a note says why there is no trace.
func TestNativeUnseen(t *testing.T) {
	t.Parallel()
	linker := compiled(t, "foreign.c", "-static", "-nostdlib", "-nostartfiles", "-fno-stack-protector")
	foreign := compiled(t, "hostile.c", "-ldl", "-pie", "-fPIE", "-Wl,--dynamic-linker="+linker)
	command, exit, out := ownedByOther(t)
	for name, c := range map[string]struct {
		command   []string
		exit      int
		out, note string
	}{
		"static": {[]string{compiled(t, "storm.c", "-static"), "2", "100"}, 0, "\n",
			"is statically linked: it runs without being recorded"},
		"foreign": {[]string{foreign, "locks"}, 7, "done\n", "uses another C library than glibc (foreign): it runs without being recorded"},
		"setuid":  {command, exit, out, "runs with the rights of its owner (setuid): the system does not let it be recorded"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := recordNative(t, record.Options{Command: c.command})
			if r.ExitCode != c.exit || !strings.HasSuffix(r.out, c.out) || !strings.HasPrefix(r.notes, c.command[0]+" "+c.note) {
				t.Errorf("exit code %d, output %q, notes %q", r.ExitCode, r.out, r.notes)
			}
		})
	}
}

// ownedByOther returns a command of a setuid program of another user, its exit code, and
// the end of its output.
func ownedByOther(t *testing.T) (command []string, exit int, out string) {
	t.Helper()
	if os.Getuid() != 0 {
		return []string{"/bin/su", "--version"}, 0, "\n"
	}
	program := compiled(t, "hostile.c", "-ldl")
	if err := os.Chown(program, 65534, -1); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(program, 0o755|os.ModeSetuid); err != nil {
		t.Fatal(err)
	}
	return []string{program, "locks"}, 7, "done\n"
}

// TestNativeFullDisk limits the size of files: the program goes on, a note says why the
// trace ends, and what was written is readable.
func TestNativeFullDisk(t *testing.T) {
	t.Parallel()
	program := compiled(t, "storm.c")
	// The trace would have more than 500 kB, in parts of less.
	for limit, readable := range map[string]bool{"0": false, "500000": true} {
		r := recordNative(t, record.Options{Command: []string{"prlimit", "--fsize=" + limit, program, "4", "25000"},
			Locks: record.LocksAll})
		if n, err := strconv.Atoi(strings.TrimSpace(r.out)); r.ExitCode != 0 || err != nil || n == 0 {
			t.Errorf("exit code %d, output %q", r.ExitCode, r.out)
		}
		if !strings.Contains(r.notes, "bytes: file too large") {
			t.Errorf("notes %q", r.notes)
		}
		if !readable { // at most prlimit has a trace, before it sets the limit
			for _, path := range r.Traces {
				if slices.ContainsFunc(readEvents(t, path), func(ev tracefeed.Event) bool { return ev.Thread > 1 }) {
					t.Errorf("at most 0 bytes: the trace %s has several threads", path)
				}
			}
		} else if len(r.Traces) != 1 || len(readEvents(t, r.Traces[0])) < 100 {
			t.Errorf("at most %s bytes: traces %v", limit, r.Traces)
		}
	}
}

// readEvents reads the events of a trace without an end.
func readEvents(t *testing.T, path string) (all []tracefeed.Event) {
	t.Helper()
	source := opened(t, path)
	defer source.Close()
	for ev, err := range tracefeed.All(source) {
		if err != nil {
			if !strings.Contains(err.Error(), "was cut off") {
				t.Fatalf("%s: %v", path, err)
			}
			break
		}
		all = append(all, *ev)
	}
	return all
}

// TestNativeMaxSize ends traces at a size, which is never exceeded: not by the names of
// functions, which come last, either.
func TestNativeMaxSize(t *testing.T) {
	t.Parallel()
	storm := compiled(t, "storm.c")
	for most, names := range map[int64]bool{1 << 12: false, 1 << 15: true, 1 << 17: true} {
		r := recordNative(t, record.Options{Command: []string{storm, "4", "20000"}, Locks: record.LocksAll, MaxSize: most})
		if n, err := strconv.Atoi(strings.TrimSpace(r.out)); r.ExitCode != 0 || err != nil || n == 0 || len(r.Traces) != 1 {
			t.Fatalf("exit code %d, output %q, traces %v: %s", r.ExitCode, r.out, r.Traces, r.notes)
		}
		if !strings.Contains(r.notes, "has the maximum size: its end is missing") {
			t.Errorf("%d bytes: notes %q", most, r.notes)
		}
		info, err := os.Stat(r.Traces[0])
		if err != nil || info.Size() > most || names && info.Size() < most/8 {
			t.Errorf("%v bytes (%v), want at most %d", info.Size(), err, most)
		}
		tables, all := events(t, r.Traces[0])
		if names && len(all) < 100 {
			t.Errorf("%d bytes: %d events", most, len(all))
		}
		if named := len(tables.Frames) > 1 && tables.Frames[len(tables.Frames)-1].File != ""; names && !named {
			t.Errorf("%d bytes: frames %v", most, tables.Frames)
		}
	}
}

// TestNativeNoFolder records to folders in which nobody can write, or that do not exist.
// The program does not run.
func TestNativeNoFolder(t *testing.T) {
	t.Parallel()
	for _, dir := range []string{"/proc/self", "/nowhere"} {
		var out strings.Builder
		_, err := record.Run(context.Background(),
			record.Options{Command: []string{"echo", "ran"}, Out: filepath.Join(dir, "x.bin"), Stdout: &out, Stderr: &out})
		if err == nil || !strings.Contains(err.Error(), dir) || out.Len() > 0 {
			t.Errorf("error %v, output %q", err, out.String())
		}
	}
}

// TestNativeAllocator loads an allocator that locks while the program and the library
// start.
func TestNativeAllocator(t *testing.T) {
	t.Parallel()
	library := compiled(t, "alloc.c", "-shared", "-fPIC", "-fno-builtin")
	for _, command := range [][]string{{compiled(t, "storm.c"), "4", "1000"}, {compiled(t, "hostile.c", "-ldl"), "loads"},
		{compiled(t, "hostile.c", "-ldl"), "forks"}} {
		r := recordNative(t, record.Options{Command: command, Locks: record.LocksAll, Env: append(os.Environ(), "LD_PRELOAD="+library)})
		if r.ExitCode != 0 && r.ExitCode != 7 || len(r.Traces) != 1 {
			t.Fatalf("%v: exit code %d, traces %v: %s", command, r.ExitCode, r.Traces, r.notes)
		}
		tables, all := events(t, r.Traces[0])
		if entered, _ := exclusive(t, tables, all); entered == 0 {
			t.Errorf("%v: no acquisitions", command)
		}
	}
}

// TestNativeKilled compares the end of the trace of a killed program with the time that
// it ran. A busy machine writes late, so one of some runs is enough.
func TestNativeKilled(t *testing.T) {
	t.Parallel()
	program := compiled(t, "killed.c")
	var behind []tracefeed.Time
	for range 40 {
		r := recordNative(t, record.Options{Command: []string{program}})
		ran, err := strconv.ParseInt(strings.TrimSpace(r.out), 10, 64)
		if r.ExitCode != 128+9 || err != nil || len(r.Traces) != 1 {
			t.Fatalf("exit code %d, output %q, traces %v: %s", r.ExitCode, r.out, r.Traces, r.notes)
		}
		all := readEvents(t, r.Traces[0])
		start := tracefeed.Time(-1)
		for _, ev := range all {
			if ev.Kind == tracefeed.ThreadStart && ev.Other != tracefeed.NoThread && start < 0 {
				start = ev.Time
			}
		}
		last := all[len(all)-1].Time - start
		if behind = append(behind, tracefeed.Time(ran)-last); behind[len(behind)-1] <= 100e6 {
			return
		}
	}
	t.Errorf("the ends of the traces are behind those of the program by %v", behind)
}
