package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A trace without tasks has those by found handlers, marked as such; a file of definitions made of
// the handlers gives the same.
func TestFoundTasks(t *testing.T) {
	t.Parallel()
	file, trace := filepath.Join(t.TempDir(), "my.xml"), fixture("workers")
	r := tiv(t, "tasks", trace, "--list", "--format", "csv")
	if !strings.Contains(r.errors, "these begin with calls of 1 handler found in stacks") || strings.Count(r.out, ",found\n") != 12 {
		t.Errorf("exit %d, got\n%s%s", r.exit, r.out, r.errors)
	}
	w := tiv(t, "handlers", trace, "--write-tasks", file)
	if w.exit != exitOK || w.out != "" || !strings.Contains(w.errors, "wrote 1 definition to "+file) {
		t.Errorf("exit %d, got\n%s%s", w.exit, w.out, w.errors)
	}
	again := tiv(t, "tasks", trace, "--list", "--format", "csv", "--tasks", file)
	if want := strings.ReplaceAll(r.out, ",found\n", ",definition\n"); again.out != want || again.errors != "" {
		t.Errorf("by the file: got\n%swant\n%s%s", again.out, want, again.errors)
	}
	for _, test := range []struct{ args, out, errors string }{
		{"tasks TRACE", "(no task)            0 ", "found in stacks"},
		{"tasks TRACE", "36 ms  found\n", "tiv handlers --write-tasks tiv-tasks.xml"},
		{"tasks TRACE --format json", `"defined_by":"found"`, ""},
		{"tasks TRACE --task-types JAVA", "No tasks.\n", "no definition matches a call; docs/tasks.md"},
		{"tasks TRACE --task-types JAVA --list", "No tasks.\n", ""},
		{"tasks TRACE --task-types JAVA --path", "No tasks.\n", ""},
		{"tasks TRACE --path", "12 × acme.Job.handle", ""},
		{"tasks TRACE --task-types JAVA --format csv", "type,", "no definition matches a call; docs/tasks.md"},
		{"handlers TRACE --time", "(idle)           5.902 s     0 ns    5.902 s\n", ""},
		{"handlers TRACE --time --format csv", "acme.Job.handle,94800000,58800000,0,36000000,0,0,0\n", ""},
		{"handlers TRACE --write-tasks -", `METHOD="handle" CLASS="acme.Job" NAME="acme.Job.handle" TYPE="FOUND"`, ""},
		{"handlers TRACE --write-tasks FILE --force", "", "wrote 1"},
	} {
		r := tiv(t, strings.Fields(strings.NewReplacer("TRACE", trace, "FILE", file).Replace(test.args))...)
		if r.exit != exitOK || !strings.Contains(r.out, test.out) || !strings.Contains(r.errors, test.errors) {
			t.Errorf("%s: exit %d, got\n%s%s", test.args, r.exit, r.out, r.errors)
		}
	}
	for args, want := range map[string]string{
		"TRACE --write-tasks FILE":               "exists; name another file, or replace it with --force",
		"TRACE --write-tasks FILE --trie":        "--trie and --write-tasks write different things",
		"TRACE --write-tasks /no/such/x.xml":     "/no/such/x.xml",
		"TRACE --write-tasks - --format csv":     "--write-tasks is XML",
		"TRACE --time --format xml":              "not for --time",
		"OTHER --write-tasks -":                  "nothing was found that could begin tasks",
		"../handler/testdata/figure1.xml --time": "--time needs a trace",
	} {
		args = strings.NewReplacer("TRACE", trace, "FILE", file, "OTHER", fixture("deadlock"), "../handler", "../../handler").Replace(args)
		if r := tiv(t, append([]string{"handlers"}, strings.Fields(args)...)...); r.exit == exitOK || !strings.Contains(r.errors, want) {
			t.Errorf("%s: exit %d, %s%s", args, r.exit, r.out, r.errors)
		}
	}
}

// Handlers without calls begin no tasks: the time in each is shown.
func TestTimeByHandler(t *testing.T) {
	t.Parallel()
	trace := filepath.Join(t.TempDir(), "queue.tiv")
	if err := os.WriteFile(trace, []byte(queue()), 0o666); err != nil {
		t.Fatal(err)
	}
	r := tiv(t, "tasks", trace, "--format", "csv")
	const head = "function,time_ns,running_ns,runnable_ns,suspended_ns,blocking_ns,io_ns,unknown_ns\n"
	if r.exit != exitOK || !strings.HasPrefix(r.out, head) || !strings.Contains(r.out, "\nacme.Job.handle,") ||
		!strings.Contains(r.errors, "found in stacks: this is the time of threads") {
		t.Errorf("exit %d, got\n%s%s", r.exit, r.out, r.errors)
	}
	r = tiv(t, "tasks", trace, "--list", "--format", "csv")
	if r.exit != exitOK || strings.Count(r.out, "\n") != 1 || !strings.Contains(r.errors, "found in stacks; docs/handlers.md") {
		t.Errorf("exit %d, got\n%s%s", r.exit, r.out, r.errors)
	}
}
