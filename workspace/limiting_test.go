package workspace

import (
	"context"
	"maps"
	"testing"

	"tiv/interaction/detect"
)

// A changed limit is saved and can be undone, and the findings follow after another search.
func TestSetLimit(t *testing.T) {
	t.Parallel()
	w := opened(t, SetLimit{"cost", 1000}, SetLimit{"none", 3})
	if want := (detect.Changes{"cost": 50}); !maps.Equal(w.Limits, want) || FindingsOf(w).Current() {
		t.Errorf("limits %v, want %v; the findings follow: %t", w.Limits, want, FindingsOf(w).Current())
	}
	if FindingsOf(w).Set(FindingsOf(w).Search()(context.Background(), nil)); !FindingsOf(w).Current() || len(w.Look.Findings) == 0 {
		t.Errorf("findings of %v", w.Report.Changes)
	}
	if got := again(t, w.Timeline, w.Save(trace)); !maps.Equal(got.Limits, w.Limits) {
		t.Errorf("restored %v, saved %v", got.Limits, w.Limits)
	}
	if w.Do(Undo{}); w.Limits != nil || FindingsOf(w).Current() {
		t.Errorf("after Undo: %v", w.Limits)
	}
}
