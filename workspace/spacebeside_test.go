package workspace

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"tiv/interaction/detect"
	"tiv/internal/oracle"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Whatever is done to either side, the workspace beside the shown one has the same times,
// and what a clone of its own has that goes there.
func TestShowBeside(t *testing.T) {
	t.Parallel()
	tl := load(t, story)
	shown := 0
	for seed := range oracle.Seeds(60) {
		rng := rand.New(rand.NewPCG(seed, 9))
		w := New("story")
		w.Update(tl, detect.Report{})
		growTree(rng, w, -1)
		beside := w.Clone()
		for range 60 {
			w.Do(anyCommand(rng))
			id := w.Spaces[rng.IntN(len(w.Spaces))].ID
			if id == w.Shown {
				continue
			}
			shown++
			before, labels := w.State, w.undo
			ShowBeside(beside, w, id)
			checkSpaces(t, beside)
			if !before.sameBut(&w.State, id) || !reflect.DeepEqual(labels, w.undo) {
				t.Fatalf("seed %d: more than the view of workspace %d has changed", seed, id)
			}
			if a, b := timesShown(w), timesShown(beside); a != b {
				t.Fatalf("seed %d: beside %v is %v", seed, a, b)
			}
			there := w.Clone()
			there.Do(ShowSpace{id})
			if a, b := everything(there), everything(beside); a != b ||
				!slices.Equal(there.Look.Threads, beside.Look.Threads) || !slices.Equal(there.Look.Dimmed, beside.Look.Dimmed) {
				t.Fatalf("seed %d, workspace %d: shown\n%s\n%v %v\nbeside\n%s\n%v %v", seed, id, a, there.Look.Threads,
					there.Look.Dimmed, b, beside.Look.Threads, beside.Look.Dimmed)
			}
		}
	}
	if shown < oracle.Least(1000) {
		t.Errorf("%d workspaces were shown", shown)
	}
}

// sameBut reports whether two states differ in the view of one workspace at most.
func (s State) sameBut(other *State, id int) bool {
	s.Spaces = s.Spaces.withView(id, other.Spaces[other.Spaces.at(id)].View)
	return reflect.DeepEqual(&s, other)
}

// timesShown are the times that a workspace shows.
func timesShown(w *Workspace) (v struct {
	moment, from, step tracefeed.Time
	interval           timeline.Interval
	kind               *view.Kind
	selected           tracefeed.ThreadID
}) {
	s := SharedBy(w)
	v.moment, v.from, v.step, v.interval, v.kind, v.selected = s.Moment, s.From, s.Step, s.Interval, s.Kind, s.Selected
	return v
}

// The workspace beside the shown one is its parent, or the first below the root.
func TestBeside(t *testing.T) {
	t.Parallel()
	w := opened(t, named("a", "b"))
	if w.Spaces.Beside(w.Shown) != 0 {
		t.Error("the root has another workspace")
	}
	for i, step := range []struct {
		do   Command
		want int
	}{{OpenSpace{"a"}, 0}, {OpenSpace{"b"}, 1}, {ShowSpace{}, 1}, {CloseSpace{1}, 0}} {
		w.Do(step.do)
		if got := w.Spaces.Beside(w.Shown); got != step.want {
			t.Errorf("step %d: %d is beside %d, want %d", i, got, w.Shown, step.want)
		}
	}
}
