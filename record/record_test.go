package record

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/exp/trace"
)

// A lockEvent is one event of the category tiv.lock.
type lockEvent struct {
	time    trace.Time
	g       trace.GoID
	lock    uint64
	message string
}

// A reading is what a test wants to know of a trace.
type reading struct {
	locks []lockEvent
	span  time.Duration // from the first event to the last
	err   error         // nil at a proper end
}

// read reads a trace as far as it goes.
func read(t *testing.T, path string) reading {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return readBytes(t, raw)
}

func readBytes(t *testing.T, raw []byte) reading {
	t.Helper()
	r, err := trace.NewReader(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	var got reading
	var first trace.Time
	for {
		ev, err := r.ReadEvent()
		if err != nil {
			if !errors.Is(err, io.EOF) {
				got.err = err
			}
			return got
		}
		if first == 0 {
			first = ev.Time()
		}
		got.span = ev.Time().Sub(first)
		if ev.Kind() == trace.EventLog && ev.Log().Category == "tiv.lock" {
			l := ev.Log()
			got.locks = append(got.locks, lockEvent{ev.Time(), ev.Goroutine(), uint64(l.Task), l.Message})
		}
	}
}

// on returns what was logged of one lock, as words like "1a", where
// goroutines count from 1 in the order in which they appear.
func (r reading) on(lock uint64) []string {
	var words []string
	var gs []trace.GoID
	for _, ev := range r.locks {
		if ev.lock != lock {
			continue
		}
		i := slices.Index(gs, ev.g)
		if i < 0 {
			i = len(gs)
			gs = append(gs, ev.g)
		}
		words = append(words, fmt.Sprintf("%d%s", i+1, ev.message))
	}
	return words
}

// A run is a finished recording with what it printed.
type run struct {
	Result
	stdout, stderr string
	path           string
}

// record runs a command in testdata.
func record(t *testing.T, command ...string) run {
	t.Helper()
	return recordWith(t, Options{Command: command})
}

func recordWith(t *testing.T, o Options) run {
	t.Helper()
	if o.Out == "" {
		o.Out = filepath.Join(t.TempDir(), "x.trace")
	}
	if o.Dir == "" {
		o.Dir = "testdata"
	}
	var stdout, stderr strings.Builder
	o.Stdout, o.Stderr = &stdout, &stderr
	result, err := Run(context.Background(), o)
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	return run{result, stdout.String(), stderr.String(), o.Out}
}

// addresses reads the %p words of a program's first line.
func addresses(t *testing.T, text string) []uint64 {
	t.Helper()
	line, _, _ := strings.Cut(text, "\n")
	var all []uint64
	for _, word := range strings.Fields(line) {
		var n uint64
		if _, err := fmt.Sscanf(word, "0x%x", &n); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		all = append(all, n)
	}
	return all
}

func TestDeadlockNamesHeldAndAwaited(t *testing.T) {
	r := record(t, "go", "run", "./deadlock")
	if r.ExitCode != 3 {
		t.Errorf("exit code %d, want the program's 3", r.ExitCode)
	}
	locks := addresses(t, r.stdout)
	got := read(t, r.path)
	if got.err != nil || got.span < 200*time.Millisecond {
		t.Errorf("trace of %v ends with %v", got.span, got.err)
	}
	for _, lock := range locks {
		if words := got.on(lock); !slices.Equal(words, []string{"1a", "2w"}) {
			t.Errorf("lock %x: %v, want one to take it and another to wait for ever", lock, words)
		}
	}
}

func TestRWMutexIsOneLock(t *testing.T) {
	r := record(t, "go", "run", "rwlock/main.go")
	lock := addresses(t, r.stdout)[0]
	// 1 reads; 2, 3 want to write, 4 to read; the writer that waits for
	// readers is first, then come the readers that waited for it.
	got := read(t, r.path).on(lock)
	if len(got) != 16 {
		t.Fatalf("%v, want 16 events", got)
	}
	if want := []string{"1s", "2w", "3w", "4x", "1u", "2a", "2r"}; !slices.Equal(got[:7], want) {
		t.Errorf("%v, want %v first", got, want)
	}
	rest := slices.Sorted(slices.Values(got[7:12]))
	if want := []string{"3a", "3r", "3w", "4s", "4u"}; !slices.Equal(rest, want) {
		t.Errorf("%v, want %v in the middle", got, want)
	}
	if want := []string{"5a", "5r", "5s", "5u"}; !slices.Equal(got[12:], want) {
		t.Errorf("%v, want %v last", got, want)
	}
}

func TestNoTwoHoldOneLock(t *testing.T) {
	for _, flags := range [][]string{{}, {"-race"}} {
		command := slices.Concat([]string{"go", "run"}, flags, []string{"./storm"})
		r := record(t, command...)
		if r.ExitCode != 0 {
			t.Fatalf("%v: exit code %d: %s", flags, r.ExitCode, r.stderr)
		}
		got := read(t, r.path)
		locks := addresses(t, r.stdout)
		taken := map[uint64]int{}
		for _, ev := range got.locks {
			if ev.message == "a" || ev.message == "s" {
				taken[ev.lock]++
			}
		}
		if taken[locks[0]] != 12000 || taken[locks[1]] != 8000 {
			t.Errorf("%v: taken %d and %d times, want 12000 and 8000", flags, taken[locks[0]], taken[locks[1]])
		}
		for _, lock := range locks {
			checkExclusion(t, got.locks, lock)
		}
	}
}

// checkExclusion fails where two hold a lock at a time. The trace's clock
// ticks every 64 ns, and what falls into one tick has no order.
func checkExclusion(t *testing.T, events []lockEvent, lock uint64) {
	t.Helper()
	type hold struct {
		g      trace.GoID
		shared bool
		since  trace.Time
	}
	var holds []hold
	settled := func(now trace.Time) {
		for i, h := range holds {
			for _, other := range holds[:i] {
				if now > h.since && now > other.since && !(h.shared && other.shared) {
					t.Fatalf("lock %x at %d: held by %v", lock, now, holds)
				}
			}
		}
	}
	for _, ev := range events {
		if ev.lock != lock {
			continue
		}
		settled(ev.time)
		switch ev.message {
		case "a", "s":
			holds = append(holds, hold{ev.g, ev.message == "s", ev.time})
		case "r", "u":
			i := slices.IndexFunc(holds, func(h hold) bool { return h.g == ev.g })
			if i < 0 {
				t.Fatalf("lock %x at %d: goroutine %d releases what it doesn't hold", lock, ev.time, ev.g)
			}
			holds = slices.Delete(holds, i, i+1)
		}
	}
}

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
		if r.ExitCode != c.code || r.stdout != "environment \n"+c.out || !strings.Contains(r.stderr, c.err) || c.err == "" && r.stderr != "" {
			t.Errorf("%s: exit code %d, output %q, errors %q", c.how, r.ExitCode, r.stdout, r.stderr)
		}
		got := read(t, r.path)
		if c.how != "kill" && (got.err != nil || got.span < 50*time.Millisecond) {
			t.Errorf("%s: trace of %v ends with %v", c.how, got.span, got.err)
		}
	}
}

// plainEnv is this process's environment without what the programs show.
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
	got := read(t, path)
	if got.err != nil || got.span < 50*time.Millisecond {
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
	var text strings.Builder
	for buf := make([]byte, 64); !strings.Contains(text.String(), "ready\n"); {
		n, err := stdout.Read(buf)
		if err != nil {
			t.Fatalf("%s: %q: %v", how, text.String(), err)
		}
		text.Write(buf[:n])
	}
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
