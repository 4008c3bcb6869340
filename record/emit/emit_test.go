package emit_test

import (
	"errors"
	"io"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"tiv/record/emit"
	"tiv/tracefeed"
)

func TestExampleInGo(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace.bin")
	if err := runPool(path); err != nil {
		t.Fatal(err)
	}
	checkPool(t, load(t, path, true))
}

// create begins a trace in a file of its own.
func create(t *testing.T, o emit.Options) (w *emit.Writer, path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "trace.bin")
	w, err := emit.Create(path, o)
	if err != nil {
		t.Fatal(err)
	}
	return w, path
}

// count emits every number from 1 on, as stress.c does.
func count(w *emit.Writer, id, events int) {
	f, name := w.Thread(strconv.Itoa(id), "counter"), w.Name("n")
	f.Start(nil)
	for i := 1; i <= events; i++ {
		if i%7 == 0 {
			f.Counter(name, int64(i))
		} else {
			f.Run(i)
		}
	}
	f.End()
}

// countAll has many goroutines count at once while the flusher passes by as
// often as it can.
func countAll(t *testing.T, w *emit.Writer, threads, events int) {
	t.Helper()
	var all sync.WaitGroup
	for id := range threads {
		all.Go(func() { count(w, id, events) })
	}
	done := make(chan struct{})
	go func() {
		all.Wait()
		close(done)
	}()
	for counting := true; counting; {
		select {
		case <-done:
			counting = false
		default:
			if err := w.Flush(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestManyGoroutines(t *testing.T) {
	w, path := create(t, emit.Options{})
	countAll(t, w, 300, 2000)
	tr := load(t, path, true)
	checkCounts(t, tr, 300, 2000)
	if n := tr.lost(); n > 0 {
		t.Errorf("%d events were lost", n)
	}
}

// If the buffers are too small, lost events are counted, and the others kept.
func TestLossesAreCountedInGo(t *testing.T) {
	w, path := create(t, emit.Options{Memory: 64 << 10})
	countAll(t, w, 4, 500000)
	tr := load(t, path, true)
	checkCounts(t, tr, 4, 500000)
	if tr.lost() == 0 {
		t.Error("nothing was lost, so this shows nothing")
	}
}

// Threads that have ended give their buffers back.
func TestEndGivesBack(t *testing.T) {
	w, path := create(t, emit.Options{Memory: 32 * 4096})
	for id := range 1000 {
		count(w, id, 10)
		if id%20 == 0 {
			if err := w.Flush(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	tr := load(t, path, true)
	checkCounts(t, tr, 1000, 10)
	if n := tr.lost(); n > 0 {
		t.Errorf("%d events were lost", n)
	}
}

// More than fits a block is cut by time into several.
func TestBlocksAreCut(t *testing.T) {
	w, path := create(t, emit.Options{})
	var all sync.WaitGroup
	for id := range 2 {
		all.Go(func() { count(w, id, 300000) })
	}
	all.Wait()
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	checkCounts(t, load(t, path, true), 2, 300000)
}

func TestClockInGo(t *testing.T) {
	w, path := create(t, emit.Options{})
	start := time.Now()
	before, after := w.Name("before"), w.Name("after")
	var all sync.WaitGroup
	for _, id := range []string{"1", "2"} {
		all.Go(func() {
			f := w.Thread(id, id)
			for i := range 5000 {
				f.Counter(before, int64(time.Since(start)))
				f.Counter(after, int64(time.Since(start)))
				if i%16 == 0 {
					time.Sleep(200 * time.Microsecond)
				}
			}
		})
	}
	all.Wait()
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	checkClocks(t, load(t, path, true))
}

func TestLateEventInGo(t *testing.T) {
	w, path := create(t, emit.Options{})
	f := w.Thread("1", "late")
	f.Start(nil)
	f.Counter(w.Name("early"), 1)
	f.RunLate(func() {
		time.Sleep(time.Millisecond)
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
	})
	f.Counter(w.Name("later"), 1)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	checkLate(t, path)
}

// Events lost at a thread's end, after the flusher has read the clock, are
// counted in the next block.
func TestLossAfterTheHorizon(t *testing.T) {
	w, path := create(t, emit.Options{})
	f := w.Thread("1", "loses")
	f.Start(nil)
	g := w.Thread("2", "goes on")
	g.Start(nil)
	for lost := f.LoseSoon(); !lost(); {
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		g.Run(0)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if n := load(t, path, true).lost(); n != 1 {
		t.Errorf("%d events were lost, want 1", n)
	}
}

// A program that hangs leaves a trace that extends to the end.
func TestHangs(t *testing.T) {
	w, path := create(t, emit.Options{})
	f := w.Thread("1", "hangs")
	f.Start(nil)
	f.SuspendStart(tracefeed.CauseWait)
	waitForTime(t, path)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "trace.bin")
	cmd := exec.Command(compile(t, stress), path, "hang")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Wait()
	defer cmd.Process.Kill()
	waitForTime(t, path)
}

// waitForTime waits until the trace at path, which is still being written,
// contains a wait of 0.3 s of its thread.
func waitForTime(t *testing.T, path string) {
	t.Helper()
	for range 1000 {
		time.Sleep(20 * time.Millisecond)
		if tr := read(t, path, false); tr != nil && len(tr.events) > 0 && tr.events[len(tr.events)-1].Time > 300*tracefeed.Millisecond {
			return
		}
	}
	t.Error("nothing was told for 20 s")
}

// failing can be written to some times.
type failing struct{ times int }

var errFull = errors.New("full")

func (f *failing) Write(p []byte) (int, error) {
	if f.times--; f.times < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestWriteErrors(t *testing.T) {
	if _, err := emit.Create(filepath.Join(t.TempDir(), "no", "folder"), emit.Options{}); err == nil {
		t.Error("a trace was made in no folder")
	}
	if _, err := emit.New(&failing{}, emit.Options{}); !errors.Is(err, errFull) {
		t.Errorf("New returned %v", err)
	}
	w, err := emit.New(&failing{2}, emit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for id := range 3 {
		count(w, id, 5000)
		if err := w.Flush(); !errors.Is(err, errFull) {
			t.Errorf("Flush returned %v", err)
		}
	}
	for range 2 {
		if err := w.Close(); !errors.Is(err, errFull) {
			t.Errorf("Close returned %v", err)
		}
	}
}

// After Close, and with nil, calls do nothing.
func TestNothingIsRecorded(t *testing.T) {
	w, err := emit.New(io.Discard, emit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	f := w.Thread("1", "late")
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for range 1000 {
		f.IOEnd()
	}
	if err := errors.Join(w.Flush(), w.Close()); err != nil {
		t.Error(err)
	}
	makeCalls(nil)
	var none *emit.Writer
	if err := errors.Join(none.Flush(), none.Close()); err != nil || none.Thread("1", "x").ID() != tracefeed.NoThread {
		t.Error("a nil writer does something")
	}
}
