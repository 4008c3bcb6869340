package scene

import (
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/paint"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
)

// The timeline marks the history with a bracket from its begin to the moment, and writes its
// length. There is none with a selected interval, beside calls alone, or at the start of the trace.
func TestHistoryBracket(t *testing.T) {
	t.Parallel()
	const ms = tracefeed.Millisecond
	tl := story(t, "0s A start\n100ms A end\n")
	for _, x := range []struct {
		kind            *view.Kind
		moment, history tracefeed.Time
		selected        timeline.Interval
		from            tracefeed.Time // of the bracket
		begins          bool           // in view
		named           string
	}{
		{kind: view.Timeline, moment: 80, history: 30, from: 50, begins: true, named: "waits of the last 30 ms"},
		{kind: view.Split, moment: 80, history: 30, from: 50, begins: true, named: "waits of the last 30 ms"},
		{kind: view.CodeSplit, moment: 80, history: 30, from: 50, begins: true, named: "waits of the last 30 ms"},
		{kind: view.Timeline, moment: 90, history: 80, from: 15, named: "waits of the last 80 ms"},
		{kind: view.Execution, moment: 80, history: 30},
		{kind: view.Timeline, moment: 80, history: 30, selected: timeline.Interval{Start: 10 * ms, End: 20 * ms}},
		{kind: view.Timeline, moment: 0, history: 30},
	} {
		look := lookAt(tl)
		look.Kind, look.Step, look.Steps, look.History, look.Moment = x.kind, ms, 80, int(x.history), x.moment*ms
		look.Ahead, look.Interval = float64(95-x.moment)/80, x.selected
		_, f := pictureOf(tl, &look)
		i := slices.IndexFunc(f.Overlay.Texts, func(t shape.Text) bool { return strings.HasPrefix(t.Text, "waits of the last ") })
		if got := textOf(f, i); got != x.named {
			t.Errorf("%v at %d ms: %q under the bracket, want %q", x.kind, x.moment, got, x.named)
		}
		v := &f.Views[0]
		from, to, begins := bracket(v, look.Palette.Moment)
		if x.named == "" {
			if to-from > 6 && x.selected == (timeline.Interval{}) { // whose lines may have that colour
				t.Errorf("%v at %d ms: a bracket from %v to %v", x.kind, x.moment, from, to)
			}
			continue
		}
		column := func(ms tracefeed.Time) float32 { return v.Time.X0 + v.Time.Width()*float32(ms-15)/80 }
		if mgl32.Abs(from-column(x.from)) > 3 || mgl32.Abs(to-column(x.moment)) > 3 || begins != x.begins {
			t.Errorf("%v at %d ms: a bracket from %v to %v, begin %v; want %v to %v, %v", x.kind, x.moment, from, to, begins,
				column(x.from), column(x.moment), x.begins)
		}
	}
}

// textOf returns a text of a frame; "" below 0.
func textOf(f *Frame, i int) string {
	if i < 0 {
		return ""
	}
	return f.Overlay.Texts[i].Text
}

// bracket returns the ends of a bracket of a colour under the rows of a view, and whether a
// line through the rows is at its begin.
func bracket(v *shape.View, of paint.Color) (from, to float32, begins bool) {
	from, to = v.Time.X1, v.Time.X0
	for _, p := range v.Above {
		if at, _ := v.Project(p.Pos); p.Color == of && at[1] > v.Time.Y1-4 {
			from, to = min(from, at[0]), max(to, at[0])
		}
	}
	for _, p := range v.Above {
		at, _ := v.Project(p.Pos)
		begins = begins || p.Color != of && mgl32.Abs(at[0]-from) < 3 && at[1] < v.Time.Y0+4
	}
	return from, to, begins
}
