package gotrace

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/exp/trace"

	"tiv/tracefeed"
)

// Uncontended acquisitions are not logged; waits name the owners.
func TestOwnersAreNamed(t *testing.T) {
	s := newStory(t)
	for id := range trace.GoID(4) {
		s.exists(id+1, isRunning, "")
	}
	s.at(1).lock(2, 0xab, "w")
	s.at(2).lock(2, 1, "o") // goroutine 1 holds it
	s.at(3).waits(2, "sync", "sync.(*Mutex).Lock < main.f")
	s.at(4).lock(3, 0xab, "w")
	s.at(4).lock(3, 7, "o") // there is no such goroutine
	s.at(5).lock(1, 0xab, "e")
	s.at(6).lock(3, 0xab, "a")
	s.at(7).lock(2, 1, "o")    // late: 3 holds it
	s.at(8).lock(1, 0xab, "e") // late, too
	s.at(9).lock(4, 0xab, "h") // releases the lock of 3
	s.at(10).lock(4, 0xcd, "w")
	s.at(11).lock(4, 1, "p")
	s.at(12).lock(4, 3, "p")
	s.at(13).lock(4, 3, "q")
	s.at(14).lock(3, 0xcd, "t") // says the same again
	s.at(15).lock(4, 2, "o")    // waits for 0xab, so it takes nothing
	s.at(16).lock(1, 0xcd, "t")
	s.at(17).lock(1, 0xcd, "k")
	s.at(18).lock(1, 3, "o")
	s.at(19).lock(1, 0xcd, "s") // so 3 does not hold it any more
	s.at(20).lock(4, 0xef, "v") // no reader is known
	s.at(21).lock(4, 0xee, "w")
	s.at(22).lock(4, 1, "o")
	s.at(23).lock(4, 1, "q") // 1 has released it before that was logged
	s.at(24).lock(4, 3, "q") // 3 does not hold it
	s.expect(`
		0 1 run cpu=1
		0 2 run cpu=1
		0 3 run cpu=1
		0 4 run cpu=1
		2 1 monitor-enter 0xab
		3 2 monitor-wait 0xab
		5 1 monitor-exit 0xab
		6 3 monitor-enter 0xab
		9 3 monitor-exit 0xab by=4
		11 1 monitor-enter 0xcd shared
		12 3 monitor-enter 0xcd shared
		13 3 monitor-exit 0xcd
		16 1 monitor-exit 0xcd
		18 3 monitor-enter 0xcd
		18 3 monitor-exit 0xcd
		19 1 monitor-enter 0xcd shared
		20 4 monitor-exit 0xef by=4
		22 1 monitor-enter 0xee
		23 1 monitor-exit 0xee`)
}

// Units of a semaphore have several owners, which are no readers.
func TestUnits(t *testing.T) {
	s := newStory(t)
	for id := range trace.GoID(4) {
		s.exists(id+1, isRunning, "")
	}
	const acquire = "runtime.selectgo < golang.org/x/sync/semaphore.(*Weighted).Acquire < main.f"
	s.at(1).lock(1, 0xab, "i")
	s.at(2).lock(3, 0xab, "w")
	s.at(2).lock(3, 2, "j") // goroutine 2 has units, too
	s.at(2).lock(3, 4, "j")
	s.at(2).lock(3, 4, "q") // released before that was logged
	s.at(3).waits(3, "select", acquire)
	s.at(4).lock(2, 0xab, "t")
	s.at(5).wakes(3, "runtime.closechan < golang.org/x/sync/semaphore.(*Weighted).notifyWaiters < "+
		"golang.org/x/sync/semaphore.(*Weighted).Release < main.f", 2)
	s.at(6).runs(3)
	s.at(7).lock(3, 0xab, "i")
	s.at(8).lock(4, 0xab, "v") // hands over that of goroutine 1
	s.at(9).lock(3, 0xab, "t")
	s.expect(`
		0 1 run cpu=1
		0 2 run cpu=1
		0 3 run cpu=1
		0 4 run cpu=1
		1 1 monitor-enter 0xab
		2 2 monitor-enter 0xab
		2 4 monitor-enter 0xab
		2 4 monitor-exit 0xab
		3 3 monitor-wait 0xab
		4 2 monitor-exit 0xab
		5 3 wake by=2
		5 3 ready
		6 3 run cpu=1
		7 3 monitor-enter 0xab
		8 1 monitor-exit 0xab by=4
		9 3 monitor-exit 0xab`)
}

// Suspensions at a condition or a wait group have it as their object.
func TestObjectsOfSuspensions(t *testing.T) {
	s := newStory(t)
	for id := range trace.GoID(3) {
		s.exists(id+1, isRunning, "")
	}
	s.at(1).lock(2, 0xc0, "n")
	s.at(2).waits(2, "sync.(*Cond).Wait", "sync.(*Cond).Wait < main.listen")
	s.at(3).lock(3, 0xd0, "n") // has no need to wait
	s.at(4).waits(3, "sleep", "time.Sleep < main.nap")
	s.at(5).wakes(3, "", 0)
	s.at(6).runs(3)
	s.at(7).lock(3, 0xe0, "n")
	s.at(8).waits(3, "sync", "sync.(*WaitGroup).Wait < golang.org/x/sync/errgroup.(*Group).Wait < main.join")
	s.at(9).wakes(2, "sync.(*Cond).Signal < main.tell", 1)
	s.expect(`
		0 1 run cpu=1
		0 2 run cpu=1
		0 3 run cpu=1
		2 2 suspend-start 0xc0 wait
		4 3 suspend-start sleep
		5 3 suspend-end
		6 3 run cpu=1
		8 3 suspend-start 0xe0 join
		9 2 wake by=1
		9 2 suspend-end`)
	monitors := s.m.tables.Monitors
	for i, want := range []string{"0xc0 main.listen:7", "0xd0", "0xe0 main.join:7"} {
		if got := monitors[i+1].Name; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// Suspensions at a channel have it as their object, if the recorder names it and it is the
// only one. It is not that of other suspensions.
func TestChannelsOfSuspensions(t *testing.T) {
	s := newStory(t)
	s.exists(1, isRunning, "")
	s.exists(2, isRunning, "")
	at := trace.Time(0)
	wait := func(channel, reason, stack string) {
		at++
		s.at(at)
		if channel != "" {
			var address trace.TaskID
			fmt.Sscanf(channel, "0x%x", &address)
			s.log(2, address, "tiv.lock", "c")
		}
		s.waits(2, reason, stack)
		s.wakes(2, "", 1)
		s.runs(2)
	}
	wait("", "chan receive", "runtime.chanrecv1 < main.f")
	wait("0xc0", "chan send", "runtime.chansend1 < main.f")
	wait("", "chan receive", "runtime.chanrecv1 < main.g")
	wait("0x0", "select", "runtime.selectgo < main.h")
	wait("", "select", "runtime.selectgo < main.h")
	wait("0xd0", "select", "runtime.selectgo < main.h")
	wait("", "sleep", "time.Sleep < main.h")
	wait("", "sync.(*Cond).Wait", "sync.(*Cond).Wait < main.h")
	var objects []string
	s.m.release()
	for b := s.m.out.take(nil); len(b) > 0; b = s.m.out.take(nil) {
		for _, ev := range b {
			if ev.Kind == tracefeed.SuspendStart {
				objects = append(objects, s.m.tables.Monitors[ev.Monitor].Name)
			}
		}
	}
	want := []string{"", "0xc0 main.f:7", "0xc0 main.f:7", "", "", "0xd0 main.h:7", "", ""}
	if !slices.Equal(objects, want) {
		t.Errorf("%q, want %q", objects, want)
	}
}

// Where a recorder does not know owners, a release may be of another's lock.
func TestReleasesByOthers(t *testing.T) {
	s := newStory(t)
	for id := range trace.GoID(3) {
		s.exists(id+1, isRunning, "")
	}
	s.at(10).change(4, trace.GoNotExist, trace.GoRunnable, "", "main.f", 1)
	s.at(11).runs(4)
	s.at(100).lock(1, 0xab, "a")
	s.at(200).lock(2, 0xab, "a")
	s.at(201).lock(1, 0xab, "r") // in the same tick: it was before
	s.at(500).lock(1, 0xab, "r") // is of the lock of 2
	s.at(600).lock(1, 0xab, "s")
	s.at(700).lock(3, 0xab, "u") // may read since before the trace
	s.at(800).lock(4, 0xab, "u") // cannot
	s.expect(`
		0 1 run cpu=1
		0 2 run cpu=1
		0 3 run cpu=1
		10 4 start by=1
		11 4 run cpu=1
		100 1 monitor-enter 0xab
		199 1 monitor-exit 0xab
		200 2 monitor-enter 0xab
		500 2 monitor-exit 0xab by=1
		600 1 monitor-enter 0xab shared
		800 1 monitor-exit 0xab by=4`)
}

// The recorder's counters in the first generation are held back with everything
// else.
func TestRecorderCounts(t *testing.T) {
	s := newStory(t)
	s.exists(1, isRunning, "")
	s.at(1).log(1, 7, "tiv.omitted", "")
	s.at(2).log(1, 9, "tiv.omitted", "")
	s.log(1, 5, "tiv.uncalled", "")
	s.at(3).log(1, 4096, "tiv.full", "")
	s.expect(`
		0 1 run cpu=1
		3 counter lock operations not recorded=9
		3 counter calls not recorded=5
		3 counter bytes when the recording was full=4096`)
}

// A trace says at its end that its program was not searched for leaks, and why.
func TestUnsearchedForLeaks(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		looks []string // number and message
		want  tracefeed.LeakSearch
	}{
		{nil, tracefeed.LeakSearchUnknown},
		{[]string{"0 "}, tracefeed.LeakSearchTooShort},
		{[]string{"0 ", "1 "}, tracefeed.LeakSearchUnknown},
		{[]string{"0 ", "0 off"}, tracefeed.LeakSearchOff},
		{[]string{"0 off", "1 off"}, tracefeed.LeakSearchUnknown},
	} {
		s := newStory(t)
		s.exists(1, isRunning, "")
		for _, look := range c.looks {
			n, message, _ := strings.Cut(look, " ")
			s.at(1).log(1, trace.TaskID(n[0]-'0'), "tiv.looks", message)
		}
		s.at(3).log(1, 0, "tiv.lock", "k")
		s.m.release()
		s.m.search.end(s.m)
		if got := s.m.search.result; got != c.want {
			t.Errorf("%q: %d, want %d", c.looks, got, c.want)
		}
	}
}

// Calls of recorded functions have the function's name.
func TestRecordedCalls(t *testing.T) {
	s := newStory(t)
	s.exists(1, isRunning, "")
	s.at(1).log(1, 0xab, "tiv.call", "main.f")
	s.at(2).log(1, 0, "tiv.call", "main.g")
	s.at(3).log(1, 0, "tiv.return", "main.g")
	s.at(4).log(1, 0, "tiv.return", "main.f")
	s.expect(`
		0 1 run cpu=1
		1 1 call-enter main.f=0
		2 1 call-enter main.g=0
		3 1 call-exit main.g=0
		4 1 call-exit main.f=0`)
}

// An acquisition has the stack of its log event, if there is one; owners that others
// name have none.
func TestAcquisitionsHaveStacks(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	for id := range trace.GoID(2) {
		s.exists(id+1, isRunning, "")
	}
	acquires := func(id trace.GoID, address trace.TaskID, letter, stack string) {
		s.add(trace.MakeEvent(trace.EventConfig[trace.Log]{
			Kind: trace.EventLog, Time: s.now, Goroutine: id, Stack: stackOf(stack),
			Details: trace.Log{Task: address, Category: "tiv.lock", Message: letter},
		}))
	}
	s.at(1)
	acquires(1, 0xa, "a", "sync.(*Mutex).TryLock < main.f")
	acquires(1, 0xb, "a", "")
	acquires(1, 0xc, "s", "sync.(*RWMutex).RLock < main.g")
	s.lock(2, 0xd, "w")
	s.lock(2, 1, "o")
	s.m.release()
	want := []string{"sync.(*Mutex).TryLock", "", "sync.(*RWMutex).RLock", ""}
	for b := s.m.out.take(nil); len(b) > 0; b = s.m.out.take(nil) {
		for _, ev := range b {
			if ev.Kind != tracefeed.MonitorEnter {
				continue
			}
			got := ""
			if stack := s.m.tables.Stacks[ev.Stack]; len(stack) > 0 {
				got = s.m.tables.Frames[stack[0]].Func
			}
			if len(want) == 0 || got != want[0] {
				t.Fatalf("%s has the stack %q, want the rest of %q", s.line(ev), got, want)
			}
			want = want[1:]
		}
	}
	if len(want) > 0 {
		t.Errorf("no acquisition with %q", want)
	}
}

// The place of a wait in a closure of sync.OnceFunc is that of its caller, although the
// closure has the name of the function into which it was inlined.
func TestClosuresOfOnce(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ function, file, want string }{
		{"main.init.OnceValue[...].func2", "/usr/local/go/src/sync/oncefunc.go", "sync.OnceValue[...].func2"},
		{"main.load.OnceFunc.func1", "sync/oncefunc.go", "sync.OnceFunc.func1"},
		{"main.init.OnceValue.func2", "/app/main.go", "main.init.OnceValue.func2"},
		{"sync.(*Once).Do", "/usr/local/go/src/sync/once.go", "sync.(*Once).Do"},
	} {
		if got := written(&tracefeed.Frame{Func: c.function, File: c.file}); got != c.want {
			t.Errorf("%s in %s: %q, want %q", c.function, c.file, got, c.want)
		}
	}
}
