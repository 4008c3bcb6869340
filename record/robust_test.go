package record

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestMain is a recorder that a test can kill, or a program that kills another one, if it
// is started so.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == killHanging {
		os.Exit(runUntilItHangs(os.Args[2:]))
	}
	if command := os.Getenv("RECORD_COMMAND"); command != "" {
		out := os.Getenv("RECORD_OUT")
		_, err := Run(context.Background(), Options{Command: strings.Fields(command), Out: out, Dir: "testdata", Stdout: os.Stdout})
		if err != nil {
			os.Stdout.WriteString(err.Error() + "\n")
		}
		return
	}
	os.Exit(m.Run())
}

// killed starts a recorder, sends it a signal when its program is ready, and
// returns the program's process id and the remaining contents of the folders
// for temporary files and for traces.
func killed(t *testing.T, command string, sig syscall.Signal) (pid int, tmp, out string) {
	t.Helper()
	tmp, out = t.TempDir(), t.TempDir()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "RECORD_COMMAND="+command, "RECORD_OUT="+filepath.Join(out, "x.trace"), "TMPDIR="+tmp)
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	text := readUntil(t, stdout, "ready ")
	_, rest, _ := strings.Cut(text.String(), "ready ")
	pid, err = strconv.Atoi(strings.Fields(rest)[0])
	if err != nil {
		t.Fatal(err)
	}
	cmd.Process.Signal(sig)
	for buf := make([]byte, 64); err == nil; {
		_, err = stdout.Read(buf) // until no process has it open
	}
	cmd.Wait()
	return pid, tmp, out
}

// awaitEnd waits until a process is gone, or waits to be reaped.
func awaitEnd(pid int) {
	for {
		raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil || strings.Contains(string(raw), ") Z ") {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

func left(t *testing.T, dir, prefix string) (names []string) {
	t.Helper()
	all, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range all {
		if strings.HasPrefix(e.Name(), prefix) {
			names = append(names, e.Name())
		}
	}
	return names
}

func TestKilledRecorderLeavesNothing(t *testing.T) {
	for _, command := range []string{"go run ./waits", "go test -v ./tested/waits"} {
		for _, sig := range []syscall.Signal{syscall.SIGTERM, syscall.SIGKILL} {
			pid, tmp, out := killed(t, command, sig)
			awaitEnd(pid)
			if sig == syscall.SIGKILL {
				t.Setenv("TMPDIR", tmp)
				recordWith(t, Options{Command: words("go run ./early"), Out: filepath.Join(out, "y.trace")})
				removeStale(out, ".tiv-record-") // as go test does
			}
			if names := slices.Concat(left(t, tmp, "tiv-record-"), left(t, out, ".tiv-")); len(names) > 0 {
				t.Errorf("%s, %v: left behind: %q", command, sig, names)
			}
		}
	}
}

// While it prepares, a recorder waits for the go command.
func TestRecorderStoppedWhilePreparing(t *testing.T) {
	program := filepath.Join(t.TempDir(), "go")
	const script = "#!/bin/sh\necho \"ready $$ \" > /proc/$PPID/fd/1\nexec sleep 100\n"
	if err := os.WriteFile(program, []byte(script), 0o777); err != nil {
		t.Fatal(err)
	}
	pid, tmp, _ := killed(t, program+" run .", syscall.SIGHUP)
	awaitEnd(pid)
	if names := left(t, tmp, ""); len(names) > 0 {
		t.Errorf("left behind: %q", names)
	}
}

func TestFolderInUseStays(t *testing.T) {
	dir := t.TempDir()
	none := filepath.Join(dir, "none")
	if _, err := makeFolder(none, "a-"); err == nil || err.Error() != "a recording needs files in "+none+": no such file or directory" {
		t.Errorf("without a folder: %v", err)
	}
	first, err := makeFolder(dir, "a-")
	if err != nil {
		t.Fatal(err)
	}
	os.MkdirAll(filepath.Join(dir, "a-new"), 0o777)
	os.MkdirAll(filepath.Join(dir, "b-other"), 0o777)
	second, err := makeFolder(dir, "a-")
	if err != nil {
		t.Fatal(err)
	}
	if names := left(t, dir, ""); len(names) != 4 {
		t.Errorf("%q, want both folders, a new one and another", names)
	}
	first.lock.Close() // as by the death of its process
	second.remove()
	removeStale(dir, "a-")
	if names := left(t, dir, ""); !slices.Equal(names, []string{"a-new", "b-other"}) {
		t.Errorf("left behind: %q", names)
	}
}

func TestProgramThatEndsTooSoon(t *testing.T) {
	r := record(t, "go", "run", "./early")
	if r.ExitCode != 137 || len(r.Traces) != 0 || len(r.Notes) != 1 || !strings.Contains(r.Notes[0], "nothing was recorded") {
		t.Errorf("exit code %d, traces %q, notes %q", r.ExitCode, r.Traces, r.Notes)
	}
	if _, err := os.Stat(r.path); !os.IsNotExist(err) {
		t.Errorf("the file is there: %v", err)
	}
}

func TestFullDiskIsSaid(t *testing.T) {
	r := record(t, "go", "run", "-exec", "env TIV_TRACE=/dev/full", "./deadlock")
	const want = "/dev/full: no space left on device; recording stopped after 0 bytes"
	if r.ExitCode != 3 || strings.Count(r.stderr, "tiv: trace: "+want+"\n") != 1 {
		t.Errorf("exit code %d, errors %q", r.ExitCode, r.stderr)
	}
	if len(r.Traces) != 0 || len(r.Notes) == 0 || r.Notes[0] != "the trace is incomplete: "+want {
		t.Errorf("traces %q, notes %q", r.Traces, r.Notes)
	}
}

func TestUnwritableCache(t *testing.T) {
	out, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	goCache := "GOCACHE=" + strings.TrimSpace(string(out))
	t.Setenv("XDG_CACHE_HOME", "/dev/null/none")
	r := recordWith(t, Options{Command: words("go run ./deadlock"), Env: append(os.Environ(), goCache)})
	if r.ExitCode != 3 || len(r.Traces) != 1 || len(r.Notes) != 1 || !strings.Contains(r.Notes[0], "/dev/null/none/tiv: can't be written") {
		t.Errorf("exit code %d, traces %q, notes %q", r.ExitCode, r.Traces, r.Notes)
	}
}
