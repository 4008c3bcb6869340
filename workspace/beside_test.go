package workspace

import (
	"math/rand/v2"
	"testing"

	"tiv/workspace/loader"
)

// Whatever is done, matching a view of before returns to it.
func TestMatchViewReturns(t *testing.T) {
	t.Parallel()
	tl := load(t, story)
	rng := rand.New(rand.NewPCG(3, 3))
	for range 300 {
		w := New("story")
		w.UpdateLoaded(&loader.Loaded{Timeline: tl})
		for range rng.IntN(4) {
			w.Do(anyCommand(rng))
		}
		before := SharedBy(w)
		for range 5 {
			w.Do(anyCommand(rng))
		}
		w.Do(MatchView{before})
		after := SharedBy(w)
		after.Ahead = before.Ahead // From counts
		if !after.Equal(before) {
			t.Fatalf("the view is\n%+v, was\n%+v", after, before)
		}
	}
}

// The views that follow one another are one change, which Undo takes back.
func TestUndoMatchView(t *testing.T) {
	t.Parallel()
	w := New("story")
	w.UpdateLoaded(&loader.Loaded{Timeline: load(t, story)})
	before := w.State
	for range 3 {
		v := SharedBy(w)
		v.Step /= 2
		v.Signals = true
		w.Do(MatchView{v})
	}
	w.Do(Undo{})
	if !before.same(&w.State) {
		t.Errorf("the state is\n%+v, was\n%+v", w.State, before)
	}
}
