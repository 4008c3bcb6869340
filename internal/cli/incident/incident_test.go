package incident

import (
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"tiv/timeline/ring"
	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
	"tiv/tracefeed/textfeed"
)

// program is a text trace: a deadlock closes at 1s, a task lasts from 2s on, and a counter
// passes 100 at 9s; the program itself asks at 13s.
const program = `tiv-text 1
0s a start
0s b start
0.1s a monitor-enter A
0.1s b monitor-enter B
0.5s a monitor-wait B
1s b monitor-wait A
1.5s c start
2s c task-start checkout object=7
5s c run
9s - counter queue value=101
13s c region-start tiv%20trigger:%20too%20slow/now
20s c run
`

// played is what a recorder says and saves of the program.
func played(t *testing.T, o Options, triggers ...string) (files []string, said string) {
	t.Helper()
	var mu sync.Mutex
	o.Dir, o.Ring.Dir = t.TempDir(), t.TempDir()
	o.Wall = func() int64 { return time.Date(2026, 12, 1, 3, 4, 0, 0, time.Local).UnixNano() }
	o.Said = func(text string) {
		mu.Lock()
		defer mu.Unlock()
		said += text + "\n"
	}
	var err error
	if o.Triggers, err = ParseTriggers(triggers); err != nil {
		t.Fatal(err)
	}
	feed, err := textfeed.Format().Open(tracefeed.Input{Reader: strings.NewReader(program)})
	if err != nil {
		t.Fatal(err)
	}
	r := New(feed, o)
	r.Drain()
	if _, err := r.Batch(nil); err != io.EOF {
		t.Fatal(err)
	}
	if err := r.Finish(); err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(o.Ring.Dir); err != nil || len(left) > 0 {
		t.Errorf("%d files are left of the ring, %v", len(left), err)
	}
	list, err := os.ReadDir(o.Dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range list {
		files = append(files, filepath.Join(o.Dir, f.Name()))
	}
	return files, said
}

// Each trigger saves one file, named by time and reason.
func TestTriggers(t *testing.T) {
	files, said := played(t, Options{Before: tracefeed.Second, After: tracefeed.Second / 2},
		"deadlock", "share(blocking) > 60% for 400ms", "task(checkout) > 4s", `counter("queue") > 100`, "counter(queue) > 1000")
	var names []string
	for _, f := range files {
		names = append(names, filepath.Base(f))
	}
	want := []string{"2026-12-01T03-04-01-deadlock.bin", "2026-12-01T03-04-06-task-checkout.bin",
		"2026-12-01T03-04-09-queue.bin", "2026-12-01T03-04-13-too-slow-now.bin"}
	if !slices.Equal(names, want) {
		t.Errorf("saved %q, want %q\n%s", names, want, said)
	}
	for _, part := range []string{"threads wait for each other: b, a",
		"share(blocking) > 60%", "the program asks: too slow/now", "1 s before, 500 ms after"} {
		if !strings.Contains(said, part) {
			t.Errorf("%q is not in\n%s", part, said)
		}
	}
	f, err := os.Open(files[0])
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	h, err := binfeed.ReadHeader(f)
	if at := time.Unix(0, h.Wall); err != nil || at.Second() != 0 {
		t.Errorf("the file begins at %v, %v", at, err)
	}
}

// No more files than allowed are saved in a day, and that is said once.
func TestMost(t *testing.T) {
	files, said := played(t, Options{After: tracefeed.Second / 2, Most: 1}, "deadlock", "task(checkout) > 4s", "counter(queue) > 100")
	if len(files) != 1 || strings.Count(said, "files were saved today") != 1 {
		t.Errorf("saved %q\n%s", files, said)
	}
}

// A program is run with each file as its argument.
func TestExec(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("it needs a script")
	}
	dir := t.TempDir()
	script := filepath.Join(dir, "tell")
	if err := os.WriteFile(script, []byte("#!/bin/sh\necho \"$1\" >>'"+dir+"/told'\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	files, _ := played(t, Options{Exec: script}, "deadlock")
	told, err := os.ReadFile(filepath.Join(dir, "told"))
	if lines := strings.Fields(string(told)); err != nil || len(files) != 2 || !slices.Equal(slices.Sorted(slices.Values(lines)), files) {
		t.Errorf("told %q, %v, want %q", told, err, files)
	}
	if _, said := played(t, Options{Exec: filepath.Join(dir, "none")}, "deadlock"); !strings.Contains(said, "no such file") {
		t.Errorf("said %q", said)
	}
}

// Disk errors of the ring are said, and the feed goes on.
func TestNoRing(t *testing.T) {
	_, said := played(t, Options{Ring: ring.Options{Bytes: 10}}, "deadlock")
	if strings.Count(said, "the ring has ended") != 1 {
		t.Errorf("said %q", said)
	}
}

// TestAmount lists values of --ring.
func TestAmount(t *testing.T) {
	for text, want := range map[string]string{"10m": "600s", "2G": "2147483648", "1.5h": "5400s", "0s": "", "1K": "", "x": "", "": ""} {
		var a Amount
		err := a.Set(text)
		if (err == nil) != (want != "") || err == nil && a.String() != want {
			t.Errorf("%q: %q, %v, want %q", text, a.String(), err, want)
		}
	}
}

// TestFileWord lists reasons as parts of file names.
func TestFileWord(t *testing.T) {
	for reason, want := range map[string]string{"deadlock": "deadlock", "../../etc": "etc", "": "trigger", " ä b\n": "ä-b",
		strings.Repeat("x", 99): strings.Repeat("x", 40)} {
		if got := fileWord(reason); got != want {
			t.Errorf("%q: %q, want %q", reason, got, want)
		}
	}
}

// An error shows the place in the trigger.
func TestParseTriggers(t *testing.T) {
	_, err := ParseTriggers([]string{"deadlock", "task(x) < 1s"})
	if want := "--trigger: column 9: expected > or >=\n  task(x) < 1s\n          ^"; err == nil || err.Error() != want {
		t.Errorf("error %v\nwant %s", err, want)
	}
}
