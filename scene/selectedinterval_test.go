package scene

import (
	"slices"
	"strings"
	"testing"

	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
)

// The timeline writes the whole length of the selected interval, also if only a
// part of it is in view, and nothing if no part is.
func TestSelectedIntervalIsNamed(t *testing.T) {
	t.Parallel()
	const ms = tracefeed.Millisecond
	tl := story(t, "0s A start\n100ms A end\n")
	for _, x := range []struct {
		selected timeline.Interval
		want     string
	}{
		{timeline.Interval{}, ""},
		{timeline.Interval{Start: 20 * ms, End: 60 * ms}, "40 ms selected"},
		{timeline.Interval{Start: 45 * ms, End: 95 * ms}, "50 ms selected"},
		{timeline.Interval{Start: 80 * ms, End: 90 * ms}, ""},
	} {
		look := lookAt(tl)
		look.Kind, look.Step, look.Steps, look.Moment, look.Ahead = view.Timeline, ms, 50, 25*ms, 0.5
		look.Interval = x.selected
		_, f := pictureOf(tl, &look)
		var got string
		if i := slices.IndexFunc(f.Overlay.Texts, func(x shape.Text) bool { return strings.HasSuffix(x.Text, " selected") }); i >= 0 {
			got = f.Overlay.Texts[i].Text
		}
		if got != x.want {
			t.Errorf("%v: %q, want %q", x.selected, got, x.want)
		}
	}
}
