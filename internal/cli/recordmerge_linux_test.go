package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// recordProcesses records processes that share two mutexes, to one trace.
func recordProcesses(t *testing.T, args ...string) (trace string) {
	t.Helper()
	program := filepath.Join(t.TempDir(), "processes")
	source := filepath.Join("..", "..", "record", "testdata", "native", "processes.c")
	if out, err := exec.Command("gcc", "-O2", "-g", "-pthread", "-o", program, source).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	trace = filepath.Join(t.TempDir(), "trace.bin")
	r := tiv(t, append([]string{"record", "--no-open", "-o", trace, "--", program}, args...)...)
	if r.exit != exitOK || !strings.HasSuffix(r.errors, "wrote "+trace+" (3 processes)\n") {
		t.Fatalf("exit code %d: %s", r.exit, r.errors)
	}
	if files, _ := os.ReadDir(filepath.Dir(trace)); len(files) != 1 {
		t.Errorf("files %v", files)
	}
	return trace
}

// Processes are one trace. A wait for a mutex of another process has its owner there.
func TestRecordProcesses(t *testing.T) {
	t.Parallel()
	trace := recordProcesses(t)
	edges := tiv(t, "dump", trace, "edges").out
	if !strings.Contains(edges, "lock,") || !strings.Contains(edges, ",shared:0x") || !strings.Contains(edges, ",observed") {
		t.Errorf("edges: %s", edges)
	}
	rows := strings.Split(strings.TrimSpace(tiv(t, "dump", trace, "processes").out), "\n")
	if len(rows) != 4 {
		t.Fatalf("processes: %q", rows)
	}
	root, _, _ := strings.Cut(rows[1], ",")
	for _, row := range rows[2:] {
		if fields := strings.Split(row, ","); fields[2] != root || !strings.HasPrefix(fields[1], "processes ") {
			t.Errorf("a child of %s: %s", root, row)
		}
	}
}

// Two processes that wait for each other's mutexes are a deadlock with both owners observed,
// also if they are killed and their parent goes on.
func TestRecordDeadlockOfProcesses(t *testing.T) {
	t.Parallel()
	trace := recordProcesses(t, "deadlock")
	r := tiv(t, "check", trace)
	if r.exit == exitOK || !strings.HasPrefix(r.out, "deadlock (error, observed): 2 threads wait for each other: processes ") {
		t.Errorf("exit code %d: %s", r.exit, r.out)
	}
	if strings.Contains(r.out, "cycle (") {
		t.Errorf("it opened again: %s", r.out)
	}
}
