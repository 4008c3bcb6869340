package recorded_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"tiv/attach"
	"tiv/interaction/detect"
	"tiv/record"
	"tiv/timeline"
)

// running starts a program without recording it, and kills it at the end of the test. It
// must have printed nothing by then.
func running(t *testing.T, args ...string) (pid int) {
	t.Helper()
	command := java(t, args...)
	// Without the option, Java 21 and later warn of the agent.
	cmd := exec.Command(command[0], append([]string{"-XX:+EnableDynamicAgentLoading"}, command[1:]...)...)
	var printed strings.Builder
	cmd.Stdout, cmd.Stderr = &printed, &printed
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := cmd.Process.Kill(); err != nil {
			t.Errorf("the program has ended: %v", err)
		}
		cmd.Wait()
		if printed.Len() > 0 {
			t.Errorf("the program has printed %s", printed.String())
		}
	})
	return cmd.Process.Pid
}

// attached records a running program with the agent, for as long as during takes, and
// returns its trace.
func attached(t *testing.T, pid int, during func()) (trace string) {
	t.Helper()
	return attachedWith(t, pid, attach.Options{}, during)
}

// attachedWith is attached with options.
func attachedWith(t *testing.T, pid int, o attach.Options, during func()) (trace string) {
	t.Helper()
	o.Java = record.JavaAgent
	r, err := attach.Process(pid, o)
	for err != nil && strings.Contains(err.Error(), "just starting") {
		r, err = attach.Process(pid, o)
	}
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Create(filepath.Join(t.TempDir(), "x.bin"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	result, err := r.Record(ctx, f, func(note string) {
		if note != "" && o.Tasks != nil { // others are about looks at a program that is just starting
			t.Error(note)
		}
		during()
		cancel()
	})
	if err != nil || result.Ended || result.Remark != "" {
		t.Fatalf("%v, %+v", err, result)
	}
	return f.Name()
}

// TestJavaAttach finds deadlocks that are older than the recording, as jstack does, each
// time again.
func TestJavaAttach(t *testing.T) {
	t.Parallel()
	pid := running(t, "Stories", "deadlocks")
	var tl *timeline.Timeline
	for complete := 0; complete < 2; {
		var findings []detect.Finding
		tl, findings = find(t, attached(t, pid, func() {}))
		if len(rings(tl, findings)) == len(deadlocks) {
			complete++
		} else if complete > 0 {
			t.Fatalf("the second time: %q", rings(tl, findings))
		}
	}
	jstack, err := exec.Command("jstack", "-l", strconv.Itoa(pid)).Output()
	if err != nil {
		t.Fatalf("jstack: %v", err)
	}
	dump := filepath.Join(t.TempDir(), "jstack.txt")
	if err := os.WriteFile(dump, jstack, 0o666); err != nil {
		t.Fatal(err)
	}
	sameWaits(t, tl, dump)
	for name, place := range map[string]string{"monitor-one": "Stories$Right 46", "lock-two": "ReentrantLock 76"} {
		if list := strings.Join(rings(tl, detect.Find(t.Context(), tl, nil).Findings), ", "); !strings.Contains(list,
			name+" waits for "+place) {
			t.Errorf("%s does not wait for %s: %s", name, place, list)
		}
	}
}
