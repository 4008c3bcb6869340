package record

import (
	"os"
	"path/filepath"
	"testing"

	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
	"tiv/tracefeed/jfr"
)

// blockedThreads returns the names of the threads of a Java recording that waited for a
// monitor. Flight Recorder must have samples of allocations.
func blockedThreads(t *testing.T, path string) map[string]bool {
	t.Helper()
	allocations := 0
	src, err := tracefeed.Open(path, []tracefeed.Format{jfr.Format(), binfeed.Format()})
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	blocked := map[string]bool{}
	for ev, err := range tracefeed.All(src) {
		if err != nil {
			t.Fatal(err)
		}
		switch ev.Kind {
		case tracefeed.MonitorWait:
			blocked[src.Tables().Threads[ev.Thread].Name] = true
		case tracefeed.Alloc:
			allocations++
		}
	}
	if allocations == 0 && src.Header().Format == "jfr" {
		t.Error("no allocations")
	}
	return blocked
}

// TestJava records a program that its launcher starts, and one that a shell starts.
func TestJava(t *testing.T) {
	t.Parallel()
	const source = "testdata/java/Contended.java"
	for name, command := range map[string][]string{
		"launcher": {"java", source, "a", "b"},
		"shell":    {"sh", "-c", "java " + source + " a b"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out := filepath.Join(t.TempDir(), "with blank", "x.jfr")
			if err := os.Mkdir(filepath.Dir(out), 0o777); err != nil {
				t.Fatal(err)
			}
			r := recordWith(t, Options{Command: command, Out: out, Dir: ".", Java: JavaJFR})
			if r.ExitCode != 3 || r.stdout != "a,b\n" {
				t.Errorf("exit code %d, output %q (%s), want 3 and \"a,b\"", r.ExitCode, r.stdout, r.stderr)
			}
			if len(r.Traces) != 1 || r.Traces[0] != out {
				t.Fatalf("traces %v, want %s", r.Traces, out)
			}
			if blocked := blockedThreads(t, out); !blocked["worker-a"] || !blocked["worker-b"] {
				t.Errorf("the threads %v waited for a monitor, want both workers", blocked)
			}
			left, err := os.ReadDir(filepath.Dir(out))
			if err != nil || len(left) != 1 {
				t.Errorf("%v (%v) beside the recording", left, err)
			}
		})
	}
}

// TestSeveralJavaPrograms records two programs, each to a file of its own.
func TestSeveralJavaPrograms(t *testing.T) {
	t.Parallel()
	const source = "testdata/java/Contended.java"
	r := recordWith(t, Options{Dir: ".", Java: JavaJFR, Out: filepath.Join(t.TempDir(), "x.jfr"),
		Command: []string{"sh", "-c", "java " + source + "; java " + source}})
	if len(r.Traces) != 2 {
		t.Fatalf("traces %v, want 2", r.Traces)
	}
	for _, path := range r.Traces {
		if blocked := blockedThreads(t, path); !blocked["worker-a"] {
			t.Errorf("%s: the threads %v waited for a monitor", path, blocked)
		}
	}
}

// TestKilledJavaPrograms collects what killed programs leave: chunks, which together are
// the recording. Those of a program that also wrote its recording are left out.
func TestKilledJavaPrograms(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"dumped/hotspot-pid-7-id-1-2026_11_23.jfr":        "whole",
		"repository/2026_11_23_05_20_33_7/2026_11_23.jfr": "rest",
		"repository/2026_11_23_05_20_33_9/a.jfr":          "first ",
		"repository/2026_11_23_05_20_33_9/b.jfr":          "second",
		"repository/2026_11_23_05_20_33_9/c.jfr":          "",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	r := recording{out: filepath.Join(dir, "x.jfr"), tmp: &folder{path: dir}}
	list, err := (&javaWay{recording: &r}).collectJFR(nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.nameTraces(list); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"x.7.jfr": "whole", "x.9.jfr": "first second"}
	if len(r.result.Traces) != len(want) || filepath.Base(r.result.Traces[0]) != "x.9.jfr" {
		t.Errorf("traces %v, want two, the larger first", r.result.Traces)
	}
	for name, text := range want {
		if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(got) != text {
			t.Errorf("%s holds %q (%v), want %q", name, got, err, text)
		}
	}
}
