package ui

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"tiv/tracefeed"
	"tiv/workspace"
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
	a := unopened(t, path)
	const moment = 30 * tracefeed.Millisecond
	a.send(workspace.SeekTo{Moment: moment}, workspace.Select{Thread: beta})
	a.do()
	copyFile(phases)
	before := a.document
	reload := func() {
		a.tabs.reload()
		for a.tabs.opening != nil || len(a.tabs.requests) > 0 {
			a.tabs.save() // as the loop of the window does
			a.tabs.serveRequests()
			runtime.Gosched()
		}
	}
	reload()
	if _, err := a.loader.Wait(); err != nil {
		t.Fatal(err)
	}
	if err := a.update(); err != nil {
		t.Fatal(err)
	}
	if l := &a.ws.Look; a.document == before || len(a.tabs.list) != 1 || l.Moment != moment || l.Selected != beta {
		t.Errorf("%d tabs, moment %v, selected %d", len(a.tabs.list), l.Moment, l.Selected)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if reload(); len(a.tabs.list) != 1 || a.ws.Look.Selected != beta || !a.messages.list[len(a.messages.list)-1].wrong {
		t.Errorf("without a file: %d tabs, messages %v", len(a.tabs.list), a.messages.list)
	}
}

// A change is noticed when the file has stayed the same for two looks, also after
// it was missing for some time.
func TestUntilChanged(t *testing.T) {
	t.Parallel()
	tick := make(chan time.Time)
	close(tick) // it is always time to look
	old := fileState{size: 3, written: time.Unix(1, 0)}
	for name, state := range map[string]fileState{"known": old, "unknown": {}} {
		sizes := []int64{3, 3, 3, 1, 2, 3, -1, 3, -1, -1, 5, 4, 4, 4}
		looks := 0
		err := untilChanged(t.Context(), func() (fileState, error) {
			size := sizes[looks]
			if looks++; size < 0 {
				return fileState{}, os.ErrNotExist
			}
			return fileState{size: size, written: old.written}, nil
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
		return fileState{}, nil
	}, fileState{}, tick)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("ended with %v", err)
	}
}

// A disk that does not answer stops neither the window nor its end: a request waits, and can
// be cancelled.
func TestOpeningHangs(t *testing.T) {
	a := unopened(t, deadlock)
	began, hang := make(chan bool), make(chan bool)
	defer close(hang)
	a.tabs.options.Open = func(string, func()) (*workspace.Loader, error) {
		began <- true
		<-hang
		return nil, os.ErrNotExist
	}
	a.tabs.request(openRequest{paths: []string{phases}, then: func(openErrors) { t.Error("an answer") }})
	<-began
	a.tabs.serveRequests()
	if len(a.tabs.list) != 1 || a.tabs.opening == nil {
		t.Fatalf("%d tabs, opening %t", len(a.tabs.list), a.tabs.opening != nil)
	}
	a.tabs.opening.Stop()
	a.tabs.serveRequests()
	if len(a.tabs.list) != 1 || a.tabs.opening != nil || len(a.tabs.requests) > 0 {
		t.Errorf("after the end: %d tabs, %d requests", len(a.tabs.list), len(a.tabs.requests))
	}
}
