package cli

import (
	"fmt"
	"os"
	"regexp"
	"slices"
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

// TestDiffOfTasks finds tasks by the definitions of a file, and fails if they take longer.
func TestDiffOfTasks(t *testing.T) {
	t.Parallel()
	trace := func(name string, ms int) string {
		text := "tiv-text 1\n0s A start name=server\n"
		for i := range 20 {
			text += fmt.Sprintf("%dms A call-enter shop.pay\n%dms A call-exit shop.pay\n", 40*i, 40*i+ms)
		}
		return write(t, name, []byte(text+"1s - none\n"))
	}
	xml := write(t, "my.xml", []byte(`<EVENTS><EVENT METHOD="pay" CLASS="shop" NAME="Pay" TYPE="SHOP"/></EVENTS>`))
	args := []string{"diff", "--tasks", xml, "--fail-on", "worse", "--base"}
	for i := range 12 {
		if i == 6 {
			args = append(args, "--head")
		}
		args = append(args, trace(fmt.Sprint("run", i, ".tiv"), 2+i/6))
	}
	const want = "  2.000 ms  3.000 ms  +1.000 ms  +50 %  +1.000 ms … +1.000 ms  0.011     20  p95        Pay\n"
	if r := tiv(t, args...); r.exit != exitFindings || !strings.Contains(r.out, want) {
		t.Errorf("exit code %d, no %q in\n%s%s", r.exit, want, r.out, r.errors)
	}
	for _, x := range [][]string{{"--task-types", "HTTP"}, {"--tracking", "paper", "--task-types", "SHOP"}} {
		r := tiv(t, slices.Concat([]string{"diff", "--tasks", xml}, x, []string{args[6], args[len(args)-1]})...)
		if has := strings.Contains(r.out, "Pay"); r.exit != exitOK || has != (len(x) > 2) {
			t.Errorf("%v: exit code %d\n%s%s", x, r.exit, r.out, r.errors)
		}
	}
	if r := tiv(t, "diff", "--tasks", fixture("none"), args[len(args)-1], args[len(args)-2]); r.exit != exitTrouble {
		t.Errorf("a missing file: %+v", r)
	}
}

// TestDiffOfTaskFindings compares the findings about tasks: a report begins to hold the lock of payments.
func TestDiffOfTaskFindings(t *testing.T) {
	t.Parallel()
	trace := func(name string, hold int) string {
		text := "tiv-text 1\n0s A start name=server\n0s R start name=reporter\n"
		for i := range 20 {
			at, pay, report := 40*i, fmt.Sprint("pay object=", i+1), fmt.Sprint("report object=", 100+i)
			text += fmt.Sprintf("%[1]dms R task-start %[2]s\n%[1]dms R region-start %[2]s\n%[1]dms R monitor-enter m\n", at, report)
			text += fmt.Sprintf("%[1]dms A task-start %[2]s\n%[1]dms A region-start %[2]s\n%[1]dms A monitor-wait m\n", at, pay)
			end := at + hold
			text += fmt.Sprintf("%[1]dms R monitor-exit m\n%[1]dms A monitor-enter m\n%[1]dms A monitor-exit m\n", end)
			text += fmt.Sprintf("%[1]dms R region-end %[2]s\n%[1]dms R task-end %[2]s\n", end, report)
			text += fmt.Sprintf("%[1]dms A region-end %[2]s\n%[1]dms A task-end %[2]s\n", end+10, pay)
		}
		return write(t, name, []byte(text+"1s - none\n"))
	}
	short, long := trace("short.tiv", 0), trace("long.tiv", 20)
	for _, x := range []struct{ before, after, status string }{{short, long, "new"}, {long, short, "gone"}} {
		r := tiv(t, "diff", x.before, x.after)
		row := regexp.MustCompile(`400 ms.*` + x.status + ` +task-interference \(cost\) +lock m\n +20 tasks of pay were blocked for 400 ms`)
		if r.exit != exitOK || !row.MatchString(r.out) {
			t.Errorf("exit code %d, no %v in\n%s%s", r.exit, row, r.out, r.errors)
		}
	}
	if r := tiv(t, "diff", long, long); strings.Contains(r.out, "interference") {
		t.Errorf("the same twice:\n%s", r.out)
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
