package workspace

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
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

// A function is gone to by the threads that call it, and the longest of its calls, the first of equal ones;
// without a call, nothing changes but the note.
func TestGoToFunction(t *testing.T) {
	t.Parallel()
	w := calling(t)
	before := w.Look.Moment
	if note := goTo(t, w, "main.g"); note != "" || len(w.Look.Selection) != 1 || w.Look.Found != "main.g" || w.Look.Moment != 3*s-1 ||
		w.Look.Call != (view.Call{Thread: 1, Function: "main.g", Depth: 1, Start: 2 * s, End: 3 * s}) {
		t.Errorf("%+v at %v: %q", w.Look.Call, w.Look.Moment, note)
	}
	if w.Do(Back{}); w.Look.Moment != before {
		t.Errorf("back is at %v, not at %v", w.Look.Moment, before)
	}
	for _, none := range []string{"main.h", "main", ""} {
		if note := goTo(t, w, none); note != "The trace has no call of "+none+"." || w.Look.Found != "main.g" {
			t.Errorf("%q: %q", none, note)
		}
	}
	rng := rand.New(rand.NewPCG(8, 9))
	for range 100 {
		text, at := "tiv-text 1\n0s T1 start\n0s T2 start\n0s T3 start\n", tracefeed.Time(0)
		calls := map[string][]view.Call{}
		for range 1 + rng.IntN(12) {
			thread, f, length := 1+rng.IntN(3), string(rune('a'+rng.IntN(3))), tracefeed.Time(rng.IntN(4))*s
			text += fmt.Sprintf("%v T%d call-enter %s\n%v T%[2]d call-exit %[3]s\n", ns(at), thread, f, ns(at+length))
			calls[f] = append(calls[f], view.Call{Thread: tracefeed.ThreadID(thread), Function: f, Start: at, End: at + length})
			at += length
		}
		w := New("random")
		w.Update(load(t, text+ns(at+s)+" T1 end\n"), detect.Report{})
		for f, list := range calls {
			var want view.Call
			var threads []tracefeed.ThreadID
			for i, c := range list {
				if i == 0 || c.End-c.Start > want.End-want.Start {
					want = c
				}
				threads = append(threads, c.Thread)
			}
			slices.Sort(threads)
			goTo(t, w, f)
			got := w.Look.Call
			if !slices.Equal(w.Look.Selection, slices.Compact(threads)) || w.Look.Selected != got.Thread ||
				got.End-got.Start != want.End-want.Start || !slices.Contains(list, got) {
				t.Fatalf("%s of\n%s: %+v, %v; want %+v, %v", f, text, got, w.Look.Selection, want, threads)
			}
		}
	}
}

// ns writes a time for a text trace.
func ns(t tracefeed.Time) string { return fmt.Sprintf("%dns", int64(t)) }

// goTo goes to a function, as the window does it, and returns the note.
func goTo(t *testing.T, w *Workspace, function string) (note string) {
	t.Helper()
	prepare := w.Prepare(GoToFunction{function})
	if prepare == nil {
		t.Fatal("the search is not for the background")
	}
	c := prepare(context.Background())
	w.Do(c)
	return c.Note
}
