package workspace

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tiv/execution/slice"
	"tiv/expression"
	"tiv/interaction/detect"
	"tiv/scene/paint"
	"tiv/tracefeed"
)

// named returns slices of threads with names that begin alike.
func named(names ...string) AddSlices {
	var list []slice.Definition
	for _, n := range names {
		list = append(list, slice.Definition{Name: n, Of: slice.Threads, Where: `name == "` + n + `"`, Extent: slice.Whole})
	}
	return AddSlices{list}
}

func sliceNames(w *Workspace) (names []string) {
	for _, d := range w.Look.Slices {
		names = append(names, d.Name)
	}
	return names
}

func TestSlices(t *testing.T) {
	t.Parallel()
	w := opened(t, named("a", "b", "a", " \n", "a"))
	if got := sliceNames(w); !slices.Equal(got, []string{"a", "b", "a 2", "slice", "a 3"}) {
		t.Fatalf("the names are %q", got)
	}
	for i, d := range w.Look.Slices {
		if d.Colour != paint.SliceColors[i] {
			t.Errorf("%s has the colour %06x", d.Name, d.Colour)
		}
	}
	changed := w.Look.Slices[1]
	changed.Name, changed.Where = "a", "(("
	w.Do(SetSlice{1, changed})
	w.Do(MoveSlice{1, 0})
	w.Do(RemoveSlice{2})
	if got := sliceNames(w); !slices.Equal(got, []string{"a 4", "a", "slice", "a 3"}) || w.Look.Slices[0].Where != "((" {
		t.Errorf("changed, moved, removed: %q", got)
	}
	w.Do(AddSlices{[]slice.Definition{{Name: "no such kind", Of: 99}, {Name: "no such extent", Of: slice.Threads, Extent: slice.Holds},
		{Name: "long", Where: strings.Repeat(" ", expression.MaxLength+1)}, {Name: "ends before it begins", From: 2, To: 1}}})
	w.Do(MoveSlice{0, 4})
	w.Do(SetSlice{-1, changed})
	if len(w.Look.Slices) != 4 {
		t.Errorf("something was accepted: %q", sliceNames(w))
	}
	for range 6 {
		w.Do(Undo{})
	}
	if len(w.Look.Slices) != 0 {
		t.Errorf("after undo: %q", sliceNames(w))
	}
}

func TestSlicesAreLimited(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("ä", maxNameLen)
	w := opened(t)
	for range slice.Max + 1 {
		w.Do(named(long))
	}
	if len(w.Look.Slices) != slice.Max {
		t.Fatalf("%d slices", len(w.Look.Slices))
	}
	restored := again(t, w.Timeline, w.Save(trace))
	if got, want := sliceNames(restored), sliceNames(w); !slices.Equal(got, want) {
		t.Errorf("restored names %q, want %q", got, want)
	}
}

// Slices that another program wrote are restored as far as this one knows them.
func TestRestoreForeignSlices(t *testing.T) {
	t.Parallel()
	w := opened(t, named("a", "b", "c"), SetOption{"slice-colours", true})
	data := strings.Replace(string(w.Save(trace)), `"slice_colours"`, `"base": "b", "slice_colours"`, 1) // of an older program
	data = strings.Replace(data, `"of": "threads"`, `"of": "comets"`, 1)
	data = strings.Replace(data, `name == \"b\"`, `name === b`, 1)
	got := again(t, w.Timeline, []byte(data))
	if names := sliceNames(got); !slices.Equal(names, []string{"b", "c"}) || got.Look.Base != "b" || !got.Look.SliceColours ||
		got.Look.Slices[0].Where != "name === b" {
		t.Errorf("restored %+v, base %q", got.Look.Slices, got.Look.Base)
	}
	got = again(t, w.Timeline, []byte(strings.Replace(data, `"base": "b"`, `"base": "a"`, 1)))
	if got.Look.Base != "" {
		t.Errorf("an unknown slice is the base")
	}
}

// Slicing follows the list and the trace; the last result stays until then.
func TestSlicing(t *testing.T) {
	t.Parallel()
	whole := load(t, story)
	half := load(t, story[:strings.Index(story, "3s B")])
	w := New("story")
	w.Update(half, detect.Report{})
	if !SlicingOf(w).current() || SlicingOf(w).Query() != nil {
		t.Error("without slices, there is something to compute")
	}
	w.Do(AddSlices{[]slice.Definition{{Name: "work", Of: slice.Spans, Where: `state == "running"`, Extent: slice.Whole},
		{Name: "wrong", Where: "(("}}})
	old := SlicingOf(w).Query()
	if err := SlicingOf(w).Sync(t.Context()); err != nil {
		t.Fatal(err)
	}
	first := w.Look.Slicing
	if first.Sets[0].Empty() || first.Errors[0] != nil || first.Errors[1] == nil || !SlicingOf(w).current() {
		t.Fatalf("computed %+v", first)
	}
	w.Do(named("more"))
	if w.Look.Slicing != first || SlicingOf(w).current() || SlicingOf(w).Useful(old) {
		t.Error("a change of the list")
	}
	SlicingOf(w).Set(old, &slice.Slices{})
	if w.Look.Slicing != first {
		t.Error("the result for a former list is taken")
	}
	if err := SlicingOf(w).Sync(t.Context()); err != nil {
		t.Fatal(err)
	}
	if w.Look.Slicing.Sets[0] != first.Sets[0] {
		t.Error("what is the same is computed again")
	}

	q := SlicingOf(w).Query()
	w.Update(whole, detect.Find(context.Background(), whole, nil))
	if q != nil || SlicingOf(w).current() {
		t.Error("the trace has grown")
	}
	if err := SlicingOf(w).Sync(t.Context()); err != nil {
		t.Fatal(err)
	}
	fresh, err := slice.Compute(t.Context(), slice.Input{Timeline: whole, Locks: w.Look.Locks.Terms}, w.Look.Slices, nil)
	if err != nil || !reflect.DeepEqual(fresh.Sets, w.Look.Slicing.Sets) || reflect.DeepEqual(fresh.Sets[0], first.Sets[0]) {
		t.Errorf("of the grown trace: %v", err)
	}
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	w.Do(RemoveSlice{0})
	before := w.Look.Slicing
	if err := SlicingOf(w).Sync(canceled); !errors.Is(err, context.Canceled) || w.Look.Slicing != before {
		t.Errorf("canceled: %v", err)
	}
	w.Do(RemoveSlice{0})
	w.Do(RemoveSlice{0})
	if w.Look.Slicing != nil || !SlicingOf(w).current() {
		t.Error("without slices, there is a result")
	}
}

// A draft sees the slices in front of it, and is computed last.
func TestSliceDraft(t *testing.T) {
	t.Parallel()
	w := opened(t, named("A", "B"))
	draft := slice.Definition{Name: "A", Of: slice.Combinations, Where: `slice != ""`, Extent: slice.Whole}
	for index, want := range map[int]int{-1: 2, 0: 0, 1: 1, 7: 2} {
		s, err := SlicingOf(w).Draft(index, draft).Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		covered := 0
		for id := range w.Timeline.Threads {
			if len(s.Sets[len(s.Sets)-1].Of(tracefeed.ThreadID(id))) > 0 {
				covered++
			}
		}
		if covered != want || s.Errors[len(s.Errors)-1] != nil {
			t.Errorf("at %d it covers %d threads, want %d; %v", index, covered, want, s.Errors)
		}
	}
}
