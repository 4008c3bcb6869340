package loader

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"tiv/interaction/detect"
	"tiv/internal/reduced"
	"tiv/timeline"
	"tiv/timeline/caveats"
	"tiv/tracefeed"
)

// story is ten seconds of a deadlock that closes after 3.
const story = `tiv-text 1
0s A start
0s B start
1s A monitor-enter M
1s B monitor-enter N
2s A monitor-wait N
3s B monitor-wait M
3s C start
10s C end
`

// long is a text trace of n events.
func long(n int) []byte {
	var b bytes.Buffer
	b.WriteString("tiv-text 1\n0s A start\n")
	for i := range n {
		fmt.Fprintf(&b, "%dus A %s\n", i+1, []string{"suspend-start sleep", "suspend-end"}[i%2])
	}
	return b.Bytes()
}

// gated is a reader that stops in the middle until it is let on.
type gated struct {
	first, rest io.Reader
	gate        chan struct{}
}

func (g *gated) Read(p []byte) (int, error) {
	if n, err := g.first.Read(p); err == nil {
		return n, nil
	}
	<-g.gate
	return g.rest.Read(p)
}

func startAt(t *testing.T, r io.Reader, size int, notify func()) *Loader {
	t.Helper()
	source, err := tracefeed.OpenInput(tracefeed.Input{Name: "x", Reader: r, Size: int64(size)}, Formats())
	if err != nil {
		t.Fatal(err)
	}
	return Start(source, Options{Findings: true, Notify: notify})
}

// While a trace is being read, snapshots are published; published snapshots
// never change.
func TestPublishesWhileLoading(t *testing.T) {
	t.Parallel()
	data := long(400_000)
	half := len(data) / 2
	g := &gated{bytes.NewReader(data[:half]), bytes.NewReader(data[half:]), make(chan struct{})}
	told := make(chan struct{}, 1000)
	l := startAt(t, g, len(data), func() {
		select {
		case told <- struct{}{}:
		default:
		}
	})
	// It depends on the clock whether a snapshot was published before the gate:
	// if none was, open it and wait for the next.
	for l.Progress() < 0.4 {
		runtime.Gosched()
	}
	if p := l.Progress(); p > 0.6 {
		t.Errorf("progress %v before the second half was there", p)
	}
	var early *Loaded
	if l.Current() != nil {
		early = l.Current()
	}
	close(g.gate)
	<-told
	if early == nil {
		early = l.Current()
	}
	end, events := early.Timeline.End, early.Timeline.Counts.Events
	count, sum := spans(early.Timeline), early.Timeline.Lane(1).Sum(0, end)
	all, err := l.Wait()
	if err != nil {
		t.Fatal(err)
	}
	if l.Progress() != 1 || !all.Timeline.Complete || all.Timeline.Counts.Events != 400_001 ||
		all.Timeline.End != 400_000*tracefeed.Microsecond {
		t.Errorf("in the end: progress %v, %d events, %v", l.Progress(), all.Timeline.Counts.Events, all.Timeline.End)
	}
	if early.Timeline.End != end || early.Timeline.Counts.Events != events || spans(early.Timeline) != count ||
		early.Timeline.Lane(1).Sum(0, end) != sum {
		t.Error("what was published first has changed")
	}
	if err := l.Close(); err != nil {
		t.Error(err)
	}
}

// A loader that is closed in the middle leaves nothing behind.
func TestCloseInTheMiddle(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.tiv")
	if err := os.WriteFile(path, long(200_000), 0o644); err != nil {
		t.Fatal(err)
	}
	for range 20 {
		synctest.Test(t, func(t *testing.T) { // fails if a goroutine never ends
			l, err := Open(path, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if err := l.Close(); err != nil {
				t.Error(err)
			}
			if tl := l.Current().Timeline; tl == nil || tl.Complete && tl.Damage == nil && tl.Counts.Events != 200_001 {
				t.Error("a part of a trace counts as all of it")
			}
		})
	}
}

func TestNotifiesInTheEnd(t *testing.T) {
	t.Parallel()
	told := 0
	l := startAt(t, strings.NewReader(story), len(story), func() { told++ })
	all, err := l.WaitFindings()
	if err != nil || told < 1 || all != l.Current() {
		t.Errorf("told %d times, %v", told, err)
	}
	if len(all.Report.Findings) == 0 {
		t.Error("nothing was found in the deadlock")
	}
	if err := l.Close(); err != nil {
		t.Error(err)
	}
}

func TestDamageIsKept(t *testing.T) {
	t.Parallel()
	l := startAt(t, strings.NewReader(story+"nonsense\n"), 0, nil)
	all, err := l.Wait()
	if err != nil {
		t.Fatal(err)
	}
	tl := all.Timeline
	if tl.Damage == nil || !tl.Complete || tl.End != 10*tracefeed.Second || !strings.Contains(tl.Damage.Error(), "line 10") {
		t.Errorf("damage %v, complete %v, end %v", tl.Damage, tl.Complete, tl.End)
	}
	if n := caveats.All(tl); !strings.Contains(n, "line 10") || !strings.Contains(n, "10 s") {
		t.Errorf("the note is %q", n)
	}
	if l.Progress() != 0 {
		t.Errorf("progress %v of an unknown size", l.Progress())
	}
	if err := l.Close(); err != nil {
		t.Error(err)
	}
}

func TestNothingReadable(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"tiv-text 1\n":           "read trace: x: it has no events",
		"tiv-text 1\nnonsense\n": "read trace: x: line 2",
	} {
		l := startAt(t, strings.NewReader(text), len(text), nil)
		if all, err := l.Wait(); err == nil || !strings.Contains(err.Error(), want) || all != nil {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	}
	for _, path := range []string{t.TempDir(), "/nowhere/x"} {
		if _, err := Open(path, Options{}); err == nil {
			t.Errorf("%s was opened", path)
		}
	}
}

func TestCaveats(t *testing.T) {
	t.Parallel()
	if n := caveats.All(reduced.Story(t, story)); n != "" {
		t.Errorf("a good trace has the note %q", n)
	}
	tl := &timeline.Timeline{
		Header: tracefeed.Header{Note: "read slowly"}, Complete: true, Counts: timeline.Counts{Dropped: 3, Invented: 4},
	}
	for _, want := range []string{"read slowly", "3 inconsistent events skipped", "4 wait ends missing"} {
		if n := caveats.All(tl); !strings.Contains(n, want) {
			t.Errorf("%q does not say %q", n, want)
		}
	}
}

func TestFormats(t *testing.T) {
	t.Parallel()
	starts := map[string]string{"go": "go 1.26 trace\x00\x00\x00", "text": "tiv-text 1\n", "tiv": "\x89TIV\r\n\x1a\n\x01\x00",
		"go-dump": "2026 ready\n\ngoroutine 1 [running]:\n", "java-dump": "2026-11-22 22:18:20\nFull thread dump OpenJDK",
		"python-dump": "Timeout (0:00:01)!\nThread 0x00007efc (most recent call first):\n"}
	for _, f := range Formats() {
		for name, start := range starts {
			if got := f.Sniff([]byte(start)); got != (name == f.Name) {
				t.Errorf("format %s takes %q for its own: %v", f.Name, start, got)
			}
		}
		delete(starts, f.Name)
	}
	if len(starts) > 0 {
		t.Errorf("no format reads %v", starts)
	}
}

// A trace can come through a pipe with a writer that never ends.
func TestCloseWhileAPipeIsSilent(t *testing.T) {
	t.Parallel()
	pipe := filepath.Join(t.TempDir(), "pipe.tiv")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	w, err := os.OpenFile(pipe, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	story := "tiv-text 1\n0s A start\n" + strings.Repeat("1ms A ready\n", 20)
	if _, err := w.WriteString(story); err != nil {
		t.Fatal(err)
	}
	l, err := Open(pipe, Options{})
	if err != nil {
		t.Fatal(err)
	}
	awaitRead(t)
	closed := make(chan error)
	go func() { closed <- l.Close() }()
	select {
	case err := <-closed:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("Close waits for a pipe that says nothing")
	}
}

// awaitRead waits until a goroutine of the program waits for input.
func awaitRead(t *testing.T) {
	t.Helper()
	stacks := make([]byte, 1<<20)
	for range 60_000 {
		for g := range strings.SplitSeq(string(stacks[:runtime.Stack(stacks, true)]), "\n\n") {
			head, _, _ := strings.Cut(g, "\n")
			if strings.Contains(head, "[IO wait") && strings.Contains(g, "tiv/tracefeed") {
				return
			}
		}
		time.Sleep(time.Millisecond)
	}
	t.Fatal("nothing waits for input")
}

// spans counts the spans of the first thread.
func spans(tl *timeline.Timeline) (n int) {
	tl.Lane(1).Spans(0, tl.End, func(*timeline.Span, tracefeed.Time) bool {
		n++
		return true
	})
	return n
}

// The search for findings ends soon after it is cancelled.
func TestFindStops(t *testing.T) {
	t.Parallel()
	source, err := tracefeed.OpenInput(tracefeed.Input{Name: "x", Reader: strings.NewReader(story)}, Formats())
	if err != nil {
		t.Fatal(err)
	}
	tl, err := reduced.Timeline(source, timeline.Tuning{PageEvents: 1})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	if found := detect.Find(ctx, tl, nil).Findings; len(found) == 0 {
		t.Error("nothing was found in the deadlock")
	}
	cancel()
	if found := detect.Find(ctx, tl, nil).Findings; len(found) > 0 {
		t.Errorf("found when nobody wanted to know: %v", found)
	}
}

// A pipe is opened once: its writer must not be left without a reader.
func TestPipe(t *testing.T) {
	t.Parallel()
	pipe := filepath.Join(t.TempDir(), "pipe.tiv")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for range 20 {
		wrote := make(chan error, 1)
		go func() {
			wrote <- os.WriteFile(pipe, []byte(story), 0)
		}()
		l, err := Open(pipe, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := l.Wait(); err != nil {
			t.Error(err)
		}
		if err := <-wrote; err != nil {
			t.Error(err)
		}
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	}
}
