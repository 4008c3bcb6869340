package emit_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
)

// programs are the compiled programs, by source and flags.
var programs sync.Map

// compile builds a C program with some more flags and returns its path.
func compile(t testing.TB, source string, flags ...string) string {
	t.Helper()
	key := fmt.Sprint(source, flags)
	if program, ok := programs.Load(key); ok {
		return program.(string)
	}
	dir, err := os.MkdirTemp(scratch, "")
	if err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "program")
	compiler := "gcc"
	args := append([]string{"-O2", "-g", "-Wall", "-Wextra", "-Wshadow", "-Werror", "-pthread", "-o", out}, flags...)
	if len(flags) > 0 && strings.HasPrefix(flags[0], "-std=c++") {
		compiler, args = "g++", append(args, "-x", "c++")
	}
	if msg, err := exec.Command(compiler, append(args, source)...).CombinedOutput(); err != nil {
		t.Fatalf("%s %v: %v\n%s", compiler, args, err, msg)
	}
	programs.Store(key, out)
	return out
}

// record runs a program that writes a trace to its first argument, and returns
// that path and the program's output.
func record(t testing.TB, program string, args ...string) (path, out string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "trace.bin")
	cmd := exec.Command(program, append([]string{path}, args...)...)
	cmd.Stderr = os.Stderr
	printed, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v", args, err)
	}
	return path, strings.TrimSpace(string(printed))
}

const (
	example = "../c/example.c"
	stress  = "testdata/stress.c"
)

func TestExampleInC(t *testing.T) {
	for _, flags := range [][]string{
		{"-std=c99", "-pedantic"}, {"-std=c11", "-pedantic", "-O0"}, {"-std=c++11", "-pedantic", "-fPIC"},
	} {
		path, _ := record(t, compile(t, example, flags...))
		checkPool(t, load(t, path, true))
	}
}

// The trace has the numbers of threads in the system, and the start of its clock.
func TestOSThreads(t *testing.T) {
	t.Parallel()
	path, _ := record(t, compile(t, example))
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	f, err := binfeed.Open(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	numbers := map[int64]bool{}
	for _, n := range f.OSThreads() {
		numbers[n] = true
	}
	if len(numbers) != len(f.Tables().Threads)-1 || !numbers[int64(f.Header().PID)] {
		t.Errorf("%d threads, with the numbers %v in process %d", len(f.Tables().Threads)-1, numbers, f.Header().PID)
	}
	if start, err := strconv.ParseUint(f.Property("clock-start"), 10, 64); err != nil || start == 0 {
		t.Errorf("the clock starts at %q", f.Property("clock-start"))
	}
}

// With TIV_DISABLE, nothing is left in the program.
func TestDisabled(t *testing.T) {
	for _, std := range []string{"-std=c99", "-std=c++11"} {
		program := compile(t, example, std, "-DTIV_DISABLE")
		path, _ := record(t, program)
		if _, err := os.Stat(path); err == nil {
			t.Error("a trace was written")
		}
		symbols, err := exec.Command("nm", program).Output()
		if err != nil || strings.Contains(string(symbols), "tiv_") {
			t.Errorf("there is something of tiv.h in the program: %v", err)
		}
	}
}

// The sanitizers find errors of memory, and of threads.
func TestSanitizers(t *testing.T) {
	for _, flag := range []string{"-fsanitize=thread", "-fsanitize=address,undefined"} {
		path, _ := record(t, compile(t, example, flag, "-fno-sanitize-recover=all"))
		checkPool(t, load(t, path, true))
		path, _ = record(t, compile(t, stress, flag, "-fno-sanitize-recover=all", "-DTIV_BUFFER_BYTES=65536"), "threads", "20", "20000")
		checkCounts(t, load(t, path, true), 20, 20000)
	}
}

func TestManyThreads(t *testing.T) {
	program := compile(t, stress)
	path, _ := record(t, program, "threads", "3000", "1000")
	tr := load(t, path, true)
	checkCounts(t, tr, 3000, 1000)
	if n := tr.lost(); n > 0 {
		t.Errorf("%d events were lost", n)
	}
	path, _ = record(t, program, "at-once", "2000", "500")
	checkCounts(t, load(t, path, true), 2000, 500)
}

// If the buffers are too small, lost events are counted, and the others kept.
func TestLossesAreCounted(t *testing.T) {
	path, _ := record(t, compile(t, stress, "-DTIV_BUFFER_BYTES=65536"), "threads", "4", "500000")
	tr := load(t, path, true)
	checkCounts(t, tr, 4, 500000)
	if tr.lost() == 0 {
		t.Error("nothing was lost, so this shows nothing")
	}
}

// checkCounts checks the counts of stress.c's threads: each reports every
// number in order, or the number of missing ones.
func checkCounts(t *testing.T, tr *trace, threads, events int) {
	t.Helper()
	type thread struct{ starts, ends, next, lost int }
	seen := make([]thread, len(tr.tables.Threads))
	for _, ev := range tr.events {
		th := &seen[ev.Thread]
		n := 0
		switch ev.Kind {
		case tracefeed.ThreadStart:
			th.starts++
			continue
		case tracefeed.ThreadEnd:
			th.ends++
			continue
		case tracefeed.Lost:
			th.lost += int(ev.Value)
			continue
		case tracefeed.Counter:
			n = int(ev.Value)
		case tracefeed.Run:
			n = int(ev.CPU) - 1
		default:
			continue
		}
		if n <= th.next || n%7 == 0 != (ev.Kind == tracefeed.Counter) {
			t.Fatalf("%s %d comes after %d", ev.Kind, n, th.next)
		}
		th.lost -= n - th.next - 1
		th.next = n
	}
	counted := 0
	for id, th := range seen {
		if th.next == 0 && th.lost == 0 {
			continue
		}
		counted++
		// The lost events may include the start and end of the thread, and its
		// last numbers.
		rest := events - th.next
		if missing := th.lost - rest; missing < 0 || missing > 2 || th.starts > 1 || th.ends > 1 || th.ends == 0 && threads > 1 {
			t.Errorf("thread %d counts to %d, with %d too many lost, starts %d times and ends %d times", id, th.next, missing,
				th.starts, th.ends)
		}
	}
	if counted != threads {
		t.Errorf("%d threads count, want %d", counted, threads)
	}
}
