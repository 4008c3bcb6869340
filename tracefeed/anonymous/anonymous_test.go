package anonymous

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"tiv/tracefeed"
)

// Names of programs are replaced, those of languages are not.
func TestReplacements(t *testing.T) {
	t.Parallel()
	n := New()
	for _, x := range [][2]string{
		{"worker 3", "thread-A 3"}, {"worker 14", "thread-A 14"}, {"worker", "thread-A"}, {"worker-3", "thread-A-3"},
		{"Worker 3", "thread-B 3"},
		{"pool-1-worker-2", "thread-C-2"}, {"pool-2-worker-2", "thread-D-2"}, {"10.1.2.3:8080", "thread-E:8080"},
		{"alice@example.com", "function-A"},
		{"main.crawler 13", "function-B 13"}, {"main.crawler.func1.2 13", "function-B.func1.2 13"}, {"main.crawler2 5", "function-C 5"},
		{"main.main 1", "main.main 1"}, {"main", "main"}, {"MainThread", "MainThread"}, {"Thread-7", "Thread-7"}, {"18", "18"},
		{"0xc000123", "0xc000123"},
		{"runtime.bgsweep 4", "runtime.bgsweep 4"}, {"C2 CompilerThread0", "C2 CompilerThread0"}, {"", ""},
		{tracefeed.OmittedLocks, tracefeed.OmittedLocks},
	} {
		if got := n.Of(Thread, x[0]); got != x[1] {
			t.Errorf("thread %q: %q, want %q", x[0], got, x[1])
		}
	}
	for _, x := range [][2]string{
		{"main.crawler", "function-B"}, {"main.crawler2", "function-C"}, {"main.crawler.func1", "function-B.func1"},
		{"main.(*T).run-fm", "function-D-fm"},
		{"sync.(*Mutex).Lock", "sync.(*Mutex).Lock"}, {"net/http.(*Server).Serve", "net/http.(*Server).Serve"},
		{"internal/poll.(*FD).Read", "internal/poll.(*FD).Read"},
		{"example.com/sync.(*Mutex).Lock", "function-E"}, {"sync/my.Lock", "function-F"}, {"syncx.Lock", "function-G"},
		{"java.util.HashMap.get", "java.util.HashMap.get"},
		{"javafoo.Bar.baz", "function-H"}, {"com.acme.Foo.run", "function-I"},
		{"slices.SortFunc[go.shape.[]main.secret]", "slices.SortFunc[...]"},
		{"sync.(*Pool[main.secret]).Get.func1", "sync.(*Pool[...]).Get.func1"}, {"std::secret::lock", "function-J"},
		{"sync.a b", "function-K"},
	} {
		if got := n.Function(x[0]); got != x[1] {
			t.Errorf("function %q: %q, want %q", x[0], got, x[1])
		}
	}
	for _, x := range []struct{ m, want tracefeed.Monitor }{
		{tracefeed.Monitor{ID: "0x5a", Name: "0x5a main.crawler:36"}, tracefeed.Monitor{ID: "0x5a", Name: "0x5a function-B:36"}},
		{tracefeed.Monitor{ID: "0x5b", Name: "0x5b Object com.acme.Foo.run:7"},
			tracefeed.Monitor{ID: "0x5b", Name: "0x5b Object function-I:7"}},
		{tracefeed.Monitor{ID: "M", Name: "M"}, tracefeed.Monitor{ID: "lock-A", Name: "lock-A"}},
	} {
		if got := n.Monitor(x.m); got != x.want {
			t.Errorf("%v: %v, want %v", x.m, got, x.want)
		}
	}
	for _, x := range []struct{ f, want tracefeed.Frame }{
		{tracefeed.Frame{Func: "main.crawler", File: "/home/me/x/main.go", Line: 4},
			tracefeed.Frame{Func: "function-B", File: "file-A.go", Line: 4}},
		{tracefeed.Frame{Func: "main.other", File: "/home/me/y/main.go"}, tracefeed.Frame{Func: "function-L", File: "file-B.go"}},
		{tracefeed.Frame{Func: "sync.(*Mutex).Lock", File: "/home/me/go/src/sync/mutex.go", Line: 46},
			tracefeed.Frame{Func: "sync.(*Mutex).Lock", File: "sync/mutex.go", Line: 46}},
		{tracefeed.Frame{Func: "wait", File: "/home/me/lib/python3.11/threading.py"},
			tracefeed.Frame{Func: "wait", File: "/lib/python3.11/threading.py"}},
		{tracefeed.Frame{Func: "get", File: "/home/me/lib/python3.11/site-packages/acme/a.py"},
			tracefeed.Frame{Func: "function-M", File: "/lib/python/file-C.py"}},
		{tracefeed.Frame{Func: "f", File: `C:\me\a.secret`}, tracefeed.Frame{Func: "function-N", File: "file-D"}},
	} {
		if got := n.Frame(x.f); got != x.want {
			t.Errorf("%v: %v, want %v", x.f, got, x.want)
		}
	}
}

// The same name has the same replacement, another name another one.
func TestOneToOne(t *testing.T) {
	t.Parallel()
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 1))
		n := New()
		of, back := map[string]string{}, map[string]string{}
		for range 300 {
			var b strings.Builder
			for range 1 + r.IntN(6) {
				b.WriteString([]string{"a", "main.f", "1", "23", " ", "-", ".", ".func1", "sync.L", "thread", "A", ":",
					"lock-A", "0x1"}[r.IntN(14)])
			}
			name := b.String()
			got := n.Of(Thread, name)
			if was, ok := of[name]; ok && was != got {
				t.Fatalf("seed %d: %q was %q and is %q", seed, name, was, got)
			}
			if other, ok := back[got]; ok && other != name {
				t.Fatalf("seed %d: %q and %q are both %q", seed, name, other, got)
			}
			of[name], back[got] = got, name
		}
	}
}

// slowly is a feed whose tables grow and change between batches.
type slowly struct {
	tables *tracefeed.Tables
	step   int
}

func (s *slowly) Header() tracefeed.Header {
	return tracefeed.Header{Format: "secret", Note: "secret", Outside: "secret", Sched: true}
}
func (s *slowly) Tables() *tracefeed.Tables { return s.tables }
func (s *slowly) Close() error              { return nil }
func (s *slowly) Batch([]tracefeed.Event) ([]tracefeed.Event, error) {
	t := s.tables
	switch s.step++; s.step {
	case 1:
		t.AddThread(tracefeed.Thread{ID: "1", Name: "1"})
		t.AddThread(tracefeed.Thread{ID: "2", Name: "secret 2"})
	case 2:
		t.NameThread(1, tracefeed.Thread{ID: "1", Name: "secret 1", System: true})
		t.AddMonitor(tracefeed.Monitor{ID: "secret", Name: "secret"})
		t.Frames = append(t.Frames, tracefeed.Frame{Func: "secret", File: "secret.secret", Line: 3})
		t.AddStack([]tracefeed.FrameID{1})
		t.AddName("secret")
		t.AddType(tracefeed.Type{Name: 1, Supertypes: []tracefeed.NameID{1}})
	default:
		return nil, &tracefeed.Damage{Offset: 7, Err: fmt.Errorf("secret")}
	}
	return []tracefeed.Event{{Time: tracefeed.Time(s.step)}}, nil
}

// A feed translates names as they come and change, and ends with an error without them.
func TestFeed(t *testing.T) {
	t.Parallel()
	plain := &slowly{tables: tracefeed.NewTables()}
	f := Feed(plain)
	f.Batch(nil)
	if th := f.Tables().Threads; len(th) != 3 || th[1].Name != "1" || th[2].Name != "thread-A 2" {
		t.Errorf("threads are %v", th)
	}
	f.Batch(nil)
	_, err := f.Batch(nil)
	to := f.Tables()
	all := fmt.Sprint(to.Threads, to.Monitors, to.Frames, to.Stacks, to.Names, to.Types, f.Header(), err)
	want := "[{  false 0} {1 thread-A 1 true 0} {2 thread-A 2 false 0}] [{ } {thread-A thread-A}] [{  0} {thread-A " +
		"file-A 3}] [[] [1]] [ thread-A] [{0 []} {1 [1]}] " +
		"{trace 0 0 ns true a remark about the trace is left out, as it can have names {0 0 of 0 threads could not " +
		"be read 0  } } byte 7: the trace is damaged"
	if all != want {
		t.Errorf("got  %s\nwant %s", all, want)
	}
	if got := New().Tables(plain.tables); fmt.Sprint(got.Names, got.Types) != "[ thread-A] [{0 []} {1 [1]}]" {
		t.Errorf("all at once: names %q, types %v", got.Names, got.Types)
	}
}
