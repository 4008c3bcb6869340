package schedtext

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"tiv/internal/testtrace"
	"tiv/tracefeed"
	"tiv/tracefeed/sched"
)

// sample returns a text of testdata, recorded from pair.c.
func sample(t testing.TB, name string) []byte { return testtrace.File(t, "testdata/"+name) }

// trace is a text as read.
type trace struct{ testtrace.Trace }

// read reads a text in the format of its first lines.
func read(t testing.TB, text []byte) trace {
	t.Helper()
	src, err := tracefeed.OpenInput(tracefeed.Input{Reader: bytes.NewReader(text)}, Formats())
	if err != nil {
		return trace{testtrace.Trace{Err: err}}
	}
	return trace{testtrace.Read(t, src)}
}

// group returns the name of a thread without its number.
func (all *trace) group(id tracefeed.ThreadID) string {
	name := all.Tables.Threads[id].Name
	return name[:max(0, strings.LastIndexByte(name, ' '))]
}

// count returns the number of events of a group's threads of a kind and cause.
func (all *trace) count(group string, kind tracefeed.Kind, cause tracefeed.Cause) (n int) {
	for _, ev := range all.Events {
		if ev.Kind == kind && ev.Cause == cause && all.group(ev.Thread) == group {
			n++
		}
	}
	return n
}

// wakers returns the groups of threads that ended the waits of a group.
func (all *trace) wakers(group string) map[string]int {
	by := map[string]int{}
	for _, ev := range all.Events {
		if ev.Kind == tracefeed.Wake && all.group(ev.Thread) == group {
			by[all.group(ev.Other)]++
		}
	}
	return by
}

// TestPerfScript checks the waits of each thread in a text with system calls and stacks.
func TestPerfScript(t *testing.T) {
	t.Parallel()
	all := read(t, sample(t, "perf.txt.gz"))
	if all.Err != nil {
		t.Fatal(all.Err)
	}
	for _, x := range []struct {
		group string
		kind  tracefeed.Kind
		cause tracefeed.Cause
		least int
	}{
		{"group a", tracefeed.MonitorWait, 0, 10},
		{"group (b)", tracefeed.MonitorWait, 0, 10},
		{"group a", tracefeed.SuspendStart, tracefeed.CauseSleep, 40},
		{"consumer", tracefeed.SuspendStart, tracefeed.CauseWait, 15},
		{"producer", tracefeed.SuspendStart, tracefeed.CauseSleep, 20},
		{"[reader] 1", tracefeed.IOStart, 0, 15},
		{"spin", tracefeed.Sample, 0, 100},
		{"spin", tracefeed.ThreadStart, 0, 3},
		{"spin", tracefeed.ThreadEnd, 0, 3},
	} {
		if n := all.count(x.group, x.kind, x.cause); n < x.least {
			t.Errorf("%s: %d events %v (%v), want at least %d", x.group, n, x.kind, x.cause, x.least)
		}
	}
	for group, by := range map[string]string{"group a": "group a", "group (b)": "group (b)", "consumer": "producer"} {
		wakers := all.wakers(group)
		for waker, n := range wakers {
			if waker != by && waker != "pair" { // main wakes the consumer at the end
				t.Errorf("%s was woken by %s %d times", group, waker, n)
			}
		}
		if wakers[by] < 10 {
			t.Errorf("%s was woken by %v, want %s", group, wakers, by)
		}
	}
	all.checkLocks(t)
}

// checkLocks checks that each group waits for one lock. The function
// locker itself is not on the stacks: the C library has no frame pointers.
func (all *trace) checkLocks(t *testing.T) {
	t.Helper()
	locks := map[string]tracefeed.MonitorID{}
	for _, ev := range all.Events {
		if ev.Kind != tracefeed.MonitorWait || !strings.HasPrefix(all.group(ev.Thread), "group") {
			continue
		}
		if g := all.group(ev.Thread); locks[g] == tracefeed.NoMonitor {
			locks[g] = ev.Monitor
		} else if locks[g] != ev.Monitor {
			t.Errorf("%s waits for monitors %d and %d", g, locks[g], ev.Monitor)
		}
		called := false
		for _, f := range all.Tables.Stacks[ev.Stack] {
			name := all.Tables.Frames[f].Func
			called = called || name == "start_thread"
			if strings.HasPrefix(name, "__schedule") {
				t.Fatalf("the stack of a wait has functions of the kernel: %v", name)
			}
		}
		if !called {
			t.Error("a wait has no stack")
		}
	}
	if len(locks) != 2 || locks["group a"] == locks["group (b)"] {
		t.Errorf("the groups wait for %v", locks)
	}
}

// TestTrace checks a text without system calls and stacks: waits are suspensions, and
// interrupts wake nobody.
func TestTrace(t *testing.T) {
	t.Parallel()
	all := read(t, sample(t, "trace.txt.gz"))
	if all.Err != nil {
		t.Fatal(all.Err)
	}
	if n := all.count("group a", tracefeed.SuspendStart, 0); n < 40 {
		t.Errorf("group a waited %d times", n)
	}
	if by := all.wakers("producer"); len(by) > 0 {
		t.Errorf("the producer, which only sleeps, was woken by %v", by)
	}
	if by := all.wakers("consumer"); by["producer"] < 10 {
		t.Errorf("the consumer was woken by %v", by)
	}
	for _, th := range all.Tables.Threads[1:] {
		if strings.HasPrefix(th.Name, "swapper") || strings.Contains(th.Name, "idle") {
			t.Errorf("the idle task %q is a thread", th.Name)
		}
	}
}

// TestLines checks lines of all forms.
func TestLines(t *testing.T) {
	t.Parallel()
	wake := sched.Event{Kind: sched.Wakeup, Target: sched.Task{TID: 7, Comm: []byte("b")}}
	for text, want := range map[string]struct {
		ev   sched.Event
		comm string
		tid  int32
		pid  int32
	}{
		"a  12 [001] 5.000001: sched:sched_waking: comm=b pid=7 prio=120 target_cpu=000":             {wake, "a", 12, 0},
		"a b [c] 1: 11/12 [001] 5.000001000: sched:sched_wakeup: comm=b pid=7 prio=120":              {wake, "a b [c] 1:", 12, 11},
		"a 12 5.000001: sched:sched_waking: comm=b pid=7 prio=120 target_cpu=000":                    {wake, "a", 12, 0},
		"  a-b-12  [001] d..2. 5.000001: sched_waking: comm=b pid=7 prio=120 target_cpu=000":         {wake, "a-b", 12, 0},
		"  a b-12  (   11) [001] d..2. 5.000001: sched_waking: comm=b pid=7 prio=120":                {wake, "a b", 12, 11},
		"  a-12  (-----) [001] 5.000001: sched_wakeup: b:7 [120] CPU:000":                            {wake, "a", 12, 0},
		"  a-12  [001] d..2. 5.000001: sched_wakeup: comm=b pid=7 prio=120 success=0 target_cpu=000": {sched.Event{}, "a", 12, 0},
		"  <...>-12  [001] d..2. 5.000001: sched_wakeup: b:7 [120] success=1 CPU:000":                {wake, "", 12, 0},
		"a 12 [001] 5.000001: 250000 cpu-clock:uH: ": {sched.Event{
			Kind: sched.Sample, Value: 250000}, "a", 12, 0},
		"a 12 [001] 5.000001: raw_syscalls:sys_enter: NR 202 (7f, 80, 2, 0, 0, 0)": {sched.Event{
			Kind: sched.Enter, Call: sched.Call{Number: 202, Args: [3]uint64{0x7f, 0x80, 2}}}, "a", 12, 0},
		"a 12 [001] 5.000001: syscalls:sys_enter_futex: uaddr: 0x7f, op: 0x80, val: 0x02, utime: 0": {sched.Event{
			Kind: sched.Enter, Call: sched.Call{Number: 202, Args: [3]uint64{0x7f, 0x80, 2}}}, "a", 12, 0},
		"a-12 [001] 5.000001: sched_switch: a-b:12 [120] S ==> b:7 [120]": {sched.Event{
			Kind: sched.Switch, State: 'S', Target: wake.Target}, "a-b", 12, 0},
		"app\t12 [001] 5.000001: 9 cpu-cycles:": {sched.Event{
			Kind: sched.Sample, Value: 9}, "app", 12, 0},
		"a 12 [001] 5.000001: cycles:uppp: ": {sched.Event{
			Kind: sched.Sample, Value: 1}, "a", 12, 0},
		"a 12 [001] 5.000001:    77 cpu_core/cycles/P: ": {sched.Event{
			Kind: sched.Sample, Value: 77}, "a", 12, 0},
		"a 12 [001] 5.000001: 12345678901 cycles: ": {sched.Event{
			Kind: sched.Sample, Value: 12345678901}, "a", 12, 0},
		"a 12 [001] 5.000001: ": {sched.Event{
			Kind: sched.Sample, Value: 1}, "a", 12, 0},
		"a 11/12 [001] 5.000001:     7 ": {sched.Event{
			Kind: sched.Sample, Value: 7}, "a", 12, 11},
		"    12 [001] 5.000001: sched:sched_waking: comm=b pid=7 prio=120":         {wake, "", 12, 0},
		"  a-12  [001] (   11) d..2 5.000001: sched_waking: comm=b pid=7 prio=120": {wake, "a", 12, 11},
		"  a-12  (   11) [001] d..25.000001: sched_waking: comm=b pid=7 prio=120":  {wake, "a", 12, 11},
		"  a-12  (   11) [001] d..2.5.000001: sched_waking: comm=b pid=7 prio=120": {wake, "a", 12, 11},
		"  a(b)-12  [001] .... 5.000001: sched_waking: comm=b pid=7 prio=120":      {wake, "a(b)", 12, 0},
		"  a-12   1d..2. 5.000001: sched_waking: comm=b pid=7 prio=120":            {wake, "a", 12, 0},
		"  a-12  [001] d..2. 5.000001: sched_blocked_reason: pid=7 iowait=1 caller=io_schedule+0x1": {sched.Event{
			Kind: sched.Blocked, Value: 1, Target: sched.Task{TID: 7}}, "a", 12, 0},
		"a 12 [001] 5.000001: PERF_RECORD_LOST lost 9": {sched.Event{Kind: sched.Lost,
			Value: 9}, "a", 12, 0},
		"a 12 [001] 5.000001: PERF_RECORD_SWITCH_CPU_WIDE OUT preempt next pid/tid: 0/0": {sched.Event{Kind: sched.SwitchOut,
			State: 'R'}, "a", 12, 0},
		"a 12 [001] 5.000001: PERF_RECORD_SWITCH OUT preempt": {sched.Event{Kind: sched.SwitchOut, State: 'R'}, "a", 12, 0},
	} {
		var l line
		if !l.parse(untabbed([]byte(text))) {
			t.Errorf("%q is not parsed", text)
			continue
		}
		if l.name != nil {
			l.event.ParseText(string(l.name), l.rest)
		}
		ev := l.event
		if ev.Time != 5_000_001_000 || ev.CPU != 1 && (strings.Contains(text, "[001]") || strings.Contains(text, "1d")) ||
			ev.Current.TID != want.tid || ev.Current.PID != want.pid || string(ev.Current.Comm) != want.comm {
			t.Errorf("%q is at %d, of %d/%d %q", text, ev.Time, ev.Current.PID, ev.Current.TID, ev.Current.Comm)
		}
		if ev.Kind != want.ev.Kind || ev.State != want.ev.State || ev.Call != want.ev.Call || ev.Value != want.ev.Value ||
			ev.Target.TID != want.ev.Target.TID || string(ev.Target.Comm) != string(want.ev.Target.Comm) {
			t.Errorf("%q is %+v", text, ev)
		}
	}
}

// TestSkipped checks that lines of other kinds are skipped and counted.
func TestSkipped(t *testing.T) {
	t.Parallel()
	const good = "a 12 [001] 5.000001: sched:sched_waking: comm=b pid=7 prio=120 target_cpu=000\n"
	for _, x := range []struct{ text, note string }{
		{good + good + "something else\n" + good, `line 3 is no event, and was skipped: "something else"`},
		{good + strings.Repeat("x", 3*maxLine) + "\n" + good + "y", "2 lines are no events, and were skipped, the " +
			"first of them line 2: \"xxx"},
		{good + "a 12 [001] 5.0000", "line 2 is no event"},
	} {
		all := read(t, []byte(x.text))
		if all.Err != nil || len(all.Events) == 0 || !strings.Contains(all.Note, x.note) {
			t.Errorf("%.20q…: %d events, %v; %q", x.text, len(all.Events), all.Err, all.Note)
		}
	}
}

// FuzzText reads any text.
func FuzzText(f *testing.F) {
	for _, name := range []string{"perf.txt.gz", "trace.txt.gz"} {
		for i, part := range bytes.SplitAfter(sample(f, name), []byte("sched_switch")) {
			if i < 40 {
				f.Add(part)
			}
		}
	}
	for _, name := range []string{"ftrace-atrace-marks", "ftrace-blocked-reason", "ftrace-multi-line-print",
		"perf-script-no-time", "perf-script-two-events"} {
		f.Add(sample(f, name+".txt"))
	}
	f.Add([]byte("CPU:1 [LOST 12 EVENTS]\na-12 [001] 5.1: sched_switch: a-b:12 [120] S ==> b:7 [120]\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		all := read(t, text)
		var d *tracefeed.Damage
		if all.Err != nil && !errors.As(all.Err, &d) {
			t.Errorf("%v has no position", all.Err)
		}
	})
}

func BenchmarkPerfScript(b *testing.B) {
	text := sample(b, "perf.txt.gz")
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		read(b, text)
	}
}
