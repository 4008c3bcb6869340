package sched

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tiv/tracefeed"
)

func thread(tid int32) Task { return Task{TID: tid, PID: 10, Comm: fmt.Appendf(nil, "t%d", tid)} }

// told returns the events of a mapper in words, after those of the kernel.
func told(m *Mapper, events ...Event) string {
	for i := range events {
		events[i].Time = 1000 + uint64(i)*100_000
		m.Add(&events[i])
	}
	m.End()
	var b strings.Builder
	list := m.Take(nil)
	if n := len(list); n > 0 && list[n-1].Kind == tracefeed.NoKind {
		list = list[:n-1]
	}
	for _, ev := range list {
		fmt.Fprintf(&b, "%s %v", m.Tables().Threads[ev.Thread].ID, ev.Kind)
		if ev.Cause != tracefeed.NoCause {
			fmt.Fprintf(&b, " (%v)", ev.Cause)
		}
		if ev.Other != tracefeed.NoThread {
			fmt.Fprintf(&b, " by %s", m.Tables().Threads[ev.Other].ID)
		}
		if ev.Monitor != tracefeed.NoMonitor {
			fmt.Fprintf(&b, " of %s", m.Tables().Monitors[ev.Monitor].Name)
		}
		b.WriteString("; ")
	}
	return strings.TrimSuffix(b.String(), "; ")
}

func swtch(from int32, state byte, to int32) Event {
	return Event{Kind: Switch, Current: thread(from), State: state, Target: thread(to)}
}

func wake(by, to int32) Event { return Event{Kind: Wakeup, Current: thread(by), Target: thread(to)} }

func futexOf(command, value uint64) Event {
	return Event{Kind: Enter, Current: thread(1), Call: Call{Number: futexCall, Args: [3]uint64{0xab, command, value}}}
}

func TestMapper(t *testing.T) {
	t.Parallel()
	interrupt := wake(2, 1)
	interrupt.Interrupt = true
	kernelLock := swtch(1, 'D', 0)
	kernelLock.Why = reasonOf("__schedule", "schedule", "rwsem_down_read_slowpath", "do_user_addr_fault")
	for name, x := range map[string]struct {
		events []Event
		want   string
	}{
		"preempted": {[]Event{swtch(1, 'R', 2), swtch(2, 'S', 1)}, "1 ready; 2 run; 2 suspend-start; 1 run"},
		"idle":      {[]Event{swtch(1, 'S', 0), swtch(0, 'R', 1)}, "1 suspend-start; 1 run"},
		"woken": {[]Event{swtch(1, 'S', 2), wake(2, 1), wake(2, 1), swtch(2, 'S', 1)},
			"1 suspend-start; 2 run; 1 wake by 2; 1 ready; 2 suspend-start; 1 run"},
		"interrupt": {[]Event{swtch(1, 'S', 2), interrupt}, "1 suspend-start; 2 run; 1 ready"},
		"dead":      {[]Event{swtch(1, 'X', 2), wake(2, 1)}, "1 end; 2 run; 1.2 ready"},
		"dead, with forks": {[]Event{{Kind: Fork, Current: thread(2), Target: thread(3)}, swtch(1, 'X', 2),
			wake(2, 1)}, "3 start by 2; 1 end; 2 run"},
		"disk":           {[]Event{swtch(1, 'D', 0)}, "1 io-start (disk)"},
		"lock of kernel": {[]Event{kernelLock}, "1 monitor-wait"},
		"lock":           {[]Event{futexOf(0x80, 2), swtch(1, 'S', 2)}, "1 monitor-wait of 0xab; 2 run"},
		"condition":      {[]Event{futexOf(0x189, 0), swtch(1, 'S', 2)}, "1 suspend-start (wait); 2 run"},
		"parked":         {[]Event{futexOf(0x89, 0xffffffff), swtch(1, 'S', 2)}, "1 suspend-start (wait); 2 run"},
		"lock of musl":   {[]Event{futexOf(0x80, 0x80000010), swtch(1, 'S', 2)}, "1 monitor-wait of 0xab; 2 run"},
		"lock, left": {[]Event{futexOf(0x80, 2), {Kind: Leave, Current: thread(1)}, swtch(1, 'S', 2)},
			"1 suspend-start; 2 run"},
		"a late event": {[]Event{swtch(1, 'S', 7), {Kind: Other, Current: thread(1)}, swtch(7, 'S', 1)},
			"1 suspend-start; 7 run; 7 suspend-start; 1 run"},
		"a switch is missing": {[]Event{swtch(1, 'S', 7), swtch(1, 'S', 7)},
			"1 suspend-start; 7 run; 7 unknown; 1 run; 1 suspend-start; 7 run"},
		"lost": {[]Event{swtch(1, 'S', 2), {Kind: Lost, Value: 3, Current: Task{TID: None}},
			swtch(2, 'S', 1)}, "1 suspend-start; 2 run;  lost; 2 suspend-start; 1 run"},
		"exit":             {[]Event{swtch(0, 'R', 1), {Kind: Exit, Current: thread(1)}, swtch(1, 'Z', 0)}, "1 run; 1 end"},
		"samples only":     {[]Event{{Kind: Sample, Current: thread(1), Value: 1}}, "1 sample"},
		"before the start": {[]Event{{Kind: Known, Target: thread(1)}}, ""},
		"another fork of the same thread": {[]Event{{Kind: Fork, Current: thread(2), Target: thread(3)},
			{Kind: Fork, Current: thread(2), Target: thread(3)}}, "3 start by 2"},
		"a number used again": {[]Event{{Kind: Fork, Current: thread(2), Target: thread(3)}, swtch(3, 'X', 2),
			{Kind: Fork, Current: thread(2), Target: thread(3)}},
			"3 start by 2; 3 end; 2 run; 3.2 start by 2"},
	} {
		m := NewMapper(Filter{})
		m.SetWide()
		if got := told(m, x.events...); got != x.want {
			t.Errorf("%s: %q, want %q", name, got, x.want)
		}
	}
}

// TestNarrow checks recordings that have the events of some threads only.
func TestNarrow(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		events []Event
		want   string
	}{
		"a foreign thread": {[]Event{swtch(1, 'S', 7), {Kind: Other, Current: thread(1)}, swtch(1, 'S', 7)},
			"1 suspend-start; 1 run; 1 suspend-start"},
		"an own thread": {[]Event{swtch(1, 'S', 2), swtch(2, 'S', 1)}, "1 suspend-start; 2 suspend-start; 1 run"},
		"preempted":     {[]Event{swtch(1, 'R', 7), {Kind: Other, Current: thread(1)}}, "1 unknown; 1 run"},
		"woken": {[]Event{swtch(1, 'S', 2), wake(2, 1), wake(2, 1), {Kind: Other, Current: thread(1)}},
			"1 suspend-start; 2 run; 1 wake by 2; 1 unknown; 1 run"},
		"switches in": {[]Event{{Kind: SwitchIn, Current: thread(1)}, {Kind: SwitchOut, State: 'R', Current: thread(1)}},
			"1 run; 1 ready"},
		"exit": {[]Event{swtch(1, 'S', 2), {Kind: Exit, Current: thread(1)}, {Kind: Other, Current: thread(1)}},
			"1 suspend-start; 1 run; 1 end"},
		"all after all": {[]Event{swtch(1, 'S', 0), swtch(0, 'R', 7)}, "1 suspend-start; 7 run"},
	} {
		if got := told(NewMapper(Filter{}), x.events...); got != x.want {
			t.Errorf("%s: %q, want %q", name, got, x.want)
		}
	}
}

// TestOnly checks that threads without a name do not count.
func TestOnly(t *testing.T) {
	t.Parallel()
	m := NewMapper(Filter{Named: true})
	got := told(m, Event{Kind: Known, Target: thread(1)}, swtch(1, 'S', 9), Event{Kind: Wakeup, Current: thread(9), Target: thread(1)},
		Event{Kind: Fork, Current: thread(9), Target: thread(8)}, swtch(9, 'S', 1),
		Event{Kind: Fork, Current: thread(1), Target: thread(2)})
	if want := "1 suspend-start; 1 ready; 8 start; 1 run; 2 start by 1"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestProcess checks that the threads of another process do not count.
func TestProcess(t *testing.T) {
	t.Parallel()
	m := NewMapper(Filter{Named: true, Process: 10})
	other := Task{TID: 21, PID: 20, Comm: []byte("z")}
	got := told(m, Event{Kind: Known, Target: thread(1)}, swtch(1, 'S', 9), Event{Kind: Rename, Current: other, Target: other},
		Event{Kind: Switch, Current: other, State: 'S', Target: thread(1)}, Event{Kind: Fork, Current: other, Target: thread(2)})
	if want := "1 suspend-start; 1 run; 2 start"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestNames checks the names of threads: that of their process comes first if there are
// several.
func TestNames(t *testing.T) {
	t.Parallel()
	m := NewMapper(Filter{})
	m.SetWide()
	names := func() (list []string) {
		for _, th := range m.Tables().Threads[1:] {
			list = append(list, th.Name)
		}
		return list
	}
	told(m, swtch(10, 'S', 11), Event{Kind: Rename, Current: thread(11), Target: Task{TID: 11, Comm: []byte("a b")}})
	if got := names(); !slices.Equal(got, []string{"t10 10", "a b 11"}) {
		t.Errorf("one process: %q", got)
	}
	other := Task{TID: 21, PID: 20, Comm: []byte("z")}
	told(m, Event{Kind: Switch, Current: thread(11), State: 'S', Target: other},
		Event{Kind: Rename, Current: thread(10), Target: Task{TID: 10, Comm: []byte("main")}})
	if got := names(); !slices.Equal(got, []string{"main 10", "main 10/t11 11", "20/z 21"}) {
		t.Errorf("two processes: %q", got)
	}
}
