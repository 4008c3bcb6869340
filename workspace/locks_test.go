package workspace

import (
	"context"
	"strings"
	"testing"

	"tiv/interaction/detect"
	"tiv/workspace/saved"
)

// A lock has the user's name in the scene's names and in findings, is saved with it, and
// has its old name after Undo.
func TestNameLock(t *testing.T) {
	t.Parallel()
	w := opened(t)
	f := w.Report.Findings[0]
	m := f.Monitors[0]
	before := w.Look.Locks.Full(m)
	if !strings.Contains(f.Text, before) {
		t.Fatalf("%q does not name %q", f.Text, before)
	}
	check := func(w *Workspace, want string) {
		t.Helper()
		if got := w.Look.Locks.Full(m); got != want {
			t.Errorf("it is called %q, not %q", got, want)
		}
		if text := w.Report.Findings[0].Text; !strings.Contains(text, want) || w.Look.Findings[0].Text != text {
			t.Errorf("%q and %q do not name %q", text, w.Look.Findings[0].Text, want)
		}
	}
	w.Do(NameLock{m, " the\nbooks "})
	check(w, "the books")
	data := w.Save(saved.Identity{})
	w.Update(w.Timeline, detect.Find(context.Background(), w.Timeline, nil))
	check(w, "the books")
	w.Do(Undo{})
	check(w, before)
	w.Do(Redo{})
	w.Do(NameLock{m, ""})
	check(w, before)

	again := New("again")
	again.Update(w.Timeline, w.locks.found)
	if err := again.Restore(data, saved.Identity{}); err != nil {
		t.Fatal(err)
	}
	check(again, "the books")
}
