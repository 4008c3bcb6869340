package help

import "testing"

// Turning the 3D view is done by turning it, not by showing another view that has a camera of its own.
func TestTurnExercise(t *testing.T) {
	var e Exercise
	start := Situation{View: "3d", Yaw: 1}
	e.Begin(0, start)
	for _, x := range []struct {
		now  Situation
		done bool
	}{{start, false}, {Situation{View: "spiral", Yaw: 2}, false}, {start, false}, {Situation{View: "3d", Yaw: 2}, true}, {start, true}} {
		if e.Update(x.now); e.Done != x.done {
			t.Errorf("%+v: done %v", x.now, e.Done)
		}
	}
}
