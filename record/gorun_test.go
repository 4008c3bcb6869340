package record

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
)

func TestGoTestMakesOneTraceForEachPackage(t *testing.T) {
	r := record(t, "go", "test", "./tested", "./tested/outside", "-want=4")
	dir := filepath.Dir(r.path)
	want := []string{filepath.Join(dir, "x.outside.trace"), filepath.Join(dir, "x.tested.trace")}
	if r.ExitCode != 1 || !slices.Equal(r.Traces, want) {
		// -want is no flag of the other package's test.
		t.Errorf("exit code %d, traces %v, want 1 and %v", r.ExitCode, r.Traces, want)
	}
	for _, path := range r.Traces {
		if got := read(t, path); got.err != nil || got.span == 0 {
			t.Errorf("%s: trace of %v ends with %v", path, got.span, got.err)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".tiv-*")); left != nil {
		t.Errorf("left behind: %v", left)
	}
}

func TestGoTestOfOnePackageHasTheNameAskedFor(t *testing.T) {
	for range 2 { // the second time too: the result is not taken from the cache
		r := record(t, "go", "test", "./tested", "-want", "5")
		if r.ExitCode != 1 || !slices.Equal(r.Traces, []string{r.path}) || !strings.Contains(r.stdout, "twice two is 4") {
			t.Errorf("exit code %d, traces %v, output %q", r.ExitCode, r.Traces, r.stdout)
		}
		if got := read(t, r.path); got.err != nil || len(got.locks) == 0 {
			t.Errorf("%d lock events, ends with %v", len(got.locks), got.err)
		}
	}
}

func TestProgramMayTraceItself(t *testing.T) {
	own := filepath.Join(t.TempDir(), "own.trace")
	r := record(t, "go", "run", "./traces", own)
	if r.ExitCode != 0 || r.stdout != "enabled true\ntrue true <nil>\n" {
		t.Fatalf("exit code %d, output %q", r.ExitCode, r.stdout)
	}
	theirs, ours := read(t, own), read(t, r.path)
	if theirs.err != nil || ours.err != nil || theirs.span == 0 || ours.span <= theirs.span {
		t.Errorf("theirs: %v, ends with %v; ours: %v, ends with %v", theirs.span, theirs.err, ours.span, ours.err)
	}
}

func TestCompileErrorIsTheProgramsOwn(t *testing.T) {
	dir := module(t, map[string]string{"main.go": "package main\n\nfunc main() { nothing() }\n"})
	r := recordWith(t, Options{Command: words("go run ."), Dir: dir})
	if r.ExitCode != 1 || !strings.Contains(r.stderr, "main.go:3:15: undefined: nothing") || len(r.Traces) != 0 {
		t.Errorf("exit code %d, traces %v, errors %q", r.ExitCode, r.Traces, r.stderr)
	}
}

// module writes a module's files, with a go.mod unless they have one.
func module(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	if files["go.mod"] == "" {
		files["go.mod"] = "module example.com/app\n\ngo 1.26.0\n"
	}
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// Parts of the programs in allSorts.
const (
	said     = "package said\n\nfunc Word() string { return \"vendored\" }\n"
	usesSaid = "package main\n\nimport \"example.com/said\"\n\nfunc main() { print(said.Word()) }\n"
	requires = "module example.com/app\n\ngo 1.26.0\n\nrequire example.com/said v1.0.0\n"
)

// allSorts are programs that are built in different ways, and their output.
var allSorts = []struct {
	name    string
	files   map[string]string
	command string
	want    string
}{
	{"vendor", map[string]string{
		"go.mod": requires, "main.go": usesSaid, "vendor/example.com/said/said.go": said,
		"vendor/modules.txt": "# example.com/said v1.0.0\n## explicit; go 1.26.0\nexample.com/said\n",
	}, "go run .", "vendored"},
	{"workspace", map[string]string{
		"go.work": "go 1.26.0\n\nuse (\n\t./app\n\t./said\n)\n", "go.mod": "module example.com/top\n",
		"app/go.mod": requires, "app/main.go": usesSaid,
		"said/go.mod": "module example.com/said\n\ngo 1.26.0\n", "said/said.go": said,
	}, "go run ./app", "vendored"},
	{"cgo", map[string]string{
		"main.go": "package main\n\n// static int two(void) { return 2; }\nimport \"C\"\n\nfunc main() { print(int(C.two())) }\n",
	}, "go run .", "2"},
	{"replaces itself", map[string]string{
		"main.go": `package main

import (
	"os"
	"syscall"
	"time"
)

func main() {
	if len(os.Args) > 1 {
		print("again")
		return
	}
	for start := time.Now(); time.Since(start) < 400*time.Millisecond; { // some generations
	}
	path, _ := os.Executable()
	print(syscall.Exec(path, []string{path, "again"}, os.Environ()))
}
`,
	}, "go run .", "again"},
	{"tags and files", map[string]string{
		"a.go": "package main\n\nfunc main() { print(word) }\n",
		"b.go": "//go:build special\n\npackage main\n\nconst word = \"special\"\n",
		"c.go": "//go:build !special\n\npackage main\n\nconst word = \"plain\"\n",
	}, "go run -tags special .", "special"},
	{"some files", map[string]string{
		"a.go": "package main\n\nfunc main() { print(word) }\n",
		"b.go": "package main\n\nconst word = \"b\"\n",
		"c.go": "package main\n\nconst word = \"c\"\n",
	}, "go run a.go c.go", "c"},
	{"another folder", map[string]string{
		"x/main.go": "package main\n\nimport \"os\"\n\nvar trace = os.Args\n\nfunc main() { print(len(trace)) }\n",
	}, "go run -C x . -C y", "3"},
	{"started by another", map[string]string{"main.go": "package main\n\nfunc main() { print(1) }\n"}, "go run -exec env .", "1"},
	{"own overlay", map[string]string{
		"main.go": "package main\n\nfunc main() { print(\"plain\") }\n",
		"other":   "package main\n\nfunc main() { print(\"other\") }\n",
		"o.json":  `{"Replace": {"main.go": "other"}}`,
	}, "go run -overlay o.json .", "other"},
}

func TestAllSortsOfPrograms(t *testing.T) {
	for _, c := range allSorts {
		dir := module(t, c.files)
		r := recordWith(t, Options{Command: words(c.command), Dir: dir})
		if r.ExitCode != 0 || r.stderr != c.want || len(r.Notes) != 0 {
			t.Errorf("%s: exit code %d, notes %q, said %q, want %q", c.name, r.ExitCode, r.Notes, r.stderr, c.want)
			continue
		}
		if got := read(t, r.path); got.err != nil || got.span == 0 {
			t.Errorf("%s: trace of %v ends with %v", c.name, got.span, got.err)
		}
	}
}

// A cue sends a signal to this process when it is written to.
type cue struct{ signal syscall.Signal }

func (c cue) Write(text []byte) (int, error) {
	if bytes.Contains(text, []byte("ready")) {
		syscall.Kill(os.Getpid(), c.signal)
	}
	return len(text), nil
}

func TestSignalsArePassedOn(t *testing.T) {
	for _, c := range []struct {
		command string
		signal  syscall.Signal
		code    int
	}{
		{"go run ./ends wait", syscall.SIGTERM, 143},
		{"go run ./ends handle", syscall.SIGINT, 4},
		{"go test -v ./tested/endless", syscall.SIGINT, 1},
	} {
		path := filepath.Join(t.TempDir(), "x.trace")
		r, err := Run(context.Background(), Options{Command: words(c.command), Dir: "testdata", Out: path, Stdout: cue{c.signal}})
		if err != nil || r.ExitCode != c.code {
			t.Fatalf("%s: exit code %d, %v", c.command, r.ExitCode, err)
		}
		if got := read(t, path); got.err != nil || got.span == 0 {
			t.Errorf("%s: trace of %v ends with %v", c.command, got.span, got.err)
		}
	}
}

func TestWhatCannotBeRecorded(t *testing.T) {
	for _, c := range []struct{ command, note string }{
		{"go test -c -o " + os.DevNull + " strings", "strings: not recorded: part of Go itself"},
		{"go build ./tested", "nothing to record"},
		{"go test ./deadlock", "no test ran"},
	} {
		r := recordWith(t, Options{Command: words(c.command)})
		if r.ExitCode != 0 || len(r.Traces) != 0 || !strings.Contains(fmt.Sprint(r.Notes), c.note) {
			t.Errorf("%s: exit code %d, traces %v, notes %q", c.command, r.ExitCode, r.Traces, r.Notes)
		}
	}
	for _, o := range []Options{
		{Command: words("go run ./deadlock")},
		{Command: words("go run ./deadlock"), Out: "no such folder/x.trace"},
		{Command: words("go run ./no-such-package"), Out: "x.trace"},
		{Command: words("./deadlock"), Out: "x.trace"},
	} {
		o.Dir = "testdata"
		if r, err := Run(context.Background(), o); err == nil && r.ExitCode == 0 {
			t.Errorf("%v to %q: no error", o.Command, o.Out)
		}
	}
}

// A toolchain selected by go.mod lies in the module cache, which the go command
// protects.
func TestDownloadedToolchain(t *testing.T) {
	env := plainEnv()
	cache := t.TempDir()
	root := filepath.Join(cache, "toolchain@v0.0.1-"+runtime.Version())
	if err := os.Symlink(goRoot(t), root); err != nil {
		t.Fatal(err)
	}
	t.Setenv("XDG_CACHE_HOME", t.TempDir()) // where the link goes
	o := Options{
		Env: append(env, "GOROOT="+root, "GOMODCACHE="+cache, "GOTOOLCHAIN=local"),
		Dir: module(t, map[string]string{"deadlock/main.go": deadlockSource(t)}),
	}
	program := filepath.Join(root, "bin", "go")
	o.Command = []string{program, "build", "-o", filepath.Join(t.TempDir(), "x"), "./deadlock"}
	if r := recordWith(t, o); r.ExitCode != 0 || len(r.Notes) != 1 {
		t.Errorf("go build: exit code %d, notes %q", r.ExitCode, r.Notes)
	}
	o.Command = []string{program, "run", "./deadlock"}
	r := recordWith(t, o)
	got := read(t, r.path)
	if r.ExitCode != 3 || len(r.Notes) != 0 || len(got.locks) == 0 {
		t.Errorf("exit code %d, notes %q, %d lock events", r.ExitCode, r.Notes, len(got.locks))
	}
}

func deadlockSource(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("testdata/deadlock/main.go")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestProgramsBuiltTogetherWriteTracesOfTheirOwn(t *testing.T) {
	bin := t.TempDir() + "/"
	r := record(t, "go", "build", "-o", bin, "./deadlock", "./rwlock")
	dir := filepath.Dir(r.path)
	for _, name := range []string{"deadlock", "rwlock"} {
		exec.Command(bin + name).Run()
		path := filepath.Join(dir, "x."+name+".trace")
		if got := read(t, path); got.err != nil || got.span == 0 {
			t.Errorf("%s: trace of %v ends with %v", path, got.span, got.err)
		}
		if !strings.Contains(r.Notes[0], path) {
			t.Errorf("notes %q, want %s", r.Notes, path)
		}
	}
}
