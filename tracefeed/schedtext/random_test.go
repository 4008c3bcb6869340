package schedtext

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tiv/internal/testtrace"
	"tiv/tracefeed"
)

// layout writes a line of an event of a thread on a processor, at a time in nanoseconds.
type layout struct {
	header string
	line   func(comm string, tid, cpu int, at int64, event, text string) string
}

func seconds9(at int64) string { return fmt.Sprintf("%d.%09d", at/1e9, at%1e9) }

func seconds6(at int64) string { return fmt.Sprintf("%d.%06d", at/1e9, at%1e9/1e3) }

var layouts = map[string]layout{
	"trace": {"# tracer: nop\n", func(comm string, tid, cpu int, at int64, event, text string) string {
		return fmt.Sprintf("%16s-%-7d [%03d] d..2. %s: %s: %s\n", comm, tid, cpu, seconds6(at), event, text)
	}},
	"trace with processes": {"# tracer: nop\n", func(comm string, tid, cpu int, at int64, event, text string) string {
		return fmt.Sprintf("%16s-%-5d (-----) [%03d] d..2 %s: %s: %s\n", comm, tid, cpu, seconds6(at), event, text)
	}},
	"processes last": {"cpus=4\n", func(comm string, tid, cpu int, at int64, event, text string) string {
		return fmt.Sprintf("%16s-%-5d [%03d] (-----) d..2%s: %s: %s\n", comm, tid, cpu, seconds6(at), event, text)
	}},
	"trace-cmd": {"cpus=4\n", func(comm string, tid, cpu int, at int64, event, text string) string {
		return fmt.Sprintf("%16s-%-5d [%03d] %s: %-20s %s\n", comm, tid, cpu, seconds6(at), event+":", text)
	}},
	"trace-cmd, latency": {"", func(comm string, tid, cpu int, at int64, event, text string) string {
		return fmt.Sprintf("%16s-%-5d %3dd..2. %s: %s: %s\n", comm, tid, cpu, seconds6(at), event, text)
	}},
	"web page": {"", func(comm string, tid, cpu int, at int64, event, text string) string {
		return fmt.Sprintf("%16s-%-5d [%03d] d..2 %s: %s: %s\\n\\\r\n", comm, tid, cpu, seconds6(at), event, text)
	}},
	"perf script": {"# cmdline : /usr/bin/perf record -m 8M -ga -e sched:* -- sleep 1 \n",
		func(comm string, tid, cpu int, at int64, event, text string) string {
			return fmt.Sprintf("%16s %7d [%03d] %s: sched:%s: %s\n", comm, tid, cpu, seconds6(at), event, text)
		}},
	"perf script --ns": {"# cmdline : perf sched record\n", func(comm string, tid, cpu int, at int64, event, text string) string {
		return fmt.Sprintf("%s     0/%-5d [%03d] %s:     1 sched:%s: %s\n", comm, tid, cpu, seconds9(at), event, text)
	}},
	"tabs": {"# cmdline : perf record --all-cpus\n", func(comm string, tid, cpu int, at int64, event, text string) string {
		return fmt.Sprintf("%s\t%d [%03d] %s: 1 sched:%s: %s\n", comm, tid, cpu, seconds6(at), event, text)
	}},
}

// machine is a random machine: it writes its schedule, and knows the states of its threads.
type machine struct {
	*rand.Rand
	layout
	out    strings.Builder
	now    int64
	on     []int // the thread of each processor
	before []int // the one that had it before
	states []state
	spans  map[string][]testtrace.Span
	start  int64
	first  int64 // the time of the first event written
	last   int64 // that of the last
	odd    int
	exact  bool         // the first column is never late
	own    map[int]bool // the threads that are recorded; nil for all
}

// state is the state of a thread. A thread that has no event yet has none.
type state struct {
	state tracefeed.State
	cause tracefeed.Cause
	since int64
	known bool
	// deep: an uninterruptible wait without a reason yet.
	deep bool
}

// name returns the name of a thread, which may look like other columns.
func (m *machine) name(tid int) string {
	if tid == 0 {
		return "<idle>"
	}
	return [...]string{"a", "b-7", "c d", "[e]", "f: g", "dd", "x(9)"}[tid%7]
}

func (m *machine) event(tid, cpu int, event, text string) {
	if m.own != nil && !m.own[tid] {
		return // perf without -a
	}
	if m.last = m.now; m.first == 0 {
		m.first = m.now
	}
	m.out.WriteString(m.line(m.name(tid), 100*min(tid, 1)+tid, cpu, m.now, event, text))
	if m.IntN(20) == 0 {
		m.out.WriteString("an odd line\n")
		m.odd++
	}
}

// set changes the state of a thread.
func (m *machine) set(tid int, s tracefeed.State, c tracefeed.Cause) {
	if tid == 0 {
		return
	}
	m.end(tid)
	m.states[tid] = state{state: s, cause: c, since: m.now, known: true}
}

// end ends the present state of a thread.
func (m *machine) end(tid int) {
	x := &m.states[tid]
	if !x.known || x.since == m.now {
		return
	}
	name := fmt.Sprintf("%s %d", m.name(tid), 100+tid)
	list := m.spans[name]
	if n := len(list); n > 0 && list[n-1].State == x.state && list[n-1].Cause == x.cause {
		list[n-1].End = tracefeed.Time(m.now - m.start)
		return
	}
	m.spans[name] = append(list, testtrace.Span{State: x.state, Cause: x.cause, Start: tracefeed.Time(x.since - m.start),
		End: tracefeed.Time(m.now - m.start)})
}

// swap switches a processor to another thread.
func (m *machine) swap(cpu int) {
	prev, next := m.on[cpu], 0
	for range 5 {
		if t := m.IntN(len(m.states)); t > 0 && m.states[t].state != tracefeed.Running && t != prev {
			next = t
			break
		}
	}
	if next == prev {
		return
	}
	letter := "R"
	if prev != 0 {
		letter = [...]string{"R", "R+", "S", "D"}[m.IntN(4)]
	}
	m.event(prev, cpu, "sched_switch", fmt.Sprintf("prev_comm=%s prev_pid=%d prev_prio=120 prev_state=%s ==> "+
		"next_comm=%s next_pid=%d next_prio=120",
		m.name(prev), 100*min(prev, 1)+prev, letter, m.name(next), 100*min(next, 1)+next))
	switch letter[0] {
	case 'R':
		m.set(prev, tracefeed.Runnable, 0)
	case 'S':
		m.set(prev, tracefeed.Suspended, 0)
	case 'D':
		m.set(prev, tracefeed.IO, tracefeed.CauseDisk)
		m.states[prev].deep = true
	}
	m.set(next, tracefeed.Running, 0)
	m.before[cpu], m.on[cpu] = prev, next
}

// wake wakes a thread that waits, or that has no event yet.
func (m *machine) wake(cpu int) {
	t := 1 + m.IntN(len(m.states)-1)
	if x := &m.states[t]; x.state == tracefeed.Running || x.state == tracefeed.Runnable {
		return
	}
	m.explain(cpu, t)
	m.event(m.on[cpu], cpu, "sched_waking", fmt.Sprintf("comm=%s pid=%d prio=120 target_cpu=000", m.name(t), 100+t))
	m.set(t, tracefeed.Runnable, 0)
}

// explain gives the reason of an uninterruptible wait, perhaps.
func (m *machine) explain(cpu, t int) {
	x := &m.states[t]
	if !x.deep || m.IntN(3) == 0 {
		return
	}
	x.deep = false
	io, caller := m.IntN(2), [...]string{"io_schedule+0x1/0x2", "mutex_lock_killable+0x1/0x2", "strange"}[m.IntN(3)]
	m.event(m.on[cpu], cpu, "sched_blocked_reason", fmt.Sprintf("pid=%d iowait=%d caller=%s", 100+t, io, caller))
	switch {
	case io == 1:
	case strings.HasPrefix(caller, "mutex"):
		x.state, x.cause = tracefeed.Blocking, 0
	default:
		x.state, x.cause = tracefeed.Suspended, 0
	}
}

// run writes a random schedule.
func (m *machine) run() {
	m.start = m.now
	m.out.WriteString(m.header)
	for cpu := range m.on { // each processor has a switch first
		m.swap(cpu)
		for m.on[cpu] == 0 {
			m.swap(cpu)
		}
	}
	for range 50 + m.IntN(200) {
		m.now += int64(m.IntN(30)) * 1000
		cpu := m.IntN(len(m.on))
		switch m.IntN(4) {
		case 0:
			m.wake(cpu)
		case 1: // the thread in the first column is a moment late, or the right one
			t := [...]int{m.before[cpu], m.on[cpu]}[m.IntN(2)]
			if m.exact {
				t = m.on[cpu]
			}
			m.event(t, cpu, "irq_handler_entry", "irq=1 name=x")
		case 2:
			m.explain(cpu, 1+m.IntN(len(m.states)-1))
		default:
			m.swap(cpu)
		}
	}
	m.now = m.last
	for t := range m.states {
		m.end(t)
	}
}

// within reports whether a span is within one of the same state.
func within(s testtrace.Span, list []testtrace.Span) bool {
	return slices.ContainsFunc(list, func(of testtrace.Span) bool {
		return of.State == s.State && of.Start <= s.Start && s.End <= of.End
	})
}

// TestNarrow checks recordings of some threads only: other threads never run, and the
// recorded ones only when they do.
func TestNarrow(t *testing.T) {
	t.Parallel()
	how := layouts["perf script"]
	for _, header := range []string{"", "# cmdline : perf record -g -e sched:* ./x -a\n"} {
		how.header = header
		for seed := range uint64(60) {
			m := &machine{Rand: rand.New(rand.NewPCG(seed, 9)), layout: how, now: 5_000_000_000, spans: map[string][]testtrace.Span{},
				own: map[int]bool{1: true, 2: true, 3: true}}
			m.on, m.before, m.states = make([]int, 1+m.IntN(4)), make([]int, 4), make([]state, 6+m.IntN(9))
			m.exact = true
			m.run()
			all := read(t, []byte(m.out.String()))
			if all.Err != nil {
				t.Fatalf("seed %d: %v", seed, all.Err)
			}
			base := tracefeed.Time(m.first - m.start)
			for thread, spans := range all.Spans() {
				for _, s := range spans {
					if s.State == tracefeed.Running &&
						!within(testtrace.Span{State: s.State, Start: s.Start + base, End: s.End + base}, m.spans[thread]) {
						t.Errorf("header %q, seed %d: %s runs %d-%d, but really %s", header, seed, thread, s.Start+base,
							s.End+base, testtrace.Text(m.spans[thread]))
					}
				}
			}
			few := strings.Count(m.out.String(), "sched_switch") < 10 // to tell without the command
			if !strings.Contains(all.Note, "lacks the switches") && (header != "" || !few) {
				t.Errorf("header %q, seed %d: the remark is %q", header, seed, all.Note)
			}
		}
	}
}

// TestRandomSchedules checks that random schedules read back as they were, in each layout.
func TestRandomSchedules(t *testing.T) {
	t.Parallel()
	for name, how := range layouts {
		for seed := range uint64(40) {
			m := &machine{Rand: rand.New(rand.NewPCG(seed, 7)), layout: how, now: 5_000_000_000, spans: map[string][]testtrace.Span{}}
			m.on, m.before, m.states = make([]int, 1+m.IntN(4)), make([]int, 4), make([]state, 6+m.IntN(9))
			m.run()
			all := read(t, []byte(m.out.String()))
			if all.Err != nil {
				t.Fatalf("%s, seed %d: %v", name, seed, all.Err)
			}
			got := all.Spans()
			for thread, want := range m.spans {
				if testtrace.Text(got[thread]) != testtrace.Text(want) {
					t.Errorf("%s, seed %d: %s:\n%s, want\n%s", name, seed, thread, testtrace.Text(got[thread]), testtrace.Text(want))
				}
			}
			if len(got) != len(m.spans) || m.odd > 0 != strings.Contains(all.Note, "skipped") {
				t.Errorf("%s, seed %d: %d threads, want %d (%d odd lines; %q)", name, seed, len(got), len(m.spans), m.odd, all.Note)
			}
			if t.Failed() {
				t.Log(m.out.String())
				return
			}
		}
	}
}
