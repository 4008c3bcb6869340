package workspace

import (
	"context"
	"testing"

	"tiv/interaction/detect"
	"tiv/scene/view"
	"tiv/tracefeed"
	"tiv/workspace/saved"
)

const callStory = `tiv-text 1
0s A start
0s B start
1s A call-enter main.f
2s A call-enter main.g
3s A call-exit main.g
4s A call-exit main.f
5s A call-enter main.f
6s A call-exit main.f
7s B call-enter main.f
8s B call-exit main.f
10s B end
`

// calling returns a workspace of callStory with the first call of A selected.
func calling(t *testing.T) *Workspace {
	w := New("calls")
	w.Update(load(t, callStory), detect.Report{})
	w.Do(SetView{view.Execution})
	w.Do(SelectCall{view.Call{Thread: 1, Function: "main.f", Start: s, End: 4 * s}})
	return w
}

// The next call of a function is the next one of its thread. The command moves the moment
// there, and says if there is none.
func TestNextCall(t *testing.T) {
	t.Parallel()
	w := calling(t)
	next := func(direction int) (note string) {
		prepare := w.Prepare(NextCall{direction})
		if prepare == nil {
			t.Fatal("the search is not for the background")
		}
		c := prepare(context.Background())
		w.Do(c)
		return c.Note
	}
	second := view.Call{Thread: 1, Function: "main.f", Start: 5 * s, End: 6 * s}
	if note := next(1); note != "" || w.Look.Call != second || w.Look.Moment != 5*s || w.Look.Selected != 1 {
		t.Errorf("%+v at %v: %q", w.Look.Call, w.Look.Moment, note)
	}
	if note := next(1); note != "There is no later call of main.f in this thread." || w.Look.Call != second {
		t.Errorf("%+v: %q", w.Look.Call, note)
	}
	if note := next(-1); note != "" || w.Look.Call.Start != s || w.Look.Moment != s {
		t.Errorf("%+v at %v: %q", w.Look.Call, w.Look.Moment, note)
	}
	w.Do(Back{})
	if w.Look.Moment != 5*s {
		t.Errorf("back is at %v", w.Look.Moment)
	}
	w.Do(SelectCall{})
	if note := next(1); note != NoCall {
		t.Errorf("%q without a call", note)
	}
}

// A selected call is shown, and gone with the selection of its thread.
func TestSelectedCall(t *testing.T) {
	t.Parallel()
	w := calling(t)
	w.Do(ShowCall{})
	if from, to := w.Look.Window(); from > s || to < 4*s || to-from > 4*s {
		t.Errorf("shows %v to %v", from, to)
	}
	if w.Do(SeekCall{}); w.Look.Moment != s {
		t.Errorf("at %v", w.Look.Moment)
	}
	if w.Do(Undo{}); w.Look.Length() < 9*s {
		t.Errorf("undone, it shows %v", w.Look.Length())
	}
	call := w.Look.Call
	data := w.Save(saved.Identity{})
	w.Do(Select{2})
	if w.Look.Call != (view.Call{}) {
		t.Errorf("another thread is selected, and %+v", w.Look.Call)
	}
	if err := w.Restore(data, saved.Identity{}); err != nil || w.Look.Call != call || w.Look.Kind != view.Execution {
		t.Errorf("restored %+v in %v: %v", w.Look.Call, w.Look.Kind, err)
	}
	w.Do(SelectCall{view.Call{Thread: 77, Function: "x"}})
	if w.Look.Call != (view.Call{}) {
		t.Errorf("selected %+v", w.Look.Call)
	}
}

// Rows open and close again, and colours change; Undo takes both back.
func TestOpenRows(t *testing.T) {
	t.Parallel()
	w := calling(t)
	w.Do(SelectMany{Threads: []tracefeed.ThreadID{1, 2}})
	w.Do(SetOpened{On: true})
	if len(w.Look.Opened) != 2 {
		t.Errorf("opened %v", w.Look.Opened)
	}
	w.Do(Select{2})
	if w.Do(SetOpened{}); len(w.Look.Opened) != 1 {
		t.Errorf("opened %v", w.Look.Opened)
	}
	w.Do(SetCallColors{view.ByState})
	w.Do(SetCallColors{200})
	data := w.Save(saved.Identity{})
	w.Do(Undo{})
	w.Do(Undo{})
	w.Do(Undo{})
	if w.Look.CallColors != view.ByFunction || w.Look.Opened != nil {
		t.Errorf("undone: by %v, opened %v", w.Look.CallColors, w.Look.Opened)
	}
	if err := w.Restore(data, saved.Identity{}); err != nil || w.Look.CallColors != view.ByState || len(w.Look.Opened) != 1 {
		t.Errorf("restored: by %v, opened %v, %v", w.Look.CallColors, w.Look.Opened, err)
	}
}
