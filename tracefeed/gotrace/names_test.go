package gotrace

import (
	"strings"
	"testing"

	"golang.org/x/exp/trace"

	"tiv/tracefeed"
)

func TestNames(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		stack, name string
		system      bool
	}{
		{"time.Sleep < main.worker", "main.worker 7", false},
		{"main.main.func1", "main.main.func1 7", false},
		{"time.Sleep < main.main < runtime.main", "main.main 7", false},
		{"main.init.0 < runtime.doInit1", "main.main 7", false},
		{"github.com/a/b.c/d.(*T[example.com/e.F]).Run", "d.(*T[example.com/e.F]).Run 7", false},
		{"sync.(*Mutex).Lock < main.handle < sync.(*WaitGroup).Go.func1", "main.handle 7", false},
		{"runtime/pprof.Do", "pprof.Do 7", false},
		{"runtime.corostart", "runtime.corostart 7", false},
		{"main.callback < runtime.cgocallbackg1 < runtime.cgocallbackg", "runtime.cgocallbackg 7", false},
		{"runtime.gopark < runtime.bgsweep", "runtime.bgsweep 7", true},
		{"runtime/trace.Start.func1", "trace.Start.func1 7", true},
		{"runtime/pprof.profileWriter", "pprof.profileWriter 7", true},
		{"os/signal.loop", "signal.loop 7", false},
	} {
		at := newSite(strings.Split(c.stack, " < "))
		th := renamed(tracefeed.Thread{ID: "7"}, at.entry, at.root)
		if th.Name != c.name || th.System != c.system {
			t.Errorf("%s: called %q, system %v, want %q, %v", c.stack, th.Name, th.System, c.name, c.system)
		}
	}
}

// TestBetterName has a goroutine started by a helper: its function is known
// only when it first stops.
func TestBetterName(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	s.change(5, notExist, canRun, "", "sync.(*WaitGroup).Go.func1", 1)
	first := s.m.tables.Threads[1].Name
	s.runs(5)
	s.waits(5, "sleep", "time.Sleep < main.crawl < sync.(*WaitGroup).Go.func1")
	if got := s.m.tables.Threads[1].Name; first != "sync.(*WaitGroup).Go.func1 5" || got != "main.crawl 5" {
		t.Errorf("called %q and then %q", first, got)
	}
}

// TestHelper has goroutines started by a helper of the program, which is known as such
// once it has called closures of two functions.
func TestHelper(t *testing.T) {
	t.Parallel()
	const root = "srv.(*S).start.func1"
	s := newStory(t)
	stops := func(g trace.GoID, stack string) {
		s.runs(g)
		s.waits(g, "sleep", stack+" < "+root)
	}
	for g := trace.GoID(1); g <= 5; g++ {
		s.change(g, notExist, canRun, "", root, 9)
	}
	stops(1, "time.Sleep < srv.read < srv.serve.func1")
	stops(2, "time.Sleep < srv.read < srv.serve.func1") // the same again proves nothing
	if got := s.m.tables.Threads[1].Name; got != "srv.(*S).start.func1 1" {
		t.Errorf("called %q before a second function was seen", got)
	}
	stops(3, "time.Sleep < srv.tick.func2.1")
	stops(4, "sync.(*WaitGroup).Done") // says nothing about its purpose
	stops(5, "syscall.write < fmt.Println")
	s.runs(1)
	s.waits(1, "sleep", "time.Sleep < srv.read < srv.serve.func1 < "+root)
	names := map[string]bool{}
	for _, th := range s.m.tables.Threads[1:] {
		names[th.Name] = true
	}
	for _, want := range []string{"srv.serve.func1 1", "srv.(*S).start.func1 2", "srv.tick.func2.1 3", "srv.(*S).start.func1 4",
		"srv.(*S).start.func1 5"} {
		if !names[want] {
			t.Errorf("no goroutine is called %q: %v", want, names)
		}
	}
}

// TestDeepStacks has two goroutines with the same innermost calls and different
// outermost ones.
func TestDeepStacks(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	deep := strings.Repeat("main.recurse < ", maxFrames+10)
	s.at(1).waits(1, "sleep", deep+"main.a")
	s.at(2).waits(2, "sleep", deep+"main.b")
	s.at(3).waits(3, "sleep", strings.Repeat("main.recurse < ", 127)+"main.c")
	names := []string{"main.a 1", "main.b 2", "3"}
	for i, th := range s.m.tables.Threads[1:] {
		if th.Name != names[i] {
			t.Errorf("called %q, want %q", th.Name, names[i])
		}
	}
	for _, frames := range s.m.tables.Stacks[1:] {
		if len(frames) != maxFrames {
			t.Errorf("a stack of %d frames, want %d", len(frames), maxFrames)
		}
	}
}

// The main goroutine has its name even if the trace has no stack of it.
func TestMainWithoutStack(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	s.runs(1)
	if th := s.m.tables.Threads[1]; th.Name != "main.main 1" || th.System {
		t.Errorf("the main goroutine is %+v", th)
	}
}
