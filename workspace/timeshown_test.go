package workspace

import (
	"math"
	"testing"

	"tiv/interaction/detect"
	"tiv/scene/view"
	"tiv/tracefeed"
	"tiv/workspace/saved"
)

// hourTrace is a workspace in a view, with a moment, of a trace of an hour.
func hourTrace(t *testing.T, kind *view.Kind, moment tracefeed.Time) *Workspace {
	t.Helper()
	w := New("hour")
	w.Update(load(t, "tiv-text 1\n0s A start\n3600s A end\n"), detect.Report{})
	w.Do(SetView{kind})
	w.Do(SeekTo{moment})
	return w
}

// In the timeline, a zoom at a time keeps that time in its place and leaves the
// moment; the moment comes back by a command, by seeking and by playing.
func TestFreeRange(t *testing.T) {
	t.Parallel()
	for name, comeBack := range map[string]func(*Workspace){
		"show moment": func(w *Workspace) { w.Do(ShowMoment{}) },
		"seek":        func(w *Workspace) { w.Do(SeekTo{3100 * s}) },
		"play": func(w *Workspace) {
			w.Do(Play{})
			w.Advance(0.1)
		},
		"another view": func(w *Workspace) { w.Do(SetView{view.Free}) },
	} {
		w := hourTrace(t, view.Timeline, 3000*s)
		w.Do(ZoomTimeAt{12, 360 * s})
		from, to := w.Look.Window()
		if w.Look.Moment != 3000*s || w.Look.MomentShown() || to > 1000*s {
			t.Fatalf("%s: after a zoom the moment is %v, %v to %v is shown", name, w.Look.Moment, from, to)
		}
		if part := float64(360*s-from) / float64(to-from); part < 0.09 || part > 0.11 {
			t.Errorf("%s: the pointer was at a tenth, and is at %v", name, part)
		}
		w.Do(PanTime{-(to - from) / 4})
		if at, _ := w.Look.Window(); at >= from || w.Look.Moment != 3000*s {
			t.Errorf("%s: moved back, it begins at %v instead of %v, with the moment %v", name, at, from, w.Look.Moment)
		}
		if comeBack(w); !w.Look.MomentShown() {
			from, to := w.Look.Window()
			t.Errorf("%s: %v to %v is shown, without the moment %v", name, from, to, w.Look.Moment)
		}
	}
}

// A moment that is chosen in an interval without the old one does not move the
// interval, and neither does Undo of a zoom move it away.
func TestFreeRangeStays(t *testing.T) {
	t.Parallel()
	w := hourTrace(t, view.Timeline, 3000*s)
	w.Do(ZoomTimeAt{12, 360 * s})
	from, to := w.Look.Window()
	w.Do(SeekTo{(from + to) / 2})
	if a, b := w.Look.Window(); a != from || b != to {
		t.Errorf("%v to %v was shown, and now %v to %v", from, to, a, b)
	}
	w = hourTrace(t, view.Timeline, 3000*s)
	w.Do(ZoomTimeAt{6, 1800 * s})
	w.Do(SetOption{"plain", true})
	from, to = w.Look.Window()
	middle := (from + to) / 2
	w.Do(ZoomTimeAt{15, middle})
	w.Do(Undo{})
	if a, b := w.Look.Window(); b-a != to-from || a > middle || b < middle || to >= 3000*s {
		t.Errorf("%v to %v was shown, and after Undo %v to %v", from, to, a, b)
	}
}

// Views of the moment without a time axis keep it where it is when one zooms at another
// time, and in the interval.
func TestZoomKeepsMoment(t *testing.T) {
	t.Parallel()
	for _, kind := range []*view.Kind{view.Free, view.Interaction} {
		w := hourTrace(t, kind, 3000*s)
		w.Do(ZoomTimeAt{12, 360 * s})
		if from, to := w.Look.Window(); w.Look.Moment != 3000*s || to != 3000*s || from <= 360*s {
			t.Errorf("%v: the moment is %v, %v to %v is shown", kind, w.Look.Moment, from, to)
		}
	}
}

// In each view with a time axis, a zoom at any place keeps the time that is there, notch by
// notch from the whole trace to a few nanoseconds and back. Beside an axis, a moment that is
// shown all the time goes along.
func TestZoomKeepsPointer(t *testing.T) {
	t.Parallel()
	for _, kind := range view.Kinds {
		if !kind.TimeAxis {
			continue
		}
		for _, part := range []float64{0, 0.03, 0.2, 0.5, 0.77, 1} {
			w := hourTrace(t, kind, 3000*s)
			under := func() float64 {
				from, to := w.Look.Window()
				return float64(from) + part*float64(to-from)
			}
			for range 200 {
				w.Do(ZoomTimeAt{1, tracefeed.Time(math.Round(under()))})
				before := under()
				w.Do(ZoomTimeAt{1, tracefeed.Time(math.Round(before))})
				from, to := w.Look.Window()
				if off := math.Abs(under() - before); off > 2 && off > 1e-9*float64(to-from) {
					t.Fatalf("%v, at %v of %v to %v: the time there moved by %v ns", kind, part, from, to, off)
				}
				if kind.Moment && !w.Look.MomentShown() {
					t.Fatalf("%v: %v to %v is shown, without the moment", kind, from, to)
				}
			}
			if from, to := w.Look.Window(); to-from != shortestRange {
				t.Errorf("%v: %v is shown", kind, to-from)
			}
			for range 400 {
				w.Do(ZoomTimeAt{-1, tracefeed.Time(math.Round(under()))})
			}
			if from, to := w.Look.Window(); from != 0 || to != w.Timeline.End {
				t.Errorf("%v: %v to %v is shown", kind, from, to)
			}
		}
	}
}

// A view whose interval does not contain the moment is saved as it is.
func TestSaveFreeRange(t *testing.T) {
	t.Parallel()
	w := hourTrace(t, view.Timeline, 3000*s)
	w.Do(ZoomTimeAt{20, 360 * s})
	again := hourTrace(t, view.Free, 0)
	if err := again.Restore(w.Save(saved.Identity{}), saved.Identity{}); err != nil {
		t.Fatal(err)
	}
	from, to := w.Look.Window()
	if a, b := again.Look.Window(); a != from || b != to || again.Look.MomentShown() {
		t.Errorf("%v to %v was saved, %v to %v restored", from, to, a, b)
	}
}

// The time after the moment is in the interval that is shown once it is to be
// shown.
func TestAfterHasRoom(t *testing.T) {
	t.Parallel()
	w := hourTrace(t, view.Free, 3000*s)
	w.Do(ShowRange{1000 * s, 1500 * s})
	if _, to := w.Look.Window(); to != w.Look.Moment {
		t.Fatalf("the moment is %v, the interval ends at %v", w.Look.Moment, to)
	}
	w.Do(SetOption{"after", true})
	if _, to := w.Look.Window(); to <= w.Look.Moment {
		t.Errorf("the interval ends at %v, the moment is %v", to, w.Look.Moment)
	}
}
