package recorded_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"tiv/interaction"
	"tiv/interaction/detect"
	"tiv/internal/recorded"
	"tiv/internal/reduced"
	"tiv/record"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/workspace/loader"
)

// classes is the folder with the compiled programs of record/testdata/java.
var classes = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "tiv-java-")
	if err != nil {
		return "", err
	}
	sources, err := filepath.Glob("../../record/testdata/java/*.java")
	if err != nil {
		return "", err
	}
	out, err := exec.Command("javac", append([]string{"-d", dir}, sources...)...).CombinedOutput()
	if err != nil {
		err = fmt.Errorf("javac: %w\n%s", err, out)
	}
	return dir, err
})

func TestMain(m *testing.M) {
	code := m.Run()
	if dir, _ := classes(); dir != "" {
		os.RemoveAll(dir)
	}
	os.Exit(code)
}

// java returns the command that runs a class, under the checks of the Java machine for
// native code.
func java(t *testing.T, args ...string) []string {
	t.Helper()
	return append([]string{"java", "-Xshare:auto", "-Xcheck:jni", "-cp", compiled(t)}, args...)
}

// compiled returns the folder with the compiled programs.
func compiled(t testing.TB) string {
	t.Helper()
	dir, err := classes()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// runJava records a program that ends, and returns its output and its trace.
func runJava(t *testing.T, args ...string) (out, trace string) {
	t.Helper()
	var stdout, stderr strings.Builder
	result, err := record.Run(t.Context(), record.Options{Command: java(t, args...), Out: filepath.Join(t.TempDir(), "x.bin"),
		Java: record.JavaAgent, Stdout: &stdout, Stderr: &stderr})
	if err != nil || result.ExitCode != 0 || stderr.String() != "" || len(result.Traces) != 1 {
		t.Fatalf("%v: %v, exit code %d, traces %v, %s", args, err, result.ExitCode, result.Traces, stderr.String())
	}
	return stdout.String(), result.Traces[0]
}

// find returns the problems in a trace, and checks the trace.
func find(t *testing.T, trace string) (*timeline.Timeline, []detect.Finding) {
	t.Helper()
	tl, report := search(t, trace)
	check(t, trace, tl)
	return tl, slices.DeleteFunc(report.Findings, func(f detect.Finding) bool { return f.Severity < detect.Warning })
}

// check checks that a trace contradicts itself nowhere.
func check(t *testing.T, trace string, tl *timeline.Timeline) {
	t.Helper()
	if c := tl.Counts; c.Dropped != 0 || c.Invented != 0 || c.Lost != 0 {
		t.Errorf("%s: %+v", trace, c)
	}
	if err := recorded.CheckOwners(trace); err != nil {
		t.Error(err)
	}
}

// search searches a trace, which may still grow.
func search(t *testing.T, trace string) (*timeline.Timeline, detect.Report) {
	t.Helper()
	source, err := tracefeed.Open(trace, loader.Formats())
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	r := timeline.NewReducer(source, timeline.Tuning{})
	if _, cut := errors.AsType[*tracefeed.Damage](reduced.AddAll(r, source)); cut && filepath.Base(trace) != growing {
		t.Errorf("%s is not complete", trace)
	}
	tl := r.Snapshot(true, nil)
	return tl, detect.Find(t.Context(), tl, nil)
}

// growing is the name of a trace that may have no end.
const growing = "growing.bin"

// rings returns the threads of each deadlock, with the classes of the monitors that they
// wait for, and the place of each wait.
func rings(tl *timeline.Timeline, findings []detect.Finding) (list []string) {
	for _, f := range findings {
		if f.Kind != detect.Deadlock {
			continue
		}
		var words []string
		for _, th := range f.Threads {
			span, _ := tl.Lane(th).At(tl.End)
			_, name, _ := strings.Cut(tl.Monitors[span.Monitor].Name, " ")
			class, place, _ := strings.Cut(name, " ")
			if place != "" { // of a thread dump, nothing of it
				place = " " + place[strings.LastIndexByte(place, ':')+1:]
			}
			words = append(words, tl.Threads[th].Name+" waits for "+class+place)
		}
		slices.Sort(words)
		list = append(list, strings.Join(words, ", "))
	}
	slices.Sort(list)
	return list
}

// hanging records a program that does not end, and calls f once its growing trace has a
// number of problems of a kind, with its process id. Then it kills the program, and returns
// the trace.
func hanging(t *testing.T, problem string, n int, f func(pid string, tl *timeline.Timeline, findings []detect.Finding),
	args ...string) (trace string) {
	t.Helper()
	folder := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	var all sync.WaitGroup
	defer all.Wait()
	defer cancel()
	all.Go(func() {
		defer cancel()
		var stdout, stderr strings.Builder
		result, err := record.Run(ctx, record.Options{Command: java(t, args...), Out: filepath.Join(folder, growing),
			Java: record.JavaAgent, Stdout: &stdout, Stderr: &stderr})
		if err != nil || result.ExitCode != 128+int(syscall.SIGKILL) || stdout.String() != "" || stderr.String() != "" {
			t.Errorf("%v, exit code %d, output %q, %q", err, result.ExitCode, stdout.String(), stderr.String())
		}
	})
	for ; ctx.Err() == nil; time.Sleep(10 * time.Millisecond) {
		traces, _ := filepath.Glob(filepath.Join(folder, ".tiv-record-*", "files", "agent", "*.bin"))
		if len(traces) == 0 {
			continue
		}
		raw, err := os.ReadFile(traces[0])
		if err != nil {
			t.Fatal(err)
		}
		if len(raw) == 0 {
			continue
		}
		copied := filepath.Join(t.TempDir(), growing)
		if err := os.WriteFile(copied, raw, 0o666); err != nil {
			t.Fatal(err)
		}
		tl, report := search(t, copied)
		check(t, copied, tl)
		found := slices.DeleteFunc(report.Findings, func(f detect.Finding) bool { return f.Kind != problem })
		if len(found) >= n {
			process := strings.TrimSuffix(filepath.Base(traces[0]), ".bin")
			f(process, tl, found)
			if pid, err := strconv.Atoi(process); err != nil || syscall.Kill(pid, syscall.SIGKILL) != nil {
				t.Fatalf("%s is no process (%v)", process, err)
			}
			all.Wait()
			return filepath.Join(folder, growing)
		}
	}
	t.Fatal("the program ended")
	return ""
}

// deadlocks are those of the program Stories.
var deadlocks = []string{
	"lock-one waits for ReentrantLock 67, lock-two waits for ReentrantLock 76",
	"monitor-one waits for Stories$Right 46, monitor-two waits for Stories$Left 54",
	"reader-one waits for Stories$Cache 102, reader-two waits for ReentrantReadWriteLock 91, writer waits for ReentrantReadWriteLock 91",
}

// TestJavaDeadlocks finds the deadlocks of a program while it hangs, as jstack does.
func TestJavaDeadlocks(t *testing.T) {
	t.Parallel()
	trace := hanging(t, detect.Deadlock, 3, func(pid string, tl *timeline.Timeline, findings []detect.Finding) {
		got := rings(tl, findings)
		if !slices.Equal(got, deadlocks) {
			t.Errorf("deadlocks %q, want %q", got, deadlocks)
		}
		for _, f := range findings {
			if f.Evidence != interaction.Observed {
				t.Errorf("%s is %v", f.Kind, f.Evidence)
			}
		}
		jstack, err := exec.Command("jstack", "-l", pid).Output()
		if err != nil {
			t.Fatalf("jstack: %v", err)
		}
		dump := filepath.Join(t.TempDir(), "jstack.txt")
		if err := os.WriteFile(dump, jstack, 0o666); err != nil {
			t.Fatal(err)
		}
		sameWaits(t, tl, dump)
	}, "Stories", "deadlocks")
	if got := rings(find(t, trace)); !slices.Equal(got, deadlocks) {
		t.Errorf("after the end of the program: deadlocks %q, want %q", got, deadlocks)
	}
}

// sameWaits checks that a thread dump has the same threads blocked, by the same owners,
// as a trace at its end.
func sameWaits(t *testing.T, tl *timeline.Timeline, dump string) {
	t.Helper()
	dumped, _, err := recorded.Find(t.Context(), dump)
	if err != nil {
		t.Fatal(err)
	}
	got, want := blockers(tl), blockers(dumped)
	for name, owner := range want {
		if owner == "" {
			want[name] = got[name] // jstack does not know readers
		}
	}
	if len(want) != 7 || !maps.Equal(got, want) {
		t.Errorf("the trace has %v, jstack %v", got, want)
	}
}

// blockers returns the owners that each blocked thread waits for at the end of a trace.
func blockers(tl *timeline.Timeline) map[string]string {
	list := map[string]string{}
	for id := 1; id < len(tl.Threads); id++ {
		span, _ := tl.Lane(tracefeed.ThreadID(id)).At(tl.End)
		if span.State != tracefeed.Blocking {
			continue
		}
		var owners []string
		for _, owner := range tl.Owners(span.Monitor, tl.End) {
			owners = append(owners, tl.Threads[owner].Name)
		}
		list[tl.Threads[id].Name] = strings.Join(owners, ", ")
	}
	return list
}

// TestJavaLostWakeup finds the threads that wait for a notification that came before. What
// could still end the wait from outside of the machine is not known, so it is a note.
func TestJavaLostWakeup(t *testing.T) {
	t.Parallel()
	hanging(t, detect.LongWait, 1, func(_ string, tl *timeline.Timeline, findings []detect.Finding) {
		var names []string
		for _, th := range findings[0].Threads {
			names = append(names, tl.Threads[th].Name)
		}
		slices.Sort(names)
		if findings[0].Severity != detect.Note || !slices.Equal(names, []string{"main", "receiver"}) {
			t.Errorf("a finding of severity %v is about %q", findings[0].Severity, names)
		}
	}, "Stories", "wakeup")
}

// TestJavaHealthy finds nothing in the corrected program, and its threads, their creators
// and notifications.
func TestJavaHealthy(t *testing.T) {
	t.Parallel()
	_, trace := runJava(t, "Stories", "deadlocks", "fixed")
	tl, findings := find(t, trace)
	if len(findings) > 0 {
		t.Errorf("findings in a correct program: %+v", findings)
	}
	names := map[string]bool{}
	for _, th := range tl.Threads {
		names[th.Name] = !th.System
	}
	for _, want := range []string{"main", "monitor-one", "lock-two", "reader-one", "writer", "receiver", "sender"} {
		if !names[want] {
			t.Errorf("no thread %q: %v", want, names)
		}
	}
}

// TestJavaStorm records a thousand threads while the collector moves the objects that
// they wait for.
func TestJavaStorm(t *testing.T) {
	t.Parallel()
	out, trace := runJava(t, "-Xmx64m", "Storm")
	tl, _ := find(t, trace)
	waited := 0
	for id := 1; id < len(tl.Threads); id++ {
		tl.Lane(tracefeed.ThreadID(id)).Spans(0, tl.End, func(s *timeline.Span, _ tracefeed.Time) bool {
			if s.State == tracefeed.Blocking {
				waited++
			}
			return true
		})
	}
	if out != "ok\n" || len(tl.Threads) < 900 || waited < 100 || len(tl.GC) == 0 {
		t.Errorf("output %q, %d threads, %d waits, %d collections", out, len(tl.Threads), waited, len(tl.GC))
	}
}

// TestJavaLoads records programs with many waits: no lock has two owners, notified
// threads have the notifier, operations on sockets are IO.
func TestJavaLoads(t *testing.T) {
	t.Parallel()
	for _, load := range []struct {
		name, operations string
		state            tracefeed.State
		atLeast          int // spans: the Java machine avoids most waits by spinning
		signals          bool
	}{
		{"held", "800", tracefeed.Blocking, 1, false},
		{"locked", "800", tracefeed.Blocking, 1, false},
		{"ping-pong", "2000", tracefeed.Suspended, 100, true},
		{"echo", "500", tracefeed.IO, 500, false},
	} {
		t.Run(load.name, func(t *testing.T) {
			t.Parallel()
			_, trace := runJava(t, "Bench", load.name, load.operations)
			tl, _ := find(t, trace)
			signals, spans := 0, 0
			for id := 1; id < len(tl.Threads); id++ {
				tl.Lane(tracefeed.ThreadID(id)).Spans(0, tl.End, func(s *timeline.Span, _ tracefeed.Time) bool {
					if s.State == load.state && s.Cause != tracefeed.CauseDisk {
						spans++
						if s.Other != tracefeed.NoThread {
							signals++
						}
					}
					return true
				})
			}
			if spans < load.atLeast || load.signals && signals < spans*9/10 {
				t.Errorf("%d spans in state %v, %d with the thread that ended them", spans, load.state, signals)
			}
		})
	}
}

// TestJavaMaxSize ends the recording of a program at its maximum size; the program goes on.
func TestJavaMaxSize(t *testing.T) {
	t.Parallel()
	const limit = 100_000
	var stdout, stderr strings.Builder
	result, err := record.Run(t.Context(),
		record.Options{Command: java(t, "Bench", "ping-pong", "20000"), Out: filepath.Join(t.TempDir(), "x.bin"),
			Java: record.JavaAgent, MaxSize: limit, Stdout: &stdout, Stderr: &stderr})
	if err != nil || result.ExitCode != 0 || stderr.String() != "" || len(result.Traces) != 1 || len(strings.Fields(stdout.String())) != 2 {
		t.Fatalf("%v, %+v, output %q, %q", err, result, stdout.String(), stderr.String())
	}
	tl, _ := search(t, result.Traces[0])
	st, err := os.Stat(result.Traces[0])
	if err != nil || st.Size() > limit || st.Size() < limit/8 {
		t.Errorf("%d bytes of %d (%v)", st.Size(), limit, err)
	}
	if !strings.Contains(strings.Join(result.Notes, " "), "maximum size") {
		t.Errorf("notes %q", result.Notes)
	}
	if c := tl.Counts; c.Dropped != 0 || c.Invented != 0 || c.Lost != 0 {
		t.Errorf("%+v", c)
	}
}
