package threaddump

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"tiv/tracefeed"
)

// A dump of a program in which goroutines wait in every way.
func TestGoroutines(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"go-debug2.txt", "go-sigquit.txt"} {
		list := words(t, sample(t, name))
		for i, w := range list {
			list[i], _, _ = strings.Cut(w, " for ")
			list[i], _, _ = strings.Cut(list[i], " at ")
			before, after, _ := strings.Cut(list[i], ":")
			list[i] = strings.TrimRight(before, "0123456789") + after
		}
		holdsLines(t, list, "main.main  io-start net", "main.holder  suspend-start sleep",
			"main.waiter  monitor-wait 0xa49748 main.waiter:67",
			"main.writer  monitor-wait", "main.lateReader  monitor-wait shared", "main.joiner  suspend-start join",
			"main.notified  suspend-start wait", "main.receiver  suspend-start channel", "main.selector  suspend-start channel",
			"main.nilSender  suspend-start channel forever", "main.parker  suspend-start park", "main.systemCaller  io-start other",
			"main.accepter  io-start net")
	}
}

// The runtime notes since when a goroutine waits, in whole minutes. The others' state
// is unknown before the dump.
func TestGoroutinesSince(t *testing.T) {
	t.Parallel()
	text := sample(t, "go-sigquit.txt")
	_, events, err := read(t, text)
	if err != nil {
		t.Fatal(err)
	}
	if end := events[len(events)-1].Time; end != 3*tracefeed.Minute+3*tracefeed.Second {
		t.Errorf("the trace ends at %v", end)
	}
	list := words(t, text)
	for lasted, want := range map[string]int{" for 180 s ": strings.Count(text, ", 3 minutes"),
		" for 120 s ": strings.Count(text, ", 2 minutes"),
		" for 60 s ":  strings.Count(text, ", 1 minutes")} {
		got := 0
		for _, w := range list {
			if strings.Contains(w+" ", lasted) {
				got++
			}
		}
		if got != want || want == 0 {
			t.Errorf("%d goroutines wait%s, want %d", got, lasted, want)
		}
	}
}

// The runtime's verdict is a proof. A goroutine that selects without cases is meant to
// wait for ever.
func TestAllAsleep(t *testing.T) {
	t.Parallel()
	holdsLines(t, words(t, sample(t, "go-asleep.txt")), "main.main 1: suspend-start channel forever at main.main:29",
		"main.(*account).transfer 6: monitor-wait 0x27c0d75e60c0 main.(*account).transfer:15 forever at "+
			"internal/sync.runtime_SemacquireMutex:95",
		"main.main.func1 8: suspend-start park at main.main.func1:28")
	again := sample(t, "go-asleep.txt") + "exit status 2\n\ngoroutine 1 [chan receive]:\nmain.main()\n\t/a.go:1\n" +
		"\ngoroutine 2 [chan receive]:\nmain.f()\n\t/a.go:2\n\n"
	_, events, err := read(t, again)
	if err != nil {
		t.Fatal(err)
	}
	endless := 0
	for _, ev := range events {
		if ev.Forever {
			endless++
		}
	}
	if endless != 3 { // the verdict is not about the second dump
		t.Errorf("%d waits without end, want 3", endless)
	}
}

func TestGoroutineHeads(t *testing.T) {
	t.Parallel()
	for head, want := range map[string]string{
		"goroutine 7 [chan receive (leaked), 61 minutes, locked to thread]:": " suspend-start " +
			"channel forever for 61 min at main.f:3",
		`goroutine 7 [sleep, 1 minutes labels:{"a]": "b"}]:`:          " suspend-start sleep for 60 s at main.f:3",
		"goroutine 7 [select (durable), synctest bubble 4]:":          " suspend-start channel at main.f:3",
		"goroutine 7 gp=0xc0000021c0 m=3 mp=0xc000080008 [running]:":  " run sample at main.f:3",
		"goroutine 7 gp=0xc0000021c0 m=nil [runnable (scan)]:":        " ready sample at main.f:3",
		"goroutine 7 [GC assist wait]:":                               " suspend-start gc at main.f:3",
		"goroutine 7 [something new]:":                                " suspend-start other at main.f:3",
		"2026-11-22T10:00:00.123456789Z stderr F goroutine 7 [idle]:": " sample at main.f:3",
		"Nov  2 10:00:00 host app[12]: goroutine 7 [chan send, 99999999999999999999 minutes]:": " suspend-start " +
			"channel for 52560000 min at main.f:3",
	} {
		text := head + "\nmain.f(0x1, {0x2?, 0x3})\n\t/src dir/a:b.go:3 +0x1d fp=0x1 sp=0x2 pc=0x3\ncreated by " +
			"main.main in goroutine 1\n\t/src/a.go:1 +0x1\n"
		got := words(t, text)
		want = strings.ReplaceAll(want, "52560000 min", (52560000 * tracefeed.Minute).String())
		want = strings.ReplaceAll(want, "61 min", (61 * tracefeed.Minute).String())
		if len(got) != 1 || got[0] != "main.f 7:"+want {
			t.Errorf("%s\n got %q\nwant %q", head, got, want)
		}
	}
}

// The stack of a goroutine ends with its creation.
func TestGoroutineStack(t *testing.T) {
	t.Parallel()
	s, events, err := read(t, sample(t, "go-asleep.txt"))
	if err != nil {
		t.Fatal(err)
	}
	tables := s.Tables()
	for _, ev := range events {
		if ev.Thread == 0 || tables.Threads[ev.Thread].ID != "6" {
			continue
		}
		stack := tables.Stacks[ev.Stack]
		want := tracefeed.Frame{Func: "created by main.main", File: "/src/asleep/asleep.go", Line: 26}
		if last := tables.Frames[stack[len(stack)-1]]; last != want {
			t.Errorf("the outermost call is %v", last)
		}
	}
}

func TestJava(t *testing.T) {
	t.Parallel()
	park := " at jdk.internal.misc.Unsafe.park:0"
	common := []string{
		"main: suspend-start sleep at java.lang.Thread.sleep:0",
		"(Reference Handler): suspend-start other at java.lang.ref.Reference.waitForReferencePendingList:0",
		"(Signal Dispatcher):", "(GC Thread#0):",
		"transfer \"A\" to B: monitor-enter 0x69ec1da28 Object Hung.transfer:25 monitor-wait 0x69ec1da38 Object " +
			"Hung.transfer:25 at Hung.transfer:25",
		"transfer-B-to-A: monitor-enter 0x69ec1da38 Object Hung.transfer:25 monitor-wait 0x69ec1da28 Object " +
			"Hung.transfer:25 at Hung.transfer:25",
		"holder: monitor-enter 0x69ec1da48 Object Hung.lambda$main$5:42 suspend-start sleep at java.lang.Thread.sleep:0",
		"waiter-4: monitor-wait 0x69ec1da48 Object Hung.lambda$main$5:42 at Hung.lambda$main$5:42",
		"lock-waiter-0: monitor-wait 0x69ec1dc50 ReentrantLock Hung.lambda$main$6:43" + park,
		"table-writer: monitor-wait 0x69ec1e020 ReentrantReadWriteLock Hung.lambda$main$7:44" + park,
		// An object that is waited on is not held.
		"awaiter: suspend-start wait at java.lang.Object.wait:0",
		"timed-awaiter: suspend-start park at java.lang.Object.wait:0",
		"spinner: run sample at Hung.lambda$main$9:47",
		"joiner: suspend-start join at java.lang.Object.wait:0",
		"pool-1-thread-1: suspend-start wait" + park,
		"pool-2-thread-1: suspend-start park" + park,
		// The owners are in the list of deadlocks, too.
		"owner-1: monitor-enter 0x69ecdf2b0 ReentrantLock Hung.lambda$main$18:62 monitor-wait 0x69ecdf2e0 " +
			"ReentrantLock Hung.lambda$main$17:61" + park,
		"owner-2: monitor-enter 0x69ecdf2e0 ReentrantLock Hung.lambda$main$17:61 monitor-wait 0x69ecdf2b0 " +
			"ReentrantLock Hung.lambda$main$18:62" + park,
	}
	holdsLines(t, words(t, sample(t, "java-locks.txt")), append(common,
		"lock-holder: monitor-enter 0x69ec1dc50 ReentrantLock Hung.lambda$main$6:43 suspend-start sleep at java.lang.Thread.sleep:0",
		"acceptor: monitor-enter 0x69ecc5d50 ReentrantLock io-start net at sun.nio.ch.Net.accept:0")...)
	holdsLines(t, words(t, sample(t, "java-log.txt")), append(common,
		"lock-holder: suspend-start sleep at java.lang.Thread.sleep:0",
		"acceptor: io-start net at sun.nio.ch.Net.accept:0")...)
}

// Lines of other releases than the recorded one.
func TestJavaHeads(t *testing.T) {
	t.Parallel()
	const rest = "\n   java.lang.Thread.State: RUNNABLE\n\tat java.io.FileInputStream.readBytes(java.base@21/Native " +
		"Method)\n\tat app//com.acme.Main.main(Main.java:3)\n"
	for head, name := range map[string]string{
		`"main" #1 [4242] prio=5 os_prio=0 cpu=1.2ms elapsed=3.4s tid=0x00007f01 nid=4242 runnable  [0x00007f02]`:          "main",
		`"a "b" #9 prio=5" daemon prio=10 tid=0x00007f01 nid=0x1 runnable [0x00007f02]`:                                    `a "b" #9 prio=5`,
		`"" #7 prio=5 os_prio=0 cpu=1ms elapsed=2s allocated=3K defined_classes=1 tid=0x00007f01 nid=0x1 runnable  [0x01]`: "7",
	} {
		got := words(t, "x\nFull thread dump\n"+head+rest)
		if len(got) != 1 || strings.Trim(strings.SplitN(got[0], ":", 2)[0], "()") != name ||
			!strings.HasSuffix(got[0], " io-start other at java.io.FileInputStream.readBytes:0") {
			t.Errorf("%s: %q", head, got)
		}
	}
}

func TestPython(t *testing.T) {
	t.Parallel()
	holdsLines(t, words(t, sample(t, "python-fault.txt")),
		"_base.result 0x7efc56ffd6c0: suspend-start wait at threading.wait:327",
		"thread._worker 0x7efc577fe6c0: suspend-start channel at thread._worker:81",
		"hung.spin 0x7efc78ff96c0: sample at hung.spin:42", // running, or in C code
		"hung.<lambda> 0x7efc797fa6c0: suspend-start join at subprocess._try_wait:2004",
		"hung.select 0x7efc7a7fc6c0: io-start net at selectors.select:468",
		"hung.accept 0x7efc7b7fe6c0: io-start net at socket.accept:294",
		"threading.join 0x7efc7bfff6c0: suspend-start join at threading._wait_for_tstate_lock:1139",
		"queue.get 0x7efc8889e6c0: suspend-start channel at threading.wait:327",
		"hung.transfer 0x7efc898a86c0: sample at hung.transfer:20",
		"hung.<module> 0x7efc8b034b80: sample at hung.<module>:72")
	holdsLines(t, words(t, sample(t, "python-pyspy.txt")), "MainThread: suspend-start channel at threading.wait:327",
		"worker-1: run sample at server.digest:17", "worker-2: run sample at server.digest:18",
		"worker-3: suspend-start other at server.transfer:25")
	// Python 3.14 names threads. A file of the program is not the library's.
	holdsLines(t, words(t, "Current thread 0x0a [main] (most recent call first):\n  File \"/src/socket.py\", line 3 in accept\n"),
		"main: sample at socket.accept:3")
}

// Whatever a log collector puts before each line.
func TestPrefixes(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"go-debug2.txt", "java-locks.txt", "python-fault.txt"} {
		text := sample(t, name)
		want := words(t, text)
		for _, prefix := range []string{"2026-11-22T10:00:00.123456789Z ", "2026-11-22T10:00:00+01:00 stderr F ",
			"Nov  2 10:00:00 host app[12]: ", "app-1  | "} {
			if got := words(t, prefix+strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\r\n"+prefix)); !slices.Equal(got, want) {
				t.Errorf("%s after %q: %d lines, want %d", name, prefix, len(got), len(want))
			}
		}
	}
}

func TestCutText(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text, want string
		threads    int
	}{
		{"goroutine 1 [running]:\nmain.f()\n\t/a.go:1\nmain.g()", "line 4: the text ends within the stack of goroutine 1", 1},
		{"goroutine 1 [running]:\nmain.f()\n\t/a.go:1\n\ngoroutine 2 [select]:",
			"line 5: the text ends within the stack of goroutine 2", 2},
		{"Full thread dump X\n\"a\" #1 tid=0x1 nid=1 runnable\n\tat a.b(C.java:1)\n\tat a.c(C.ja",
			"line 4: the text ends within the stack of a thread", 1},
		{"Thread 0x1 (most recent call first):\n  File \"a.py\", line 1 in f\n  File \"a.p",
			"line 3: the text ends within the stack of a thread", 1},
		{"Full thread dump X\n\nnothing\n", "line 3: no thread found; docs/dumps.md lists the forms that can be read", 0},
		{"goroutine 1 [running]:\nmain.main()\n\t/a.go:1", "", 1},
		{"goroutine 7 [running]:\nmain.f()\n\t/a.go:1 +", "line 3: the text ends within the stack of goroutine 7", 1},
		{"goroutine 7 [running]:\nmain.f()\n\t/a.go:1 +0x1\ncreated by main.main in goroutine 1\n\t/a.go:2 +0x2", "", 1},
		{"goroutine 1 [running]:\n\tgoroutine running on other thread; stack unavailable\n", "", 1},
	} {
		s, _, err := read(t, c.text)
		var damage *tracefeed.Damage
		if got := fmt.Sprint(err); c.want == "" && err != nil || c.want != "" && (!errors.As(err, &damage) || got != c.want) {
			t.Errorf("%q: error %v, want %q", c.text, err, c.want)
		}
		for _, th := range s.Tables().Threads[1:] { // the root of a cut stack is unknown
			if cut := strings.Contains(c.want, "goroutine "+th.ID); cut != (th.Name == th.ID) && !strings.Contains(c.text, "unavailable") {
				t.Errorf("%q: called %q", c.text, th.Name)
			}
		}
		for _, f := range s.Tables().Frames {
			if strings.ContainsAny(f.File, " +") {
				t.Errorf("%q: file %q", c.text, f.File)
			}
		}
		if n := len(s.Tables().Threads) - 1; n != c.threads {
			t.Errorf("%q: %d threads, want %d", c.text, n, c.threads)
		}
	}
}

// Any text that begins with a dump can be read, and takes no more memory than it has
// bytes, times a factor.
func FuzzRead(f *testing.F) {
	for _, name := range []string{"go-debug2.txt", "go-asleep.txt", "java-locks.txt", "python-fault.txt", "python-pyspy.txt"} {
		text := sample(f, name)
		f.Add(text[:min(len(text), 4000)])
		f.Add(text[max(0, len(text)-2000):])
	}
	forms, err := filepath.Glob("testdata/forms/*.txt")
	if err != nil || len(forms) < 40 {
		f.Fatal(len(forms), err)
	}
	for _, path := range forms {
		f.Add(sample(f, strings.TrimPrefix(path, "testdata/")))
	}
	for seed := range uint64(20) {
		s := &spoiler{Rand: rand.New(rand.NewPCG(seed, 2))}
		f.Add(s.spoil(sample(f, "forms/java-no-number.txt")))
		f.Add(s.spoil(sample(f, "go-asleep.txt")))
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, first := range []string{"", "goroutine 1 [running]:\n", "Full thread dump X\n",
			"Thread 0x1 (most recent call first):\n", "{\"threadDump\":", "Found one Java-level deadlock:\n",
			"log: goroutine 1 [select]:\\n"} {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			s, events, err := read(t, first+text)
			runtime.ReadMemStats(&after)
			if s == nil {
				continue
			}
			if used := after.TotalAlloc - before.TotalAlloc; used > 8<<20+200*uint64(len(text)) {
				t.Errorf("%d bytes allocate %d", len(text), used)
			}
			if len(events) == 0 && err == nil {
				t.Error("neither events nor an error")
			}
			for i, ev := range events {
				if ev.Time < 0 || i > 0 && ev.Time < events[i-1].Time {
					t.Fatalf("event %d is at %d", i, ev.Time)
				}
				tables := s.Tables()
				if int(ev.Thread) >= len(tables.Threads) || int(ev.Monitor) >= len(tables.Monitors) || int(ev.Stack) >= len(tables.Stacks) {
					t.Fatalf("event %d has ids without names: %v", i, ev)
				}
			}
		}
	})
}
