package record

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestProgramEndsAsItWould(t *testing.T) {
	for _, c := range []struct {
		how  string
		code int
		out  string // the whole of standard output after the environment
		err  string // in standard error
	}{
		{"return", 0, "", ""},
		{"exit", 3, "", ""},
		{"panic", 2, "", "panic: ends by a panic\n\ngoroutine 1 [running]:\nmain.main()\n"},
		{"panic-elsewhere", 2, "", "panic: ends by a panic elsewhere\n"},
		{"kill", 128 + int(syscall.SIGKILL), "", ""},
		{"child", 0, "environment \n<nil>\n", ""},
	} {
		r := recordWith(t, Options{Command: []string{"go", "run", "./ends", c.how}, Env: plainEnv()})
		if r.ExitCode != c.code || r.stdout != "environment \n"+c.out || !strings.Contains(r.stderr, c.err) ||
			c.err == "" && r.stderr != "" {
			t.Errorf("%s: exit code %d, output %q, errors %q", c.how, r.ExitCode, r.stdout, r.stderr)
		}
		if c.how == "kill" { // in the first generation
			continue
		}
		if got := read(t, r.path); got.err != nil || got.span < 50*time.Millisecond {
			t.Errorf("%s: trace of %v ends with %v", c.how, got.span, got.err)
		}
	}
}

// plainEnv is this process's environment without the variables that the
// programs print.
func plainEnv() []string {
	return slices.DeleteFunc(os.Environ(), func(v string) bool {
		return strings.HasPrefix(v, "GODEBUG=") || strings.HasPrefix(v, "TIV_TRACE=")
	})
}

func TestSignalsEndTheTrace(t *testing.T) {
	for _, c := range []struct {
		how    string
		signal syscall.Signal
		code   int
		out    string
	}{
		{"wait", syscall.SIGINT, 130, ""},
		{"wait", syscall.SIGTERM, 143, ""},
		{"wait", syscall.SIGQUIT, 2, ""},
		{"handle", syscall.SIGINT, 4, "handled interrupt\n"},
		{"handle", syscall.SIGTERM, 143, ""},
		{"ignore", syscall.SIGINT, 5, ""},
	} {
		path, code, out := signalled(t, c.how, c.signal)
		if code != c.code || out != c.out {
			t.Errorf("%s %v: exit code %d, output %q", c.how, c.signal, code, out)
		}
		// The program waited 50 ms before it was ready, 50 ms more are ours.
		got := read(t, path)
		if got.err != nil || got.span < 100*time.Millisecond {
			t.Errorf("%s %v: trace of %v ends with %v", c.how, c.signal, got.span, got.err)
		}
	}
}

func TestKilledProgramLeavesAllButTheLastMoment(t *testing.T) {
	path, code, _ := signalled(t, "wait", syscall.SIGKILL)
	if code != 137 {
		t.Errorf("exit code %d", code)
	}
	// A part of the last generation may be there.
	if got := read(t, path); got.span < 150*time.Millisecond {
		t.Errorf("trace of %v ends with %v", got.span, got.err)
	}
}

// signalled builds the program of the ends that writes a trace, and sends it
// a signal a while after it said that it is ready. A killed program lives
// longer before, so that there is something to keep.
func signalled(t *testing.T, how string, sig syscall.Signal) (path string, code int, out string) {
	t.Helper()
	bin := filepath.Join(t.TempDir(), "ends")
	r := record(t, "go", "build", "-o", bin, "./ends")
	if len(r.Traces) != 0 || len(r.Notes) != 1 || !strings.Contains(r.Notes[0], r.path) {
		t.Fatalf("go build: traces %v, notes %q, want one note that names %s", r.Traces, r.Notes, r.path)
	}
	pause := 50 * time.Millisecond
	if sig == syscall.SIGKILL {
		pause = 300 * time.Millisecond
	}
	cmd := exec.Command(bin, how)
	cmd.Env = plainEnv()
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	text := readUntil(t, stdout, "ready\n")
	time.Sleep(pause)
	cmd.Process.Signal(sig)
	rest, _ := io.ReadAll(stdout)
	text.Write(rest)
	err = cmd.Wait()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		code = exitCode(exit)
	}
	_, out, _ = strings.Cut(text.String(), "ready\n")
	return r.path, code, out
}

// A trace keeps the runtime from seeing that all goroutines are asleep.
func TestAllAsleepIsStillFatal(t *testing.T) {
	r := record(t, "go", "run", "./asleep")
	const want = "fatal error: all goroutines are asleep - deadlock!\n\ngoroutine 1 ["
	if r.ExitCode != 2 || r.stdout != "alive\n" || !strings.HasPrefix(r.stderr, want) {
		t.Errorf("exit code %d, output %q, errors %q", r.ExitCode, r.stdout, r.stderr)
	}
	got := read(t, r.path)
	if got.err != nil || got.span < 720*time.Millisecond {
		t.Errorf("trace of %v ends with %v", got.span, got.err)
	}
	waits := 0
	for _, ev := range got.locks {
		if ev.message == "w" {
			waits++
		}
	}
	if waits != 2 {
		t.Errorf("%d waits, want two that never end", waits)
	}
}

// readUntil reads the output of a program until it has said a word.
func readUntil(t *testing.T, out io.Reader, word string) *strings.Builder {
	t.Helper()
	var text strings.Builder
	for buf := make([]byte, 64); !strings.Contains(text.String(), word); {
		n, err := out.Read(buf)
		if err != nil {
			t.Fatalf("%q before %q: %v", text.String(), word, err)
		}
		text.Write(buf[:n])
	}
	return &text
}
