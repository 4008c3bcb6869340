package sample

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
)

// start compiles and starts the program testdata/groups.c, and returns once all of its
// threads are there.
func start(t testing.TB) *exec.Cmd {
	t.Helper()
	program := filepath.Join(t.TempDir(), "groups")
	if out, err := exec.Command("gcc", "-O1", "-pthread", "-o", program, "testdata/groups.c").CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
	cmd := exec.Command(program)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "ready\n" {
		t.Fatalf("the program printed %q, %v", line, err)
	}
	return cmd
}

// patient is a writer that calls after once it has got a number of writes.
type patient struct {
	bytes.Buffer
	writes int
	after  func()
}

func (p *patient) Write(b []byte) (int, error) {
	if p.writes--; p.writes == 0 {
		p.after()
	}
	return p.Buffer.Write(b)
}

// trace is a trace as read.
type trace struct {
	tables *tracefeed.Tables
	events []tracefeed.Event
}

func read(t *testing.T, data []byte) trace {
	t.Helper()
	f, err := binfeed.Format().Open(tracefeed.Input{Reader: bytes.NewReader(data)})
	if err != nil {
		t.Fatal(err)
	}
	var all trace
	for ev, err := range tracefeed.All(f) {
		if err != nil {
			t.Fatal(err)
		}
		all.events = append(all.events, *ev)
	}
	all.tables = f.Tables()
	return all
}

// waits returns the kinds and causes of the waits of threads with a name, with the names of the threads
// waited for.
func (all *trace) waits(name string) map[string]bool {
	found := map[string]bool{}
	named := func(id tracefeed.ThreadID) string {
		name, _, _ := strings.Cut(all.tables.Threads[id].Name, " ") // without the number
		return name
	}
	for _, ev := range all.events {
		if named(ev.Thread) != name {
			continue
		}
		switch ev.Kind {
		case tracefeed.MonitorWait, tracefeed.Wake:
			found[ev.Kind.String()+" "+named(ev.Other)] = true
		case tracefeed.SuspendStart, tracefeed.IOStart, tracefeed.ThreadStart, tracefeed.ThreadEnd:
			found[ev.Kind.String()+" "+ev.Cause.String()] = true
		}
	}
	return found
}

// TestGroups samples a program whose threads wait in many ways.
func TestGroups(t *testing.T) {
	t.Parallel()
	cmd := start(t)
	ctx, cancel := context.WithCancel(t.Context())
	out := &patient{writes: 30, after: cancel} // at least a second
	sum, err := Run(ctx, cmd.Process.Pid, out, Options{})
	if err != nil || sum.Ended || sum.Rounds < 10 || sum.Threads < 15 {
		t.Fatalf("%+v, %v", sum, err)
	}
	all := read(t, out.Bytes())
	for name, want := range map[string]string{
		"ab": "monitor-wait ba", "ba": "monitor-wait ab", "student": "monitor-wait writer", "writer": "suspend-start wait",
		"reader": "io-start other", "listener": "suspend-start wait", "worker": "suspend-start sleep",
	} {
		got := all.waits(name)
		if name == "ab" || name == "ba" || name == "student" { // before their last wait
			delete(got, "suspend-start sleep")
			delete(got, "suspend-start wait")
		}
		if !got[want] || len(got) != 1 {
			t.Errorf("%s: %v, want %s", name, got, want)
		}
	}
	for _, name := range []string{"red-1", "red-2", "red-3", "blue-1", "blue-2"} {
		for w := range all.waits(name) {
			if other, ok := strings.CutPrefix(w, "monitor-wait "); ok && other != "" && other[0] != name[0] {
				t.Errorf("%s waits for %s, of the other group", name, other)
			}
		}
	}
	if got := all.waits("groups"); !got["suspend-start join"] || !got["wake brief"] && !got["wake groups"] {
		t.Errorf("the main thread: %v", got)
	}
	if got := all.waits("brief"); !got["start other"] || !got["end other"] || !got["suspend-start sleep"] {
		t.Errorf("threads that come and go: %v", got)
	}
	if cmd.ProcessState != nil || syscall.Kill(cmd.Process.Pid, 0) != nil {
		t.Error("the program has ended")
	}
}

// TestEnds samples a program that is killed meanwhile, and is not waited for: the trace has
// its last waits.
func TestEnds(t *testing.T) {
	t.Parallel()
	cmd := start(t)
	out := &patient{writes: 20, after: func() { cmd.Process.Kill() }}
	sum, err := Run(t.Context(), cmd.Process.Pid, out, Options{})
	if err != nil || !sum.Ended {
		t.Fatalf("%+v, %v", sum, err)
	}
	all := read(t, out.Bytes())
	if !binfeed.Finished(bytes.NewReader(out.Bytes()), int64(out.Len())) {
		t.Error("the trace has no end")
	}
	last := map[string]tracefeed.Kind{}
	for _, ev := range all.events {
		last[all.tables.Threads[ev.Thread].Name] = ev.Kind
	}
	if last["ab"] != tracefeed.MonitorWait || last["ba"] != tracefeed.MonitorWait {
		t.Errorf("the last events are %v, not waits of ab and ba", last)
	}
}

// unprivileged is set in a process of the test that gives up its rights.
const unprivileged = "TIV_TEST_UNPRIVILEGED"

// TestNotPermitted looks at a process of another user.
func TestNotPermitted(t *testing.T) {
	if os.Getenv(unprivileged) == "" && os.Getuid() == 0 {
		again := exec.Command(os.Args[0], "-test.run=^TestNotPermitted$")
		again.Env = append(os.Environ(), unprivileged+"=1")
		if out, err := again.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	if os.Getuid() == 0 {
		if err := syscall.Setuid(65534); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	if _, err := Run(t.Context(), 1, &out, Options{}); !errors.Is(err, ErrNotPermitted) || out.Len() > 0 {
		t.Errorf("%v, and %d bytes", err, out.Len())
	}
}

func TestNoProcess(t *testing.T) {
	t.Parallel()
	cmd := exec.Command("true")
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	if _, err := Run(t.Context(), cmd.Process.Pid, &bytes.Buffer{}, Options{}); !errors.Is(err, ErrNoProcess) {
		t.Error(err)
	}
}

// full is a disk that takes a number of writes.
type full int

func (f *full) Write(b []byte) (int, error) {
	if *f--; *f < 0 {
		return 0, syscall.ENOSPC
	}
	return len(b), nil
}

// TestFullDisk checks that the recording ends with the error, and the program does not.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	cmd := start(t)
	disk := full(8)
	if _, err := Run(t.Context(), cmd.Process.Pid, &disk, Options{Period: time.Millisecond}); !errors.Is(err, syscall.ENOSPC) {
		t.Error(err)
	}
	if syscall.Kill(cmd.Process.Pid, 0) != nil {
		t.Error("the program has ended")
	}
}

// BenchmarkLook measures a look at one thread, of a program whose threads mostly wait.
func BenchmarkLook(b *testing.B) {
	cmd := start(b)
	p, err := openProcess(cmd.Process.Pid)
	if err != nil {
		b.Fatal(err)
	}
	defer p.close()
	r := &recorder{process: p, decoder: newDecoder(p), threads: map[int]*thread{}, period: time.Hour}
	if err := r.begin(&bytes.Buffer{}, cmd.Process.Pid); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := r.round(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(r.threads)), "ns/thread")
}
