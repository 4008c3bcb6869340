package record_test

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tiv/interaction/detect"
	"tiv/interaction/detect/place"
	"tiv/interaction/lockname"
	"tiv/record"
	"tiv/tracefeed"
)

// markedLine returns the number of the line of a source with a comment.
func markedLine(t *testing.T, name, comment string) int {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "native", name))
	if err != nil {
		t.Fatal(err)
	}
	before, _, found := bytes.Cut(text, []byte("// "+comment))
	if !found {
		t.Fatalf("%s has no comment %q", name, comment)
	}
	return 1 + bytes.Count(before, []byte("\n"))
}

// TestNativePlaces records a deadlock of a C++ program with debug information, with
// symbols only, and without: the finding has the places where the threads wait, and the
// trace those where they acquired their locks, of which it has the caller alone: without
// optimization that is in the library.
func TestNativePlaces(t *testing.T) {
	t.Parallel()
	source, err := filepath.Abs("testdata/native/places.cc")
	if err != nil {
		t.Fatal(err)
	}
	at := func(comment string) string {
		return fmt.Sprintf("bank::transfer %s:%d", source, markedLine(t, "places.cc", comment))
	}
	for _, test := range []struct {
		name           string
		flags          []string
		waits, acquire string
		lock           string
	}{
		{"debug", nil, at("waits"), at("acquires"), fmt.Sprintf("mutex bank::transfer:%d", markedLine(t, "places.cc", "waits"))},
		{"unoptimized", []string{"-O0"}, at("waits"), "", fmt.Sprintf("mutex bank::transfer:%d", markedLine(t, "places.cc", "waits"))},
		{"symbols", []string{"-g0"}, "bank::transfer :0", "bank::transfer :0", "mutex bank::transfer"},
		{"stripped", []string{"-s"}, "places+0x", "places+0x", "mutex places+0x"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			program := compiled(t, "places.cc", append([]string{"-I" + filepath.Dir(source)}, test.flags...)...)
			r := recordNative(t, record.Options{Command: hanging(program)})
			if len(r.Traces) != 1 || strings.Contains(r.notes, "names") {
				t.Fatalf("traces %v: %s", r.Traces, r.notes)
			}
			tl, found := findings(t, r.Traces[0])
			if len(found) == 0 || found[0].Kind != detect.Deadlock {
				t.Fatalf("findings %v", found)
			}
			waits := slices.ContainsFunc(found[0].Sites, func(s detect.Site) bool {
				return s.Role == detect.Waits && strings.HasPrefix(fmt.Sprintf("%s %s:%d", s.Func, absolute(s.File), s.Line), test.waits)
			})
			if !waits {
				t.Errorf("sites %+v, none waits at %s", found[0].Sites, test.waits)
			}
			census := lockname.NewCensus(tl)
			tl.EachLockPage(t.Context(), 0, math.MaxInt, census.Page)
			if name := lockname.New(tl.Monitors, census.Ranks(), nil).Full(found[0].Monitors[0]); !strings.HasPrefix(name, test.lock) {
				t.Errorf("the lock is %q, want %q", name, test.lock)
			}
			acquired := 0
			for _, ev := range readEvents(t, r.Traces[0]) {
				if ev.Kind == tracefeed.MonitorEnter && ev.Stack != tracefeed.NoStack {
					f := tl.Frames[tl.Stacks[ev.Stack][userFrame(tl.Frames, tl.Stacks[ev.Stack])]]
					if strings.HasPrefix(fmt.Sprintf("%s %s:%d", f.Func, absolute(f.File), f.Line), test.acquire) {
						acquired++
					}
				}
			}
			if acquired != 2 {
				t.Errorf("%d acquisitions at %s, want 2", acquired, test.acquire)
			}
		})
	}
}

// absolute returns a path of debug information, which is relative to the folder of the
// compilation, the one of this test.
func absolute(path string) string {
	if path == "" {
		return ""
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return err.Error()
	}
	return path
}

// userFrame returns the index of the innermost frame of the program.
func userFrame(frames []tracefeed.Frame, stack []tracefeed.FrameID) int {
	var list []tracefeed.Frame
	for _, f := range stack {
		list = append(list, frames[f])
	}
	return place.UserFrame(list)
}

// TestNativeStacks records programs that wait in the same functions for different callers,
// on stacks of every kind. A stack may lack its outer calls, never has wrong ones.
func TestNativeStacks(t *testing.T) {
	t.Parallel()
	program, dir := compiled(t, "stacks.c", "-ldl"), t.TempDir()
	var libraries []string
	for _, name := range []string{"left", "right"} {
		libraries = append(libraries, filepath.Join(dir, name+".so"))
		args := []string{"-O2", "-shared", "-fPIC", "-DNAME=" + name, "-o", libraries[len(libraries)-1], "testdata/native/library.c"}
		if out, err := exec.Command("gcc", args...).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	// whole are the waits whose stack must have their caller, at least.
	for name, whole := range map[string]int{"paths": 10000, "small": 12000, "contexts": 0, "signals": 4000, "libraries": 100} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := recordNative(t, record.Options{Command: append([]string{program, name}, libraries...)})
			if r.ExitCode != 7 || len(r.Traces) != 1 {
				t.Fatalf("exit code %d, traces %v: %s", r.ExitCode, r.Traces, r.notes)
			}
			tables, all := events(t, r.Traces[0])
			l, rr, _ := strings.Cut(strings.TrimSpace(r.out), " ")
			own, other := map[string]string{l: "left", rr: "right"}, map[string]string{l: "right", rr: "left"}
			waits, complete := 0, 0
			for _, ev := range all {
				if ev.Kind != tracefeed.MonitorWait {
					continue
				}
				waits++
				lock := tables.Monitors[ev.Monitor].ID
				if has(tables, ev.Stack, other[lock]) {
					t.Fatalf("a wait for the lock of %s has the stack %v", own[lock], functions(tables, ev.Stack))
				}
				if has(tables, ev.Stack, own[lock]) && functions(tables, ev.Stack)[0] == "pthread_mutex_timedlock" {
					complete++
				}
				if len(functions(tables, ev.Stack)) == 0 {
					t.Fatal("a wait has no stack")
				}
			}
			if complete < whole || waits < whole {
				t.Errorf("%d of %d waits have their caller, want %d", complete, waits, whole)
			}
		})
	}
	t.Run("none", func(t *testing.T) {
		t.Parallel()
		r := recordNative(t, record.Options{Command: []string{program, "paths"}, NoStacks: true})
		if tables, all := events(t, r.Traces[0]); len(tables.Stacks) > 1 || len(all) < 10000 {
			t.Errorf("%d events, and %d stacks despite NoStacks", len(all), len(tables.Stacks)-1)
		}
	})
}

// functions returns the functions of a stack.
func functions(tables *tracefeed.Tables, stack tracefeed.StackID) (list []string) {
	for _, f := range tables.Stacks[stack] {
		list = append(list, tables.Frames[f].Func)
	}
	return list
}

func has(tables *tracefeed.Tables, stack tracefeed.StackID, function string) bool {
	return slices.Contains(functions(tables, stack), function)
}
