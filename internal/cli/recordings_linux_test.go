package cli

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"tiv/attach/sample"
	"tiv/session"
	"tiv/ui"
)

// TestRecordings records a process for a window: it is listed, its trace grows until it is
// stopped, and is whole then.
func TestRecordings(t *testing.T) {
	t.Chdir(t.TempDir())
	pid, _ := strconv.Atoi(sleeper(t))
	list := processes()
	i := slices.IndexFunc(list, func(p ui.Process) bool { return p.PID == pid })
	if i < 0 {
		t.Fatal("the process is not listed")
	}
	if p := list[i]; p.Name != "sleep" || p.Kind != "native" || p.Command != "sleep 1000" {
		t.Errorf("%+v", p)
	}
	var r recordings
	begin := r.attaching(session.Tasking{})
	if _, err := begin(t.Context(), pid, true); err == nil || !strings.Contains(err.Error(), "in Java, or in Go") {
		t.Errorf("with tasks, a program in C is recorded: %v", err)
	}
	first, err := begin(t.Context(), pid, false)
	if err != nil {
		t.Fatal(err)
	}
	second, err := begin(t.Context(), pid, false)
	if err != nil {
		t.Fatal(err)
	}
	if r.writing(first.Path) == nil || r.writing(second.Path) == nil || first.Path == second.Path || r.writing("other") != nil {
		t.Errorf("recording to %s and %s", first.Path, second.Path)
	}
	first.Stop()
	if <-first.Done; first.Err() != nil || r.writing(first.Path) != nil || !complete(t, first.Path) {
		t.Errorf("after its end: %v", first.Err())
	}
	if r.end(); !complete(t, second.Path) {
		t.Errorf("the trace that was recorded at the end of the window is not whole")
	}
}

// What cannot be recorded leaves no file.
func TestRecordingsFail(t *testing.T) {
	t.Chdir(t.TempDir())
	ended := exec.Command("true")
	if err := ended.Run(); err != nil {
		t.Fatal(err)
	}
	var r recordings
	if _, err := r.begin(context.Background(), ended.Process.Pid, nil); !errors.Is(err, sample.ErrNoProcess) {
		t.Errorf("a process that has ended: %v", err)
	}
	r.end()
	if files, _ := os.ReadDir("."); len(files) > 0 {
		t.Errorf("left behind: %v", files)
	}
}

// TestRecordingsRun runs programs for a window: one that ends when it is stopped, whose trace is whole
// then and has a free name, and one that does not exist.
func TestRecordingsRun(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv(asTiv, "yes")
	if err := os.WriteFile("trace.bin", []byte("kept"), 0o666); err != nil {
		t.Fatal(err)
	}
	var r recordings
	missing, err := r.run([]string{"./missing"})
	if err != nil {
		t.Fatal(err)
	}
	if err := missing.Err(); err == nil || !strings.Contains(err.Error(), "missing") {
		t.Errorf("a missing program: %v", err)
	}
	x, err := r.run([]string{"sh", "-c", "touch begun; while :; do sleep 0.1; done"})
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; ; i++ {
		if _, err := os.Stat("begun"); err == nil {
			break
		}
		if i > 3000 {
			t.Fatal("the program does not begin")
		}
		time.Sleep(20 * time.Millisecond)
	}
	x.Stop()
	if err := x.Err(); err != nil || x.Path != "trace.2.bin" || !complete(t, x.Path) {
		t.Errorf("the trace %s: %v", x.Path, err)
	}
	if kept, err := os.ReadFile("trace.bin"); string(kept) != "kept" {
		t.Errorf("a file of another name has %q now, %v", kept, err)
	}
	r.end()
}
