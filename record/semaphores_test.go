package record

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	_ "golang.org/x/sync/semaphore" // of testdata/semaphores

	"tiv/tracefeed"
	"tiv/tracefeed/gotrace"
)

// semaphoreWaits lists the waits for a semaphore in a recorded program: who waits, the
// holders at that time, and who ends the wait.
func semaphoreWaits(t *testing.T, path string, address uint64) (found []string) {
	t.Helper()
	src, err := tracefeed.Open(path, []tracefeed.Format{gotrace.Format()})
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	name := func(id tracefeed.ThreadID) string {
		name, _, _ := strings.Cut(src.Tables().Threads[id].Name, " ")
		return name
	}
	var holders []tracefeed.ThreadID
	waits := map[tracefeed.ThreadID]string{}
	for ev, err := range tracefeed.All(src) {
		if err != nil {
			t.Fatal(err)
		}
		ours := ev.Monitor != tracefeed.NoMonitor && src.Tables().Monitors[ev.Monitor].ID == fmt.Sprintf("%#x", address)
		switch i := slices.Index(holders, ev.Thread); {
		case ours && ev.Shared:
			t.Errorf("%v is shared", ev)
		case ours && ev.Kind == tracefeed.MonitorEnter:
			holders = append(holders, ev.Thread)
		case ours && ev.Kind == tracefeed.MonitorExit && i >= 0:
			holders = slices.Delete(holders, i, i+1)
		case ours && ev.Kind == tracefeed.MonitorExit && ev.Other == tracefeed.NoThread:
			t.Errorf("%s releases what it does not hold", name(ev.Thread))
		case ours && ev.Kind == tracefeed.MonitorWait:
			text := name(ev.Thread) + " waits"
			for _, h := range holders {
				text += ", " + name(h) + " holds"
			}
			waits[ev.Thread] = text
		case ev.Kind == tracefeed.Wake && waits[ev.Thread] != "":
			found = append(found, waits[ev.Thread]+", "+name(ev.Other)+" wakes")
			delete(waits, ev.Thread)
		}
	}
	return found
}

func checkSemaphores(t *testing.T, o Options) {
	t.Helper()
	r := recordWith(t, o)
	if r.ExitCode != 0 || len(r.Notes) != 0 {
		t.Fatalf("exit code %d, notes %q: %s", r.ExitCode, r.Notes, r.stderr)
	}
	edges(t, r.path) // no stack has a function of the recorder
	at := addresses(t, r.stdout)
	for i, want := range []string{"main.want waits, main.hold holds, main.hold holds, main.hold wakes",
		"main.main waits, main.pass wakes"} {
		if got := semaphoreWaits(t, r.path, at[i]); !slices.Equal(got, []string{want}) {
			t.Errorf("%s: %q, want %q", o.Locks, got, want)
		}
	}
}

func TestSemaphores(t *testing.T) {
	for _, how := range allLocks {
		checkSemaphores(t, Options{Command: words("go run ./semaphores"), Locks: how})
	}
	for _, file := range []string{"../go.mod", "../go.sum"} {
		if raw, err := os.ReadFile(file); err != nil || strings.Contains(string(raw), "tiv-record") {
			t.Errorf("%s was changed: %v", file, err)
		}
	}
}

// TestSemaphoresOfModules records with a release before 0.8, which the go command downloads,
// from the module cache, in a workspace, and vendored.
func TestSemaphoresOfModules(t *testing.T) {
	source, err := os.ReadFile("testdata/semaphores/main.go")
	if err != nil {
		t.Fatal(err)
	}
	dir := module(t, map[string]string{
		"go.mod": "module example.com/app\n\ngo 1.24\n\nrequire golang.org/x/sync v0.6.0\n",
		"go.sum": "golang.org/x/sync v0.6.0 h1:5BMeUDZ7vkXGfEr1x9B4bRcTH4lpkTkpdh0T/J+qjbQ=\n" +
			"golang.org/x/sync v0.6.0/go.mod h1:Czt+wKu1gCyEFDUtn0jG5QVvpJ6rzVqr5aXyt9drQfk=\n",
		"main.go": string(source),
	})
	for _, prepare := range []string{"version", "work init .", "mod vendor"} {
		env := plainEnv()
		if prepare == "mod vendor" {
			env = append(env, "GOWORK=off")
		}
		cmd := exec.Command("go", strings.Fields(prepare)...)
		cmd.Dir, cmd.Env = dir, env
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("go %s: %v: %s", prepare, err, out)
		}
		checkSemaphores(t, Options{Command: words("go run ."), Dir: dir, Env: env})
	}
}
