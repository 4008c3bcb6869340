package cli

import (
	"cmp"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// loopJava is a program that sleeps and works in turn.
const loopJava = `public class Loop {
	public static void main(String[] args) throws Exception {
		Thread t = new Thread(() -> {
			try {
				for (int i = 0; i < 20; i++) {
					Thread.sleep(2);
					for (long end = System.nanoTime() + 1_000_000; System.nanoTime() < end; ) { }
				}
			} catch (InterruptedException e) { }
		}, "sleeper");
		t.start();
		t.join();
		System.exit(2);
	}
}
`

// TestRecordSched records a Java program with the kernel's events. Where the machine does
// not allow that, a message must say so, and the program must run as without.
func TestRecordSched(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("Loop.java", []byte(loopJava), 0o644); err != nil {
		t.Fatal(err)
	}
	r := tiv(t, "record", "--sched", "--no-open", "--java", "jfr", "-o", "x.jfr", "--", "java", "Loop.java")
	if r.exit != 2 || !strings.Contains(r.errors, "wrote "+abs(t, "x.jfr")) {
		t.Fatalf("exit code %d, %q", r.exit, r.errors)
	}
	if refused := strings.Contains(r.errors, "scheduler events are not recorded: "); refused {
		t.Logf("this machine does not allow it: %q", r.errors)
		return
	}
	if !strings.Contains(r.errors, "wrote "+abs(t, "x.sched.bin")) || strings.Contains(r.errors, "of their own") {
		t.Errorf("%q", r.errors)
	}
	for _, line := range strings.Split(tiv(t, "dump", "x.sched.bin", "threads").out, "\n") {
		f := strings.Split(line, ",") // thread,name,runtime,start,end,running,runnable,…
		if len(f) > 6 && f[1] == "sleeper" {
			if f[5] == "0" || f[6] == "0" {
				t.Errorf("the thread ran for %s ns, and could have for %s ns more", f[5], f[6])
			}
			checkSleeps(t, tiv(t, "dump", "x.sched.bin", "spans").out, f[0])
			return
		}
	}
	t.Errorf("no thread sleeper")
}

// checkSleeps checks that a thread has the sleeps of the recording.
func checkSleeps(t *testing.T, spans, thread string) {
	t.Helper()
	sleeps := 0
	for _, line := range strings.Split(spans, "\n") { // thread,start,end,state,cause,…
		if f := strings.Split(line, ","); len(f) > 4 && f[0] == thread && f[3] == "suspended" && f[4] == "sleep" {
			sleeps++
		}
	}
	if sleeps < 10 { // a signal can cut one in two
		t.Errorf("%d sleeps, want 20, or nearly", sleeps)
	}
}

// abs returns an absolute path.
func abs(t *testing.T, path string) string {
	t.Helper()
	path, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// crowdedGo is a Go program with more busy goroutines than the machine has processors, each
// in a thread of its own.
const crowdedGo = `package main

import (
	"runtime"
	"sync"
	"time"
)

func main() {
	n := 4 * runtime.NumCPU()
	runtime.GOMAXPROCS(n)
	var wg sync.WaitGroup
	for range n {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for end := time.Now().Add(300 * time.Millisecond); time.Now().Before(end); {
			}
		}()
	}
	wg.Wait()
}
`

// TestRecordSchedGo records a Go program with the kernel's events: never more goroutines run
// than there are processors, although the Go runtime says so.
func TestRecordSchedGo(t *testing.T) {
	t.Chdir(t.TempDir())
	mustWrite(t, "main.go", crowdedGo)
	t.Setenv("TMPDIR", t.TempDir())
	r := tiv(t, "record", "--sched", "--no-open", "-o", "x.bin", "--", "go", "run", "main.go")
	if r.exit != 0 || !strings.Contains(r.errors, "wrote "+abs(t, "x.bin")) {
		t.Fatalf("exit code %d, %q", r.exit, r.errors)
	}
	if strings.Contains(r.errors, "scheduler events are not recorded: ") {
		t.Logf("this machine does not allow it: %q", r.errors)
		return
	}
	if !strings.Contains(r.errors, "wrote "+abs(t, "x.sched.bin")) || strings.Contains(r.errors, "of their own") {
		t.Errorf("%q", r.errors)
	}
	if left, err := filepath.Glob(filepath.Join(os.TempDir(), "tiv-record-*")); len(left) > 0 || err != nil {
		t.Errorf("it leaves %v, %v", left, err)
	}
	alone, joined := atOnce(t, "x.bin"), atOnce(t, "x.sched.bin")
	if n := runtime.NumCPU(); alone <= n || joined > n || joined == 0 {
		t.Errorf("%d goroutines ran at once by the kernel, %d by the Go runtime alone; there are %d processors", joined, alone, n)
	}
}

// atOnce returns the largest number of threads that ran at the same time.
func atOnce(t *testing.T, trace string) (most int) {
	t.Helper()
	var changes [][2]int // time, and 1 or -1
	for _, line := range strings.Split(tiv(t, "dump", trace, "spans").out, "\n") {
		if f := strings.Split(line, ","); len(f) > 4 && f[3] == "running" {
			for i, by := range []int{1, -1} {
				at, err := strconv.Atoi(f[1+i])
				if err != nil {
					t.Fatal(err)
				}
				changes = append(changes, [2]int{at, by})
			}
		}
	}
	slices.SortFunc(changes, func(a, b [2]int) int { return cmp.Or(a[0]-b[0], a[1]-b[1]) })
	running := 0
	for _, c := range changes {
		running += c[1]
		most = max(most, running)
	}
	return most
}
