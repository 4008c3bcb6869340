package kernel

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"tiv/tracefeed"
	"tiv/tracefeed/perfdata"
	"tiv/tracefeed/sched"
)

// TestRecorder records a program with two locks. Where the machine does not allow that, the
// error must say so, and the program must not be hindered.
func TestRecorder(t *testing.T) {
	t.Parallel()
	program := filepath.Join(t.TempDir(), "turns")
	if out, err := exec.Command("gcc", "-pthread", "-o", program, "testdata/turns.c").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	file, err := os.Create(filepath.Join(t.TempDir(), "sched"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	runtime.LockOSThread()
	r, refused := Start(file)
	if err := exec.Command(program).Run(); err != nil {
		t.Error(err)
	}
	runtime.UnlockOSThread()
	if refused != nil {
		if !errors.Is(refused, ErrRights) && os.Getuid() != 0 {
			t.Error(refused)
		}
		t.Logf("this machine does not allow it: %v", refused)
		return
	}
	if err := r.Stop(); err != nil {
		t.Fatal(err)
	}
	checkTurns(t, file)
}

// checkTurns checks the waits of the program: those of a group are ended by it alone.
func checkTurns(t *testing.T, file *os.File) {
	t.Helper()
	st, err := file.Stat()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.Seek(0, 0); err != nil {
		t.Fatal(err)
	}
	feed, err := perfdata.Open(tracefeed.Input{Reader: file, At: file, Size: st.Size()}, sched.Filter{Named: true})
	if err != nil {
		t.Fatal(err)
	}
	var events []tracefeed.Event
	for ev, err := range tracefeed.All(feed) {
		if err != nil {
			t.Fatal(err)
		}
		events = append(events, *ev)
	}
	group := func(id tracefeed.ThreadID) string {
		name := feed.Tables().Threads[id].Name
		return name[:max(0, strings.LastIndexByte(name, ' '))]
	}
	locked, woken, ended := map[string]int{}, map[string]int{}, 0
	waits := map[tracefeed.ThreadID]bool{} // for the lock: a thread also waits for memory, until any other is done
	for _, ev := range events {
		switch g := group(ev.Thread); {
		case ev.Kind == tracefeed.ThreadEnd:
			ended++
		case ev.Kind == tracefeed.MonitorWait:
			locked[g]++
			waits[ev.Thread] = true
		case ev.Kind == tracefeed.Wake && waits[ev.Thread] && strings.HasPrefix(g, "group"):
			waits[ev.Thread] = false
			if by := group(ev.Other); by != g {
				t.Errorf("%s was woken by %s", g, by)
			}
			woken[g]++
		}
	}
	for _, g := range []string{"group a", "group (b)"} {
		if woken[g] < 10 || locked[g] < 10 {
			t.Errorf("%s waited %d times, and was woken %d times", g, locked[g], woken[g])
		}
	}
	if n := len(feed.Tables().Threads) - 1; n != 5 || ended != 5 {
		t.Errorf("%d threads, of which %d ended, want 5", n, ended)
	}
}
