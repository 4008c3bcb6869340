package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestListenTarget lists targets that tiv listen refuses before it listens.
func TestListenTarget(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("notes.txt", []byte("my notes"), 0o644); err != nil {
		t.Fatal(err)
	}
	for target, want := range map[string]string{"notes.txt": "--force", "-": "into a file", "missing/x.bin": "missing"} {
		r := tiv(t, "listen", "127.0.0.1:0", "--headless", "--for", "10ms", "-o", target)
		if r.exit != exitTrouble || !strings.Contains(r.errors, want) {
			t.Errorf("-o %s: exit code %d, %q, want %q", target, r.exit, r.errors, want)
		}
	}
	if data, err := os.ReadFile("notes.txt"); string(data) != "my notes" {
		t.Errorf("notes.txt has %q, %v", data, err)
	}
}

// TestListenRing has a listener with a ring hear of a deadlock: it saves one file, which has the finding.
func TestListenRing(t *testing.T) {
	dir := t.TempDir()
	socket, saves := filepath.Join(dir, "s"), filepath.Join(dir, "saves")
	done := make(chan result)
	go func() {
		done <- tiv(t, "listen", "unix:"+socket, "--headless", "--once", "--ring", "10m",
			"--trigger", "deadlock", "--after", "100ms", "-o", saves)
	}()
	for { // until it listens
		if _, err := os.Stat(socket); err == nil {
			break
		}
		select {
		case r := <-done:
			t.Fatalf("it has ended: %d, %s", r.exit, r.errors)
		case <-time.After(10 * time.Millisecond):
		}
	}
	if r := tiv(t, "send", "demo:deadlock", "unix:"+socket, "--speed", "max"); r.exit != exitOK {
		t.Fatalf("send: %d, %s", r.exit, r.errors)
	}
	r := <-done
	files, _ := filepath.Glob(filepath.Join(saves, "*"))
	if r.exit != exitOK || len(files) != 1 || !strings.HasSuffix(files[0], "-deadlock.bin") {
		t.Fatalf("exit code %d, files %q\n%s", r.exit, files, r.errors)
	}
	found := tiv(t, "check", files[0]).out
	if !strings.Contains(found, "deadlock (error") || !strings.Contains(found, "wait for each other") {
		t.Errorf("the file has no deadlock: %s", found)
	}
}

// TestListenRingErrors lists flags that tiv listen refuses before it listens.
func TestListenRingErrors(t *testing.T) {
	t.Chdir(t.TempDir())
	for args, want := range map[string]string{
		"--trigger deadlock":                      "need --ring",
		"--ring 10s":                              "has to have room",
		"--ring 10":                               "want a time such as 10m",
		"--ring 10m --trigger deadlok":            "did you mean",
		"--ring 10m --exec none-such-program":     "--exec",
		"--ring 10m --most 0":                     "want a number from 1",
		"--ring 10m --trigger task(x)>1s --after": "missing value",
	} {
		all := append([]string{"listen", "127.0.0.1:0", "--headless", "--for", "10ms"}, strings.Fields(args)...)
		if r := tiv(t, all...); r.exit != exitTrouble || !strings.Contains(r.errors, want) {
			t.Errorf("%s: exit code %d, %q, want %q", args, r.exit, r.errors, want)
		}
	}
}
