package jvm

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"tiv/record"
	"tiv/tracefeed"
	"tiv/tracefeed/jfr"
)

// program is a running Java program.
type program struct {
	*exec.Cmd
	in  io.Closer
	out *bufio.Reader
}

// start starts testdata/Hang.java.
func start(t *testing.T, options ...string) *program {
	t.Helper()
	p := &program{Cmd: exec.Command("java", append(options, "-Xmx64m", "testdata/Hang.java")...)}
	p.Stderr = os.Stderr
	in, err := p.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := p.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		p.Process.Kill()
		p.Wait()
	})
	p.in, p.out = in, bufio.NewReader(out)
	if line, err := p.out.ReadString('\n'); line != "ready\n" {
		t.Fatalf("the program printed %q, %v", line, err)
	}
	return p
}

// recorded records a program from its attachment until after, which runs with the first
// events, has its effect, and reads the result.
func recorded(t *testing.T, p *program, after func(cancel func())) (ended bool, owners map[string]string) {
	t.Helper()
	m, err := Attach(t.Context(), p.Process.Pid)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "x.jfr")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ended, err = m.Record(ctx, record.JavaSettings, f, func() {
		lockOwners(t, path) // it can be read at any time
		after(cancel)
	})
	if err != nil {
		t.Fatal(err)
	}
	return ended, lockOwners(t, path)
}

// lockOwners returns, by the names of threads, the threads that own the locks for which
// they wait.
func lockOwners(t *testing.T, path string) map[string]string {
	t.Helper()
	source, err := tracefeed.Open(path, []tracefeed.Format{jfr.Format()})
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	var waits []tracefeed.Event
	for ev, err := range tracefeed.All(source) {
		if err != nil {
			t.Fatal(err)
		}
		if ev.Kind == tracefeed.MonitorWait && ev.Other != tracefeed.NoThread {
			waits = append(waits, *ev)
		}
	}
	owners, threads := map[string]string{}, source.Tables().Threads
	for _, ev := range waits {
		owners[threads[ev.Thread].Name] = threads[ev.Other].Name
	}
	return owners
}

func checkDeadlock(t *testing.T, owners map[string]string) {
	t.Helper()
	if owners["ab"] != "ba" || owners["ba"] != "ab" {
		t.Errorf("owners: %v, want ab and ba of each other", owners)
	}
}

// TestRecord records a deadlock of a program that has run for a while, and leaves the
// program as it was.
func TestRecord(t *testing.T) {
	t.Parallel()
	p := start(t)
	for range 2 { // the second finds the machine listening
		ended, owners := recorded(t, p, func(cancel func()) { cancel() })
		if ended {
			t.Error("the program counts as ended")
		}
		checkDeadlock(t, owners)
	}
	m, err := Attach(t.Context(), p.Process.Pid)
	if err != nil {
		t.Fatal(err)
	}
	if text, err := m.Command("JFR.check"); err != nil || !strings.Contains(text, "No available recordings") {
		t.Errorf("still records: %q, %v", text, err)
	}
	if left, _ := filepath.Glob("/proc/self/cwd/.attach_pid*"); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	p.in.Close()
	if rest, err := io.ReadAll(p.out); len(rest) > 0 || err != nil {
		t.Errorf("the program has printed %q, %v", rest, err)
	}
	if err := p.Wait(); err != nil {
		t.Error(err)
	}
}

// TestEnds records programs that end meanwhile, by themselves or killed.
func TestEnds(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(*program){
		"exits":     func(p *program) { p.in.Close() },
		"is killed": func(p *program) { p.Process.Kill() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := start(t)
			ended, owners := recorded(t, p, func(func()) { end(p) })
			if !ended {
				t.Error("the program counts as running")
			}
			checkDeadlock(t, owners)
		})
	}
}

// TestRefused checks that no signal is sent to a process that it would harm.
func TestRefused(t *testing.T) {
	t.Parallel()
	forbids := start(t, "-XX:+DisableAttachMechanism")
	if _, err := Attach(t.Context(), forbids.Process.Pid); err == nil || !strings.Contains(err.Error(), "DisableAttachMechanism") {
		t.Error(err)
	}
	forbids.in.Close()
	if rest, err := io.ReadAll(forbids.out); len(rest) > 0 || err != nil {
		t.Errorf("the program has printed %q, %v", rest, err)
	}
	sleeps := exec.Command("sleep", "1000")
	if err := sleeps.Start(); err != nil {
		t.Fatal(err)
	}
	defer sleeps.Wait()
	defer sleeps.Process.Kill()
	if _, err := Attach(t.Context(), sleeps.Process.Pid); err == nil || Is(sleeps.Process.Pid) {
		t.Errorf("no Java machine: %v", err)
	}
	if err := sleeps.Process.Signal(syscall.Signal(0)); err != nil {
		t.Error(err)
	}
}

// chunkOf returns a chunk of a recorder: its header, with a length and a state, and data.
func chunkOf(size uint64, state byte, data string) []byte {
	b := append([]byte(magic), make([]byte, headerLen-len(magic))...)
	binary.BigEndian.PutUint64(b[sizeAt:], size)
	b[metadataAt], b[stateAt] = 1, state
	return append(b, data...)
}

// TestFollow checks the copy of files that grow, are being written and are removed.
func TestFollow(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name string, data []byte) {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	out, err := os.Create(filepath.Join(dir, "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	write("0.jfr", chunkOf(headerLen+3, complete, "old"))
	f := &follower{folder: dir, out: out, old: map[string]bool{}}
	f.ignorePresent()
	step := func(want string) {
		t.Helper()
		if err := f.copy(); err != nil {
			t.Fatal(err)
		}
		if got, _ := os.ReadFile(out.Name()); string(got) != want {
			t.Fatalf("copied %q, want %q", got, want)
		}
	}
	whole := func(data string) string { return string(chunkOf(uint64(headerLen+len(data)), complete, data)) }
	step("")
	write("1.jfr", nil)
	step("")
	write("1.jfr", append([]byte(magic), make([]byte, headerLen)...)) // before the first flush
	step("")
	write("1.jfr", chunkOf(headerLen+2, 1, "abXX"))
	step(whole("ab"))
	write("1.jfr", chunkOf(headerLen+4, updating, "abcd"))
	step(whole("ab"))
	write("1.jfr", chunkOf(headerLen+9, 2, "abcd")) // the header is ahead
	if err := f.copy(); err != nil {
		t.Fatal(err)
	}
	write("2.jfr", chunkOf(headerLen+1, 1, "z"))
	write("1.jfr", chunkOf(headerLen+4, complete, "abcd"))
	step(whole("abcd") + whole("z"))
	for _, name := range []string{"1.jfr", "2.jfr"} {
		if err := os.Remove(filepath.Join(dir, name)); err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
	}
	if err := f.finish(); err != nil {
		t.Fatal(err)
	}
	step(whole("abcd") + whole("z"))
}
