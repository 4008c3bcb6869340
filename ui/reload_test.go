package ui

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"tiv/tracefeed"
	"tiv/workspace"
)

// A trace that is written again is noticed once, and read again with the same
// moment and selection.
func TestReload(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.tiv")
	copyFile := func(from string) {
		t.Helper()
		data, err := os.ReadFile(from)
		if err == nil {
			err = os.WriteFile(path, data, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	copyFile(deadlock)
	a := unopened(t, path)
	const moment = 30 * tracefeed.Millisecond
	a.send(workspace.SeekTo{Moment: moment}, workspace.Select{Thread: beta})
	a.do()
	now := time.Now()
	reports := func(looks int) (n int) { // how often a changed file is reported
		for range looks {
			if now = now.Add(checkEvery); a.changedFile(now) {
				n++
			}
		}
		return n
	}
	if n := reports(2); n != 0 {
		t.Errorf("the file is reported %d times as changed", n)
	}
	copyFile(phases)
	if n := reports(3); n != 1 {
		t.Errorf("the changed file is reported %d times", n)
	}
	before := a.document
	a.tabs.reload()
	if _, err := a.loader.Wait(); err != nil {
		t.Fatal(err)
	}
	if err := a.update(); err != nil {
		t.Fatal(err)
	}
	if l := &a.ws.Look; a.document == before || len(a.tabs.list) != 1 || l.Moment != moment || l.Selected != beta {
		t.Errorf("%d tabs, moment %v, selected %d", len(a.tabs.list), l.Moment, l.Selected)
	}
	if n := reports(2); n != 0 {
		t.Errorf("the new file is reported %d times as changed", n)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if a.tabs.reload(); len(a.tabs.list) != 1 || a.ws.Look.Selected != beta || !a.messages.list[len(a.messages.list)-1].wrong {
		t.Errorf("without a file: %d tabs, messages %v", len(a.tabs.list), a.messages.list)
	}
}
