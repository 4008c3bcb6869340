package files

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tiv/internal/visit"
	"tiv/report/shot"
	"tiv/session"
	"tiv/ui/keys"
	"tiv/ui/panel"
	"tiv/ui/widget"
)

// dialogsOf returns the dialogs of a session with a trace.
func dialogsOf(t *testing.T, path string) Dialogs {
	t.Helper()
	s := visit.Opened(t, path)
	services := panel.Services{Shown: &panel.Trace{Document: s.Shown.Document, UI: &widget.Kit{}}, Session: s, Messages: s.Messages,
		Prefs: &panel.Preferences{}, Input: &keys.Recorder{}, Wake: func() {}, Desktop: &panel.Desktop{}}
	return New(&services, &Exporter{Exporter: s.Exporter}, nil)
}

func TestOpenDialog(t *testing.T) {
	opened := map[string]string{} // with which trace
	open := func(path, trace string) error {
		if strings.HasPrefix(path, "bad") {
			return fmt.Errorf("open %s", path)
		}
		if path == "shot.png" && trace == "" {
			return shot.ErrLost
		}
		opened[path] = trace
		return nil
	}
	d := Open{open: func(r session.Request) {
		var wrong []error
		for _, path := range r.Paths {
			wrong = append(wrong, open(path, r.Trace))
		}
		r.Then(wrong)
	}}
	if d.OpenAll("a", "b"); !d.done || d.problem != "" || len(opened) != 2 {
		t.Errorf("done %t, %q, opened %v", d.done, d.problem, opened)
	}
	d.OpenAll("c", "bad1", "bad2", "bad3", "bad4", "bad5", "bad6", "bad7", "bad8")
	if _, ok := opened["c"]; !ok || d.done || !d.show || strings.Count(d.problem, "\n") != maxErrors ||
		!strings.HasSuffix(d.problem, "and 2 more") {
		t.Errorf("done %t, opened %v, problem %q", d.done, opened, d.problem)
	}
	if d.OpenAll("shot.png"); d.lost != "shot.png" || d.done {
		t.Errorf("lost %q, done %t", d.lost, d.done)
	}
	if d.OpenAll("trace.bin"); d.lost != "" || opened["shot.png"] != "trace.bin" || !d.done {
		t.Errorf("lost %q, opened %v", d.lost, opened)
	}
}

func TestConfirmedPath(t *testing.T) {
	dir := t.TempDir()
	trace := filepath.Join(dir, "trace.png")
	data, err := os.ReadFile("../testdata/phases.tiv")
	if err == nil {
		err = errors.Join(os.WriteFile(trace, data, 0o600), os.WriteFile(filepath.Join(dir, "old.png"), nil, 0o600))
	}
	if err != nil {
		t.Fatal(err)
	}
	all := dialogsOf(t, trace)
	d := &all.Picture.fileDialog
	for _, x := range []struct{ typed, path, problem string }{
		{"", "", "Enter a path."},
		{"none/new.png", "", "There is no folder " + filepath.Join(dir, "none") + "."},
		{"new", filepath.Join(dir, "new.png"), ""},
		{"old.png", "", "Save again to replace it."},
		{"old.png", filepath.Join(dir, "old.png"), ""},
		{trace, "", "is the trace"},
	} {
		if x.typed != "old.png" {
			d.offer(filepath.Join(dir, "x.png"))
		}
		d.path = x.typed
		d.check(shot.Kind)
		if d.checking != nil {
			d.checking.Result()
		}
		if got := d.checked(); got != x.path || !strings.Contains(d.problem, x.problem) || x.problem == "" && d.problem != "" {
			t.Errorf("%q: %q, %q; want %q, %q", x.typed, got, d.problem, x.path, x.problem)
		}
	}
	if d.exporter.Folder != dir {
		t.Errorf("the next file goes to %q", d.exporter.Folder)
	}
}

// A dialog that writes a file appears once the disk has answered; until then the keyboard
// waits for it, and the window does not.
func TestDefaultPathOnASlowDisk(t *testing.T) {
	dir := t.TempDir()
	trace := filepath.Join(dir, "trace.tiv")
	data, err := os.ReadFile("../testdata/phases.tiv")
	if err == nil {
		err = os.WriteFile(trace, data, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	all := dialogsOf(t, trace)
	answer := make(chan struct{})
	d := &all.Picture.fileDialog
	d.delay = func(context.Context) { <-answer }
	d.Ask("x.png")
	if !d.Asking() || d.finding.Done() {
		t.Error("there is a path before the disk has answered")
	}
	close(answer)
	if path, err := d.finding.Result(); err != nil || path != filepath.Join(dir, "x.png") {
		t.Errorf("the path is %q, %v", path, err)
	}
}
