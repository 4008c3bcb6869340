package scene

import (
	"testing"

	"tiv/scene/view"
	"tiv/tracefeed"
)

// Threads that differ from another trace have a sign in every view, and the others are
// less bright; without differences nothing changes.
func TestChanges(t *testing.T) {
	t.Parallel()
	tl := threads(t, 4)
	for _, kind := range kinds {
		look := view.LookAt(tl)
		look.Kind = kind
		_, plain := pictureOf(tl, &look)
		strokes := func(f *Frame) (n int) {
			for i := range f.Views {
				n += len(f.Views[i].Above)
			}
			return n + len(f.Overlay.Lines)
		}
		before := strokes(plain)
		for _, c := range []view.Change{view.Longer, view.Shorter, view.OnlyHere} {
			look.Changes = map[tracefeed.ThreadID]view.Change{2: c}
			_, f := pictureOf(tl, &look)
			if strokes(f) <= before {
				t.Errorf("%s: no sign of %d", kind.Name, c)
			}
			for _, v := range f.Views {
				for _, b := range v.Bars {
					want := float32(sameness)
					if b.Pick.Index == 2 {
						want = 1
					}
					if b.Emphasis != want {
						t.Errorf("%s: the bar %d has the emphasis %v, want %v", kind.Name, b.Pick.Index, b.Emphasis, want)
					}
				}
			}
		}
	}
}

// A bar of several threads has the sign of the one that waits longer.
func TestChangeOfSeveral(t *testing.T) {
	t.Parallel()
	l := view.Look{Input: view.Input{Changes: map[tracefeed.ThreadID]view.Change{1: view.Shorter, 2: view.Longer, 3: view.OnlyHere}}}
	if c := l.ChangeOf([]tracefeed.ThreadID{1, 2, 3, 4}); c != view.Longer {
		t.Errorf("the change is %d", c)
	}
	if c := l.ChangeOf([]tracefeed.ThreadID{4}); c != view.Unchanged {
		t.Errorf("the change of an equal thread is %d", c)
	}
}
