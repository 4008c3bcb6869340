package cli

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"testing"

	"tiv/attach/sample"
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
	first, err := r.begin(context.Background(), pid)
	if err != nil {
		t.Fatal(err)
	}
	second, err := r.begin(context.Background(), pid)
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
	if _, err := r.begin(context.Background(), ended.Process.Pid); !errors.Is(err, sample.ErrNoProcess) {
		t.Errorf("a process that has ended: %v", err)
	}
	r.end()
	if files, _ := os.ReadDir("."); len(files) > 0 {
		t.Errorf("left behind: %v", files)
	}
}
