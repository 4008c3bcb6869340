package live

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// TestMain is, in the environment of TestWriter's child, a process that has a
// file open.
func TestMain(m *testing.M) {
	if os.Getenv("TIV_TEST_HOLD_FILE") != "" {
		os.Stdout.WriteString("x")
		select {}
	}
	os.Exit(m.Run())
}

func TestWriter(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	write(t, path, "", os.O_CREATE)
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	write(t, path+".other", "", os.O_CREATE)
	other, err := os.Open(path + ".other")
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()

	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	child := exec.Command(self)
	child.Env = append(os.Environ(), "TIV_TEST_HOLD_FILE=1")
	child.ExtraFiles = []*os.File{f}
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	defer child.Process.Kill()
	if _, err := out.Read(make([]byte, 1)); err != nil { // it runs
		t.Fatal(err)
	}
	now := time.Now()
	w := writer{pid: child.Process.Pid, began: now}
	reused := writer{pid: child.Process.Pid, began: now.Add(-time.Hour)}
	for range 2 { // the second time it knows the entry
		for _, x := range []struct {
			name string
			got  state
			want state
		}{
			{"the writer", w.check(f), writing},
			{"another file", (&writer{pid: w.pid, began: now}).check(other), unknown},
			{"a later process", reused.check(f), unknown},
			{"no process", (&writer{}).check(f), unknown},
			{"a process without a start", (&writer{pid: w.pid}).check(f), writing},
		} {
			if x.got != x.want {
				t.Errorf("%s: state %d, want %d", x.name, x.got, x.want)
			}
		}
	}
	child.Process.Kill()
	for w.running() { // until it is at least a zombie
	}
	if s := w.check(f); s != gone {
		t.Errorf("after its end: state %d, want gone", s)
	}
	if s := (&writer{pid: w.pid, began: now}).check(f); s != unknown {
		t.Errorf("never seen: state %d, want unknown", s)
	}
	child.Wait()
	if s := w.check(f); s != gone {
		t.Errorf("after it was waited for: state %d, want gone", s)
	}
}
