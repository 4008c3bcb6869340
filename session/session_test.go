package session

import (
	"errors"
	"runtime"
	"slices"
	"testing"
	"time"

	"tiv/tracefeed"
	"tiv/workspace/loader"
	"tiv/workspace/prefs"
)

// Test traces, and a thread of them.
const (
	deadlock, phases = "../ui/testdata/deadlock.tiv", "../ui/testdata/phases.tiv"
	beta             = tracefeed.ThreadID(2)
)

// opened returns a session with some traces. The last is shown.
func opened(t *testing.T, paths ...string) *Session {
	t.Helper()
	open := func(path string, notify func()) (*loader.Loader, error) {
		return loader.Open(path, loader.Options{Findings: true, Notify: notify})
	}
	noPainter := func() (Painter, error) { return nil, errors.New("no painter") }
	s := New(Options{Open: open}, &prefs.Prefs{}, func() {}, noPainter)
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	for _, path := range paths {
		if err := s.Open(path, ""); err != nil {
			t.Fatal(err)
		}
		finish(t, s)
	}
	return s
}

// finish waits until the shown trace has been read.
func finish(t *testing.T, s *Session) {
	t.Helper()
	if _, err := s.Shown.Loader.Wait(); err != nil {
		t.Fatal(err)
	}
	s.Shown.Begun = time.Time{} // so that the trace is shown without its findings
	s.Update(func(_ *Trace, _ bool, err error) { t.Error(err) })
}

// A trace is closed at once, and for good when the disk has its workspace.
func TestCloseTraceOnASlowDisk(t *testing.T) {
	s := opened(t, phases)
	answer, closing := make(chan struct{}), s.Shown
	closing.saver.Save(func() error { <-answer; return nil }, func() {})
	s.CloseTrace(closing)
	if !IsBlank(s.Shown.Document) || !slices.Equal(s.leaving, []*Trace{closing}) {
		t.Fatalf("%d traces are being saved", len(s.leaving))
	}
	close(answer)
	for len(s.leaving) > 0 {
		runtime.Gosched()
		s.Save()
	}
}
