package workspace

import (
	"context"
	"maps"
	"os"
	"strings"
	"testing"

	"tiv/interaction/detect"
	"tiv/workspace/loader"
	"tiv/workspace/opening"
)

// A dismissed finding can be undone, and is saved.
func TestDismiss(t *testing.T) {
	t.Parallel()
	w := opened(t)
	all := len(FindingsOf(w).Counted())
	if all == 0 || all != len(w.Report.Findings) {
		t.Fatalf("%d of %d findings count at first", all, len(w.Report.Findings))
	}
	w.Do(Dismiss{0, " by\ndesign "})
	if got := FindingsOf(w).Dismissal(0); got != "by design" || len(FindingsOf(w).Counted()) != all-1 {
		t.Errorf("dismissed because %q, %d of %d findings count", got, len(FindingsOf(w).Counted()), all)
	}
	if got := again(t, w.Timeline, w.Save(trace)); !maps.Equal(got.Dismissed, w.Dismissed) || FindingsOf(got).Dismissal(0) != "by design" {
		t.Errorf("restored %v, saved %v", got.Dismissed, w.Dismissed)
	}
	w.Do(Undo{})
	if FindingsOf(w).Dismissal(0) != "" || len(FindingsOf(w).Counted()) != all {
		t.Errorf("after Undo: %v", w.Dismissed)
	}
	w.Do(Redo{})
	w.Do(Reinstate{0})
	if w.Dismissed != nil || len(FindingsOf(w).Counted()) != all {
		t.Errorf("reinstated: %v", w.Dismissed)
	}
	for _, c := range []Command{Dismiss{0, " "}, Dismiss{-1, "noise"}, Dismiss{all, "noise"}, Reinstate{all}} {
		if w.Do(c); w.Dismissed != nil {
			t.Errorf("%#v dismisses %v", c, w.Dismissed)
		}
	}
}

// The dismissed findings of a trace are those of a later recording at the same path, too,
// though it has other threads and times. It does not open at them.
func TestDismissedInNextRecording(t *testing.T) {
	t.Parallel()
	path, store := kept(t)
	w := opened(t, Dismiss{0, "known"})
	if err := store.Save(w); err != nil {
		t.Fatal(err)
	}
	next := strings.NewReplacer("A ", "AA ", "10s", "12s", "2s", "2500ms").Replace(story)
	if err := os.WriteFile(path, []byte(next), 0o644); err != nil {
		t.Fatal(err)
	}
	tl := load(t, next)
	for run := range 2 { // the second time from the file of the first
		w = New("story")
		if err := NewStore(path, "").Restore(w); (err != nil) != (run == 0) {
			t.Fatalf("run %d: %v", run, err)
		}
		report := detect.Find(context.Background(), tl, nil)
		w.UpdateLoaded(&loader.Loaded{Timeline: tl, Report: report, Searched: true, Opening: opening.Find(tl, report)})
		if FindingsOf(w).Dismissal(0) != "known" || len(FindingsOf(w).Counted()) != len(report.Findings)-1 {
			t.Errorf("run %d: of %d findings, dismissed are %v", run, len(report.Findings), w.Dismissed)
		}
		if run == 0 && (w.Opening == nil || strings.Contains(w.Opening.Why, "finding")) {
			t.Errorf("it opens %+v", w.Opening)
		}
		if err := NewStore(path, "").Save(w); err != nil {
			t.Fatal(err)
		}
	}
}
