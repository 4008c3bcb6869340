package record_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tiv/interaction/detect"
	"tiv/internal/recorded"
	"tiv/internal/reduced"
	"tiv/record"
	"tiv/record/c"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
)

// compiled returns a program of testdata/native.
func compiled(t testing.TB, name string, flags ...string) string {
	t.Helper()
	source, compiler := filepath.Join("testdata", "native", name), "gcc"
	if filepath.Ext(name) == ".cc" {
		compiler = "g++"
	}
	program := filepath.Join(t.TempDir(), strings.TrimSuffix(name, filepath.Ext(name)))
	args := append([]string{"-O2", "-g", "-Wall", "-Wextra", "-Werror", "-pthread", "-o", program, source}, flags...)
	if out, err := exec.Command(compiler, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", name, err, out)
	}
	return program
}

// A nativeRun is a recorded command.
type nativeRun struct {
	record.Result
	out   string
	notes string
}

// hanging is a command that kills a program once it hangs, and is not recorded itself.
func hanging(args ...string) []string {
	const hidden = `PRELOAD=$LD_PRELOAD; unset LD_PRELOAD; exec "$0" kill-hanging env LD_PRELOAD="$PRELOAD" "$@"`
	return append([]string{"sh", "-c", hidden, os.Args[0]}, args...)
}

// recordNative records a command to a new folder.
func recordNative(t *testing.T, o record.Options) nativeRun {
	t.Helper()
	var stdout, stderr strings.Builder
	if o.Out == "" {
		o.Out = filepath.Join(t.TempDir(), "trace.bin")
	}
	o.Stdout, o.Stderr = &stdout, &stderr
	result, err := record.Run(context.Background(), o)
	if err != nil {
		t.Fatalf("%v: %v\n%s", o.Command, err, stderr.String())
	}
	if left, err := filepath.Glob(filepath.Join(filepath.Dir(o.Out), ".tiv*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v (%v)", left, err)
	}
	return nativeRun{result, stdout.String(), stderr.String() + strings.Join(result.Notes, "\n")}
}

// opened opens a trace.
func opened(t *testing.T, path string) *tracefeed.Source {
	t.Helper()
	source, err := tracefeed.Open(path, []tracefeed.Format{binfeed.Format()})
	if err != nil {
		t.Fatal(err)
	}
	return source
}

// events reads all events of a complete trace.
func events(t *testing.T, path string) (*tracefeed.Tables, []tracefeed.Event) {
	t.Helper()
	source := opened(t, path)
	defer source.Close()
	var all []tracefeed.Event
	for ev, err := range tracefeed.All(source) {
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		all = append(all, *ev)
	}
	return source.Tables(), all
}

// findings searches a trace, which may be that of a killed program.
func findings(t *testing.T, path string) (*timeline.Timeline, []detect.Finding) {
	t.Helper()
	source := opened(t, path)
	defer source.Close()
	r := timeline.NewReducer(source, timeline.Tuning{})
	if err := reduced.AddAll(r, source); err != nil && !strings.Contains(err.Error(), "was cut off") {
		t.Fatal(err)
	}
	tl := r.Snapshot(true, nil)
	return tl, detect.Find(context.Background(), tl, nil).Findings
}

// accusations returns the findings of a trace that accuse, with the names of their threads.
func accusations(t *testing.T, path string) (got []string) {
	t.Helper()
	tl, found := findings(t, path)
	for _, f := range found {
		if f.Severity >= detect.Warning {
			var names []string
			for _, th := range f.Threads {
				names = append(names, tl.Threads[th].Name)
			}
			slices.Sort(names)
			got = append(got, f.Kind+" "+strings.Join(names, " "))
		}
	}
	return got
}

// TestNativeDeadlocks kills programs that hang. The trace has the finding, and that of
// the corrected program has none that accuses.
func TestNativeDeadlocks(t *testing.T) {
	t.Parallel()
	program := compiled(t, "deadlocks.c")
	for name, want := range map[string]string{
		"ab-ba":                "deadlock ab ba",
		"semaphores":           "stuck ab ba deadlocks", // which no thread has posted: nothing shows that they are locks
		"self":                 "deadlock twice",
		"reader-writer-reader": "deadlock reader writer",
		"lost-wakeup":          "stuck deadlocks sleeper",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := recordNative(t, record.Options{Command: hanging(program, name)})
			if r.ExitCode != 128+9 || len(r.Traces) != 1 {
				t.Fatalf("exit code %d, traces %v: %s", r.ExitCode, r.Traces, r.notes)
			}
			got := accusations(t, r.Traces[0])
			if !slices.Equal(got, []string{want}) {
				t.Errorf("findings %q, want %q", got, want)
			}
		})
		t.Run(name+"/corrected", func(t *testing.T) {
			t.Parallel()
			r := recordNative(t, record.Options{Command: []string{program, name, "corrected"}})
			if r.ExitCode != 0 || r.out != "done\n" || len(r.Traces) != 1 {
				t.Fatalf("exit code %d, output %q, traces %v: %s", r.ExitCode, r.out, r.Traces, r.notes)
			}
			if got := accusations(t, r.Traces[0]); len(got) > 0 {
				t.Errorf("it has the findings %q", got)
			}
		})
	}
}

// TestNativeOuterWaits kills a program whose threads all wait for something that need not
// be another thread, so that none is stuck.
func TestNativeOuterWaits(t *testing.T) {
	t.Parallel()
	r := recordNative(t, record.Options{Command: hanging(compiled(t, "outer.c"))})
	if len(r.Traces) != 1 {
		t.Fatalf("traces %v: %s", r.Traces, r.notes)
	}
	tl, found := findings(t, r.Traces[0])
	if len(found) > 0 || len(tl.Threads) != 6 {
		t.Errorf("findings %v, %d threads", found, len(tl.Threads)-1)
	}
}

// exclusive fails if a lock has an owner beside another one, or if a thread releases a
// lock that it does not own. It returns the numbers of acquisitions and of waits.
func exclusive(t *testing.T, tables *tracefeed.Tables, all []tracefeed.Event) (entered, waited int) {
	t.Helper()
	owners := recorded.NewOwners(tables)
	held := 0
	for _, ev := range all {
		switch ev.Kind {
		case tracefeed.MonitorWait:
			waited++
		case tracefeed.MonitorEnter:
			entered, held = entered+1, held+1
		case tracefeed.MonitorExit:
			held--
			if !owners.Owns(ev.Thread, ev.Monitor) {
				t.Fatalf("%v: thread %d releases %s, which it does not own", ev.Time, ev.Thread, tables.Monitors[ev.Monitor].Name)
			}
		}
		if err := owners.Change(&ev); err != nil {
			t.Fatal(err)
		}
	}
	if held > 0 {
		t.Errorf("%d locks have an owner at the end", held)
	}
	return entered, waited
}

// TestNativeExclusion checks every lock operation of a storm. With all operations, the
// trace has as many acquisitions as the program counted, and one more for each return
// from a condition.
func TestNativeExclusion(t *testing.T) {
	t.Parallel()
	program := compiled(t, "storm.c")
	for _, locks := range []record.Locks{record.LocksContended, record.LocksAll} {
		t.Run(string(locks), func(t *testing.T) {
			t.Parallel()
			r := recordNative(t, record.Options{Command: []string{program, "8", "4000"}, Locks: locks})
			if r.ExitCode != 0 || len(r.Traces) != 1 {
				t.Fatalf("exit code %d, traces %v: %s", r.ExitCode, r.Traces, r.notes)
			}
			tables, all := events(t, r.Traces[0])
			entered, waited := exclusive(t, tables, all)
			returns := 0
			for _, ev := range all {
				if ev.Kind == tracefeed.Lost {
					t.Errorf("%d events are lost", ev.Value)
				}
				if ev.Kind == tracefeed.SuspendEnd {
					returns++
				}
			}
			counted, err := strconv.Atoi(strings.TrimSpace(r.out))
			if err != nil || waited == 0 {
				t.Fatalf("%v; %d waits", err, waited)
			}
			if locks == record.LocksAll && (entered < counted || entered > counted+returns) {
				t.Errorf("%d acquisitions, the program counted %d, and has %d suspensions", entered, counted, returns)
			}
			if locks == record.LocksContended && entered > counted/2 {
				t.Errorf("%d of %d acquisitions are in the trace, though few waited", entered, counted)
			}
		})
	}
}

// TestNativeHostile records programs that do what makes recording hard, without their calls
// and with them: they behave as without the recording, and their traces have an end.
func TestNativeHostile(t *testing.T) {
	t.Parallel()
	plain, instrumented := compiled(t, "hostile.c", "-ldl"), compiled(t, "hostile.c", "-ldl", "-finstrument-functions")
	for name, traces := range map[string]int{"forks": 1, "children": 3, "vforks": 1, "signals": 1, "jumps": 1,
		"cancels": 1, "loads": 1, "threads": 1, "closes": 1, "leaves": 1, "sandbox": 1, "titles": 2} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, o := range []record.Options{{Command: []string{plain, name}},
				{Command: []string{instrumented, name}, Calls: []string{"*"}}} {
				recordHostile(t, o, traces)
			}
		})
	}
}

// recordHostile records one of these programs, which has some traces.
func recordHostile(t *testing.T, o record.Options, traces int) {
	t.Helper()
	r := recordNative(t, o)
	want := 7
	if o.Command[1] == "leaves" {
		want = 0
	}
	if r.ExitCode != want || !strings.HasSuffix(r.out, "done\n") || len(r.Traces) != traces {
		t.Fatalf("calls %v: exit code %d, output %q, traces %v, want %d: %s", o.Calls, r.ExitCode, r.out, r.Traces, traces, r.notes)
	}
	calls := false
	for _, path := range r.Traces {
		raw, err := os.ReadFile(path)
		if err != nil || len(raw) < 128 || string(raw[len(raw)-64:len(raw)-60]) != "TCHK" {
			t.Errorf("%s: %d bytes, %v, no end", path, len(raw), err)
		}
		tables, all := events(t, path)
		exclusive(t, tables, all)
		calls = calls || slices.ContainsFunc(all, func(ev tracefeed.Event) bool { return ev.Kind == tracefeed.CallEnter })
	}
	if calls != (o.Calls != nil) {
		t.Errorf("calls %v: the traces have some: %v: %s", o.Calls, calls, r.notes)
	}
}

// TestNativeSanitizers links the library into programs that sanitizers check. The
// programs fail if these find anything.
func TestNativeSanitizers(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("preload/*.c")
	if err != nil {
		t.Fatal(err)
	}
	flags := append(files, "c/rate.c", "c/connection.c", c.Flag, "-std=gnu11", "-O1", "-ftls-model=initial-exec", "-fexceptions",
		"-fno-sanitize-recover=all", "-Ic", "-Ipreload", "-ldl")
	for _, sanitizer := range []string{"thread", "address,undefined"} {
		t.Run(sanitizer, func(t *testing.T) {
			t.Parallel()
			sanitized := append(slices.Clone(flags), "-fsanitize="+sanitizer)
			storm, hostile := compiled(t, "storm.c", sanitized...), compiled(t, "hostile.c", sanitized...)
			stacks := compiled(t, "stacks.c", sanitized...)
			for _, command := range [][]string{{storm, "4", "1500"}, {hostile, "locks"}, {hostile, "signals"},
				{hostile, "cancels"}, {hostile, "closes"}, {stacks, "paths"}} {
				dir := t.TempDir()
				cmd := exec.Command("timeout", append([]string{"-s", "KILL", "60"}, command...)...)
				// At the end of a thread, AddressSanitizer gives the stack of its signals back from where
				// a cancelled thread has left the marks of frames, and then accuses itself.
				cmd.Env = append(os.Environ(), "TIV_PRELOAD="+dir, "ASAN_OPTIONS=use_sigaltstack=0")
				out, err := cmd.CombinedOutput()
				if strings.Contains(string(out), "Sanitizer") || err != nil && cmd.ProcessState.ExitCode() != 7 {
					t.Errorf("%v: %v\n%s", command[1:], err, out)
				}
				if traces, err := filepath.Glob(filepath.Join(dir, "*.many")); err != nil || len(traces) != 1 {
					t.Errorf("%v: traces %v (%v)", command[1:], traces, err)
				}
			}
		})
	}
}
