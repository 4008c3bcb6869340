package gotrace

import (
	"fmt"
	"hash/fnv"
	"strings"
	"testing"

	"golang.org/x/exp/trace"

	"tiv/tracefeed"
)

// story feeds a mapper the events of a made-up trace.
type story struct {
	t    *testing.T
	m    *mapper
	conv converter
	now  trace.Time
}

func newStory(t *testing.T) *story {
	s := &story{t: t, m: newMapper(), now: 1000}
	s.sync()
	return s
}

func (s *story) add(ev trace.Event, err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
	s.conv.add(s.m, &ev)
}

// sync begins a generation.
func (s *story) sync() {
	s.add(trace.MakeEvent(trace.EventConfig[trace.Sync]{Kind: trace.EventSync, Time: s.now}))
}

// at moves on to a time since the start.
func (s *story) at(now trace.Time) *story {
	s.now = 1000 + now
	return s
}

// change is a transition of goroutine id while goroutine by runs. The stack is
// written innermost first, with < between the functions.
func (s *story) change(id trace.GoID, from, to trace.GoState, reason, stack string, by trace.GoID) {
	s.t.Helper()
	tr := trace.MakeGoStateTransition(id, from, to)
	tr.Reason, tr.Stack = reason, stackOf(stack)
	s.add(trace.MakeEvent(trace.EventConfig[trace.StateTransition]{
		Kind: trace.EventStateTransition, Time: s.now, Goroutine: by, Proc: 1, Stack: tr.Stack, Details: tr,
	}))
}

func (s *story) exists(id trace.GoID, to trace.GoState, stack string) {
	s.t.Helper()
	s.change(id, trace.GoUndetermined, to, "", stack, trace.NoGoroutine)
}

func (s *story) runs(id trace.GoID) {
	s.t.Helper()
	s.change(id, trace.GoRunnable, trace.GoRunning, "", "", trace.NoGoroutine)
}

func (s *story) waits(id trace.GoID, reason, stack string) {
	s.t.Helper()
	s.change(id, trace.GoRunning, trace.GoWaiting, reason, stack, id)
}

func (s *story) wakes(id trace.GoID, stack string, by trace.GoID) {
	s.t.Helper()
	s.change(id, trace.GoWaiting, trace.GoRunnable, "", stack, by)
}

func (s *story) lock(id trace.GoID, address trace.TaskID, letter string) {
	s.t.Helper()
	s.log(id, address, "tiv.lock", letter)
}

func (s *story) log(id trace.GoID, task trace.TaskID, category, message string) {
	s.t.Helper()
	s.add(trace.MakeEvent(trace.EventConfig[trace.Log]{
		Kind: trace.EventLog, Time: s.now, Goroutine: id,
		Details: trace.Log{Task: task, Category: category, Message: message},
	}))
}

func (s *story) world(k trace.EventKind, reason string, by trace.GoID) {
	s.t.Helper()
	s.add(trace.MakeEvent(trace.EventConfig[trace.Range]{
		Kind: k, Time: s.now, Goroutine: by,
		Details: trace.Range{Name: "stop-the-world (" + reason + ")", Scope: trace.MakeResourceID(by)},
	}))
}

func (s *story) mark(k trace.EventKind) {
	s.t.Helper()
	s.add(trace.MakeEvent(trace.EventConfig[trace.Range]{
		Kind: k, Time: s.now, Details: trace.Range{Name: "GC concurrent mark phase"},
	}))
}

func stackOf(calls string) trace.Stack {
	if calls == "" {
		return trace.NoStack
	}
	var frames []trace.StackFrame
	for _, f := range strings.Split(calls, " < ") {
		h := fnv.New64()
		h.Write([]byte(f))
		frames = append(frames, trace.StackFrame{PC: h.Sum64(), Func: f, File: "x.go", Line: 7})
	}
	return trace.MakeStack(frames)
}

// expect compares all events made, and empties the queue.
func (s *story) expect(want string) {
	s.t.Helper()
	s.m.release()
	s.m.search.end(s.m)
	var got []string
	for b := s.m.out.take(nil); len(b) > 0; b = s.m.out.take(nil) {
		for _, ev := range b {
			got = append(got, s.line(ev))
		}
	}
	var wanted []string
	for _, line := range strings.Split(strings.TrimSpace(want), "\n") {
		wanted = append(wanted, strings.Join(strings.Fields(line), " "))
	}
	if g, w := strings.Join(got, "\n"), strings.Join(wanted, "\n"); g != w {
		s.t.Errorf("got\n%s\n\nwant\n%s", g, w)
	}
}

// line writes an event down.
func (s *story) line(ev tracefeed.Event) string {
	line := fmt.Sprint(int64(ev.Time), " ")
	if ev.Thread != tracefeed.NoThread {
		line += s.m.tables.Threads[ev.Thread].ID + " "
	}
	line += ev.Kind.String()
	if ev.Monitor != tracefeed.NoMonitor {
		line += " " + s.m.tables.Monitors[ev.Monitor].ID
	}
	if ev.Cause != tracefeed.NoCause {
		line += " " + ev.Cause.String()
	}
	if ev.Shared {
		line += " shared"
	}
	if ev.Forever {
		line += " forever"
	}
	if ev.CPU != tracefeed.NoCPU {
		line += fmt.Sprint(" cpu=", ev.CPU-1)
	}
	if ev.Other != tracefeed.NoThread {
		line += " by=" + s.m.tables.Threads[ev.Other].ID
	}
	if ev.Name != tracefeed.NoName {
		line += fmt.Sprint(" ", s.m.tables.Names[ev.Name], "=", ev.Value)
	}
	return line
}

const (
	none = trace.NoGoroutine

	notExist  = trace.GoNotExist
	canRun    = trace.GoRunnable
	isRunning = trace.GoRunning
	isWaiting = trace.GoWaiting
	inSyscall = trace.GoSyscall
)

func TestLife(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	s.exists(1, isRunning, "")
	s.at(10).change(5, notExist, canRun, "", "example.com/a/b.(*T).run.func1", 1)
	s.at(20).runs(5)
	s.at(30).waits(5, "chan receive", "runtime.chanrecv1 < b.f < b.(*T).run.func1")
	s.at(40).wakes(5, "runtime.chansend1 < main.main", 1)
	s.at(50).runs(5)
	s.at(60).change(5, isRunning, inSyscall, "", "syscall.read < os.(*File).Read < b.f", 5)
	s.at(61).change(5, inSyscall, isRunning, "", "", 5)
	s.at(70).change(5, isRunning, inSyscall, "", "runtime.cgocall < b.f", 5)
	s.at(71).change(5, inSyscall, isRunning, "", "", 5)
	s.at(80).change(5, isRunning, canRun, "preempted", "", 5)
	s.at(81).runs(5)
	s.at(90).change(5, isRunning, notExist, "", "", 5)
	s.expect(`
		0 1 run cpu=1
		10 5 start by=1
		20 5 run cpu=1
		30 5 suspend-start channel
		40 5 wake by=1
		40 5 suspend-end
		50 5 run cpu=1
		60 5 io-start disk
		61 5 io-end
		61 5 run cpu=1
		80 5 ready
		81 5 run cpu=1
		90 5 end`)
	if got := s.m.tables.Threads[2].Name; got != "b.(*T).run.func1 5" {
		t.Errorf("goroutine 5 is called %q", got)
	}
}

// TestRepeated says each state again, as each generation does.
func TestRepeated(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	s.exists(1, isRunning, "")
	s.at(10).waits(1, "sync", "sync.(*Mutex).Lock < main.main")
	s.at(20).sync()
	s.at(21).change(1, isWaiting, isWaiting, "", "runtime.gopark < time.Sleep < main.main", none)
	s.at(22).change(1, isWaiting, isWaiting, "", "", none)
	s.at(30).wakes(1, "sync.(*Mutex).Unlock < main.f", 2)
	s.at(31).change(1, canRun, canRun, "", "", none)
	s.at(40).runs(1)
	s.at(41).change(1, isRunning, isRunning, "", "", none)
	s.at(50).sync()
	s.expect(`
		0 1 run cpu=1
		10 1 monitor-wait
		20 none
		30 1 wake by=2
		30 1 ready
		40 1 run cpu=1
		50 none`)
}

// TestStart has goroutines that existed before the trace, and whose state the
// trace reports late: it is their state since the start.
func TestStart(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	s.at(10).exists(1, isRunning, "")
	s.at(20).exists(2, isWaiting, "")
	s.at(20).wakes(2, "sync.(*Mutex).Unlock < main.f", 1)
	s.at(30).exists(3, isWaiting, "")
	s.at(30).wakes(3, "", none)
	s.at(40).exists(4, canRun, "")
	s.at(40).runs(4)
	s.at(90).exists(5, isWaiting, "runtime.gopark < runtime.goparkunlock < runtime.semacquire1 < "+
		"sync.runtime_SemacquireRWMutexR < sync.(*RWMutex).RLock < main.f")
	s.at(91).exists(6, isWaiting, "runtime.gopark < runtime.chanrecv < runtime.chanrecv1 < main.f")
	s.at(92).exists(7, inSyscall, "syscall.read < os.(*File).Read < main.f")
	s.at(93).exists(8, inSyscall, "")
	s.at(99).change(8, inSyscall, canRun, "", "", none)
	s.expect(`
		0 1 run cpu=1
		0 2 monitor-wait
		0 4 ready
		0 5 monitor-wait shared
		0 6 suspend-start channel
		0 7 io-start disk
		20 2 wake by=1
		20 2 ready
		30 3 ready
		40 4 run cpu=1
		99 8 ready`)
}

// TestNoEdges has goroutines made ready by others that are unrelated to their
// waits.
func TestNoEdges(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ reason, stack, want string }{
		{"network", "internal/poll.(*FD).Read < net.(*conn).Read < main.f", "io-start net"},
		{"network", "internal/poll.(*FD).Read < os.(*File).Read < main.f", "io-start"},
		{"sleep", "time.Sleep < main.f", "suspend-start sleep"},
		{"preempted", "main.f", "suspend-start gc"},
		{"", "", "suspend-start park"},
		{"wait until GC ends", "runtime.GC < main.f", "suspend-start gc"},
		{"sync", "runtime.gcStart < runtime.mallocgc < time.Sleep < main.f", "suspend-start gc"},
		{"sync", "runtime.gcMarkDone < runtime.mallocgc < sync.(*Pool).pinSlow < main.f", "suspend-start gc"},
		{"chan receive", "runtime.chanrecv1 < runtime.gcStart < main.f", "suspend-start gc"},
		{"sync", "runtime.semacquire < runtime.f", "suspend-start"},
		{"something new", "main.f", "suspend-start"},
	} {
		s := newStory(t)
		s.at(10).waits(1, c.reason, c.stack)
		s.at(20).wakes(1, "runtime.gcMarkTermination", 2)
		end := "suspend-end"
		if strings.HasPrefix(c.want, "io") {
			end = "io-end"
		}
		s.expect("10 1 " + c.want + "\n20 1 " + end)
	}
}

// A semaphore is a monitor whose owners are unknown. The goroutine that releases it is
// the one waited for, not the one that ends the wait by a context.
func TestSemaphore(t *testing.T) {
	t.Parallel()
	const acquire = "runtime.selectgo < golang.org/x/sync/semaphore.(*Weighted).Acquire < main.f"
	s := newStory(t)
	for id := range trace.GoID(3) {
		s.exists(id+1, isRunning, "")
	}
	s.at(1).waits(1, "select", acquire)
	s.at(2).waits(2, "select", acquire)
	s.at(3).wakes(1, "runtime.closechan < golang.org/x/sync/semaphore.(*Weighted).notifyWaiters < "+
		"golang.org/x/sync/semaphore.(*Weighted).Release < main.f", 3)
	s.at(4).wakes(2, "runtime.closechan < context.(*cancelCtx).cancel < main.f", 3)
	s.expect(`
		0 1 run cpu=1
		0 2 run cpu=1
		0 3 run cpu=1
		1 1 monitor-wait
		2 2 monitor-wait
		3 1 wake by=3
		3 1 ready
		4 2 ready`)
}

// A wake that is one of all waiters is marked: one by a broadcast, or by closing a channel.
func TestWakesOfAll(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ reason, stack, waker, want string }{
		{"chan receive", "runtime.chanrecv1 < main.f", "main.g", " shared"}, // the runtime hides closechan
		{"chan receive", "runtime.chanrecv1 < main.f", "runtime.closechan < main.g", " shared"},
		{"chan receive", "runtime.chanrecv1 < main.f", "runtime.selectgo < main.g", ""},
		{"sync.(*Cond).Wait", "sync.(*Cond).Wait < main.f", "main.g", ""},
		{"chan receive", "runtime.chanrecv1 < main.f", "runtime.chansend1 < main.g", ""},
		{"select", "runtime.selectgo < main.f", "runtime.closechan < main.g", " shared"},
		{"chan receive", "runtime.chanrecv1 < main.f", "", ""},
		{"sync.(*Cond).Wait", "sync.(*Cond).Wait < main.f", "sync.(*Cond).Broadcast < main.g", " shared"},
		{"sync.(*Cond).Wait", "sync.(*Cond).Wait < main.f", "sync.(*Cond).Signal < main.g", ""},
	} {
		s := newStory(t)
		s.exists(1, isRunning, "")
		s.exists(2, isRunning, "")
		s.at(10).waits(1, c.reason, c.stack)
		s.at(20).wakes(1, c.waker, 2)
		cause := "channel"
		if strings.Contains(c.stack, "Cond") {
			cause = "wait"
		}
		s.expect("0 1 run cpu=1\n0 2 run cpu=1\n10 1 suspend-start " + cause + "\n20 1 wake" + c.want + " by=2\n20 1 suspend-end")
	}
}

func TestLocks(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	for id := range trace.GoID(4) {
		s.exists(id+1, isRunning, "")
	}
	s.at(1).lock(1, 0xab, "a")
	s.at(2).lock(2, 0xab, "w") // spins, and stops only at 5
	s.at(5).waits(2, "sync", "sync.(*Mutex).lockSlow < sync.(*Mutex).Lock < example.com/x.(*S).add")
	s.at(6).lock(3, 0xab, "r") // releases the lock of 1
	s.at(6).wakes(2, "sync.(*Mutex).Unlock < main.f", 3)
	s.at(7).runs(2)
	s.at(8).lock(2, 0xab, "a")
	s.at(9).lock(2, 0xab, "r")
	s.at(10).lock(1, 0xcd, "s")
	s.at(11).lock(2, 0xcd, "s")
	s.at(12).lock(2, 0xcd, "u")
	s.at(13).lock(3, 0xcd, "x")
	s.at(14).waits(3, "sync", "sync.(*RWMutex).RLock < main.f")
	s.at(15).lock(4, 0xcd, "a") // without a release by 1
	s.at(16).waits(2, "sync", "sync.(*WaitGroup).Wait < main.f")
	s.expect(`
		0 1 run cpu=1
		0 2 run cpu=1
		0 3 run cpu=1
		0 4 run cpu=1
		1 1 monitor-enter 0xab
		5 2 monitor-wait 0xab
		6 1 monitor-exit 0xab by=3
		6 2 wake by=3
		6 2 ready
		7 2 run cpu=1
		8 2 monitor-enter 0xab
		9 2 monitor-exit 0xab
		10 1 monitor-enter 0xcd shared
		11 2 monitor-enter 0xcd shared
		12 2 monitor-exit 0xcd
		14 3 monitor-wait 0xcd shared
		14 1 monitor-exit 0xcd
		15 4 monitor-enter 0xcd
		16 2 suspend-start join`)
	if got := s.m.tables.Monitors[1].Name; got != "0xab x.(*S).add:7" {
		t.Errorf("the lock is called %q", got)
	}
}

// TestStoppedWorld stops it while 1 runs, 2 could run, 3 is about to stop
// running, 4 waits and is made ready meanwhile.
func TestStoppedWorld(t *testing.T) {
	s := newStory(t)
	s.exists(1, isRunning, "")
	s.exists(2, canRun, "")
	s.exists(3, isRunning, "")
	s.exists(4, isWaiting, "runtime.gopark < time.Sleep < main.f")
	s.at(10).world(trace.EventRangeBegin, "GC sweep termination", 1)
	s.at(11).change(3, isRunning, canRun, "preempted", "", 3)
	s.at(12).wakes(4, "", none)
	s.at(13).mark(trace.EventRangeBegin)
	s.at(14).world(trace.EventRangeEnd, "GC sweep termination", 1)
	s.at(15).runs(2)
	s.at(20).world(trace.EventRangeBegin, "GOMAXPROCS", 1)
	s.at(21).world(trace.EventRangeEnd, "GOMAXPROCS", 1)
	s.at(30).sync()
	s.at(31).mark(trace.EventRangeActive)
	s.at(40).mark(trace.EventRangeEnd)
	s.at(50).mark(trace.EventRangeEnd)
	s.expect(`
		0 1 run cpu=1
		0 2 ready
		0 3 run cpu=1
		0 4 suspend-start sleep
		10 gc-start
		10 2 suspend-start gc
		11 3 ready
		11 3 suspend-start gc
		12 4 suspend-end
		12 4 suspend-start gc
		13 gc-start
		14 2 suspend-end
		14 3 suspend-end
		14 4 suspend-end
		14 gc-end
		15 2 run cpu=1
		20 3 suspend-start
		20 4 suspend-start
		21 3 suspend-end
		21 4 suspend-end
		30 none
		40 gc-end`)
}

// TestStoppedWorldBudget stops the world again and again while many could run:
// the events it takes to say so stay in proportion to the trace.
func TestStoppedWorldBudget(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	for id := range trace.GoID(1000) {
		s.exists(id+1, canRun, "")
	}
	s.exists(2000, isRunning, "")
	for range 4000 {
		s.change(2000, isRunning, isRunning, "", "", none)
	}
	for i := range trace.Time(200) {
		s.at(i*2+1).world(trace.EventRangeBegin, "GC sweep termination", 2000)
		s.at(i*2+2).world(trace.EventRangeEnd, "GC sweep termination", 2000)
	}
	if n := s.m.out.count(); n < 4000 || n > 6000 {
		t.Errorf("%d events for 5402 of the trace", n)
	}
}

func TestForever(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	s.exists(1, isRunning, "")
	s.exists(2, isRunning, "")
	s.at(1).waits(1, "forever", "runtime.block < main.main")
	s.at(2).waits(2, "forever", "runtime.chanrecv1 < main.main")
	s.expect(`
		0 1 run cpu=1
		0 2 run cpu=1
		1 1 suspend-start park
		2 2 suspend-start channel forever`)
}

func TestProvenLeak(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	for id := range trace.GoID(6) {
		s.exists(id+1, isRunning, "")
	}
	s.at(1).waits(1, "chan receive", "runtime.chanrecv1 < main.f")
	s.at(2).lock(2, 0xa, "x")
	s.waits(2, "sync", "sync.(*RWMutex).RLock < main.f")
	s.at(3).waits(3, "network", "internal/poll.runtime_pollWait < net.(*netFD).Read")
	s.at(4).waits(4, "forever", "runtime.chanrecv1 < main.main")
	for id := range trace.TaskID(9) { // 5 runs, 7 and more do not exist
		s.at(5).log(6, id, "tiv.leak", "l")
		s.log(6, id, "tiv.leak", "l")
		s.log(6, id, "tiv.leak", "m")
	}
	s.at(7).wakes(1, "", 6)
	s.runs(1)
	s.at(8).waits(1, "select", "runtime.selectgo < main.f")
	s.at(9).log(6, 1, "tiv.leak", "l")
	s.expect(`
		0 1 run cpu=1
		0 2 run cpu=1
		0 3 run cpu=1
		0 4 run cpu=1
		0 5 run cpu=1
		0 6 run cpu=1
		1 1 suspend-start channel
		2 2 monitor-wait 0xa shared
		3 3 io-start net
		4 4 suspend-start channel forever
		5 1 suspend-start channel forever
		5 2 monitor-wait 0xa shared forever
		7 1 wake by=6
		7 1 suspend-end
		7 1 run cpu=1
		8 1 suspend-start channel
		9 1 suspend-start channel forever`)
}

// TestCoroutine has the body of an iter.Pull: control is handed over, and no
// goroutine blocks another.
func TestCoroutine(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	s.exists(1, isRunning, "")
	s.at(1).change(9, notExist, isWaiting, "", "runtime.corostart", 1)
	s.at(2).waits(1, "", "")
	s.at(2).wakes(9, "", 1)
	s.at(2).runs(9)
	s.at(3).waits(9, "", "")
	s.at(3).wakes(1, "", 9)
	s.at(3).runs(1)
	s.expect(`
		0 1 run cpu=1
		1 9 start by=1
		1 9 suspend-start park
		2 1 suspend-start park
		2 9 suspend-end
		2 9 run cpu=1
		3 9 suspend-start park
		3 1 suspend-end
		3 1 run cpu=1`)
	if s.m.tables.Threads[2].System {
		t.Error("a coroutine counts as the runtime's")
	}
}

// TestHeldTooLong checks that a first generation beyond all measure is not
// held back.
func TestHeldTooLong(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	s.exists(1, isRunning, "")
	s.m.out.done = maxHeld
	s.at(1).waits(1, "sleep", "")
	if s.m.out.holding {
		t.Fatal("still held back")
	}
	s.at(2).exists(2, isWaiting, "runtime.gopark < time.Sleep < main.f")
	s.at(3).exists(3, isWaiting, "")
	s.expect(`
		0 1 run cpu=1
		1 1 suspend-start sleep
		2 2 suspend-start sleep`)
}

func (s *story) sampled(id trace.GoID, stack string) {
	s.t.Helper()
	s.add(trace.MakeEvent(trace.EventConfig[trace.StackSample]{
		Kind: trace.EventStackSample, Time: s.now, Goroutine: id, Proc: 1, Stack: stackOf(stack),
	}))
}

// TestSamplesChangeNothing has samples of a goroutine before it exists, after
// its end, of a goroutine in no known state (9) and of none: they have no thread,
// and add none. A sample names no thread either.
func TestSamplesChangeNothing(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	s.exists(1, isRunning, "")
	s.at(5).sampled(5, "main.f < main.main")
	s.at(10).change(5, notExist, canRun, "", "main.f", 9)
	s.at(15).sampled(9, "main.main")
	s.at(20).runs(5)
	s.at(30).sampled(5, "runtime.memmove < runtime.mcall")
	s.at(40).change(5, isRunning, notExist, "", "", 5)
	s.at(50).sampled(5, "main.f")
	s.at(60).sampled(none, "runtime.gcDrain < runtime.gcBgMarkWorker")
	s.expect(`
		0 1 run cpu=1
		5 sample cpu=1
		10 5 start by=9
		15 sample cpu=1
		20 5 run cpu=1
		30 5 sample cpu=1
		40 5 end
		50 sample cpu=1
		60 sample cpu=1`)
	if name := s.m.tables.Threads[2].Name; name != "main.f 5" {
		t.Errorf("the thread is named %q", name)
	}
}
