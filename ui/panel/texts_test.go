package panel

import (
	"testing"

	"tiv/interaction/detect"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/workspace"
)

func TestPercent(t *testing.T) {
	for share, want := range map[float32]string{0: "0", 0.0001: "·", 0.001: "0.1", 0.0994: "9.9", 0.0996: "10", 0.5: "50", 1: "100"} {
		if got := percent(share); got != want {
			t.Errorf("%v of all is %q, want %q", share, got, want)
		}
	}
}

func TestPerCent(t *testing.T) {
	for share, want := range map[float32]string{0: "0 %", 0.0001: "<0.1 %", 0.0994: "9.9 %", 1: "100 %"} {
		if got := Percent(share); got != want {
			t.Errorf("%v of all is %q, want %q", share, got, want)
		}
	}
}

// The moment of a look has digits in which it differs from one a step away.
func TestMomentOf(t *testing.T) {
	t.Parallel()
	const ms = tracefeed.Millisecond
	l := &view.Look{}
	l.End, l.Moment, l.Kind = 2000*ms, 1360*ms+12345, view.Timeline
	for step, want := range map[tracefeed.Time]string{10 * ms: "1.360 s", 10 * tracefeed.Microsecond: "1.36001 s",
		1: "1.360 s +12.345 µs"} {
		if l.Step = step; MomentOf(l) != want {
			t.Errorf("in steps of %v: %q; want %q", step, MomentOf(l), want)
		}
	}
}

// A zoom at any column of a view with a time axis keeps the time there, and is around the
// moment in other views.
func TestZoomTimeAtPointer(t *testing.T) {
	t.Parallel()
	const ms = tracefeed.Millisecond
	for _, kind := range view.Kinds {
		v := &shape.View{TimeAxis: kind.TimeAxis, Time: shape.Rect{X0: 100, X1: 900, Y1: 600}}
		for _, x := range []float32{100, 250, 500, 817, 900} {
			w := workspace.New("trace")
			w.Update(&timeline.Timeline{Threads: make([]tracefeed.Thread, 1), End: 2000 * ms, Complete: true}, detect.Report{})
			w.Do(workspace.SetView{Kind: kind})
			w.Do(workspace.SeekTo{Moment: 1300 * ms})
			w.Do(workspace.FitTime{})
			for range 40 {
				before := TimeAt(w, v, x)
				w.Do(ZoomTime(w, v, x, 1))
				from, to := w.Look.Window()
				if off := TimeAt(w, v, x) - before; kind.TimeAxis && max(off, -off) > max((to-from)/800, 2) {
					t.Fatalf("%v, at %v: the time moved by %v, of %v to %v", kind, x, off, from, to)
				}
			}
			if from, to := w.Look.Window(); !kind.TimeAxis && (from > 1300*ms || to < 1300*ms) {
				t.Errorf("%v: %v to %v is shown, without the moment", kind, from, to)
			}
		}
	}
}
