package workspace

import (
	"testing"

	"tiv/scene/view"
)

// Every choice of the view is saved, restored, undone and shared with a trace beside, without
// code of its own. Colours of slices are not shared: each trace has slices of its own.
func TestOptionsAreKept(t *testing.T) {
	t.Parallel()
	for _, o := range view.Switches() {
		w := opened(t, SetOption{o, true})
		again := opened(t)
		if err := again.Restore(w.Save(trace), trace); err != nil || !again.Look.IsOn(o) {
			t.Errorf("%s: not restored, %v", o, err)
		}
		beside := opened(t, MatchView{SharedBy(w)})
		if beside.Look.IsOn(o) != (o != "slice-colours") {
			t.Errorf("%s: beside, it is on: %t", o, beside.Look.IsOn(o))
		}
		w.Do(SetOption{o, true})
		if w.Do(Undo{}); w.Look.IsOn(o) {
			t.Errorf("%s: not undone", o)
		}
		if w.Do(Redo{}); !w.Look.IsOn(o) {
			t.Errorf("%s: not repeated", o)
		}
	}
}
