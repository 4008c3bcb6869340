package ui_test

import (
	"strings"
	"testing"

	"tiv/ui"
)

// The key sheet has a column for keys that is wide enough for the widest, so that all effects of a
// column begin at one place, and lists what is typed.
func TestKeySheet(t *testing.T) {
	t.Parallel()
	d := drive(t, "testdata/deadlock.tiv")
	d.rest()
	d.key("question")
	d.widget("find key")
	s := d.rest()
	starts := map[float32]float32{} // of effects, by the start of their keys
	n := 0
	for name, keys := range s.Marks {
		effect, ok := s.Marks["effect "+strings.TrimPrefix(name, "key ")]
		if !strings.HasPrefix(name, "key ") || !ok {
			continue
		}
		n++
		if keys.X1 >= effect.X0 {
			t.Errorf("the keys of %q cover its effect", name)
		}
		if at, known := starts[keys.X0]; known && at != effect.X0 {
			t.Errorf("the effect of %q begins at %v, others at %v", name, effect.X0, at)
		}
		starts[keys.X0] = effect.X0
	}
	if n < 20 {
		t.Errorf("the sheet has %d keys", n)
	}
	d.input("type", "redo")
	d.until("one key", func(s ui.Snapshot) bool {
		return s.Marks["key Redo"].Width() > 0 && s.Marks["key Undo"].Width() == 0 && s.Resting
	})
	d.key("Escape")
	d.until("no sheet", func(s ui.Snapshot) bool { return s.Marks["find key"].Width() == 0 && s.Resting })
	quit(t, d)
}
