package session

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"testing"
	"time"

	"tiv/tracefeed"
	"tiv/workspace"
	"tiv/workspace/loader"
)

// A trace that was written again is read again with the same moment and selection.
func TestReload(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.tiv")
	copyFile := func(from string) {
		t.Helper()
		data, err := os.ReadFile(from)
		if err == nil {
			err = os.WriteFile(path, data, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	copyFile(deadlock)
	s := opened(t, path)
	const moment = 30 * tracefeed.Millisecond
	s.Shown.Send(workspace.SeekTo{Moment: moment}, workspace.Select{Thread: beta})
	s.Shown.CarryOut(s.Jobs, s.settings)
	copyFile(phases)
	before := s.Shown
	during := func() {} // while the file is read
	reload := func() {
		s.reload()
		during()
		served(s)
	}
	step := s.Shown.Workspace.Look.Step * 2
	during = func() { s.Shown.Send(workspace.SetStep{Step: step}) }
	reload()
	finish(t, s)
	during = func() {}
	if now := s.Shown.Workspace.Look.Step; now != step {
		t.Errorf("the step is %v, and was set to %v while the trace was read again", now, step)
	}
	if l := &s.Shown.Workspace.Look; s.Shown == before || len(s.Traces) != 1 || l.Moment != moment || l.Selected != beta {
		t.Errorf("%d traces, moment %v, selected %d", len(s.Traces), l.Moment, l.Selected)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	list := &s.Messages.List
	if reload(); len(s.Traces) != 1 || s.Shown.Workspace.Look.Selected != beta || !(*list)[len(*list)-1].Wrong {
		t.Errorf("without a file: %d traces, messages %v", len(s.Traces), *list)
	}
}

// served waits until all requests are served, and saves meanwhile, as the loop of the window
// does.
func served(s *Session) {
	for s.Opener.opening != nil || len(s.Opener.requests) > 0 {
		s.Save()
		s.Opener.serve()
		runtime.Gosched()
	}
}

// A trace that is closed while it is read again stays closed.
func TestCloseDuringReload(t *testing.T) {
	s := opened(t, phases, deadlock)
	s.reload()
	s.CloseTrace(s.Shown)
	served(s)
	if len(s.Traces) != 1 || s.Shown.Path != phases || len(s.Messages.List) > 0 {
		t.Errorf("%d traces, %s is shown, messages %v", len(s.Traces), s.Shown.Path, s.Messages.List)
	}
}

// After a reload within a comparison, its end leaves the threads of the new file selected.
func TestReloadWithinComparison(t *testing.T) {
	s := opened(t)
	s.Opener.options.Open = func(path string, notify func()) (*loader.Loader, error) {
		return loader.Open(path, loader.Options{Findings: true, Notify: notify})
	}
	s.ShowStart()
	settle := func() {
		t.Helper()
		searched := false
		for begin := time.Now(); !searched && time.Since(begin) < time.Minute; runtime.Gosched() {
			s.Update(func(_ *Trace, _ bool, err error) { t.Error(err) })
			searched = true
			s.Comparison.Each(func(x *Trace) { searched = searched && x.Searched() })
		}
		s.Advance(time.Now(), 0, false)
	}
	for _, path := range []string{phases, deadlock} {
		if err := s.Open(path, ""); err != nil {
			t.Fatal(err)
		}
		settle()
	}
	both := s.Traces
	s.Shown.Send(workspace.SelectAll{})
	s.Comparison.Begin(both[0], both[1])
	settle()
	if !s.Comparison.Ready {
		t.Fatal("the comparison is not ready")
	}
	s.Shown.Send(workspace.Select{Thread: beta})
	settle()
	s.reload()
	served(s)
	settle()
	want := slices.Clone(s.Shown.Workspace.Look.Selection)
	if s.Comparison.end(); len(want) != 1 || !slices.Equal(s.Shown.Workspace.Look.Selection, want) {
		t.Errorf("%v are selected, want %v", s.Shown.Workspace.Look.Selection, want)
	}
}

// A job of the start page ends, too: a message with a button outlives its trace.
func TestJobOfTheStartPage(t *testing.T) {
	s := opened(t, phases)
	s.CloseTrace(s.Shown)
	s.Jobs.Start(s.Shown.Document, "The picture", func(*Worker) (Message, error) { return Message{Text: "Copied"}, nil })
	for begin := time.Now(); s.Shown.Job != nil && time.Since(begin) < time.Minute; runtime.Gosched() {
		s.Serve()
	}
	if list := s.Messages.List; len(list) != 1 || list[0].Text != "Copied" {
		t.Errorf("messages %v", list)
	}
}

// A change is noticed when the file has stayed the same for two looks, also after
// it was missing for some time.
func TestUntilChanged(t *testing.T) {
	t.Parallel()
	tick := make(chan time.Time)
	close(tick) // it is always time to look
	for name, state := range map[string]fileState{"known": "3", "unknown": ""} {
		sizes := []int64{3, 3, 3, 1, 2, 3, -1, 3, -1, -1, 5, 4, 4, 4}
		looks := 0
		err := untilChanged(t.Context(), func() (fileState, error) {
			size := sizes[looks]
			if looks++; size < 0 {
				return "", os.ErrNotExist
			}
			return fileState(strconv.FormatInt(size, 10)), nil
		}, state, tick)
		if err != nil || looks != len(sizes)-1 {
			t.Errorf("%s: noticed after %d looks, %v", name, looks, err)
		}
	}
}

// A folder that does not answer does not keep a trace from being closed.
func TestUntilChangedEnds(t *testing.T) {
	t.Parallel()
	hang := make(chan bool)
	defer close(hang)
	tick := make(chan time.Time)
	close(tick)
	ctx, cancel := context.WithCancel(t.Context())
	err := untilChanged(ctx, func() (fileState, error) {
		cancel()
		<-hang
		return "", nil
	}, "", tick)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("ended with %v", err)
	}
}

// A disk that does not answer stops neither the session nor its end: a request waits, and can
// be cancelled.
func TestOpeningHangs(t *testing.T) {
	s := opened(t, deadlock)
	began, hang := make(chan bool), make(chan bool)
	defer close(hang)
	s.Opener.options.Open = func(string, func()) (*loader.Loader, error) {
		began <- true
		<-hang
		return nil, os.ErrNotExist
	}
	s.Opener.Request(Request{Paths: []string{phases}, Then: func([]error) { t.Error("an answer") }})
	<-began
	s.Serve()
	if o := s.Opener.Opening(); len(s.Traces) != 1 || o == nil || o.Name != "phases.tiv" {
		t.Fatalf("%d traces, opening %v", len(s.Traces), o)
	}
	s.Opener.opening.Stop()
	s.Serve()
	if len(s.Traces) != 1 || s.Opener.opening != nil || len(s.Opener.requests) > 0 {
		t.Errorf("after the end: %d traces, %d requests", len(s.Traces), len(s.Opener.requests))
	}
}
