package record

import (
	"os/exec"
	"path/filepath"
	"testing"
)

// Leak checkers compare a program's own view of its goroutines.
func TestRecorderIsNotCounted(t *testing.T) {
	bin := filepath.Join(t.TempDir(), "counted")
	build := exec.Command("go", "build", "-o", bin, "./counted")
	build.Dir = "testdata"
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	bare, err := exec.Command(bin, "runtime/trace", "tiv").Output()
	if err != nil {
		t.Fatal(err)
	}
	const want = "number 4\nstacks 4\nprofile 4\ntext 4\nruntime/trace false false\ntiv false false\n"
	r := record(t, "go", "run", "./counted", "runtime/trace", "tiv")
	if r.ExitCode != 0 || r.stdout != string(bare) || r.stdout != want {
		t.Errorf("exit code %d, output %q, bare %q, want %q", r.ExitCode, r.stdout, bare, want)
	}
	if got := read(t, r.path); got.err != nil || got.span == 0 {
		t.Errorf("trace of %v ends with %v", got.span, got.err)
	}
}
