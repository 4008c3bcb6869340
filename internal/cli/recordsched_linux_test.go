package cli

import (
	"os"
	"path/filepath"
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
