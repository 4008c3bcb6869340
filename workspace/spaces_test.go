package workspace

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tiv/execution/slice"
	"tiv/interaction/detect"
	"tiv/internal/oracle"
	"tiv/scene/view"
	"tiv/tracefeed"
)

// checkSpaces checks the invariants of the tree, by its definition.
func checkSpaces(t *testing.T, w *Workspace) {
	t.Helper()
	if len(w.Spaces) > maxSpaces || w.Spaces[0].ID != 0 || w.Spaces.at(w.Shown) < 0 {
		t.Fatalf("%d workspaces, the first is %d, %d is shown", len(w.Spaces), w.Spaces[0].ID, w.Shown)
	}
	seen, bases := map[int][]slice.Definition{}, map[int][]string{}
	for i, x := range w.Spaces {
		if i > 0 {
			if _, ok := seen[x.Parent]; !ok || x.ID <= 0 || x.Base == "" {
				t.Fatalf("workspace %d is below %d", x.ID, x.Parent)
			}
			seen[x.ID], bases[x.ID] = slices.Clip(seen[x.Parent]), append(slices.Clip(bases[x.Parent]), x.Base)
		}
		seen[x.ID] = append(seen[x.ID], x.Slices...)
		names := map[string]bool{}
		for _, d := range seen[x.ID] {
			if names[d.Name] {
				t.Fatalf("workspace %d sees two slices with the name %q", x.ID, d.Name)
			}
			names[d.Name] = true
		}
		if len(names) > slice.Max || len(bases[x.ID]) >= maxSpaceDepth {
			t.Fatalf("workspace %d sees %d slices, within %d bases", x.ID, len(names), len(bases[x.ID]))
		}
		if shown := x.ID == w.Shown; shown != (x.View.Kind == nil) {
			t.Fatalf("workspace %d, shown %t, has the view %+v", x.ID, shown, x.View.Kind)
		}
	}
	if !slices.Equal(w.Look.Slices, seen[w.Shown]) || w.Look.Base != strings.Join(bases[w.Shown], "\n") {
		t.Fatalf("shown are %v within %q; want %v within %v", w.Look.Slices, w.Look.Base, seen[w.Shown], bases[w.Shown])
	}
}

// growTree gives a workspace slices, and workspaces of some of them, at random.
func growTree(rng *rand.Rand, w *Workspace, change int) {
	for n := range 14 {
		switch rng.IntN(4) {
		case 0, 1:
			d := slice.Definition{Name: fmt.Sprint("slice ", n), Of: slice.Spans, Extent: slice.Whole,
				From: tracefeed.Time(rng.IntN(4)) * s}
			d.Where = []string{`state == "running"`, `state == "blocking"`, `thread == "A"`, `state != "suspended"`}[rng.IntN(4)]
			if change == n {
				d.Where, d.From = `thread != "A"`, 2*s
			}
			w.Do(AddSlices{[]slice.Definition{d}})
		case 2:
			if list := w.Look.Slices; len(list) > 0 {
				w.Do(OpenSpace{list[rng.IntN(len(list))].Name})
			}
		default:
			w.Do(ShowSpace{w.Spaces[rng.IntN(len(w.Spaces))].ID})
		}
	}
}

// A change of a parent equals making the tree anew: bases are the same in every workspace.
func TestChangeOfParent(t *testing.T) {
	t.Parallel()
	tl := load(t, story)
	changed := 0
	for seed := range oracle.Seeds(100) {
		change := int(seed % 14)
		var trees [2]*Workspace
		for i, c := range []int{-1, change} {
			trees[i] = New("story")
			trees[i].Update(tl, detect.Report{})
			growTree(rand.New(rand.NewPCG(seed, 3)), trees[i], c)
		}
		if err := SlicingOf(trees[0]).Sync(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, x := range trees[0].Spaces {
			trees[0].Do(ShowSpace{x.ID})
			if i := slice.Find(trees[0].Look.Slices, fmt.Sprint("slice ", change)); i >= 0 {
				d := trees[0].Look.Slices[i]
				d.Where, d.From = `thread != "A"`, 2*s
				trees[0].Do(SetSlice{i, d})
				break
			}
		}
		for _, x := range trees[1].Spaces {
			var bases, sets [2]any
			for i, w := range trees {
				w.Do(ShowSpace{x.ID})
				if err := SlicingOf(w).Sync(t.Context()); err != nil {
					t.Fatal(err)
				}
				if w.Look.Slicing != nil {
					bases[i], sets[i] = w.Look.Slicing.Base(w.Look.Base), w.Look.Slicing.Sets
				}
			}
			if !reflect.DeepEqual(bases[0], bases[1]) || !reflect.DeepEqual(sets[0], sets[1]) {
				t.Fatalf("seed %d, workspace %d: another base after a change than anew", seed, x.ID)
			}
			if slice.OnPath(trees[0].Look.Base, fmt.Sprint("slice ", change)) {
				changed++
			}
		}
	}
	if changed < oracle.Least(20) {
		t.Errorf("a base was changed %d times", changed)
	}
}

// Workspaces stay a tree whatever is done, and are saved and restored.
func TestSpacesOfAnyCommands(t *testing.T) {
	t.Parallel()
	tl := load(t, story)
	report := detect.Find(context.Background(), tl, nil)
	most := 0
	for seed := range oracle.Seeds(40) {
		rng := rand.New(rand.NewPCG(seed, 5))
		w := New("story")
		w.Update(tl, report)
		growTree(rng, w, -1)
		for range 100 {
			w.Do(anyCommand(rng))
			checkSpaces(t, w)
		}
		most = max(most, len(w.Spaces))
		got := again(t, tl, w.Save(trace))
		checkSpaces(t, got)
		w.Defined.Text = "" // counts until the trace is closed
		for _, id := range w.Spaces.IDs() {
			w.Do(ShowSpace{id})
			got.Do(ShowSpace{id})
			got.Look.Palette = w.Look.Palette
			if a, b := everything(w), everything(got); a != b {
				t.Fatalf("seed %d, workspace %d: saved\n%s\nrestored\n%s", seed, id, a, b)
			}
			if got.Look.Moment != w.Look.Moment {
				t.Fatalf("seed %d, workspace %d: restored moment %v, saved %v", seed, id, got.Look.Moment, w.Look.Moment)
			}
		}
	}
	if most < 4 {
		t.Errorf("at most %d workspaces", most)
	}
}

// Each workspace has a view of its own; notes and names are those of the trace. Changes are
// undone in order, and each undo goes to the workspace of the change.
func TestSpacesHaveViews(t *testing.T) {
	t.Parallel()
	w := opened(t, named("a", "b"), SetView{view.Timeline}, SeekTo{5 * s}, SetOption{"slice-colours", true}, OpenSpace{"a"})
	child := w.Shown
	if w.Look.SliceColours {
		t.Error("a base has the colours of slices at first")
	}
	if child == 0 || w.Look.Base != "a" || w.Look.Kind != view.Timeline || w.Look.Moment != 5*s {
		t.Fatalf("opened %d within %q, %s at %v", child, w.Look.Base, w.Look.Kind.Name, w.Look.Moment)
	}
	for _, c := range []Command{SetView{view.Free}, SeekTo{2 * s}, Hide{[]tracefeed.ThreadID{1}},
		AddNote{view.Note{Text: "note"}}, named("own"), ShowSpace{}} {
		w.Do(c)
	}
	if w.Look.Kind != view.Timeline || w.Look.Moment != 5*s || len(w.Hidden) > 0 || len(w.Look.Notes) != 1 ||
		len(w.Look.Slices) != 2 || w.Look.Base != "" || !w.Look.SliceColours {
		t.Errorf("the root has %s at %v, %d hidden, %d notes, %q within %q", w.Look.Kind.Name, w.Look.Moment, len(w.Hidden),
			len(w.Look.Notes), sliceNames(w), w.Look.Base)
	}
	changed := w.Look.Slices[0]
	changed.Name = "renamed"
	w.Do(SetSlice{0, changed})
	w.Do(ShowSpace{child})
	if w.Look.Base != "renamed" || w.Look.Moment != 2*s || w.Look.Kind != view.Free || w.Spaces.Missing(child) != "" {
		t.Errorf("the child is within %q at %v", w.Look.Base, w.Look.Moment)
	}
	w.Do(RemoveSlice{0})
	if w.Spaces.Missing(child) != "renamed" || len(w.Spaces) != 2 {
		t.Errorf("missing is %q", w.Spaces.Missing(child))
	}
	if err := SlicingOf(w).Sync(t.Context()); err != nil || !w.Look.Slicing.Base(w.Look.Base).Empty() {
		t.Errorf("%v: something counts without a base", err)
	}
	w.Do(named("renamed")) // cannot become the base of its own workspace
	if w.Spaces.Missing(child) != "renamed" {
		t.Errorf("a workspace has its base in itself: %q", sliceNames(w))
	}
	w.Do(CloseSpace{child})
	if len(w.Spaces) != 1 || w.Shown != 0 || w.Look.Moment != 5*s {
		t.Errorf("closed: %d workspaces, %d is shown at %v", len(w.Spaces), w.Shown, w.Look.Moment)
	}
	for i, want := range []struct {
		shown int
		base  string
	}{{child, "renamed"}, {child, "renamed"}, {child, "renamed"}, {0, ""}, {child, "a"}, {child, "a"}, {child, "a"},
		{child, "a"}, {0, ""}} {
		w.Do(Undo{})
		if w.Shown != want.shown || w.Look.Base != want.base {
			t.Fatalf("undo %d: %d is shown, within %q; want %+v", i, w.Shown, w.Look.Base, want)
		}
		if i == 0 && w.Look.Moment != 2*s {
			t.Errorf("a workspace that is back is at %v", w.Look.Moment)
		}
	}
	w.Do(Redo{})
	if w.Shown != child || w.Look.Base != "a" {
		t.Errorf("redo: %d is shown, within %q", w.Shown, w.Look.Base)
	}
}

// Too many workspaces, or too deep ones, are refused with a reason.
func TestSpacesAreLimited(t *testing.T) {
	t.Parallel()
	var names []string
	for i := range slice.Max {
		names = append(names, fmt.Sprint(i))
	}
	w := opened(t, named(names...))
	for _, n := range names {
		w.Do(OpenSpace{n})
	}
	if n := len(w.Spaces); n != maxSpaceDepth || !strings.Contains(w.Spaces.Refuses(w.Shown, "63"), "room") ||
		w.Spaces.Refuses(w.Shown, "0") == "" || w.Spaces.Refuses(w.Shown, "no") == "" {
		t.Errorf("%d workspaces within each other", n)
	}
	for _, n := range names {
		w.Do(ShowSpace{})
		w.Do(OpenSpace{n})
	}
	if len(w.Spaces) != maxSpaces {
		t.Errorf("%d workspaces", len(w.Spaces))
	}
	w.Do(ShowSpace{})
	w.Do(CloseSpace{})
	if w.Do(CloseSpace{w.Spaces[1].ID}); len(w.Spaces) != maxSpaces-maxSpaceDepth+1 {
		t.Errorf("closed one with all below it: %d are left", len(w.Spaces))
	}
}

// A saved tree of a stranger is restored as far as it is one.
func TestRestoreForeignSpaces(t *testing.T) {
	t.Parallel()
	w := opened(t, named("a"))
	data := strings.Replace(string(w.Save(trace)), `"slices": [`, `"shown": 7, "workspaces": [
		{"id": 5, "parent": 6, "base": "a"}, {"id": 6, "parent": 5, "base": "a"}, {"id": -1, "parent": 0, "base": "a"},
		{"id": 7, "parent": 0, "base": "a\nb"}, {"id": 7, "parent": 0, "base": "a"}, {"id": 8, "parent": 8, "base": "a"},
		{"id": 0, "parent": 3, "base": "x", "slices": [{"name": "x", "of": "threads"}]}, {"id": 9, "parent": 0,
			"base": ""}], "slices": [`, 1)
	got := again(t, w.Timeline, []byte(data))
	checkSpaces(t, got)
	if len(got.Spaces) != 2 || got.Shown != 7 || got.Look.Base != "a b" || got.Spaces.Missing(7) != "a b" || len(got.Look.Slices) != 1 {
		t.Errorf("restored %+v", got.Spaces)
	}
}
