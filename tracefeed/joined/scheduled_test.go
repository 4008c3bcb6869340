package joined

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"

	"tiv/tracefeed"
)

// list is a feed of given events, a few at a time.
type list struct {
	tables *tracefeed.Tables
	events []tracefeed.Event
	base   int64
	note   string

	recorder tracefeed.Recorder
	outer    tracefeed.Outside
	err      error
}

func (l *list) Header() tracefeed.Header {
	return tracefeed.Header{Format: "list", Note: l.note, Recorder: l.recorder, Outside: l.outer}
}
func (l *list) Tables() *tracefeed.Tables { return l.tables }
func (l *list) Close() error              { return nil }

// Number is the number that an id begins with.
func (l *list) Number(id tracefeed.ThreadID) (n int64) {
	fmt.Sscan(l.tables.Threads[id].ID, &n)
	return n
}

func (l *list) Batch([]tracefeed.Event) ([]tracefeed.Event, error) {
	n := min(2, len(l.events))
	if n == 0 {
		return nil, l.err
	}
	out := slices.Clone(l.events[:n])
	l.events = l.events[n:]
	return out, nil
}

const us = tracefeed.Microsecond

// at returns an event of a thread.
func at(t tracefeed.Time, id tracefeed.ThreadID, k tracefeed.Kind) tracefeed.Event {
	ev := tracefeed.Event{Time: t * us, Thread: id, Kind: k}
	switch k {
	case tracefeed.MonitorWait, tracefeed.MonitorEnter, tracefeed.MonitorExit:
		ev.Monitor = 1
	case tracefeed.Wake:
		ev.Other = 2
	}
	return ev
}

// traces returns the traces of a program with the threads first (number 11) and only (no
// number), and of a kernel with the threads 11 and 12.
func traces(program, kernel []tracefeed.Event) (Program, Kernel) {
	p, k := &list{tables: tracefeed.NewTables(), events: program, err: io.EOF},
		&list{tables: tracefeed.NewTables(), events: kernel, err: io.EOF, base: 1000}
	p.tables.AddThread(tracefeed.Thread{ID: "1", Name: "first"})
	p.tables.AddThread(tracefeed.Thread{ID: "2", Name: "only"})
	p.tables.AddMonitor(tracefeed.Monitor{ID: "0xa", Name: "lock"})
	for _, id := range []string{"11", "12"} {
		k.tables.AddThread(tracefeed.Thread{ID: id, Name: "t " + id})
	}
	k.tables.AddMonitor(tracefeed.Monitor{ID: "0xb", Name: "futex"})
	number := func(id tracefeed.ThreadID) int64 { return map[tracefeed.ThreadID]int64{1: 11}[id] }
	return Program{Feed: p, Start: 1000, Number: number}, Kernel{k, k.base, k.Number}
}

// told returns the joined events in words: time in microseconds, thread, kind.
func told(t *testing.T, p Program, k Kernel) string {
	t.Helper()
	return inWords(Schedule(p, k))
}

// inWords returns the events of a feed in words.
func inWords(f tracefeed.Feed) string {
	var words []string
	for ev, err := range tracefeed.All(f) {
		if err != nil {
			words = append(words, err.Error())
			break
		}
		if ev.Kind == tracefeed.NoKind {
			continue
		}
		w := fmt.Sprintf("%d %s %v", ev.Time/us, f.Tables().Threads[ev.Thread].Name, ev.Kind)
		if ev.Monitor != tracefeed.NoMonitor {
			w += " " + f.Tables().Monitors[ev.Monitor].Name
		}
		if ev.Other != tracefeed.NoThread {
			w += " by " + f.Tables().Threads[ev.Other].Name
		}
		words = append(words, w)
	}
	return strings.Join(words, "; ")
}

func TestJoin(t *testing.T) {
	t.Parallel()
	type events = []tracefeed.Event
	const (
		run, ready, wake, end = tracefeed.Run, tracefeed.Ready, tracefeed.Wake, tracefeed.ThreadEnd
		wait, enter, sleep    = tracefeed.MonitorWait, tracefeed.MonitorEnter, tracefeed.SuspendStart
	)
	for name, x := range map[string]struct {
		program, kernel events
		want            string
	}{
		"a lock": {events{at(10, 1, wait), at(60, 1, enter)},
			events{at(0, 1, run), at(12, 1, sleep), at(40, 1, wake), at(40, 1, ready), at(50, 1, run)},
			"0 first run; 12 first monitor-wait lock; 40 first wake by t 12; 40 first ready; 50 first run; 60 first monitor-enter lock"},
		"a lock that the thread spins for": {events{at(10, 1, wait), at(60, 1, enter)}, events{at(0, 1, run)},
			"0 first run; 60 first monitor-enter lock"},
		"a look around": {events{at(10, 1, wait), at(90, 1, enter)},
			events{at(0, 1, run), at(12, 1, sleep), at(40, 1, wake), at(40, 1, ready), at(50, 1, run), at(55, 1, sleep),
				at(70, 1, ready), at(80, 1, run)},
			"0 first run; 12 first monitor-wait lock; 70 first ready; 80 first run; 90 first monitor-enter lock"},
		"work within a wait": {events{at(10, 1, wait), at(900, 1, enter)},
			events{at(0, 1, run), at(12, 1, sleep), at(40, 1, ready), at(50, 1, run), at(550, 1, sleep), at(700, 1, ready),
				at(800, 1, run)},
			"0 first run; 12 first monitor-wait lock; 40 first ready; 50 first run; 550 first monitor-wait lock; 700 " +
				"first ready; 800 first run; 900 first monitor-enter lock"},
		"killed in a wait": {events{at(10, 1, wait)},
			events{at(0, 1, run), at(12, 1, sleep), at(40, 1, wake), at(40, 1, ready), at(50, 1, run), at(51, 1, end)},
			"0 first run; 12 first monitor-wait lock"},
		"a sleep that the program does not see": {events{at(1, 1, enter)}, events{at(0, 1, run), at(12, 1, sleep), at(40, 1, ready)},
			"0 first run; 1 first monitor-enter lock; 12 first suspend-start; 40 first ready"},
		"clocks that differ": {events{at(14, 1, wait), at(60, 1, enter)},
			events{at(0, 1, run), at(12, 1, sleep), at(40, 1, ready), at(50, 1, run)},
			"0 first run; 12 first suspend-start; 14 first run; 14 first monitor-wait lock; 40 first ready; 50 first " +
				"run; 60 first monitor-enter lock"},
		"an owner known later": {events{at(10, 1, wait), {Time: 20 * us, Thread: 1, Kind: wait, Monitor: 1, Other: 2}, at(60, 1, enter)},
			events{at(0, 1, run), at(12, 1, sleep), at(30, 1, ready), at(31, 1, run), at(32, 1, sleep), at(40, 1, wake),
				at(40, 1, ready), at(50, 1, run)},
			"0 first run; 12 first monitor-wait lock; 20 first monitor-wait lock by only; 40 first ready; 50 first " +
				"run; 60 first monitor-enter lock"},
		"an earlier acquisition": {events{at(10, 1, wait), {Time: 20 * us, Thread: 1, Kind: enter}},
			events{at(0, 1, run), at(12, 1, sleep), at(40, 1, ready), at(50, 1, run), at(55, 1, sleep)},
			"0 first run; 12 first monitor-wait lock; 20 first monitor-enter"},
		"a wait without the lock": {events{at(10, 1, wait), at(60, 1, run), at(90, 1, tracefeed.StateUnknown)},
			events{at(0, 1, run), at(12, 1, sleep), at(50, 1, ready), at(55, 1, run), at(70, 1, sleep)},
			"0 first run; 12 first monitor-wait lock; 50 first ready; 55 first run; 70 first suspend-start"},
		"a wait without the lock, ended before the thread runs": {events{at(10, 1, wait), at(49, 1, run)},
			events{at(0, 1, run), at(12, 1, sleep), at(50, 1, ready), at(55, 1, run)},
			"0 first run; 12 first monitor-wait lock; 49 first ready; 55 first run"},
		"a thread of each alone": {events{at(10, 2, wait), at(60, 2, enter)}, events{at(20, 2, wait), at(30, 2, end)},
			"10 only monitor-wait lock; 20 t 12 monitor-wait futex; 30 t 12 end; 60 only monitor-enter lock; 60 only run"},
		"lost": {events{at(10, 1, wait)}, events{at(0, 1, run), at(12, 1, sleep), {Time: 20 * us, Kind: tracefeed.Lost}, at(40, 1, ready)},
			"0 first run; 12 first monitor-wait lock; 20  lost; 40 first ready"},
	} {
		p, k := traces(x.program, x.kernel)
		if got := told(t, p, k); got != x.want {
			t.Errorf("%s: %q, want %q", name, got, x.want)
		}
	}
}

// TestNames checks that the program's names count, unless they are only numbers.
func TestNames(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{"worker": "worker", "thread 11": "t 11"} {
		p, k := traces([]tracefeed.Event{at(20, 1, tracefeed.MonitorWait)},
			[]tracefeed.Event{at(10, 1, tracefeed.Run), at(30, 1, tracefeed.Ready)})
		p.Feed.Tables().NameThread(1, tracefeed.Thread{ID: "1", Name: given})
		f := Schedule(p, k)
		for range tracefeed.All(f) {
			k.Feed.Tables().NameThread(1, tracefeed.Thread{ID: "11", Name: "t 11"})
		}
		if th := f.Tables().Threads[1]; th.Name != want || th.ID != "1" {
			t.Errorf("a thread called %q by the program is %q (%s), want %q", given, th.Name, th.ID, want)
		}
	}
}

// TestTypes checks that a join has the types of both parts, one of both once, with names of its own.
func TestTypes(t *testing.T) {
	t.Parallel()
	p, k := traces([]tracefeed.Event{at(20, 1, tracefeed.MonitorWait)}, []tracefeed.Event{at(10, 1, tracefeed.Run)})
	for i, names := range [][]string{{"A", "B", "C"}, {"B", "A", "D"}} {
		tables := []*tracefeed.Tables{p.Feed.Tables(), k.Feed.Tables()}[i]
		last := tracefeed.NameID(len(tables.Names) - 1)
		for _, name := range names {
			tables.AddName(name)
		}
		a, b := last+1+tracefeed.NameID(i), last+2-tracefeed.NameID(i)
		tables.AddType(tracefeed.Type{Name: a, Supertypes: []tracefeed.NameID{b}})
		tables.AddType(tracefeed.Type{Name: last + 3, Supertypes: []tracefeed.NameID{a, b}})
	}
	f := Schedule(p, k)
	for range tracefeed.All(f) {
	}
	types := f.Tables().Types
	got, want := tracefeed.Supertypes(types, f.Tables().Names), map[string][]string{"A": {"B"}, "C": {"A", "B"}, "D": {"A", "B"}}
	if len(types) != 4 || !maps.EqualFunc(got, want, slices.Equal) {
		t.Errorf("%v of %v, want %v", got, types, want)
	}
}

// TestStart checks that the earlier start is time 0.
func TestStart(t *testing.T) {
	t.Parallel()
	p, k := traces([]tracefeed.Event{at(10, 2, tracefeed.MonitorWait)}, []tracefeed.Event{at(0, 2, tracefeed.Ready)})
	k.Start = 1000 + int64(5*us)
	if got, want := told(t, p, k), "5 t 12 ready; 10 only monitor-wait lock"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestDamage checks that a damaged trace of the program ends with its error, after the rest
// of the other one.
func TestDamage(t *testing.T) {
	t.Parallel()
	p, k := traces([]tracefeed.Event{at(10, 2, tracefeed.MonitorWait)}, []tracefeed.Event{at(20, 2, tracefeed.Ready)})
	p.Feed.(*list).err = errors.New("damage")
	if got, want := told(t, p, k), "10 only monitor-wait lock; 10 only unknown; 20 t 12 ready; damage"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestRemark checks that only a remark about what the kernel knows is left out.
func TestRemark(t *testing.T) {
	t.Parallel()
	const note, left = "threads waited for tea", "3 events were left out"
	p, k := traces([]tracefeed.Event{at(10, 2, tracefeed.MonitorWait)}, nil)
	p.Feed.(*list).note = note
	p.Feed.(*list).recorder = tracefeed.Recorder{LeftOut: left, Waits: tracefeed.WaitSums{Queued: tracefeed.Second, Ran: 1}}
	f := Schedule(p, k)
	if h := f.Header(); h.Remarks() != note+"; "+left || !h.Sched {
		t.Errorf("the header is %+v", h)
	}
}

// TestOutside checks that the time of a statement is one of the joined trace.
func TestOutside(t *testing.T) {
	t.Parallel()
	p, k := traces([]tracefeed.Event{at(10, 2, tracefeed.MonitorWait)}, []tracefeed.Event{at(1, 2, tracefeed.Ready)})
	p.Start += 500
	p.Feed.(*list).outer = "1000 nothing"
	f := Schedule(p, k)
	shift := f.parts[ofProgram].shift
	if got, want := f.Header().Outside, tracefeed.Outside("1000 nothing").Shifted(shift); shift == 0 || got != want {
		t.Errorf("shifted by %v it is %q, want %q", shift, got, want)
	}
}
