package emit_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tiv/record/emit"
	"tiv/tracefeed"
)

// everyCall is a thread T that makes every call once, with the events about
// another thread and the whole program.
const everyCall = `
T start other O
T io-start net
T io-end
T monitor-wait M
T monitor-enter M
T monitor-exit M
T monitor-wait M shared
T monitor-enter M shared
T suspend-start join
T suspend-end
- gc-start
- gc-end
T ready
T run cpu 3
O ready
O wake other T
T counter C value -5
T task-start K object 7 value -8
T region-start R object 7
T region-end R object 7
T task-end object 7
T call-enter F
T call-exit F
T alloc object 4096 value 100
T free object 4096
T alloc Y object 4096 value 200
T alloc object 4096 value 300
T end
`

func TestEveryCall(t *testing.T) {
	path, _ := record(t, compile(t, stress), "calls")
	checkCalls(t, path)
	path = filepath.Join(t.TempDir(), "trace.bin")
	w, err := emit.Create(path, emit.Options{Sched: true})
	if err != nil {
		t.Fatal(err)
	}
	makeCalls(w)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	checkCalls(t, path)
	if !read(t, path, true).header.Sched {
		t.Error("the trace does not say that scheduler events are complete")
	}
}

func makeCalls(w *emit.Writer) {
	other, f, m := w.Thread("0", "O"), w.Thread("1", "T"), w.Monitor("1", "M")
	f.Start(other)
	f.IOStart(tracefeed.CauseNet)
	f.IOEnd()
	f.MonitorWait(m)
	f.MonitorEnter(m)
	f.MonitorExit(m)
	f.MonitorWaitShared(m)
	f.MonitorEnterShared(m)
	f.SuspendStart(tracefeed.CauseJoin)
	f.SuspendEnd()
	f.GCStart()
	f.GCEnd()
	f.Ready(f)
	f.Run(3)
	f.Ready(other)
	f.Wake(other)
	f.Counter(w.Name("C"), -5)
	f.TaskStart(w.Name("K"), 7, -8)
	f.RegionStart(w.Name("R"), 7)
	f.RegionEnd(w.Name("R"), 7)
	f.TaskEnd(7)
	f.CallEnter(w.Name("F"))
	f.CallExit(w.Name("F"))
	f.Alloc(4096, 100)
	f.Free(4096)
	y, base := w.Name("Y"), w.Name("Base")
	f.AllocOf(y, 4096, 200)
	f.Alloc(4096, 300)
	w.Type(base)
	w.Type(y, base, w.Name("Face"))
	f.End()
}

// checkCalls compares the events of each thread with everyCall: those of two
// threads at one time have no order. What comes before them is the start of a
// program in C.
func checkCalls(t *testing.T, path string) {
	t.Helper()
	tr := read(t, path, true)
	got, want := map[string][]string{}, map[string][]string{}
	for i := range tr.events {
		line := tr.say(&tr.events[i])
		got[line[:1]] = append(got[line[:1]], line)
	}
	for line := range strings.Lines(strings.TrimSpace(everyCall) + "\n- none\n") {
		want[line[:1]] = append(want[line[:1]], strings.TrimSpace(line))
	}
	for thread, lines := range want {
		if g := got[thread]; len(g) < len(lines) || !slices.Equal(g[len(g)-len(lines):], lines) {
			t.Errorf("%s told\n%s\nwant\n%s", thread, strings.Join(g, "\n"), strings.Join(lines, "\n"))
		}
	}
}

// The trace has the types that either recorder was told, an empty name left out.
func TestTypes(t *testing.T) {
	fromC, _ := record(t, compile(t, stress), "calls")
	fromGo := filepath.Join(t.TempDir(), "trace.bin")
	w, err := emit.Create(fromGo, emit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	makeCalls(w)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{fromC, fromGo} {
		tables := read(t, path, true).tables
		if got := tracefeed.Supertypes(tables.Types, tables.Names); fmt.Sprint(got) != "map[Y:[Base Face]]" || len(tables.Types) != 3 ||
			tables.Names[tables.Types[1].Name] != "Base" {
			t.Errorf("%s: %v, %v", path, got, tables.Types)
		}
	}
}

// say formats an event, with names.
func (tr *trace) say(ev *tracefeed.Event) string {
	thread := func(id tracefeed.ThreadID) string {
		switch name := tr.tables.Threads[id].Name; {
		case id == tracefeed.NoThread:
			return "-"
		case name != "T":
			return "O"
		default:
			return name
		}
	}
	words := []string{thread(ev.Thread), ev.Kind.String()}
	add := func(has bool, format string, args ...any) {
		if has {
			words = append(words, fmt.Sprintf(format, args...))
		}
	}
	add(ev.Cause != tracefeed.NoCause, "%s", ev.Cause)
	add(ev.Other != tracefeed.NoThread, "other %s", thread(ev.Other))
	add(ev.Monitor != tracefeed.NoMonitor, "%s", tr.tables.Monitors[ev.Monitor].Name)
	add(ev.CPU != tracefeed.NoCPU, "cpu %s", tracefeed.CPUName(ev.CPU))
	add(ev.Name != tracefeed.NoName, "%s", tr.tables.Names[ev.Name])
	add(ev.Object != 0, "object %d", ev.Object)
	add(ev.Value != 0, "value %d", ev.Value)
	add(ev.Shared, "shared")
	return strings.Join(words, " ")
}
