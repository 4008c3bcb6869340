package record

import (
	"fmt"
	"maps"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"tiv/tracefeed"
	"tiv/tracefeed/gotrace"
)

// calledIn are the calls in a trace.
type calledIn struct {
	begun, ended map[string]int  // by function
	on           map[string]bool // "function object"
	unbalanced   int             // ends of another call than the innermost, and calls without an end
	omitted      int64
	full         bool
}

// readCalls reads the calls in a trace, and checks that no stack has a function of the
// recorder.
func readCalls(t *testing.T, path string) calledIn {
	t.Helper()
	src, err := tracefeed.Open(path, []tracefeed.Format{gotrace.Format()})
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	got := calledIn{begun: map[string]int{}, ended: map[string]int{}, on: map[string]bool{}}
	open := map[tracefeed.ThreadID][]tracefeed.NameID{}
	for ev, err := range tracefeed.All(src) {
		if err != nil {
			t.Fatal(err)
		}
		name, own := src.Tables().Names[ev.Name], open[ev.Thread]
		switch ev.Kind {
		case tracefeed.CallEnter:
			got.begun[name]++
			got.on[fmt.Sprintf("%s %x", name, ev.Object)] = true
			open[ev.Thread] = append(own, ev.Name)
		case tracefeed.CallExit:
			got.ended[name]++
			if len(own) == 0 || own[len(own)-1] != ev.Name {
				got.unbalanced++
				continue
			}
			open[ev.Thread] = own[:len(own)-1]
		case tracefeed.Counter:
			switch name {
			case tracefeed.OmittedCalls:
				got.omitted = ev.Value
			case tracefeed.RecordingFull:
				got.full = true
			}
		}
	}
	for _, own := range open {
		got.unbalanced += len(own)
	}
	for _, frame := range src.Tables().Frames {
		if gotrace.Overlay(frame) {
			t.Errorf("a function of the recorder: %s at %s:%d", frame.Func, frame.File, frame.Line)
		}
	}
	return got
}

// counted reads the lines "function number" that testdata/called prints.
func counted(t *testing.T, text string) map[string]int {
	t.Helper()
	counts := map[string]int{}
	for line := range strings.Lines(text) {
		name, number, _ := strings.Cut(strings.TrimSpace(line), " ")
		n, err := strconv.Atoi(number)
		if err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		counts[name] = n
	}
	return counts
}

// TestCalls compares the calls in a trace with those that the program counts by its
// stacks: recursion, panics through several calls, recover, Goexit, methods, generics,
// function literals and functions init. They nest.
func TestCalls(t *testing.T) {
	without := altered(t, "runtime/signal_unix.go", "func sighandler(", "func sigHandler(")
	for what, o := range map[string]Options{
		"plain":                    {Command: words("go run ./called")},
		"race detector":            {Command: words("go run -race ./called")},
		"no inlining":              {Command: words("go run -gcflags=-l ./called")},
		"trimmed paths":            {Command: words("go run -trimpath ./called")},
		"without the runtime part": {Command: words("go run ./called"), source: without},
	} {
		o.Calls = []string{"main.*", "tiv/record/testdata/called/shapes"}
		r := recordWith(t, o)
		got, want := readCalls(t, r.path), counted(t, r.stdout)
		for _, helper := range []string{"main.here", "main.count", "main.caller"} {
			if got.begun[helper] == 0 {
				t.Errorf("%s: no call of %s", what, helper)
			}
		}
		for _, all := range []map[string]int{got.begun, got.ended} {
			maps.DeleteFunc(all, func(name string, _ int) bool { return want[name] == 0 })
			if want["main.fib"] < 500 || !maps.Equal(all, want) {
				t.Errorf("%s: calls\n%v, want\n%v", what, all, want)
			}
		}
		if r.ExitCode != 0 || got.unbalanced != 0 {
			t.Errorf("%s: exit code %d, %d calls do not nest", what, r.ExitCode, got.unbalanced)
		}
		maps.DeleteFunc(got.on, func(call string, _ bool) bool { return !strings.Contains(call, "account") })
		// Both calls of add are on one object.
		if !got.on["main.(*account).unnamed 0"] || !got.on["main.account.zero 0"] || got.on["main.(*account).add 0"] || len(got.on) != 3 {
			t.Errorf("%s: calls on %v", what, got.on)
		}
	}
}

// TestCallsOfTests records calls in packages, tests of them and tests outside of them.
func TestCallsOfTests(t *testing.T) {
	dir := module(t, map[string]string{
		"p.go":      "package p\n\nfunc Double(x int) int { return 2 * x }",
		"p_test.go": "package p\n\nimport \"testing\"\n\nfunc TestIn(t *testing.T) { t.Run(\"a\", func(t *testing.T) { Double(1) }) }\n",
		"x_test.go": "package p_test\n\nimport (\n\t\"testing\"\n\n\t\"example.com/app\"\n)\n\n" +
			"func TestOut(t *testing.T) { p.Double(2) }\n",
	})
	r := recordWith(t, Options{Command: words("go test -vet=all ."), Dir: dir, Calls: []string{"example.com/app*"}})
	want := map[string]int{"example.com/app.Double": 2, "example.com/app.TestIn": 1, "example.com/app.TestIn.func1": 1,
		"example.com/app_test.TestOut": 1}
	if got := readCalls(t, r.path); r.ExitCode != 0 || !maps.Equal(got.begun, want) || got.unbalanced != 0 {
		t.Errorf("exit code %d, calls %v, want %v\n%s", r.ExitCode, got.begun, want, r.stdout)
	}
	r = recordWith(t, Options{Command: words("go test -cover ."), Dir: dir, Calls: []string{"example.com/app*"}})
	if got := readCalls(t, r.path); r.ExitCode != 0 || got.begun["example.com/app.TestIn"] != 1 ||
		!strings.Contains(strings.Join(r.Notes, "\n"), "with -cover") {
		t.Errorf("with -cover: exit code %d, calls %v, notes %q\n%s", r.ExitCode, got.begun, r.Notes, r.stdout)
	}
}

// TestCallsOfPackages records calls of functions of Go itself, of a program with C, and
// says why others are not recorded.
func TestCallsOfPackages(t *testing.T) {
	dir := module(t, map[string]string{"main.go": `package main

// int twice(int x) { return 2 * x; }
import "C"
import "encoding/json"

func main() { json.Marshal(C.twice(1)) }
`})
	r := recordWith(t, Options{Command: words("go run ."), Dir: dir,
		Calls: []string{"example.com/app.main", "encoding/json.Marshal", "sync.Mutex", "internal/poll", "main.Main", "*.Unmarshal"}})
	want := map[string]int{"main.main": 1, "encoding/json.Marshal": 1}
	if got := readCalls(t, r.path); r.ExitCode != 0 || !maps.Equal(got.begun, want) {
		t.Errorf("exit code %d, calls %v, want %v\n%s", r.ExitCode, got.begun, want, r.stderr)
	}
	notes := strings.Join(r.Notes, "\n")
	for _, want := range []string{
		"internal/poll: calls are not recorded: the recorder itself needs this package",
		"sync: calls are not recorded: the recorder itself needs this package",
		"--calls main.Main covers no function; there is main.main",
		"--calls *.Unmarshal covers no function; there is main.main",
	} {
		if !strings.Contains(notes, want) {
			t.Errorf("notes\n%s\nlack %q", notes, want)
		}
	}
}

// TestCallsEndAtHalfTheSize leaves out the calls from half of the maximum size on, and
// counts them.
func TestCallsEndAtHalfTheSize(t *testing.T) {
	const most = 4 << 20
	r := recordWith(t, Options{Command: words("go run ./flood"), Calls: []string{"main.counter"}, MaxSize: most})
	got := readCalls(t, r.path)
	info, err := os.Stat(r.path)
	if err != nil {
		t.Fatal(err)
	}
	begun, all := got.begun["main.(*counter).called"], counted(t, "all "+r.stdout)["all"]
	if begun == 0 || begun >= all || info.Size() < most/2 {
		t.Errorf("%d of %d calls in %d bytes", begun, all, info.Size())
	}
	if !got.full && (int64(begun)+got.omitted != int64(all) || got.unbalanced != 0) {
		t.Errorf("%d calls, %d left out, %d in all, %d unbalanced", begun, got.omitted, all, got.unbalanced)
	}
}

// TestCallsAreKept reads calls in the last part of a recording, with their names.
func TestCallsAreKept(t *testing.T) {
	r := recordWith(t, Options{Command: words("go run ./ring"), Calls: []string{"main"}, Keep: 200 * time.Millisecond})
	got := readCalls(t, r.path)
	if len(got.begun) != 0 || got.ended["main.main"] != 1 || got.unbalanced != 1 {
		t.Errorf("%v begin, %v end, want only the end of main", got.begun, got.ended)
	}
}
