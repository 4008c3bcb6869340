package gotrace

import (
	"testing"

	"tiv/tracefeed"
)

func TestOverlay(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		function, file string
		overlay        bool
	}{
		{"sync.(*Mutex).tivSlow", "/go/src/sync/mutex.go", true},
		{"internal/sync.(*Mutex).TivLock", "/go/src/internal/sync/tiv_record_lock.go", true},
		{"internal/sync.TivReads", "", true},
		{"runtime/trace.tivStart.func1", "", true},
		{"runtime/trace.init.0", "/go/src/runtime/trace/tiv_record_trace.go", true},
		{"main.init.0", "/app/tiv_record_main.go", true},
		{"sync.(*Mutex).Lock", "/go/src/sync/mutex.go", false},
		{"runtime.main", "", false},
		// The user's.
		{"main.tivSlow", "/app/main.go", false},
		{"example.com/sync.(*Mutex).tivSlow", "", false},
		{"main.f", "/tiv_record/main.go", false},
	} {
		if got := Overlay(tracefeed.Frame{Func: c.function, File: c.file}); got != c.overlay {
			t.Errorf("%s in %q: %v, want %v", c.function, c.file, got, c.overlay)
		}
	}
}

// Goroutines of the recorder stay goroutines of the runtime.
func TestRecorderAtTheRoot(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	s.change(5, notExist, canRun, "", "runtime.tivRun", 1)
	s.runs(5)
	s.waits(5, "sleep", "time.Sleep < runtime/trace.tivRead < runtime.tivRun")
	th := s.m.tables.Threads[1]
	if th.Name != "trace.recorder 5" || !th.System {
		t.Errorf("the recorder is %+v", th)
	}
	for _, f := range s.m.tables.Frames {
		if Overlay(f) {
			t.Errorf("%s is in the table of frames", f.Func)
		}
	}
}
