package record

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// awkward is the name of a folder, with characters that separate something somewhere.
const awkward = `tiv a b ünï=,:;$LIB %p[1]*it's "it" back\slash&#`

// folders are the folders of a program, of its trace, of the user's cache and of temporary
// files, within one that has any name.
type folders struct{ program, out, cache, temporary string }

func foldersIn(t *testing.T, name string) folders {
	t.Helper()
	in := filepath.Join(t.TempDir(), name)
	f := folders{filepath.Join(in, "program"), filepath.Join(in, "out"), filepath.Join(in, "cache"), filepath.Join(in, "tmp")}
	for _, dir := range []string{f.program, f.out, f.cache, f.temporary} {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	return f
}

// recordIn records a command, and checks that it has one trace and no notes, and that
// nothing else is left.
func (f folders) recordIn(t *testing.T, o Options) {
	t.Helper()
	t.Setenv("XDG_CACHE_HOME", f.cache)
	t.Setenv("TMPDIR", f.temporary)
	o.Out, o.Dir = filepath.Join(f.out, "x.trace"), f.program
	r := recordWith(t, o)
	if r.ExitCode != 0 || len(r.Notes) > 0 || len(r.Traces) != 1 || r.Traces[0] != o.Out {
		t.Errorf("%s: exit code %d, traces %q, notes %q\n%s", f.out, r.ExitCode, r.Traces, r.Notes, r.stderr)
	}
	for _, dir := range []string{f.out, f.temporary} {
		all, err := os.ReadDir(dir)
		for _, e := range all {
			if strings.Contains(e.Name(), "tiv-") {
				t.Errorf("%s is left behind", filepath.Join(dir, e.Name()))
			}
		}
		if err != nil {
			t.Error(err)
		}
	}
}

// TestFoldersOfPrograms records programs of C and Java, and their calls, in folders with any
// name.
func TestFoldersOfPrograms(t *testing.T) {
	const c = `#include <pthread.h>
static void *work(void *none) { return none; }
int main(void) {
	pthread_t t;
	return pthread_create(&t, NULL, work, NULL) || pthread_join(t, NULL);
}
`
	const java = "public class Main { public static void main(String[] a) throws Exception { " +
		"Thread t = new Thread(() -> {}); t.start(); t.join(); } }\n"
	f := foldersIn(t, awkward)
	for file, text := range map[string]string{"main.c": c, "Main.java": java} {
		if err := os.WriteFile(filepath.Join(f.program, file), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, command := range []string{"gcc -finstrument-functions -pthread -o main main.c", "javac Main.java"} {
		cmd := exec.Command("sh", "-c", command)
		cmd.Dir = f.program
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", command, err, out)
		}
	}
	f.recordIn(t, Options{Command: []string{"./main"}, Calls: []string{"work"}})
	f.recordIn(t, Options{Command: []string{"java", "Main"}, Java: JavaAgent, Calls: []string{"Main"}})
	f.recordIn(t, Options{Command: []string{"sh", "-c", "exec java Main"}, Java: JavaJFR})
}

// TestFoldersOfGoPrograms does so with programs of Go, in folders with names that the go
// command takes.
func TestFoldersOfGoPrograms(t *testing.T) {
	cache, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("GOCACHE", strings.TrimSpace(string(cache)))
	f := foldersIn(t, "tiv ü=,$LIB %p[1]*;&#")
	for file, text := range map[string]string{"go.mod": "module m\n\ngo 1.24\n", "main.go": "package main\n\nfunc main() {}\n",
		"main_test.go": "package main\n\nimport \"testing\"\n\nfunc Test(*testing.T) {}\n"} {
		if err := os.WriteFile(filepath.Join(f.program, file), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	f.recordIn(t, Options{Command: []string{"go", "run", "."}, Calls: []string{"main.main"}})
	f.recordIn(t, Options{Command: []string{"go", "test", "."}})
}
