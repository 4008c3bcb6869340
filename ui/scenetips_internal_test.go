package ui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tiv/tracefeed"
	"tiv/workspace"
)

// The tooltip of a bar is about the time under the pointer; that of a thread that has ended
// by the moment also says when.
func TestTipOfEndedThread(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ended.tiv")
	if err := os.WriteFile(path, []byte("tiv-text 1\n0ms A start\n0ms B start\n50ms A end\n100ms B end\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	a := unopened(t, path)
	const ms = tracefeed.Millisecond
	for _, c := range []struct {
		thread      tracefeed.ThreadID
		moment, tip tracefeed.Time
		want        string
	}{
		{alpha, 40 * ms, 20 * ms, "at 20 ms: running, 20 ms so far, 50 ms in total"},
		{alpha, 80 * ms, 20 * ms, "at 20 ms: running, 20 ms so far, 50 ms in total, ended at 50 ms"},
		{alpha, 80 * ms, 70 * ms, "at 70 ms: ended at 50 ms, 20 ms ago"},
		{beta, 100 * ms, 20 * ms, "at 20 ms: running, 20 ms so far, 100 ms in total"},
	} {
		a.Send(workspace.SeekTo{Moment: c.moment})
		a.do()
		if _, body := a.tabs.shown().mouse.tips.thread(c.thread, c.tip); strings.Join(body, ", ") != c.want {
			t.Errorf("thread %d at %v: %q, want %q", c.thread, c.moment, body, c.want)
		}
	}
	a.Send(workspace.SetStep{Step: tracefeed.Microsecond})
	a.do()
	if _, body := a.tabs.shown().mouse.tips.thread(beta, 20*ms+34567); body[0] != "at 20.034 ms: running" {
		t.Errorf("in steps of a microsecond: %q", body[0])
	}
}
