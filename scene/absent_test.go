package scene

import (
	"fmt"
	"strings"
	"testing"

	"tiv/lod"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
)

// relay returns a trace of threads that live one after the other, ten milliseconds
// each.
func relay(t *testing.T, n int) *timeline.Timeline {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%dms r%d start\n%dms r%d end\n", 10*i, i, 10*i+10, i)
	}
	fmt.Fprintf(&b, "%dms last start\n%dms last end\n", 10*n, 10*n+10)
	return story(t, b.String())
}

// Threads without anything to show share a bar, the last one, if they are many.
// During playback the bars keep their places.
func TestAbsentThreadsAreCounted(t *testing.T) {
	t.Parallel()
	const ms = tracefeed.Millisecond
	tl := relay(t, 20)
	look := view.LookAt(tl)
	look.Kind, look.Level, look.Step, look.Steps = view.Timeline, lod.Near, ms, 20
	look.Ahead = 0
	var b Builder
	bars := func(moment tracefeed.Time, moving bool) string {
		look.Moment, b.Animating = moment, moving
		f := b.Frame(tl, &look, shape.Canvas{Width: 1280, Height: 800, Scale: 1})
		var clusters []string
		for _, c := range f.Clusters {
			clusters = append(clusters, fmt.Sprintf("%s %d", c.Name, len(c.Threads)))
		}
		return fmt.Sprintf("%d bars: %s", len(f.Views[0].Bars), strings.Join(clusters, ", "))
	}
	for _, c := range []struct {
		moment tracefeed.Time
		moving bool
		want   string
	}{
		{100 * ms, false, "4 bars: 8 ended 8, 11 not started 11"},
		{120 * ms, true, "6 bars: 8 ended 8, 9 not started 9"}, // those that ended meanwhile keep their places
		{120 * ms, false, "4 bars: 10 ended 10, 9 not started 9"},
		{30 * ms, true, "13 bars: 9 not started 9"}, // back in time: threads are alive again
	} {
		if got := bars(c.moment, c.moving); got != c.want {
			t.Errorf("at %v, moving %t: %s, want %s", c.moment, c.moving, got, c.want)
		}
	}
	look.Selected, look.Selection = 1, []tracefeed.ThreadID{1}
	if got, want := bars(100*ms, false), "5 bars: 7 ended 7, 11 not started 11"; got != want {
		t.Errorf("with the first selected: %s, want %s", got, want)
	}
}

// Groups of a crowd come last if they ended before the step at the moment; many of them
// share the last bar. Those of the user's keep their places.
func TestEndedGroupsComeLast(t *testing.T) {
	t.Parallel()
	const ms = tracefeed.Millisecond
	var b strings.Builder
	for i := range 9 { // the first to end lost the most time
		fmt.Fprintf(&b, "0ms g%d start name=%c\n", i, 'a'+i)
	}
	for i := range 9 {
		fmt.Fprintf(&b, "%dms g%d io-start\n", i, i)
	}
	for i := range 8 {
		fmt.Fprintf(&b, "%dms g%d end\n", 20+i, i)
	}
	tl := story(t, b.String()+"30ms g8 io-end\n")
	look := view.LookAt(tl)
	look.Kind, look.Level, look.Step = view.Interaction, lod.Crowd, ms
	var builder Builder
	names := func(moment tracefeed.Time, moving bool) string {
		look.Moment, builder.Animating = moment, moving
		st := builder.stage(&Frame{}, tl, &look, shape.Canvas{Width: 1280, Height: 800, Scale: 1},
			shape.Rect{X0: 0, Y0: 0, X1: 1280, Y1: 800})
		var all []string
		for i := range st.Layout.Slots {
			all = append(all, st.Layout.Slots[i].Name)
		}
		return strings.Join(all, " ")
	}
	for _, c := range []struct {
		moment tracefeed.Time
		moving bool
		want   string
	}{
		{15 * ms, false, "i a b c d e f g h"},
		{23 * ms, false, "i d e f g h a b c"},
		{24 * ms, true, "i d e f g h a b c"}, // d has ended meanwhile, and keeps its place
		{29 * ms, false, "i 8 ended"},
		{22 * ms, true, "i c d e f g h a b"},
	} {
		if got := names(c.moment, c.moving); got != c.want {
			t.Errorf("at %v, moving %t: %s, want %s", c.moment, c.moving, got, c.want)
		}
	}
	look.Clusters = []view.Cluster{{Name: "mine", Threads: []tracefeed.ThreadID{1, 2}}}
	if got, want := names(29*ms, false), "mine × 2 i 6 ended"; got != want {
		t.Errorf("with a cluster: %s, want %s", got, want)
	}
}

// The outline of a thread that is not alive has lines one pixel wide on all sides, in a view
// that is stretched too.
func TestOutlineIsAPixelWide(t *testing.T) {
	t.Parallel()
	tl := story(t, "0ms a start\n0ms b start\n10ms b end\n20ms a end\n")
	look := view.LookAt(tl)
	look.Kind, look.Moment = view.Interaction, 20*tracefeed.Millisecond
	for _, c := range []shape.Canvas{{Width: 1600, Height: 400, Scale: 1}, {Width: 400, Height: 1600, Scale: 1}} {
		var b Builder
		v := b.Frame(tl, &look, c).Views[0]
		if len(v.Below) != 4*6 {
			t.Fatalf("%d corners of triangles, want those of one outline", len(v.Below))
		}
		for i := 0; i < len(v.Below); i += 6 { // a corner, and the corner across the line
			one, _ := v.Project(v.Below[i].Pos)
			other, _ := v.Project(v.Below[i+5].Pos)
			if wide := one.Sub(other).Len(); wide < 0.9 || wide > 1.1 {
				t.Errorf("in %v pixels, line %d is %.2f pixels wide", c, i/6, wide)
			}
		}
	}
}
