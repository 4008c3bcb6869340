package scene

import (
	"testing"

	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
)

// A picture of the moment says why it shows hardly any bars, and nothing else does.
func TestBareSaysWhy(t *testing.T) {
	t.Parallel()
	const ms = tracefeed.Millisecond
	tl := story(t, "0ms main start\n10ms a start\n20ms b start\n30ms c start\n40ms d start\n100ms main end\n")
	late := story(t, "10ms a start\n20ms b start\n100ms a end\n")
	alive := story(t, "0ms a start\n0ms b start\n100ms a end\n")
	for _, c := range []struct {
		tl     *timeline.Timeline
		kind   *view.Kind
		moment tracefeed.Time
		after  bool
		want   string
	}{
		{tl, view.Free, 0, false, "4 of 5 threads start later"},
		{tl, view.Free, 12 * ms, false, ""},
		{tl, view.Free, 2 * ms, false, "4 of 5 threads start later"},
		{tl, view.Interaction, 2 * ms, false, "4 of 5 threads start later"},
		{tl, view.Interaction, 15 * ms, false, ""},
		{late, view.Free, 0, false, "all threads start later"},
		{alive, view.Free, ms, false, "hardly any time is before this moment"},
		{tl, view.Free, 0, true, ""},
		{tl, view.Timeline, 0, false, ""},
		{tl, view.Split, 0, false, ""},
	} {
		l := view.LookAt(c.tl)
		l.Kind, l.Moment, l.After = c.kind, c.moment, c.after
		var b Builder
		if f := b.Frame(c.tl, &l, shape.Canvas{Width: 1280, Height: 800, Scale: 1}); f.Bare != c.want {
			t.Errorf("%v at %v: %q, want %q", l.Kind, l.Moment, f.Bare, c.want)
		}
	}
}
