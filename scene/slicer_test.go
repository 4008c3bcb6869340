package scene

import (
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/execution/slice"
	"tiv/interaction"
	"tiv/internal/looks"
	"tiv/internal/reduced"
	"tiv/lod"
	"tiv/scene/paint"
	"tiv/scene/shape"
	"tiv/scene/share"
	"tiv/scene/view"
	"tiv/tracefeed"
)

// spansIn returns a slice of the spans in a state.
func spansIn(state string) slice.Definition {
	return slice.Definition{Name: state + " time", Colour: 0x123456, Of: slice.Spans, Extent: slice.Whole,
		Where: `state == "` + state + `"`}
}

// Slices with many intervals are divided by Refine. Until then bars show states.
func TestManyIntervalsAreDividedInBackground(t *testing.T) {
	t.Parallel()
	tl := reduced.Busy(t, 8, 300_000, 1)
	look := view.LookAt(tl)
	look.SliceColours = true
	var list []slice.Definition
	for _, state := range []string{"running", "suspended", "IO", "blocking", "runnable"} {
		d := spansIn(state)
		list = append(list, d)
		d.Name += " again"
		list = append(list, d)
	}
	look.Slicing = looks.Sliced(tl, list...)
	canvas := shape.Canvas{Width: 640, Height: 400, Scale: 1}
	b := Builder{MaxEvents: MaxEvents}
	defer b.Stop()
	woken := make(chan struct{}, 1000)
	notify := func() { woken <- struct{}{} }
	if f := b.Frame(tl, &look, canvas); f.Totals[0].Kind != share.OfState || !f.Approximate {
		t.Fatal("the first picture has slices: are there fewer intervals?")
	}
	for n := 0; ; n++ {
		for !b.Refine(notify) {
			<-woken
		}
		if f := b.Frame(tl, &look, canvas); f.Totals[0].Kind == share.OfSlice && !f.Approximate {
			break
		} else if n > 100 {
			t.Fatal("the slices do not come")
		}
	}
	before := b.slices.Colouring(&look, MaxEvents).Partition
	look.Slicing = looks.Sliced(tl, spansIn("running"))
	look.Slicing.Sets[0] = &slice.Set{}
	if f := b.Frame(tl, &look, canvas); len(f.Legend()) != 1 || f.Legend()[0].Kind != share.OfNoSlice ||
		b.slices.Colouring(&look, MaxEvents).Partition == before {
		t.Errorf("other slices show %v", f.Legend())
	}
	var exact Builder
	look.Slicing = looks.Sliced(tl, list...)
	if f := exact.Frame(tl, &look, canvas); f.Totals[0].Kind != share.OfSlice {
		t.Error("a picture without a limit has no slices")
	}
}

// The legend lists the slices in view and nothing else, the caption says what colours
// mean, a highlighted slice keeps its look, and a level makes no difference.
func TestLegendOfSlices(t *testing.T) {
	t.Parallel()
	tl := story(t, deadlocked)
	for _, level := range []lod.Level{lod.Auto, lod.Near, lod.Mid, lod.Far} {
		look := view.LookAt(tl)
		look.Level, look.Caption, look.SliceColours = level, true, true
		early := slice.Definition{Name: "early", Colour: 0x654321, Of: slice.Threads, Extent: slice.Whole, To: 30 * tracefeed.Millisecond}
		look.Slicing = looks.Sliced(tl, spansIn("IO"), spansIn("blocking"), spansIn("suspended"), early)
		_, f := pictureOf(tl, &look)
		if got := legendNames(f); !slices.Equal(got, []string{"blocking time", "suspended time", "early", "no slice"}) {
			t.Errorf("level %v: the legend lists %q", level, got)
		}
		if f.DetailLayers != nil || len(f.Layers) != len(f.Totals) || f.Layers[1].Color != paint.Hex(0x123456) {
			t.Errorf("level %v: layers %v", level, f.Layers)
		}
		if !hasText(f, "coloured by slice") || hasText(f, "base:") {
			t.Errorf("level %v: the caption does not say what colours mean", level)
		}
		look.Highlighted, look.Base = "suspended time", "blocking time"
		_, bright := pictureOf(tl, &look)
		if got := legendNames(bright); !slices.Equal(got, []string{"early", "no slice", "outside of the base"}) {
			t.Errorf("level %v: in a base, the legend lists %q", level, got)
		}
		if !hasText(bright, "base: blocking time") {
			t.Errorf("level %v: the caption does not name the base", level)
		}
		if bright.Layers[1] != f.Layers[2] && bright.Layers[1].Color != f.Layers[2].Color || bright.Layers[0].Color == f.Layers[0].Color {
			t.Errorf("level %v: the highlighted slice is not the only bright one", level)
		}
		if got, want := bright.Counted(), f.Totals[1].Time; got != want {
			t.Errorf("level %v: %v count, want %v", level, got, want)
		}
	}
}

// The parts of a bar at a time are its slices, and add up to the time its thread was alive.
func TestPartsOfBars(t *testing.T) {
	t.Parallel()
	tl := story(t, deadlocked) // A waits from 20 to 100 ms, D sleeps from 50 to 90 ms
	look := view.LookAt(tl)
	look.Step, look.Steps, look.SliceColours = 40*tracefeed.Millisecond, 10, true
	look.Slicing = looks.Sliced(tl, spansIn("IO"), spansIn("blocking"), spansIn("suspended"))
	_, f := pictureOf(tl, &look)
	for _, c := range []struct {
		thread string
		at     tracefeed.Time
		want   []Part
	}{
		{"reader", 10, []Part{{"blocking time", 0.5}, {"no slice", 0.5}}},
		{"reader", 60, []Part{{"blocking time", 1}}},
		{"timer", 60, []Part{{"suspended time", 0.75}, {"no slice", 0.25}}},
	} {
		i := slices.IndexFunc(f.Views[0].Bars, func(b shape.Bar) bool { return tl.Threads[b.Pick.Index].Name == c.thread })
		parts, from, to := f.PartsAt(&f.Views[0], &f.Views[0].Bars[i], c.at*tracefeed.Millisecond)
		ok := len(parts) == len(c.want) && to-from == look.Step
		for k := range parts {
			ok = ok && parts[k].Name == c.want[k].Name && mgl32.FloatEqualThreshold(parts[k].Share, c.want[k].Share, 0.0001)
		}
		if !ok {
			t.Errorf("%s at %d ms: %v from %v to %v, want %v", c.thread, c.at, parts, from, to, c.want)
		}
	}
}

func legendNames(f *Frame) (names []string) {
	for _, t := range f.Legend() {
		names = append(names, t.Name)
	}
	return names
}

func hasText(f *Frame, part string) bool {
	return slices.ContainsFunc(f.Overlay.Texts, func(t shape.Text) bool { return strings.Contains(t.Text, part) })
}

// Threads without time in the base step back. Edges sum up the waits in the base, no others.
func TestOutsideOfTheBase(t *testing.T) {
	t.Parallel()
	tl := story(t, deadlocked)
	look := view.LookAt(tl)
	look.Kind, look.Moment, look.History = view.Interaction, tl.End/2, 1000
	_, all := pictureOf(tl, &look)
	inA := slice.Definition{Name: "A", Of: slice.Threads, Extent: slice.Whole, Where: `name == "reader"`}
	short := inA
	short.Name, short.From, short.To = "short", tl.End*3/8, tl.End*7/16
	late := inA
	late.Name, late.From = "late", tl.End*3/4
	look.Slicing = looks.Sliced(tl, inA, short, late)
	for base, edges := range map[string]bool{"A": true, "short": true, "late": false} {
		look.Base = base
		_, f := pictureOf(tl, &look)
		for i := range f.Views[0].Bars {
			b, before := &f.Views[0].Bars[i], &all.Views[0].Bars[i]
			if in := tl.Threads[b.Pick.Index].Name == "reader"; in != (b.Emphasis == before.Emphasis) {
				t.Errorf("base %s: bar %d has emphasis %v, without a base %v", base, i, b.Emphasis, before.Emphasis)
			}
		}
		if got := len(f.Links) > 0; got != edges || len(f.Views[0].Between) > 0 != edges {
			t.Errorf("base %s: %d edges, %d corners between bars", base, len(f.Links), len(f.Views[0].Between))
		}
		for _, l := range f.Links {
			want := tracefeed.Time(0)
			interaction.EachEdge(tl, l.Blocked, l.From, l.To, func(e interaction.Edge) {
				if e.Blocker == l.Blocker && e.Monitor == l.Monitor {
					want += look.Slicing.Base(base).Time(e.Blocked, e.Start, e.End)
				}
			})
			if tl.Threads[l.Blocked].Name != "reader" || l.Total != want || want == 0 {
				t.Errorf("base %s: an edge of %s for %v, want %v", base, tl.Threads[l.Blocked].Name, l.Total, want)
			}
		}
	}
}

// A base that no slice divides shows its states, and not one grey: where there is no other slice, and
// where the others cover other time.
func TestBaseWithoutSlicesShowsStates(t *testing.T) {
	t.Parallel()
	tl := story(t, deadlocked)
	for _, others := range [][]slice.Definition{nil, {spansIn("IO")}} {
		look := view.LookAt(tl)
		look.SliceColours, look.Base = true, "blocking time"
		look.Slicing = looks.Sliced(tl, append(others, spansIn("blocking"))...)
		var b Builder
		f := b.Frame(tl, &look, shape.Canvas{Width: 640, Height: 400, Scale: 1})
		var kinds []share.Kind
		for _, x := range f.Legend() {
			kinds = append(kinds, x.Kind)
		}
		if !slices.Contains(kinds, share.OfState) || slices.Contains(kinds, share.OfNoSlice) {
			t.Errorf("beside %d slices the base shows %v", len(others), kinds)
		}
	}
}
