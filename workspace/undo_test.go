package workspace

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/interaction/detect"
	"tiv/internal/oracle"
	"tiv/scene/view"
	"tiv/tracefeed"
	"tiv/workspace/filter"
)

// written returns the undoable state as text: an independent copy. It does not matter which
// workspace is shown.
func written(w *Workspace) string {
	s := showing(w.State, 0)
	s.Look.Input, s.Look.Cursor, s.Spaces = view.Input{}, view.Cursor{}, slices.Clone(s.Spaces)
	for i := range s.Spaces {
		s.Spaces[i].View.Cursor = view.Cursor{}
	}
	return fmt.Sprintf("%+v", s) + "\n"
}

// Commands can be undone one by one, and redone: the states are the same.
func TestUndo(t *testing.T) {
	t.Parallel()
	tl := load(t, story)
	report := detect.Find(context.Background(), tl, nil)
	for seed := range oracle.Seeds(60) {
		rng := rand.New(rand.NewPCG(seed, 1))
		w := New("story")
		w.Update(tl, report)
		states := []string{written(w)}
		for range 200 {
			c := anyCommand(rng)
			switch c.(type) {
			case Undo, Redo:
				continue // their turn comes below
			}
			w.Do(c)
			check(t, w)
			switch n := len(w.undo.past); {
			case n == len(states):
				states = append(states, written(w))
			case n == len(states)-1: // it changed nothing, or joined the last change
				states[n] = written(w)
			default:
				t.Fatalf("%T: %d changes, of %d states", c, n, len(states))
			}
		}
		for i := len(states) - 2; i >= 0; i-- {
			w.Do(Undo{})
			check(t, w)
			if now := written(w); now != states[i] {
				t.Fatalf("seed %d: undo to state %d:\n%s, was\n%s", seed, i, now, states[i])
			}
		}
		w.Do(Undo{}) // there is nothing left
		for i := range states {
			if now := written(w); now != states[i] {
				t.Fatalf("seed %d: redo to state %d:\n%s, was\n%s", seed, i, now, states[i])
			}
			w.Do(Redo{})
		}
	}
}

// check checks the invariants.
func check(t *testing.T, w *Workspace) {
	t.Helper()
	owner := map[tracefeed.ThreadID]bool{}
	for _, c := range w.Look.Clusters {
		if len(c.Threads) == 0 || !reflect.DeepEqual(c.Threads, union(w.Timeline, c.Threads)) {
			t.Fatalf("a cluster of %v", c.Threads)
		}
		for _, m := range c.Threads {
			if owner[m] {
				t.Fatalf("thread %d is in two clusters", m)
			}
			owner[m] = true
		}
	}
	l := &w.Look
	if view.Has(l.Selection, l.Selected) != (l.Selected != tracefeed.NoThread) ||
		len(l.Selection) > 0 && l.Selected == tracefeed.NoThread {
		t.Fatalf("%d selected of %v", l.Selected, l.Selection)
	}
	if !slices.IsSortedFunc(l.Notes, func(a, b view.Note) int { return cmp.Compare(a.Moment, b.Moment) }) {
		t.Fatalf("notes in the order %v", l.Notes)
	}
	want := view.ProgramThreads(w.Timeline)
	if w.Runtime {
		want = view.AllThreads(w.Timeline)
	}
	want = without(want, w.Hidden)
	if f, err := filter.Parse(w.Filter.Text); err == nil && w.Filter.Hide {
		v := FilteringOf(w).view()
		v.Memory = nil
		if want, err = f.Match(context.Background(), v, want); err != nil {
			t.Fatal(err)
		}
	}
	if got := union(w.Timeline, l.Threads); !reflect.DeepEqual(got, union(w.Timeline, want)) {
		t.Fatalf("threads %v shown, %v hidden, filter %q", got, w.Hidden, w.Filter.Text)
	}
}

// Entries of the history do not keep dropped lists in memory.
func TestUndoKeepsNoThreads(t *testing.T) {
	t.Parallel()
	w := opened(t, Select{1}, SetFilter{Filter{"blocking > 0%", true}}, SelectAll{}, SetDimmed{On: true}, Undo{})
	for _, c := range append(w.undo.past, w.undo.future...) {
		if l := &c.state.Look; l.Threads != nil || l.Dimmed != nil || l.Selection != nil || l.Findings != nil {
			t.Errorf("%s: %+v", c.label, l)
		}
	}
	if len(w.undo.past) == 0 || len(w.undo.future) == 0 {
		t.Error("nothing was left")
	}
}

func TestUndoJoinsOneMovement(t *testing.T) {
	t.Parallel()
	w := opened(t, ZoomBy{2}, PanBy{1, 1}, Orbit{1, 0}, Hover{}, PanBy{1, 1}, Undo{})
	if start := opened(t); !w.State.same(&start.State) {
		t.Errorf("a movement of the camera is taken back in part: %+v", w.Look.Camera)
	}
	w = opened(t, PanBy{1, 1}, Select{1}, PanBy{1, 1}, Undo{})
	if w.Look.Camera.Pan != (mgl32.Vec2{1, 1}) || w.Look.Selected != 1 {
		t.Errorf("the second of two movements taken back: %+v", w.Look)
	}
	w = opened(t, MakeCluster{"x", []tracefeed.ThreadID{1, 2}}, NameCluster{0, "a"}, NameCluster{0, "ab"}, Undo{})
	if w.Look.Clusters[0].Name != "x" {
		t.Errorf("a name that was typed is taken back to %q", w.Look.Clusters[0].Name)
	}
	if undo, redo := w.UndoLabels(); undo != "make cluster" || redo != "name cluster" {
		t.Errorf("undo %q, redo %q", undo, redo)
	}
}

// An undone command can be redone when the trace has grown, and no new data is
// lost.
func TestUndoWhileReading(t *testing.T) {
	t.Parallel()
	w := New("story")
	w.Update(load(t, story[:strings.Index(story, "3s B")]), detect.Report{})
	w.Do(SetOption{"signals", true})
	whole := load(t, story)
	w.Update(whole, detect.Find(context.Background(), whole, nil))
	w.Do(Undo{})
	if w.Look.Signals || len(w.Look.Threads) != 3 || len(w.Look.Findings) == 0 {
		t.Errorf("after undo: %+v", w.Look)
	}
}

func TestBackAndForward(t *testing.T) {
	t.Parallel()
	w := opened(t, SeekTo{s}, SeekTo{2 * s}, SeekTo{3 * s}, GoTo{Finding: 0}) // one scrub, one jump
	at := w.Look.Moment
	w.Do(Back{})
	if w.Look.Moment != 3*s {
		t.Errorf("back from the finding is %v", w.Look.Moment)
	}
	w.Do(Back{})
	if w.Look.Moment != 10*s {
		t.Errorf("back from scrubbing is %v", w.Look.Moment)
	}
	w.Do(Back{})
	w.Do(Forward{})
	w.Do(Forward{})
	w.Do(Forward{})
	if w.Look.Moment != at || w.Look.Selected != w.Report.Findings[0].Threads[0] {
		t.Errorf("forward again is %v, want %v", w.Look.Moment, at)
	}
	w = opened(t, SeekTo{s}, SetBookmark{3}, SeekTo{5 * s}, SetView{view.Split}, GoToBookmark{3}, GoToBookmark{4})
	if w.Look.Moment != s || w.Look.Kind != view.Free {
		t.Errorf("bookmark 3 is at %v, %v", w.Look.Moment, w.Look.Kind)
	}
}

// The chain of the selected thread is present at every moment.
func TestChain(t *testing.T) {
	t.Parallel()
	w := opened(t, Select{1})
	if want := []tracefeed.ThreadID{1, 2, 1}; !reflect.DeepEqual(w.Look.Chain, want) {
		t.Errorf("at the end: %v, want %v", w.Look.Chain, want)
	}
	w.Do(SeekTo{2*s + 1})
	if want := []tracefeed.ThreadID{1, 2}; !reflect.DeepEqual(w.Look.Chain, want) {
		t.Errorf("before the ring closes: %v, want %v", w.Look.Chain, want)
	}
	w.Do(Follow{2})
	if w.Look.Chain != nil {
		t.Errorf("B waits for nobody: %v", w.Look.Chain)
	}
	w.Do(Back{})
	if w.Look.Selected != 1 || len(w.Look.Chain) != 2 {
		t.Errorf("back at %d, %v", w.Look.Selected, w.Look.Chain)
	}
	w.Do(SelectMany{[]tracefeed.ThreadID{3}, SelectAlso})
	if w.Look.Selected == tracefeed.NoThread || w.Look.Chain != nil {
		t.Errorf("two threads have the chain %v of %d", w.Look.Chain, w.Look.Selected)
	}
}

func TestClusters(t *testing.T) {
	t.Parallel()
	w := opened(t, SelectMany{[]tracefeed.ThreadID{1, 3}, SelectOnly}, MakeCluster{})
	if c := w.Look.Clusters; len(c) != 1 || c[0].Name != "cluster 1" || len(c[0].Threads) != 2 {
		t.Fatalf("clusters %+v", c)
	}
	if want := []tracefeed.ThreadID{1, 3, 2}; !reflect.DeepEqual(w.Look.Threads, want) {
		t.Errorf("threads stand as %v, want %v", w.Look.Threads, want)
	}
	w.Do(SetAside{true, []tracefeed.ThreadID{1}})
	if want := []tracefeed.ThreadID{3, 2, 1}; !reflect.DeepEqual(w.Look.Threads, want) {
		t.Errorf("threads stand as %v, want %v", w.Look.Threads, want)
	}
	w.Do(MakeCluster{"b", []tracefeed.ThreadID{3}})
	w.Do(JoinCluster{1, []tracefeed.ThreadID{1, 2, 99, -4}})
	if c := w.Look.Clusters; len(c) != 1 || c[0].Name != "b" || len(c[0].Threads) != 3 {
		t.Errorf("clusters %+v", c)
	}
}
