package record

import (
	"cmp"
	"fmt"
	"os"
	"strings"
	"testing"

	"tiv/tracefeed"
	"tiv/tracefeed/gotrace"
)

// edges lists who waits for whom in a recorded program, as "function kind function", once a
// wait, and checks that no stack has a function of the recorder. Whoever has taken a lock, and
// loses its processor before it says so, is known after the waits for it have begun.
func edges(t *testing.T, path string) map[string]int {
	t.Helper()
	src, err := tracefeed.Open(path, []tracefeed.Format{gotrace.Format()})
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	waits, owner := map[tracefeed.ThreadID]tracefeed.Event{}, map[tracefeed.MonitorID]tracefeed.ThreadID{}
	unknown := map[tracefeed.MonitorID][]tracefeed.ThreadID{} // waiters whose owner is not known yet
	found := map[string]int{}
	for ev, err := range tracefeed.All(src) {
		if err != nil {
			t.Fatal(err)
		}
		name := func(id tracefeed.ThreadID) string {
			name, _, _ := strings.Cut(src.Tables().Threads[id].Name, " ")
			return name
		}
		switch ev.Kind {
		case tracefeed.SuspendStart, tracefeed.MonitorWait:
			waits[ev.Thread] = *ev
			if by := owner[ev.Monitor]; by != tracefeed.NoThread {
				found[name(ev.Thread)+" blocked by "+name(by)]++
			} else if ev.Kind == tracefeed.MonitorWait {
				unknown[ev.Monitor] = append(unknown[ev.Monitor], ev.Thread)
			}
			if ev.Kind == tracefeed.SuspendStart && ev.Monitor != tracefeed.NoMonitor {
				found[name(ev.Thread)+" suspended at "+src.Tables().Monitors[ev.Monitor].ID]++
			}
		case tracefeed.MonitorEnter:
			owner[ev.Monitor] = ev.Thread
			for _, th := range unknown[ev.Monitor] {
				if th != ev.Thread {
					found[name(th)+" blocked by "+name(ev.Thread)]++
				}
			}
			delete(unknown, ev.Monitor)
		case tracefeed.MonitorExit:
			owner[ev.Monitor] = tracefeed.NoThread
		case tracefeed.Wake:
			if w := waits[ev.Thread]; w.Kind == tracefeed.SuspendStart {
				found[fmt.Sprintf("%s %v %s", name(ev.Thread), w.Cause, name(ev.Other))]++
			}
		}
	}
	for _, frame := range src.Tables().Frames {
		if gotrace.Overlay(frame) {
			t.Errorf("a function of the recorder: %s at %s:%d", frame.Func, frame.File, frame.Line)
		}
	}
	return found
}

// checkPrimitives checks a recording of testdata/primitives.
func checkPrimitives(t *testing.T, r run) {
	t.Helper()
	if got := read(t, r.path); r.ExitCode != 0 || got.err != nil || got.omitted == 0 {
		t.Fatalf("exit code %d, %d lock operations left out, trace ends with %v: %s", r.ExitCode, got.omitted, got.err, r.stderr)
	}
	found := edges(t, r.path)
	for _, want := range []string{"main.useOnce blocked by main.useOnce", "main.listen wait main.announce"} {
		if found[want] != 2 {
			t.Errorf("%d of %q, want 2, in %v", found[want], want, found)
		}
	}
	at := addresses(t, r.stdout)
	for want, n := range map[string]int{fmt.Sprintf("main.listen suspended at %#x", at[1]): 2,
		fmt.Sprintf("main.main suspended at %#x", at[2]): 1} {
		if found[want] != n {
			t.Errorf("%d of %q, want %d, in %v", found[want], want, n, found)
		}
	}
	joined := 0
	for edge, n := range found {
		if strings.HasPrefix(edge, "main.main join ") {
			joined += n
		}
	}
	if joined != 1 {
		t.Errorf("the main goroutine waited for %d, want 1, in %v", joined, found)
	}
}

func TestPrimitives(t *testing.T) {
	r := record(t, "go", "run", "./primitives")
	if len(r.Notes) != 0 {
		t.Errorf("notes %q", r.Notes)
	}
	checkPrimitives(t, r)
}

// TestToolchains records with other releases of Go, which the go command downloads: those
// of TIV_TOOLCHAINS, or the one before the present.
func TestToolchains(t *testing.T) {
	source, err := os.ReadFile("testdata/primitives/main.go")
	if err != nil {
		t.Fatal(err)
	}
	for version := range strings.FieldsSeq(cmp.Or(os.Getenv("TIV_TOOLCHAINS"), "go1.25.3")) {
		o := Options{
			Command: words("go run ."), Env: append(plainEnv(), "GOTOOLCHAIN="+version),
			Dir: module(t, map[string]string{"go.mod": "module example.com/app\n\ngo 1.24\n", "main.go": string(source)}),
		}
		r := recordWith(t, o)
		for _, note := range r.Notes {
			if !strings.HasPrefix(note, version+": ") {
				t.Errorf("%s: the recording has the note %q", version, note)
			}
			for _, feature := range []string{"lock identity", "the last moments before a signal", "limits on lock events, and channels"} {
				if strings.Contains(note, feature) {
					t.Errorf("%s: %s", version, note)
				}
			}
		}
		checkPrimitives(t, r)
	}
}
