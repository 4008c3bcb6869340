package record

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/exp/trace"

	"tiv/tracefeed"
	"tiv/tracefeed/gotrace"
)

// A run is a finished recording with its output.
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

// words splits a command line.
func words(s string) []string { return strings.Fields(s) }

func recordWith(t testing.TB, o Options) run {
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
	if want := []string{"1s", "2w", "3w", "4x", "1t", "2a", "2e"}; !slices.Equal(got[:7], want) {
		t.Errorf("%v, want %v first", got, want)
	}
	rest := slices.Sorted(slices.Values(got[7:12]))
	if want := []string{"3a", "3e", "3w", "4s", "4t"}; !slices.Equal(rest, want) {
		t.Errorf("%v, want %v in the middle", got, want)
	}
	if want := []string{"5a", "5e", "5s", "5t"}; !slices.Equal(got[12:], want) {
		t.Errorf("%v, want %v last", got, want)
	}
}

func TestNoTwoHoldOneLock(t *testing.T) {
	for _, flags := range [][]string{{}, {"-race"}} {
		command := slices.Concat([]string{"go", "run"}, flags, []string{"./storm"})
		r := recordWith(t, Options{Command: command, Locks: LocksAll})
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

// checkExclusion fails if two goroutines hold a lock at a time, or if an acquisition is not
// later than the release before it, by another goroutine.
func checkExclusion(t *testing.T, events []lockEvent, lock uint64) {
	t.Helper()
	holds := map[trace.GoID]bool{} // true for a reader
	var released lockEvent
	for _, ev := range events {
		if ev.lock != lock {
			continue
		}
		switch ev.message {
		case "a", "s":
			reads := ev.message == "s"
			for g, also := range holds {
				if !reads || !also {
					t.Fatalf("lock %x at %d: goroutine %d takes it, %d holds it", lock, ev.time, ev.g, g)
				}
			}
			if released.g != ev.g && released.time == ev.time && (!reads || released.message != "t") {
				t.Fatalf("lock %x at %d: goroutine %d takes it when %d releases it", lock, ev.time, ev.g, released.g)
			}
			holds[ev.g] = reads
		case "e", "t":
			if _, ok := holds[ev.g]; !ok {
				t.Fatalf("lock %x at %d: goroutine %d releases what it doesn't hold", lock, ev.time, ev.g)
			}
			delete(holds, ev.g)
			released = ev
		}
	}
}

// TIV reads a recording without the functions of its recorder: a lock is acquired in
// sync.(*Mutex).Lock.
func TestStacksHaveNoRecorder(t *testing.T) {
	r := record(t, "go", "run", "./deadlock")
	f, err := os.Open(r.path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	feed, err := gotrace.Format().Open(tracefeed.Input{Reader: f})
	if err != nil {
		t.Fatal(err)
	}
	defer feed.Close()
	innermost := map[tracefeed.Kind]string{}
	for ev, err := range tracefeed.All(feed) {
		if err != nil {
			t.Fatal(err)
		}
		if tables := feed.Tables(); ev.Stack != tracefeed.NoStack && innermost[ev.Kind] == "" {
			innermost[ev.Kind] = tables.Frames[tables.Stacks[ev.Stack][0]].Func
		}
	}
	if got := innermost[tracefeed.MonitorEnter]; !strings.HasSuffix(got, "sync.(*Mutex).Lock") {
		t.Errorf("a lock is acquired in %q", got)
	}
	for _, frame := range feed.Tables().Frames {
		if strings.Contains(frame.Func+filepath.Base(frame.File), "tiv_record") || strings.Contains(frame.Func, ".tiv") ||
			strings.Contains(frame.Func, ".Tiv") {
			t.Errorf("a function of the recorder: %s at %s:%d", frame.Func, frame.File, frame.Line)
		}
	}
}
