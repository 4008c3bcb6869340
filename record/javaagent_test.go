package record

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// fakeJava returns a launcher that refuses the agent, and otherwise prints its options.
func fakeJava(t *testing.T) string {
	t.Helper()
	java := filepath.Join(t.TempDir(), "bin", "java")
	if err := os.Mkdir(filepath.Dir(java), 0o777); err != nil {
		t.Fatal(err)
	}
	script := "#!/bin/sh\ncase \"$*\" in *=probe*) echo it is older than Java 9 >&2; exit 1;; esac\necho \"$@\"\nexit 3\n"
	if err := os.WriteFile(java, []byte(script), 0o777); err != nil {
		t.Fatal(err)
	}
	return java
}

// TestJavaWithoutAgent falls back to Flight Recorder, with the reason.
func TestJavaWithoutAgent(t *testing.T) {
	t.Parallel()
	java := fakeJava(t)
	for why, o := range map[string]Options{
		"does not load TIV's agent: it is older than Java 9":     {},
		"TIV's agent keeps the whole trace":                      {Keep: 1},
		"no Java program was recorded":                           {Java: JavaJFR},
		"does not load TIV's agent: it is older than Java 9 ...": {Java: JavaAgent},
	} {
		o.Command, o.Out, o.OutJFR, o.Dir = []string{java, "Main"}, filepath.Join(t.TempDir(), "x.bin"), "x.jfr", t.TempDir()
		if o.Java == JavaAgent {
			if _, err := Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), strings.TrimSuffix(why, " ...")) {
				t.Errorf("%v, want %q", err, why)
			}
			continue
		}
		r := recordWith(t, o)
		if r.ExitCode != 3 || !strings.Contains(r.stdout, "-XX:StartFlightRecording=") || !strings.HasSuffix(r.stdout, " Main\n") {
			t.Errorf("exit code %d, options %q", r.ExitCode, r.stdout)
		}
		if notes := strings.Join(r.Notes, "\n"); !strings.Contains(notes, why) {
			t.Errorf("notes %q, want %q", notes, why)
		}
	}
}

// TestJavaHeaders finds the headers of the JDK of the launcher, of JAVA_HOME and of other
// folders, and says what to install.
func TestJavaHeaders(t *testing.T) {
	t.Parallel()
	java := fakeJava(t)
	if _, err := (javaMachine{launcher: java}).headers(); err == nil || !strings.Contains(err.Error(), "apt install default-jdk-headless") {
		t.Errorf("without headers: %v", err)
	}
	jdk := func(parent, text string) string {
		include := filepath.Join(parent, "include")
		if err := os.MkdirAll(include, 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(include, "jvmti.h"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return include
	}
	all := t.TempDir()
	jdk(filepath.Join(all, "jdk-8"), "JVMTI_VERSION_1_2")
	other := jdk(filepath.Join(all, "jdk-9"), "JVMTI_VERSION_9")
	m := javaMachine{launcher: java, folders: []string{filepath.Join(all, "*")}}
	check := func(want string) {
		t.Helper()
		if got, err := m.headers(); got != want {
			t.Errorf("%s, %v, want %s", got, err, want)
		}
	}
	check(other)
	check(jdk(filepath.Dir(filepath.Dir(java)), "JVMTI_VERSION_9"))
	m.home = t.TempDir()
	check(jdk(m.home, "JVMTI_VERSION_9"))
}

// TestSeveralJavaMachines records two programs with the agent, each to a file of its own.
func TestSeveralJavaMachines(t *testing.T) {
	t.Parallel()
	const java = "java testdata/java/Contended.java"
	out := filepath.Join(t.TempDir(), "with blank", "x.bin")
	if err := os.Mkdir(filepath.Dir(out), 0o777); err != nil {
		t.Fatal(err)
	}
	r := recordWith(t, Options{Dir: ".", Out: out, Java: JavaAgent, Command: []string{"sh", "-c", java + " a b; " + java}})
	if r.ExitCode != 3 || r.stdout != "a,b\n\n" || strings.Count(r.stderr, "\n") != 2 ||
		strings.Count(r.stderr, "Picked up JAVA_TOOL_OPTIONS: ") != 2 {
		t.Errorf("exit code %d, output %q, %q", r.ExitCode, r.stdout, r.stderr)
	}
	left, err := os.ReadDir(filepath.Dir(out))
	if err != nil || len(left) != 2 || len(r.Traces) != 2 {
		t.Fatalf("traces %v, files %v (%v), want 2", r.Traces, left, err)
	}
	for _, path := range r.Traces {
		if blocked := blockedThreads(t, path); !blocked["worker-a"] {
			t.Errorf("%s: the threads %v waited for a monitor", path, blocked)
		}
	}
}
