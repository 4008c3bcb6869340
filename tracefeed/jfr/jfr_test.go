package jfr

import (
	"bytes"
	"encoding/binary"
	"errors"
	"regexp"
	"strings"
	"testing"
	"time"

	"tiv/internal/testtrace"
	"tiv/tracefeed"
)

// mixed returns the recording of testdata/Mixed.java.
func mixed(t testing.TB) []byte { return testtrace.File(t, "testdata/mixed.jfr.gz") }

// told is a recording as read.
type told struct{ testtrace.Trace }

func read(t testing.TB, recording []byte) told {
	t.Helper()
	f, err := Format().Open(tracefeed.Input{Reader: bytes.NewReader(recording)})
	if err != nil {
		t.Fatal(err)
	}
	return told{testtrace.Read(t, f)}
}

func (all *told) name(id tracefeed.ThreadID) string { return all.Tables.Threads[id].Name }

// group returns the name of a thread without its number.
func (all *told) group(id tracefeed.ThreadID) string {
	name, _, _ := strings.Cut(all.name(id), "-")
	return name
}

// lasted returns the total time of the waits of a thread that begin with a kind of event
// and a cause, and how they were ended: the names of the threads that did.
func (all *told) lasted(thread string, kind tracefeed.Kind, cause tracefeed.Cause) (total tracefeed.Time, enders map[string]int) {
	enders = map[string]int{}
	since, waits := tracefeed.Time(0), false
	for _, ev := range all.Events {
		if all.name(ev.Thread) != thread {
			continue
		}
		switch ev.Kind {
		case tracefeed.Sample, tracefeed.Alloc:
		case tracefeed.Wake:
			if waits {
				enders[all.group(ev.Other)]++
			}
		default:
			if waits {
				total += ev.Time - since
			}
			since, waits = ev.Time, ev.Kind == kind && ev.Cause == cause
		}
	}
	if waits {
		total += all.Events[len(all.Events)-1].Time - since
	}
	return total, enders
}

// TestMixed checks each kind of wait of the program.
func TestMixed(t *testing.T) {
	t.Parallel()
	all := read(t, mixed(t))
	if all.Err != nil {
		t.Fatal(all.Err)
	}
	const ms = tracefeed.Millisecond
	for _, x := range []struct {
		thread string
		kind   tracefeed.Kind
		cause  tracefeed.Cause
		least  tracefeed.Time
		ender  string // of all waits that the recording knows the end of; "*" is any
	}{
		{"first-1", tracefeed.MonitorWait, 0, 50 * ms, "first"},
		{"second-1", tracefeed.MonitorWait, 0, 50 * ms, "second"},
		{"first-1", tracefeed.SuspendStart, tracefeed.CauseSleep, 40 * ms, ""},
		{"locker-1", tracefeed.MonitorWait, 0, 10 * ms, ""},
		{"listener", tracefeed.SuspendStart, tracefeed.CauseWait, 40 * ms, "ringer"},
		{"server", tracefeed.IOStart, tracefeed.CauseNet, 100 * ms, ""},
		{"client", tracefeed.IOStart, tracefeed.CauseNet, 1, ""},
		{"writer", tracefeed.IOStart, tracefeed.CauseDisk, 1, ""},
		{"main", tracefeed.SuspendStart, tracefeed.CauseJoin, 300 * ms, "*"},
		{"ab", tracefeed.MonitorWait, 0, 800 * ms, ""},
	} {
		total, enders := all.lasted(x.thread, x.kind, x.cause)
		if total < x.least {
			t.Errorf("%s: %v of %v (%v), want at least %v", x.thread, total, x.kind, x.cause, x.least)
		}
		if x.ender == "*" {
			continue
		}
		if x.ender == "" && len(enders) > 0 || x.ender != "" && (len(enders) != 1 || enders[x.ender] == 0) {
			t.Errorf("%s: the waits of %v were ended by %v, want %q", x.thread, x.kind, enders, x.ender)
		}
	}
}

// TestDeadlock checks that the dumps tell the deadlock, from the first that has it.
func TestDeadlock(t *testing.T) {
	t.Parallel()
	all := read(t, mixed(t))
	owner := map[string]string{}
	for _, ev := range all.Events {
		if ev.Kind == tracefeed.MonitorWait && ev.Other != tracefeed.NoThread {
			owner[all.name(ev.Thread)] = all.name(ev.Other)
			if s := all.Tables.Stacks[ev.Stack]; len(s) == 0 || all.Tables.Frames[s[0]].Func != "Mixed.deadlock" {
				t.Errorf("%s does not wait in Mixed.deadlock", all.name(ev.Thread))
			}
		}
	}
	if len(owner) != 2 || owner["ab"] != "ba" || owner["ba"] != "ab" {
		t.Errorf("threads wait for the owners %v, want ab and ba for each other", owner)
	}
	for _, thread := range []string{"ab", "ba"} {
		slept, unknown := false, false
		for _, ev := range all.Events {
			if all.name(ev.Thread) == thread {
				slept = slept || ev.Kind == tracefeed.SuspendStart
				unknown = unknown || slept && ev.Kind == tracefeed.StateUnknown
			}
		}
		if !unknown {
			t.Errorf("the state of %s between its sleep and the dump counts as known", thread)
		}
	}
}

// TestLast checks that a thread of which nothing is known after its last event does not
// count as running then: the event of a wait comes at its end.
func TestLast(t *testing.T) {
	t.Parallel()
	all := read(t, mixed(t))
	last := map[string]tracefeed.Kind{}
	for _, ev := range all.Events {
		switch ev.Kind {
		case tracefeed.Sample, tracefeed.Alloc, tracefeed.Wake:
		default:
			last[all.group(ev.Thread)] = ev.Kind
		}
	}
	for thread, want := range map[string]tracefeed.Kind{"ab": tracefeed.MonitorWait, "main": tracefeed.ThreadEnd,
		"Notification Thread": tracefeed.StateUnknown} {
		if last[thread] != want {
			t.Errorf("%s: last %v, want %v", thread, last[thread], want)
		}
	}
}

// TestNames checks that the threads of the Java machine are marked, and that lambda
// expressions have names without numbers.
func TestNames(t *testing.T) {
	t.Parallel()
	all := read(t, mixed(t))
	program := regexp.MustCompile(`^(main|(first|second|locker)-\d|listener|ringer|server|client|writer|ab|ba)$`)
	for _, th := range all.Tables.Threads[1:] {
		if th.System == program.MatchString(th.Name) {
			t.Errorf("thread %q: system %v", th.Name, th.System)
		}
	}
	for _, f := range all.Tables.Frames {
		if strings.Contains(f.Func, "0x") {
			t.Errorf("function %q has an address in its name", f.Func)
		}
	}
}

// placed reads a recording.
func placed(t *testing.T, data []byte) *feed {
	t.Helper()
	f, err := Format().Open(tracefeed.Input{Reader: bytes.NewReader(data)})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Batch(nil); err != nil {
		t.Fatal(err)
	}
	return f.(*feed)
}

// TestPlace checks what joins a recording with other traces: the numbers of its threads,
// and a start that is exact.
func TestJoinable(t *testing.T) {
	t.Parallel()
	r := placed(t, mixed(t))
	if day := time.Unix(0, r.Place().Wall); day.Year() != 2026 {
		t.Errorf("the recording began at %v", day)
	}
	numbers := map[int64]bool{}
	for id, th := range r.Tables().Threads {
		if n := r.Place().Number(tracefeed.ThreadID(id)); n != 0 {
			if numbers[n] {
				t.Errorf("two threads have the number %d", n)
			}
			numbers[n] = true
		} else if id > 0 && !th.System {
			t.Errorf("thread %s has no number", th.Name)
		}
	}
	if len(numbers) < 5 {
		t.Errorf("only %d threads have numbers", len(numbers))
	}
	coarse := mixed(t)
	start := binary.BigEndian.Uint64(coarse[32:])
	binary.BigEndian.PutUint64(coarse[32:], start-start%uint64(time.Millisecond))
	if placed(t, coarse).Place().Wall != 0 {
		t.Errorf("a start in milliseconds counts as exact")
	}
}

// TestCollection checks that no thread of the program runs in a pause.
func TestCollection(t *testing.T) {
	t.Parallel()
	all := read(t, mixed(t))
	collections, paused := 0, 0
	for _, ev := range all.Events {
		switch {
		case ev.Kind == tracefeed.GCStart:
			collections++
		case ev.Kind == tracefeed.SuspendStart && ev.Cause == tracefeed.CauseCollector:
			paused++
		}
	}
	if collections != 1 || paused == 0 {
		t.Errorf("%d collections, %d threads paused, want 1 and some", collections, paused)
	}
}

// TestCutOff reads recordings that end early.
func TestCutOff(t *testing.T) {
	t.Parallel()
	whole := mixed(t)
	for n := 0; n < len(whole); n += 1 + n/16 {
		all := read(t, whole[:n])
		var damage *tracefeed.Damage
		if n > 0 && !errors.As(all.Err, &damage) {
			t.Fatalf("%d bytes: %v, want damage", n, all.Err)
		}
		if n < headerLen && len(all.Events) > 0 {
			t.Fatalf("%d bytes: %d events", n, len(all.Events))
		}
		if damage != nil && damage.Offset > int64(n) {
			t.Fatalf("%d bytes: damage at %d", n, damage.Offset)
		}
	}
}

// TestTwice reads two recordings in one file, as jfr assemble makes them.
func TestTwice(t *testing.T) {
	t.Parallel()
	once := read(t, mixed(t))
	twice := read(t, bytes.Repeat(mixed(t), 2))
	if twice.Err != nil || len(twice.Tables.Threads) != len(once.Tables.Threads) || len(twice.Events) < len(once.Events) {
		t.Errorf("%d threads and %d events (%v), want %d and at least %d", len(twice.Tables.Threads), len(twice.Events), twice.Err,
			len(once.Tables.Threads), len(once.Events))
	}
}

func FuzzRead(f *testing.F) {
	whole := mixed(f)
	f.Add(whole)
	f.Add(whole[:headerLen])
	p := newProfile()
	for i := range tracefeed.Time(20) {
		p.at(i*20*ms, "a", []string{"STATE_RUNNABLE", "STATE_SLEEPING"}[i/10])
	}
	p.add(p.wall, 0, p.thread("b"), p.stack("run"), p.state("STATE_SLEEPING"), 50)
	p.add(p.typ("jdk.JavaMonitorEnter", "startTime", "duration", "eventThread", "stackTrace", "address"), 55*ms, 20*ms,
		p.thread("a"), p.stack("run"), 77)
	f.Add(p.bytes())
	f.Fuzz(func(t *testing.T, recording []byte) { read(t, recording) })
}

// BenchmarkRead reads a recording whose events are those of mixed.jfr many times over.
func BenchmarkRead(b *testing.B) {
	recording := bytes.Repeat(mixed(b), 20)
	b.SetBytes(int64(len(recording)))
	events := 0
	for b.Loop() {
		events = len(read(b, recording).Events)
	}
	b.ReportMetric(float64(events)*float64(b.N)/b.Elapsed().Seconds(), "events/s")
}
