package record_test

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tiv/record"
	"tiv/tracefeed"
)

// nativeCalls are the calls in a trace, by function.
type nativeCalls struct{ begun, ended map[string]int }

// callsOf reads the calls in a trace: each end is that of the innermost open call.
func callsOf(t *testing.T, path string) nativeCalls {
	t.Helper()
	got := nativeCalls{map[string]int{}, map[string]int{}}
	open := map[tracefeed.ThreadID][]tracefeed.NameID{}
	tables, all := events(t, path)
	for _, ev := range all {
		name, own := tables.Names[ev.Name], open[ev.Thread]
		switch ev.Kind {
		case tracefeed.CallEnter:
			got.begun[name]++
			open[ev.Thread] = append(own, ev.Name)
		case tracefeed.CallExit:
			got.ended[name]++
			if len(own) == 0 || own[len(own)-1] != ev.Name {
				t.Fatalf("at %d: %s ends, which is not the innermost call", ev.Time, name)
			}
			open[ev.Thread] = own[:len(own)-1]
		}
	}
	return got
}

// compare compares calls with the lines "function number" of a program's output, which may
// have the number of calls without an end.
func (c nativeCalls) compare(t *testing.T, out string) {
	t.Helper()
	for line := range strings.Lines(out) {
		var name string
		var calls, open int
		if n, _ := fmt.Sscan(line, &name, &calls, &open); n < 2 {
			t.Fatalf("line %q", line)
		}
		if c.begun[name] != calls || c.ended[name] != calls-open {
			t.Errorf("%s: %d calls, %d ends, want %d, %d", name, c.begun[name], c.ended[name], calls, calls-open)
		}
	}
}

// TestNativeCalls records a C program: recursion, inlined calls, jumps, signal handlers, and
// threads that end within calls.
func TestNativeCalls(t *testing.T) {
	t.Parallel()
	for _, level := range []string{"-O0", "-O2"} {
		t.Run(level, func(t *testing.T) {
			t.Parallel()
			program := compiled(t, "called.c", "-finstrument-functions", level)
			r := recordNative(t, record.Options{Command: []string{program}, Calls: []string{"*"}})
			// A signal can come while a thread that ends unwinds its calls, in a library without symbols.
			unwinds := strings.HasPrefix(r.notes, "some threads and locks have addresses for names") && strings.Contains(r.notes, "libgcc")
			if r.ExitCode != 0 || len(r.Traces) != 1 || r.notes != "" && !unwinds {
				t.Fatalf("exit code %d, traces %v: %s", r.ExitCode, r.Traces, r.notes)
			}
			got := callsOf(t, r.Traces[0])
			got.compare(t, r.out)
			if got.begun["main"] != 1 || got.begun["handle"] != got.ended["handle"] {
				t.Errorf("calls %v, ends %v", got.begun, got.ended)
			}
			acquisitionsBeforeCalls(t, r.Traces[0])
		})
	}
}

// acquisitionsBeforeCalls checks that locks are acquired before the calls within them begin,
// although an acquisition is written when it proves to be of interest.
func acquisitionsBeforeCalls(t *testing.T, path string) {
	t.Helper()
	const want = "enter thread, lock, enter twice, exit twice, unlock, enter end_thread"
	tables, all := events(t, path)
	did := map[tracefeed.ThreadID][]string{}
	for _, ev := range all {
		switch ev.Kind {
		case tracefeed.CallEnter:
			did[ev.Thread] = append(did[ev.Thread], "enter "+tables.Names[ev.Name])
		case tracefeed.CallExit:
			did[ev.Thread] = append(did[ev.Thread], "exit "+tables.Names[ev.Name])
		case tracefeed.MonitorEnter:
			did[ev.Thread] = append(did[ev.Thread], "lock")
		case tracefeed.MonitorExit:
			did[ev.Thread] = append(did[ev.Thread], "unlock")
		}
	}
	threads := 0
	for _, list := range did {
		if list[0] != "enter thread" {
			continue
		}
		// A thread that ends can initialize the unwinder once, for the others.
		if i := slices.Index(list, "enter end_thread"); i >= 0 {
			list = list[:i+1]
		}
		if threads++; strings.Join(list, ", ") != want {
			t.Errorf("a thread did %v, want %s", list, want)
		}
	}
	if threads != 4 {
		t.Errorf("%d threads with calls, want 4", threads)
	}
}

// TestNativeCallsCxx records a program in C++: exceptions through calls, methods, templates,
// lambdas, and libraries that are loaded and closed again and again.
func TestNativeCallsCxx(t *testing.T) {
	t.Parallel()
	program, dir := compiled(t, "called.cc", "-finstrument-functions", "-ldl"), t.TempDir()
	command := []string{program}
	for _, name := range []string{"left", "right"} {
		library := filepath.Join(dir, name+".so")
		args := []string{"-O2", "-shared", "-fPIC", "-finstrument-functions", "-DNAME=" + name, "-o", library, "testdata/native/plugin.c"}
		if out, err := exec.Command("gcc", args...).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		command = append(command, library)
	}
	r := recordNative(t, record.Options{Command: command, Calls: []string{"shop", "main*operator()", "left", "r*t"}})
	if r.ExitCode != 0 || len(r.Traces) != 1 || r.notes != "" {
		t.Fatalf("exit code %d, traces %v: %s", r.ExitCode, r.Traces, r.notes)
	}
	got := callsOf(t, r.Traces[0])
	got.compare(t, r.out)
	for name := range got.begun {
		if !slices.Contains(strings.Fields(r.out), name) && name != "main::{lambda()#2}::operator()" {
			t.Errorf("calls of %s, which no pattern covers", name)
		}
	}
}

// TestNativeCallsMissing checks the notes on calls that cannot be recorded, and that a
// program is not changed by them.
func TestNativeCallsMissing(t *testing.T) {
	t.Parallel()
	instrumented := compiled(t, "called.cc", "-finstrument-functions", "-ldl")
	stripped, plain := instrumented+"-stripped", compiled(t, "names.c")
	if out, err := exec.Command("strip", "-o", stripped, instrumented).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, c := range []struct{ program, pattern, note string }{
		{plain, "shop", "no calls are recorded: no program ran that is compiled with -finstrument-functions (gcc or " +
			"clang), as --calls needs it in C and C++"},
		{stripped, "shop", "no calls are recorded: the program has no symbols; strip removes the names of its functions"},
		{instrumented, "shop::Item", "--calls shop::Item covers no function; there is shop::item::get"},
		{instrumented, "store", "--calls store covers no function; there is main"},
		{instrumented, "shop", ""},
	} {
		r := recordNative(t, record.Options{Command: []string{c.program}, Calls: []string{c.pattern}})
		if r.ExitCode != 0 || r.notes != c.note || len(r.Traces) != 1 {
			t.Fatalf("%s: exit code %d, notes %q, want %q", c.pattern, r.ExitCode, r.notes, c.note)
		}
		if calls := callsOf(t, r.Traces[0]); (len(calls.begun) == 0) != (c.note != "") {
			t.Errorf("%s: calls %v", c.pattern, calls.begun)
		}
	}
}
