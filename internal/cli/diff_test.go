package cli

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"tiv/internal/cli/usage"
)

// diffTrace is a text trace in which the known change is or is not.
func diffTrace(name string) string { return top + "/report/diff/testdata/" + name + ".tiv" }

// The exit code follows --fail-on; without it a comparison is a success.
func TestDiffFails(t *testing.T) {
	t.Parallel()
	before, after := diffTraces(t, "before", 6), diffTraces(t, "after", 6)
	several := func(first, second []string, flags ...string) []string {
		return append(append(append(append([]string{"diff", "--base"}, first...), "--head"), second...), flags...)
	}
	for _, x := range []struct {
		args   []string
		exit   int
		errors string
	}{
		{[]string{"diff", before[0], after[0]}, exitOK, ""},
		{[]string{"diff", fixture("handoff"), fixture("deadlock")}, exitOK, ""},
		{[]string{"diff", fixture("handoff"), fixture("deadlock"), "--fail-on", "new-finding"}, exitFindings, ""},
		{[]string{"diff", fixture("deadlock"), fixture("handoff"), "--fail-on", "new-finding"}, exitOK, ""},
		{several(before, after), exitOK, ""},
		{several(before, after, "--fail-on", "worse"), exitFindings, ""},
		{several(after, before, "--fail-on", "worse"), exitOK, ""},
		{several(before[:3], after[:3], "--fail-on", "worse"), exitTrouble, "3 and 3 runs cannot show a difference; 6 of each can"},
		{[]string{"diff", before[0], after[0], "--fail-on", "worse"}, exitTrouble, "needs several runs"},
		{several(before[:2], before[1:3]), exitTrouble, "is given twice"},
		{[]string{"diff", before[0], fixture("none")}, exitTrouble, "no such file"},
		{[]string{"diff", before[0], top + "/tracefeed/threaddump/testdata/go-debug2.txt"}, exitTrouble, "a thread dump is one moment"},
		{[]string{"diff", before[0], after[0], "--per", "task"}, exitTrouble, "a trace has no tasks to divide its times by"},
	} {
		r := tiv(t, x.args...)
		if r.exit != x.exit || !strings.Contains(r.errors, x.errors) || x.errors == "" && r.errors != "" {
			t.Errorf("%v: exit code %d, %q", x.args, r.exit, r.errors)
		}
	}
}

// diffTraces makes several runs of a text trace.
func diffTraces(t *testing.T, name string, n int) (paths []string) {
	t.Helper()
	data := read(t, diffTrace(name))
	for i := range n {
		paths = append(paths, write(t, fmt.Sprintf("%s%d.tiv", name, i), data))
	}
	return paths
}

// Demos, standard input and the forms of the output.
func TestDiff(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		args []string
		want []string
	}{
		{[]string{"diff", "demo:crawler-healthy", "demo:crawler-contended"},
			[]string{"Threads of main.crawler wait", "for mutex main.lookUp:32", "main.crawler  main.crawler"}},
		{[]string{"diff", diffTrace("before"), diffTrace("after"), "--per", "thread"},
			[]string{"160 ms a thread, before 66.67 ms", "waits a thread"}},
		{[]string{"diff", diffTrace("before"), diffTrace("after"), "--per", "run"}, []string{"480 ms a run, before 200 ms"}},
		{[]string{"diff", diffTrace("before"), diffTrace("after"), "--format", "markdown"},
			[]string{"<!-- tiv diff -->\n**Threads of worker"}},
		{[]string{"diff", diffTrace("before"), diffTrace("after"), "--json"},
			[]string{`{"format":"tiv-diff","version":1,"per":"second","summary":"Threads of worker-* wait`}},
	} {
		r := tiv(t, x.args...)
		for _, want := range x.want {
			if r.exit != exitOK || r.errors != "" || !strings.Contains(r.out, want) {
				t.Errorf("%v: exit code %d, %q, no %q in\n%s", x.args, r.exit, r.errors, want, r.out)
			}
		}
	}
	in, err := os.Open(diffTrace("after"))
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if r := run(t, invocation{args: []string{"diff", diffTrace("before"), "-"}, in: in}); r.exit != exitOK ||
		!strings.Contains(r.out, " to standard input\n") {
		t.Errorf("standard input: %+v", r)
	}
}

// All words up to the next flag are traces of a list.
func TestLists(t *testing.T) {
	for line, want := range map[string]string{
		"diff --base a b --head c d":           "diff --base=a --base=b --head=c --head=d",
		"diff --json --base a - --head c -o x": "diff --json --base=a --base=- --head=c -o x",
		"diff --base=a b --head=c":             "diff --base=a --base=b --head=c",
		"diff a b --json":                      "diff a b --json",
		"info a --json":                        "info a --json",
		"__complete diff --base a":             "__complete diff --base a",
	} {
		if got := strings.Join(usage.Args(new(environment).root(), strings.Fields(line)), " "); got != want {
			t.Errorf("%s: %s, want %s", line, got, want)
		}
	}
}

// docs/questions.md quotes the first sentences of a comparison.
func TestDiffOfQuestions(t *testing.T) {
	t.Parallel()
	traces := top + "/testdata/questions/traces/"
	lines := strings.Split(tiv(t, "diff", traces+"server.bin", traces+"server-traced.bin").out, "\n")
	page := string(read(t, top+"/docs/questions.md"))
	if len(lines) < 4 || !strings.Contains(page, lines[2]+"\n"+lines[3]+"\n") {
		t.Errorf("docs/questions.md does not quote %q", lines)
	}
}
