package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"

	"tiv/internal/cli/usage"
	"tiv/report"
	"tiv/workspace/cache"
)

// asTiv in the environment makes this test's program behave as tiv.
const asTiv = "TIV_TEST_IS_TIV"

// The window needs the first thread, as in package main.
func init() { runtime.LockOSThread() }

func TestMain(m *testing.M) {
	if os.Getenv(asTiv) != "" {
		os.Exit(Main(os.Args[1:], os.Stdout))
	}
	os.Setenv(cache.Variable, "off") // tests leave nothing in the user's folders
	os.Exit(m.Run())
}

// result is what a command line did.
type result struct {
	exit        int
	out, errors string
	// memory is the most that was in use, in KiB.
	memory int64
}

// invocation is a command line and its streams; nil is no input, and output to result.
type invocation struct {
	args    []string
	in, out *os.File
}

// tiv runs a command line as a user would, without a display.
func tiv(t *testing.T, args ...string) result {
	t.Helper()
	return run(t, invocation{args: args})
}

// run is tiv with given streams.
func run(t *testing.T, c invocation) result {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe, c.args...)
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "DISPLAY=") && !strings.HasPrefix(v, "WAYLAND_DISPLAY=") {
			cmd.Env = append(cmd.Env, v)
		}
	}
	cmd.Env = append(cmd.Env, asTiv+"=1")
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if c.in != nil {
		cmd.Stdin = c.in
	}
	if c.out != nil {
		cmd.Stdout = c.out
	}
	var ee *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &ee) {
		t.Fatal(err)
	}
	r := result{exit: cmd.ProcessState.ExitCode(), out: out.String(), errors: errs.String()}
	if use, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		r.memory = use.Maxrss
	}
	if strings.Contains(r.errors, "goroutine ") || r.exit < 0 || r.exit > 2 {
		t.Fatalf("tiv %s: exit code %d\n%s", strings.Join(c.args, " "), r.exit, r.errors)
	}
	return r
}

func fixture(name string) string { return filepath.Join(top, "testdata", name+".tiv") }

// top is the folder of the project.
const top = "../.."

const goTrace = top + "/tracefeed/gotrace/testdata/go-deadlock-lockids.trace"

// write makes a file for one test.
func write(t *testing.T, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestVersion(t *testing.T) {
	t.Parallel()
	for _, word := range []string{"version", "--version", "-version", "-V"} {
		r := tiv(t, word)
		if !regexp.MustCompile(`^tiv \d+\.\d+\.\d+ go\S+ \w+/\w+\n$`).MatchString(r.out) || r.exit != exitOK || r.errors != "" {
			t.Errorf("tiv %s: exit code %d, %q, %q", word, r.exit, r.out, r.errors)
		}
	}
}

func TestBadUse(t *testing.T) {
	t.Parallel()
	trace := fixture("handoff")
	for _, x := range []struct {
		args []string
		want string // in the message
	}{
		{[]string{"nonsense"}, `unknown command or file "nonsense"`},
		{[]string{"snapshto", "x"}, `unknown command or file "snapshto"; did you mean tiv snapshot?` + "\nSee tiv -h.\n"},
		{[]string{"infos"}, "did you mean tiv info?"},
		{[]string{trace, "more"}, "open trace: more: no such file or directory"},
		{[]string{"--jsn"}, "tiv: unknown flag --jsn\nSee tiv -h.\n"},
		{[]string{"-v"}, "unknown flag -v; did you mean -V?"},
		{[]string{"info"}, "tiv: info: missing TRACE\nusage: tiv info TRACE [flags]\nSee tiv info -h.\n"},
		{[]string{"info", trace, "more"}, `unexpected "more" after "` + trace + `": one trace at a time` + "\nusage: tiv info"},
		{[]string{"info", trace, "--jsn"}, "tiv: info: unknown flag --jsn; did you mean --json?\nSee tiv info -h.\n"},
		{[]string{"info", trace, "-j"}, "unknown flag -j\n"},
		{[]string{"dump", trace}, "missing TABLE, one of events, spans, buckets, edges, threads, processes, processors, " +
			"monitors, holders, calls, functions, objects, allocations, regions, samples, tasks, handlers, types, slices\nusage: tiv " +
			"dump TRACE… TABLE [flags]\n"},
		{[]string{"dump", trace, "edgs"}, `unknown table "edgs"; did you mean edges? Known: events, spans`},
		{[]string{"dump", trace, "edges", "spans"}, `unexpected "spans" after "edges"`},
		{[]string{"version", "x"}, `unexpected "x"`},
		{[]string{"help", "snaphsot"}, `unknown command "snaphsot"; did you mean snapshot?`},
		{[]string{"dump", trace, "tables"}, `unknown table "tables"`},
		{[]string{"dump", trace, "spans", "--format", "xml"}, `unknown format "xml"`},
		{[]string{"dump", trace, "spans", "--from", "5"}, `invalid time "5"`},
		{[]string{"dump", trace, "buckets", "--step", "0s"}, "step"},
		{[]string{"dump", trace, "functions", "--by", "class"}, `unknown grouping "class"`},
		{[]string{"dump", trace, "calls", "--by", "type"}, "--by is for the table functions, not for calls"},
		{[]string{"dump", trace, "buckets", "--step", "-1s"}, `invalid time "-1s"`},
		{[]string{"check", trace, "--fail-on", "deadlock,boredom"}, `unknown finding "boredom"; known: deadlock, stuck`},
		{[]string{"check", trace, "--fail-on"}, "missing value: --fail-on KIND,…"},
		{[]string{"diff", trace}, "tiv: diff: missing AFTER\nusage: tiv diff BEFORE AFTER [flags]\nSee tiv diff -h.\n"},
		{[]string{"diff", trace, trace, trace}, `unexpected "` + trace + `" after`},
		{[]string{"diff", "--base", trace}, "missing --head TRACE…"},
		{[]string{"diff", "--head", trace}, "missing --base TRACE…"},
		{[]string{"diff", trace, "--base", trace, "--head", trace}, "beside --base and --head"},
		{[]string{"diff", trace, "--fail-on", "wors"}, `unknown condition "wors"; did you mean worse? Known: new-finding, worse`},
		{[]string{"diff", trace, trace, "--per", "minute"}, `unknown unit "minute"`},
		{[]string{"diff", trace, trace, "--format", "html"}, `unknown format "html"`},
		{[]string{"diff", trace, trace, "--format", "text", "--json"}, "exclude each other"},
		{[]string{"diff", "-", "-"}, "standard input is one trace only"},
		{[]string{"snapshot", trace}, "missing -o FILE.png"},
		{[]string{"snapshot", trace, "-o", "/x.png", "--size", "10x10"}, `size "10x10"`},
		{[]string{"snapshot", trace, "-o", "/x.png", "--size", "640x400x2"}, "size"},
		{[]string{"snapshot", trace, "-o", "/x.png", "--size", "99999x99999"}, "size"},
		{[]string{"snapshot", trace, "-o", "/x.png", "--view", "4d"},
			`unknown view "4d"; did you mean 3d? Known: 3d, timeline, interaction, split`},
		{[]string{"snapshot", trace, "-o", "/x.png", "--lod", "best"}, `level "best"`},
		{[]string{"snapshot", trace, "-o", "/x.png", "--layout", "heap"}, `layout "heap"`},
		{[]string{"snapshot", trace, "-o", "/x.png", "--palette", "pink"}, `palette "pink"`},
		{[]string{"snapshot", trace, "-o", "/x.png", "--scale", "NaN"}, "scale"},
		{[]string{"snapshot", trace, "-o", "/x.png", "--select", "Nobody"}, `"Nobody"`},
		{[]string{"snapshot", trace, "-o", "/x.png", "--select", "Aplha"}, `"Aplha"; did you mean Alpha?`},
		{[]string{"snapshot", trace, "-o", "/x.png", "--select", "Alpha,Nobody"}, `"Nobody"`},
		{[]string{"snapshot", trace, "-o", "/x.png", "--close", "Nobody"}, `"Nobody"`},
		{[]string{"snapshot", trace, "-o", "/x.png", "--filter", "name =="}, "filter"},
		{[]string{"snapshot", trace, "-o", "/x.png", "--hide"}, "--filter"},
		{[]string{"snapshot", trace, "-o", "/x.png", "--fold"}, "--propose"},
		{[]string{"snapshot", trace, "-o", "/x.png", "--propose", "luck"}, `proposal "luck"`},
		{[]string{"snapshot", trace, "-o", "/x.png", "--steps", "-5"}, "steps"},
		{[]string{"snapshot", trace, "-o", "/x.png", "--history", "-5"}, "history"},
		{[]string{"snapshot", trace, "-o", filepath.Join(t.TempDir(), "no", "x.png")}, "x.png: no such directory"},
		{[]string{"demo", "deadlok"}, `unknown demo "deadlok"; did you mean deadlock?`},
		{[]string{"info", "demo:nonsense"}, `open trace: unknown demo "nonsense"; known: deadlock`},
		{[]string{"record"}, "missing -- COMMAND\nusage: tiv record"},
		{[]string{"convert"}, "missing TRACE"},
		{[]string{"convert", trace}, "missing -o FILE\n"},
		{[]string{"convert", trace, "-o", "/x", "--format", "xml"}, `unknown format "xml"`},
		{[]string{"convert", "demo:nonsense", "-o", "/x"}, "nonsense"},
		{[]string{"generate", "pool"}, "missing -o FILE\n"},
		{[]string{"generate", "pol", "-o", "/x"}, `unknown program "pol"; did you mean pool? Known: pipeline, pool, server`},
		{[]string{"generate", "pool", "-o", "/x", "--threads", "1"}, "1 threads"},
	} {
		r := tiv(t, x.args...)
		if r.exit != exitTrouble || !strings.Contains(r.errors, x.want) || r.out != "" {
			t.Errorf("tiv %s: exit code %d, said %q and %q, want %q", strings.Join(x.args, " "), r.exit, r.errors, r.out, x.want)
		}
		if lines := strings.Count(r.errors, "\n"); !strings.HasPrefix(r.errors, "tiv: ") || lines < 1 || lines > 3 {
			t.Errorf("tiv %s: %q is not one to three lines that begin with tiv:", strings.Join(x.args, " "), r.errors)
		}
		if strings.Contains(r.errors, "\n") && strings.Contains(r.errors, "usage") &&
			!regexp.MustCompile(`\nSee tiv( \w+)? -h\.\n$`).MatchString(r.errors) {
			t.Errorf("tiv %s: %q does not say where the help is", strings.Join(x.args, " "), r.errors)
		}
	}
	if r := tiv(t); r.exit != exitTrouble || r.errors != usage.ShortHelp(new(environment).root()) {
		t.Errorf("tiv without words: exit code %d, %q", r.exit, r.errors)
	}
}

// Flags may stand before and after the words.
func TestFlagsAnywhere(t *testing.T) {
	t.Parallel()
	trace := fixture("handoff")
	want := tiv(t, "dump", trace, "buckets", "--step", "10ms", "--format", "json").out
	for _, args := range [][]string{
		{"dump", "--step", "10ms", "--format", "json", trace, "buckets"},
		{"dump", "--step=10ms", trace, "-format", "json", "buckets"},
	} {
		if got := tiv(t, args...); got.out != want || got.exit != exitOK {
			t.Errorf("%v gives something else: %q", args, got.errors)
		}
	}
}

func TestInfo(t *testing.T) {
	t.Parallel()
	r := tiv(t, "info", fixture("handoff"), "--json")
	const want = `{"format":"text","duration_ns":120000000,"threads":2,"monitors":1,"events":17,"lost":0,` +
		`"state_ns":{"running":164000000,"runnable":1000000,"suspended":5000000,"blocking":30000000,"io":20000000,"unknown":0}}` + "\n"
	if r.out != want || r.exit != exitOK || r.errors != "" {
		t.Errorf("exit code %d, %q\n%s\nwant\n%s", r.exit, r.errors, r.out, want)
	}
	r = tiv(t, "info", goTrace)
	for _, want := range []string{"format", "go", "duration", "threads", "blocking", "%"} {
		if !strings.Contains(r.out, want) {
			t.Errorf("tiv info does not say %q:\n%s", want, r.out)
		}
	}
}

// TestJudged checks which findings count.
func TestJudged(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	trace := fixture("deadlock")
	old := write("old.json", tiv(t, "check", trace, "--json").out)
	for _, x := range []struct {
		flags    []string
		exit     int
		out, err string // parts
	}{
		{[]string{"--baseline", old}, exitOK, "known: deadlock", ""},
		{[]string{"--baseline", write("none.json", `{"findings":[]}`)}, exitFindings, "deadlock (error", ""},
		{[]string{"--baseline", write("earlier.json", `{"findings":[{"kind":"deadlock"}]}`)}, exitTrouble, "",
			"earlier.json: its findings have no identity"},
		{[]string{"--limit", "cost=50%", "--limit", "leak=7"}, exitFindings, "deadlock (error", ""},
		{[]string{"--limit", "cost=0"}, exitTrouble, "", "--limit cost=0: invalid value"},
		{[]string{"--limit", "long=3"}, exitTrouble, "", "unknown limit"},
		{[]string{"--baseline", write("bad.json", "{")}, exitTrouble, "", "bad.json: not the JSON of tiv check"},
		{[]string{"--ignore", write("rules", "* * # all known")}, exitOK, "ignored, all known: deadlock", ""},
		{[]string{"--ignore", write("one", "stuck C # slow\nleak * # none")}, exitFindings, "ignored, slow: stuck",
			"one:2: no finding is of this rule"},
		{[]string{"--ignore", write("odd", "stuck C")}, exitTrouble, "", "odd: line 1: no reason"},
		{[]string{"--baseline", old, "--budget", "blocking<1%"}, exitFindings, "over the budget blocking<1%: ", ""},
		{[]string{"--baseline", old, "--budget", "blocking<99%"}, exitOK, "", ""},
		{[]string{"--budget", "nothing"}, exitTrouble, "", "invalid budget"},
		{[]string{"--format", "github"}, exitFindings, "::error title=tiv%3A deadlock::", ""},
		{[]string{"--format", "sarif", "--baseline", old}, exitOK, `"baselineState":"unchanged"`, ""},
		{[]string{"--format", "junit"}, exitFindings, `<failure message=`, ""},
		{[]string{"--format", "junit", "--json"}, exitTrouble, "", "exclude each other"},
	} {
		r := tiv(t, append([]string{"check", trace}, x.flags...)...)
		if r.exit != x.exit || !strings.Contains(r.out, x.out) || !strings.Contains(r.errors, x.err) {
			t.Errorf("%q: exit code %d\n%s%s", x.flags, r.exit, r.out, r.errors)
		}
	}
}

// The stories and what is wrong in each.
func TestCheck(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		trace string
		kinds string
		exit  int
		flags []string
	}{
		{fixture("handoff"), "", exitOK, nil},
		{fixture("readers"), "", exitOK, nil},
		{fixture("deadlock"), "deadlock stuck", exitFindings, nil},
		{fixture("deadlock"), "deadlock stuck", exitFindings, []string{"--fail-on", "deadlock"}},
		{fixture("five-philosophers"), "deadlock", exitFindings, nil},
		{fixture("five-philosophers"), "deadlock", exitOK, []string{"--fail-on", "stuck"}},
		{fixture("five-philosophers"), "deadlock", exitFindings, []string{"--fail-on", "stuck,deadlock"}},
		{fixture("self-deadlock"), "deadlock", exitFindings, nil},
		{fixture("lost-wakeup"), "stuck", exitFindings, nil},
		{goTrace, "deadlock", exitFindings, []string{"--fail-on", "deadlock"}},
	} {
		r := tiv(t, append([]string{"check", x.trace, "--json"}, x.flags...)...)
		var got struct {
			Findings []struct {
				Kind, Identity, Severity, Evidence, Text string
				Start                                    int64 `json:"start_ns"`
				End                                      int64 `json:"end_ns"`
				Cost                                     int64 `json:"cost_ns"`
				Root                                     *struct{ ID, Name string }
				Threads, Monitors                        []struct{ ID, Name string }
				Sites                                    []report.Site
				Also                                     []report.Finding
			}
		}
		d := json.NewDecoder(strings.NewReader(r.out))
		d.DisallowUnknownFields()
		if err := d.Decode(&got); err != nil {
			t.Fatalf("%s: %v: %s", x.trace, err, r.out)
		}
		var kinds []string
		for _, f := range got.Findings {
			if f.Severity != "cost" {
				kinds = append(kinds, f.Kind)
			}
			if len(f.Threads) == 0 || f.End < f.Start || f.Text == "" || !strings.Contains(f.Identity, ": ") ||
				!slices.Contains([]string{"error", "warning", "cost", "note"}, f.Severity) ||
				!slices.Contains([]string{"proven", "observed", "inferred", "statistical", "unknown"}, f.Evidence) {
				t.Errorf("%s: a finding of %+v", x.trace, f)
			}
		}
		if x.trace == goTrace {
			kinds = slices.Compact(slices.DeleteFunc(kinds, func(k string) bool { return k == "stuck" }))
		}
		if strings.Join(kinds, " ") != x.kinds || r.exit != x.exit || r.errors != "" && x.trace != goTrace {
			t.Errorf("check %s %v: exit code %d, found %v, %q, want %d, %q", x.trace, x.flags, r.exit, kinds, r.errors, x.exit, x.kinds)
		}
	}
	if r := tiv(t, "check", fixture("handoff")); !strings.HasPrefix(r.out, "No deadlock, no stuck thread. ") {
		t.Errorf("check says %q where nothing is wrong", r.out)
	}
	quiet := filepath.Join(t.TempDir(), "quiet.tiv")
	if err := os.WriteFile(quiet, []byte("tiv-text 1\n0s A start\n1s A end\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if r := tiv(t, "check", quiet, "--json"); r.out != "{\"findings\":[]}\n" {
		t.Errorf("check says %q where nothing is wrong", r.out)
	}
	if r := tiv(t, "check", fixture("five-philosophers")); !strings.HasPrefix(r.out, "deadlock (error, observed): ") ||
		!strings.Contains(r.out, "Kant waits for Hegel at lock fork3") {
		t.Errorf("check says %q", r.out)
	}
}

func TestDemoList(t *testing.T) {
	t.Parallel()
	r := tiv(t, "demo", "--list")
	if r.exit != exitOK || !strings.Contains(r.out, "deadlock") {
		t.Fatalf("exit code %d: %s", r.exit, r.out)
	}
	for line := range strings.Lines(r.out) {
		name, _, _ := strings.Cut(line, " ")
		if name == "" {
			continue // goes on from the line before
		}
		if r := tiv(t, "info", "demo:"+name, "--json"); r.exit != exitOK {
			t.Errorf("demo %s: %s", name, r.errors)
		}
	}
}

// What can't be opened at all: the message names what, where and why.
func TestUnreadable(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := write(t, "file", []byte("x"))
	locked := write(t, "locked", read(t, fixture("handoff")))
	for _, x := range []struct{ path, want string }{
		{dir, "is a directory"},
		{filepath.Join(dir, "none.tiv"), "no such file"},
		{filepath.Join(file, "x"), "not a directory"},
		{write(t, "empty", nil), "empty"},
		{write(t, "photo.png", []byte("\x89PNG\r\n\x1a\n")), "byte "},
		{write(t, "only-header.tiv", []byte("tiv-text 1\n# nothing\n")), "no events"},
		{write(t, "version.tiv", []byte("tiv-text 9\n")), "line 1"},
		{write(t, "first.tiv", []byte("tiv-text 1\nwhatever\n")), "line 2"},
		{write(t, "magic.trace", []byte("go 1.26 trace\x00\x00\x00")), "byte"},
		{write(t, "future.trace", []byte("go 9.99 trace\x00\x00\x00")), "byte 0: not a trace"},
		{locked, ""},
	} {
		if x.path == locked && !lock(t, locked) {
			continue
		}
		for _, args := range [][]string{{"info", x.path}, {"check", x.path}, {"dump", x.path, "spans"}, {"dump", x.path, "events"},
			{"snapshot", x.path, "-o", filepath.Join(dir, "x.png")}} {
			r := tiv(t, args...)
			if args[len(args)-1] == "events" && strings.HasSuffix(x.path, "only-header.tiv") {
				continue // a table without rows
			}
			if r.exit != exitTrouble || !strings.Contains(r.errors, x.want) || !strings.Contains(r.errors, x.path) {
				t.Errorf("tiv %s: exit code %d, %q, want %q", strings.Join(args, " "), r.exit, r.errors, x.want)
			}
			if !strings.HasPrefix(r.errors, "tiv: ") {
				t.Errorf("tiv %s: %q", strings.Join(args, " "), r.errors)
			}
		}
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) > 0 {
		t.Errorf("there are files %v of pictures that could not be drawn", left)
	}
}

// lock makes a file unreadable, and reports whether that means anything to who
// runs this.
func lock(t *testing.T, path string) bool {
	t.Helper()
	if err := os.Chmod(path, 0); err != nil {
		t.Fatal(err)
	}
	_, err := os.ReadFile(path)
	return errors.Is(err, fs.ErrPermission)
}

// A trace that ends in damage is shown up to there, with a note.
func TestDamagedText(t *testing.T) {
	t.Parallel()
	good := string(read(t, fixture("deadlock")))
	for name, x := range map[string]struct{ tail, want string }{
		"time":    {"1ms A end\n", "line 16: time goes back"},
		"word":    {"300ms A explode\n", "line 16"},
		"binary":  {"\x00\x01\x02\xff\n", "line 16"},
		"long":    {"300ms A start name=" + strings.Repeat("x", 10<<20) + "\n", "line 16"},
		"endless": {strings.Repeat("x", 10<<20), "line 16"},
	} {
		path := write(t, name+".tiv", []byte(good+x.tail))
		r := tiv(t, "check", path)
		if r.exit != exitFindings || !strings.Contains(r.out, "deadlock") || !strings.Contains(r.errors, x.want) ||
			!strings.Contains(r.errors, "read up to 210 ms") {
			t.Errorf("%s: exit code %d, %q, %q", name, r.exit, r.out, r.errors)
		}
		if len(r.errors) > 1000 || r.memory > memoryFactor*300<<10 {
			t.Errorf("%s: %d bytes of message, %d KiB of memory", name, len(r.errors), r.memory)
		}
		if r := tiv(t, "info", path); r.exit != exitOK || !strings.Contains(r.out, "damaged") {
			t.Errorf("%s: info does not note the damage: %s", name, r.out)
		}
	}
	path := write(t, "handoff.tiv", append(read(t, fixture("handoff")), "oops\n"...))
	if r := tiv(t, "check", path); r.exit != exitOK || !strings.Contains(r.errors, "line 20") {
		t.Errorf("a damaged trace without findings: exit code %d, %q", r.exit, r.errors)
	}
}

// Cut or bent at any byte, a Go trace is a message or a shorter trace.
func TestDamagedGoTrace(t *testing.T) {
	t.Parallel()
	whole := read(t, top+"/tracefeed/gotrace/testdata/tiny.trace")
	path := write(t, "x.trace", nil)
	codes := map[int]int{}
	try := func(what string, data []byte) {
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		r := tiv(t, "check", path)
		codes[r.exit]++
		if r.exit == exitTrouble && !regexp.MustCompile(`^tiv: .*(byte \d+|empty|no events)`).MatchString(r.errors) {
			t.Errorf("%s: %q names no place", what, r.errors)
		}
		if r.memory > memoryFactor*400<<10 {
			t.Errorf("%s: took %d KiB", what, r.memory)
		}
	}
	for i := range 40 {
		at := i * len(whole) / 40
		try(fmt.Sprintf("cut at %d", at), whole[:at])
		bent := bytes.Clone(whole)
		bent[(at+17)%len(bent)] ^= 0x55
		try(fmt.Sprintf("bent at %d", at), bent)
	}
	if codes[exitTrouble] == 0 || codes[exitOK]+codes[exitFindings] == 0 {
		t.Errorf("exit codes %v", codes)
	}
}

// A million threads take time and memory in proportion.
func TestManyThreads(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	b.WriteString("tiv-text 1\n")
	for i := range 1_000_000 {
		fmt.Fprintf(&b, "%dus %x start\n", i, i*7919)
	}
	path := write(t, "many.tiv", b.Bytes())
	b.Reset()
	if r := tiv(t, "info", path, "--json"); r.exit != exitOK || !strings.Contains(r.out, `"threads":1000000`) ||
		r.memory > memoryFactor*2<<20 {
		t.Errorf("exit code %d, %d KiB: %s%s", r.exit, r.memory, r.out, r.errors)
	}
	out := filepath.Join(filepath.Dir(path), "x.png")
	for _, level := range []string{"auto", "near"} {
		r := tiv(t, "snapshot", path, "-o", out, "--size", "640x400", "--lod", level)
		if r.exit != exitOK || r.memory > memoryFactor*3<<20 {
			t.Errorf("level %s: exit code %d, %d KiB: %s", level, r.exit, r.memory, r.errors)
		}
	}
}

// TestCache opens a trace twice, and clears what was kept of it.
func TestCache(t *testing.T) {
	t.Setenv(cache.Variable, filepath.Join(t.TempDir(), "cache"))
	path := filepath.Join(t.TempDir(), "long.tiv")
	text := "tiv-text 1\n0s A start\n" + strings.Repeat("1s A suspend-start sleep\n1s A suspend-end\n", 30_000) + "2s A end\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	first := tiv(t, "info", path)
	if second := tiv(t, "info", path, "--memory", "64M"); first.exit != 0 || first.out == "" || second.out != first.out {
		t.Errorf("the first time %+v, the second %+v", first, second)
	}
	if r := tiv(t, "cache"); r.exit != 0 || !strings.Contains(r.out, path) {
		t.Errorf("cache: %+v", r)
	}
	if r := tiv(t, "cache", "clear"); r.exit != 0 || !strings.Contains(r.out, "freed") {
		t.Errorf("clear: %+v", r)
	}
	if r := tiv(t, "cache"); r.exit != 0 || strings.Contains(r.out, path) {
		t.Errorf("after clear: %+v", r)
	}
	for _, args := range [][]string{{"cache", "nonsense"}, {"info", path, "--memory", "12"}, {"info", path, "--memory", "many"}} {
		if r := tiv(t, args...); r.exit != exitTrouble || r.errors == "" {
			t.Errorf("%v: %+v", args, r)
		}
	}
}
