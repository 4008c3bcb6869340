package language

import (
	"testing"

	"tiv/tracefeed"
)

func TestOf(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		function, file string
		want           Function
	}{
		{"main.main", "/src/main.go", Function{}},
		{"", "", Function{}},
		{"runtime.gopark", "", Function{Go, Runtime, NoObject, System}},
		{"runtime.main", "", Function{Go, Runtime, NoObject, Main}},
		{"runtime.main.func2", "", Function{Go, Runtime, NoObject, System}},
		{"runtime.doInit1", "", Function{Go, Runtime, NoObject, Main}},
		{"runtime.corostart", "", Function{Language: Go, Part: Runtime}},
		{"runtime.cgocallbackg1", "", Function{Language: Go, Part: Runtime}},
		{"runtime/trace.Start.func1", "", Function{Language: Go, Start: System}},
		{"runtime/trace.Start", "", Function{Language: Go, Start: System}},
		{"runtime/debug.SetGCPercent", "", Function{}},
		{"runtime.gcStart.func3", "", Function{Go, Runtime, Collector, System}},
		{"runtime.chansend1", "", Function{Go, Runtime, Channel, System}},
		{"sync.(*RWMutex).Lock", "", Function{Language: Go, Part: Threading, Object: RWLock}},
		{"sync.(*RWMutex).RUnlock", "", Function{Language: Go, Part: Threading, Object: ReadLock}},
		{"sync.(*RWMutex).rUnlockSlow", "", Function{Language: Go, Part: Threading, Object: RWLock}},
		{"internal/sync.(*Mutex).lockSlow", "", Function{Language: Go, Part: Threading, Object: Mutex}},
		{"example.com/sync.(*Mutex).Lock", "", Function{}},
		{"internal/poll.(*fdMutex).rwlock", "", Function{Language: Go, Part: Library, Object: Descriptor}},
		{"golang.org/x/sync/errgroup.(*Group).Go", "", Function{Language: Go, Part: Library}},
		{"golang.org/x/sync/errgroup.(*Group).Wait", "", Function{Language: Go, Part: Threading, Object: WaitGroup}},
		{"main.init.OnceFunc.func1", "/go/src/sync/oncefunc.go", Function{Language: Go, Part: Library}},
		{"net.(*conn).Read", "", Function{Language: Go, Part: Net}},
		{"net/http.(*conn).serve", "", Function{}},
		{"os.(*File).Read", "", Function{Language: Go, Part: Files}},
		{"os.path.join", "/usr/lib/python3.13/os.py", Function{Language: Python, Part: Library}},
		{"_bootstrap._call", "<frozen importlib._bootstrap>", Function{Language: Python, Part: Library}},
		{"java.util.HashMap.put", "", Function{Language: Java, Part: Library}},
		{"jdk.internal.misc.InnocuousThread.run", "", Function{Java, Library, NoObject, System}},
		{"sun.misc.Unsafe.park", "", Function{Language: Java, Part: Library}},
		{"pthread_mutex_lock", "", Function{Language: Native, Part: Threading, Object: Mutex}},
		{"pthread_cond_wait", "", Function{Language: Native, Part: Threading}},
		{"<std::sys::sync::mutex::futex::Mutex>::lock_contended", "", Function{Language: Native, Part: Threading}},
		{"<app::Store>::put", "", Function{}},
		{"stdout", "", Function{}},
	} {
		if got := Of(tracefeed.Frame{Func: c.function, File: c.file}); got != c.want {
			t.Errorf("%s in %q: %+v, want %+v", c.function, c.file, got, c.want)
		}
	}
}

// TestTables fails for a line that never matches, or that occurs twice.
func TestTables(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for language, lines := range map[Language][]line{Go: golang, Java: java, Native: native} {
		for _, l := range lines {
			if seen[l.begin] {
				t.Errorf("%q is there twice", l.begin)
			}
			seen[l.begin] = true
			if want := (Function{language, l.Part, l.Object, l.Start}); OfName(l.begin+"\x00") != want {
				t.Errorf("%q: got %+v, want %+v", l.begin, OfName(l.begin), want)
			}
		}
	}
}

// Functions that start threads are only around those of the program.
func TestStartsThread(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"runtime.goexit": true, "java.lang.Thread.run": true, "__clone3": true, "std::thread::Builder::spawn": true, "threading.run": true,
		"main.main": false, "acme.Worker.run": false, "threading.wait": false, "": false,
	} {
		if StartsThread(name) != want {
			t.Errorf("%q: %t", name, !want)
		}
	}
}
