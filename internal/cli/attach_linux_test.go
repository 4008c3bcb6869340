package cli

import (
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"tiv/tracefeed/binfeed"
)

// sleeper starts a process that sleeps, and returns its number.
func sleeper(t *testing.T) string {
	t.Helper()
	cmd := exec.Command("sleep", "1000")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := cmd.Process.Kill(); err != nil {
			t.Errorf("the program has ended: %v", err)
		}
		cmd.Wait()
	})
	return strconv.Itoa(cmd.Process.Pid)
}

// complete reports whether a file is a whole trace.bin.
func complete(t *testing.T, path string) bool {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	st, err := f.Stat()
	return err == nil && binfeed.Finished(f, st.Size())
}

// A recording has a name of its own, or one that no file has.
func TestAttach(t *testing.T) {
	t.Chdir(t.TempDir())
	pid := sleeper(t)
	short := []string{"attach", pid, "--for", "50ms", "--no-open"}
	for _, name := range []string{"sleep-" + pid + ".bin", "sleep-" + pid + ".2.bin"} {
		r := tiv(t, short...)
		if r.exit != exitOK || r.out != "" || !strings.Contains(r.errors, "wrote "+name) || !complete(t, name) {
			t.Errorf("exit code %d, %q, %q", r.exit, r.out, r.errors)
		}
		if r := tiv(t, "dump", name, "threads"); !strings.Contains(r.out, pid+",sleep,") {
			t.Errorf("threads: %q", r.out)
		}
		if r := tiv(t, "info", name); !strings.Contains(r.out, "sampled: ") {
			t.Errorf("info: %q", r.out)
		}
	}
	if err := os.WriteFile("own", []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	to := append(short, "-o", "own")
	if r := tiv(t, to...); r.exit != exitTrouble || !strings.Contains(r.errors, "--force") || string(read(t, "own")) != "mine" {
		t.Errorf("over a file: exit code %d, %q", r.exit, r.errors)
	}
	if r := tiv(t, append(to, "--force")...); r.exit != exitOK || !complete(t, "own") {
		t.Errorf("--force: exit code %d, %q", r.exit, r.errors)
	}
	if r := tiv(t, "attach", pid, "--no-open", "--for", "1ms", "-o", "-"); r.exit != exitTrouble {
		t.Errorf("standard output: %+v", r)
	}
}

// Without a window, handlers are printed at the end at the latest. Their flags need --handlers.
func TestAttachHandlers(t *testing.T) {
	t.Chdir(t.TempDir())
	pid := sleeper(t)
	short := []string{"attach", pid, "--for", "300ms", "--no-open", "--force", "-o", "own.bin"}
	r := tiv(t, append(short, "--handlers", "--user", "clock_nanosleep", "--limit", "begins=3")...)
	if r.exit != exitOK || !strings.HasPrefix(r.out, "stacks count ") || !strings.Contains(r.out, "begins                3") ||
		!strings.Contains(r.errors, "tiv: attach: handlers, ") {
		t.Errorf("exit code %d, %q, %q", r.exit, r.out, r.errors)
	}
	for _, wrong := range [][]string{{"--user", "x"}, {"--tick", "1ms"}, {"--handlers", "--limit", "none=3"}} {
		if r := tiv(t, append(short, wrong...)...); r.exit != exitTrouble || !strings.Contains(r.errors, wrong[0]) &&
			!strings.Contains(r.errors, "none=3") {
			t.Errorf("%q: exit code %d, %q", wrong, r.exit, r.errors)
		}
	}
}

// What cannot be recorded leaves no file.
func TestAttachFails(t *testing.T) {
	t.Chdir(t.TempDir())
	ended := exec.Command("true")
	if err := ended.Run(); err != nil {
		t.Fatal(err)
	}
	for word, want := range map[string]string{
		strconv.Itoa(ended.Process.Pid): "no such process", "0": "neither", "redis": "pidof", "http://127.0.0.1:1": "connection refused",
		"http://u:p@h": "takes no passwords",
	} {
		if r := tiv(t, "attach", word, "--no-open"); r.exit != exitTrouble || !strings.Contains(r.errors, want) {
			t.Errorf("%s: exit code %d, %q, want %q", word, r.exit, r.errors, want)
		}
	}
	if files, _ := os.ReadDir("."); len(files) > 0 {
		t.Errorf("left behind: %v", files)
	}
}

// Tasks of a program that cannot be recorded with them are refused, and so are definitions that are wrong.
func TestAttachTasksRefused(t *testing.T) {
	t.Chdir(t.TempDir())
	bad := write(t, "bad.xml", []byte("<EVENTS>\n<EVENT CLASS=\"x\"/>\n</EVENTS>"))
	pid := sleeper(t)
	for option, want := range map[string]string{
		"--tasks": "in Java, or in Go", "--task-types=SQL": "in Java, or in Go", "--tasks=" + bad: "bad.xml:2", "--task-types=NONE": "HTTP",
	} {
		if r := tiv(t, "attach", pid, option, "--no-open"); r.exit != exitTrouble || !strings.Contains(r.errors, want) {
			t.Errorf("%s: exit code %d, %q, want %q", option, r.exit, r.errors, want)
		}
	}
	if files, _ := os.ReadDir("."); len(files) > 0 {
		t.Errorf("left behind: %v", files)
	}
}

// Shells complete the numbers of processes, with their commands.
func TestCompleteProcess(t *testing.T) {
	t.Parallel()
	pid := sleeper(t)
	if r := tiv(t, "__complete", "attach", pid); !strings.Contains(r.out, pid+"\tsleep 1000\n") {
		t.Errorf("%q, %q", r.out, r.errors)
	}
}
