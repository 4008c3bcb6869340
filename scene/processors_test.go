package scene

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"tiv/scene/lane"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/timeline/processor"
	"tiv/tracefeed"
)

// onProcessors is a trace with a contradiction, a loss and a thread that moves.
const onProcessors = `
0ms A start
0ms B start
10ms A run cpu=0
40ms A suspend-start sleep
40ms B run cpu=0
60ms A suspend-end
60ms A run cpu=3
70ms B run cpu=3
80ms - lost value=2
90ms A run cpu=3
100ms A end
`

// rowsOf draws the rows of processors of a trace, in the time that is shown.
func rowsOf(tl *timeline.Timeline, look *view.Look, b *Builder) *Frame {
	look.Kind, look.Processors = view.Timeline, true
	return b.Frame(tl, look, shape.Canvas{Width: 1000, Height: 600, Scale: 1})
}

// The rows say for each time what the trace says of it, and their pixels can be picked.
func TestProcessors(t *testing.T) {
	t.Parallel()
	tl := story(t, onProcessors)
	look := view.LookAt(tl)
	f := rowsOf(tl, &look, new(Builder))
	const ms = tracefeed.Millisecond
	r := f.Processors.Rect
	from, to := look.Window()
	for _, c := range []struct {
		row           int
		at            tracefeed.Time
		thread        tracefeed.ThreadID // NoThread for none
		unknown, many bool
		start, end    tracefeed.Time
	}{
		{0, 5 * ms, 0, true, false, 0, 10 * ms},
		{0, 20 * ms, 1, false, false, 10 * ms, 40 * ms},
		{0, 50 * ms, 2, false, false, 40 * ms, 70 * ms},
		{0, 75 * ms, 0, false, false, 0, 0},
		{0, 95 * ms, 0, true, false, 80 * ms, 100 * ms},
		{1, 30 * ms, 0, true, false, 0, 60 * ms},
		{1, 65 * ms, 1, false, false, 60 * ms, 70 * ms},
		{1, 75 * ms, 1, false, true, 70 * ms, 80 * ms},
		{1, 85 * ms, 0, true, false, 80 * ms, 90 * ms},
		{1, 95 * ms, 1, false, false, 90 * ms, 100 * ms},
	} {
		x := r.X0 + r.Width()*float32(float64(c.at-from)/float64(to-from))
		y := r.Y0 + r.Height()/2*(float32(c.row)+0.5)
		spot, ok := f.Processors.At(x, y)
		if cpu := tracefeed.CPU(1 + 3*c.row); !ok || spot.CPU != cpu || (spot.Count > 0) != (c.thread > 0) || spot.Thread != c.thread ||
			spot.Unknown != c.unknown || spot.Several != c.many || spot.Start != c.start || spot.End != c.end || spot.Cut {
			t.Errorf("%+v: %+v, %t", c, spot, ok)
		}
		want := shape.PickID{Kind: shape.PickProcessor, Index: int32(spot.CPU)}
		if c.thread > 0 {
			want = shape.PickID{Kind: shape.PickThread, Index: int32(c.thread)}
		}
		pick, v := f.At(x, y)
		if pick != want || v != len(f.Views)-1 {
			t.Errorf("%+v: picked %v of view %d, want %v", c, pick, v, want)
		}
		if at, ok := f.TimeAt(x, y); !ok || at-c.at > ms/2 || c.at-at > ms/2 {
			t.Errorf("%+v: the time is %v, %t", c, at, ok)
		}
	}
	raster := f.Views[len(f.Views)-1].Raster
	color := func(at tracefeed.Time, row float32) any {
		x, y := int(float64(raster.Width)*float64(at-from)/float64(to-from)), int(float32(raster.Height)/2*(row+0.5))
		return raster.Pixels[y*raster.Width+x]
	}
	running := look.Palette.Layers["running"].Color
	if color(20*ms, 0) != running || color(75*ms, 0) == running || color(50*ms, 0) != running {
		t.Errorf("the colours are %v, %v", color(20*ms, 0), color(75*ms, 0))
	}
	apart := 0
	for at := 39 * ms; at < 41*ms; at += ms / 20 {
		if color(at, 0) != running {
			apart++
		}
	}
	if apart == 0 || apart > 5 {
		t.Errorf("two runs after each other are %d twentieths of a millisecond apart", apart)
	}
	look.Selected = 2
	f = rowsOf(tl, &look, new(Builder))
	raster = f.Views[len(f.Views)-1].Raster
	if color(20*ms, 0) == running || color(50*ms, 0) != running {
		t.Error("the selected thread is not lit, or the other one is not darker")
	}
}

// In any part of a long trace, each pixel shows the longest of the stretches in it, whether the rows
// are read at once or later.
func TestProcessorsInParts(t *testing.T) {
	for seed := range uint64(12) {
		rng := rand.New(rand.NewPCG(seed, 5))
		tl := pages(t, randomRuns(rng, 3000), 50)
		look := view.LookAt(tl)
		look.Ahead = 0
		look.Step = max(1, tl.End/tracefeed.Time(100<<(3*rng.IntN(6))))
		look.Moment = tracefeed.Time(rng.Int64N(int64(tl.End)))
		b := &Builder{MaxEvents: int(seed%2) * 100}
		f := rowsOf(tl, &look, b)
		ready := make(chan bool, 100)
		for limit := time.After(30 * time.Second); f.Processors.Pending; f = rowsOf(tl, &look, b) {
			if b.Refine(func() { ready <- true }) {
				continue
			}
			select {
			case <-ready:
			case <-limit:
				t.Fatal("the rows remain a draft")
			}
		}
		checkPixels(t, seed, tl, &look, f)
		b.Stop()
	}
}

// randomRuns is a trace of threads that get processors at random.
func randomRuns(rng *rand.Rand, n int) string {
	text := "0ns t0 start\n0ns t1 start\n0ns t2 start\n0ns t3 start\n"
	now := 0
	for range n {
		now += rng.IntN(1 << (4 * rng.IntN(6)))
		text += (tracefeed.Time(now)).Exact() + " t" + string(rune('0'+rng.IntN(4))) +
			[]string{" ready", " suspend-start sleep", " run cpu=0", " run cpu=1", " run cpu=5"}[rng.IntN(5)] + "\n"
	}
	return text
}

// checkPixels compares what is at each column with the stretches of the trace.
func checkPixels(t *testing.T, seed uint64, tl *timeline.Timeline, look *view.Look, f *Frame) {
	t.Helper()
	all := map[tracefeed.CPU][]processor.Stretch{}
	processor.Each(context.Background(), tl, 0, tl.End, processor.Visitor{Stretch: func(s processor.Stretch) {
		all[s.CPU] = append(all[s.CPU], s)
	}})
	from, to := look.Window()
	r := f.Processors.Rect
	scale := lane.NewTimeScale(from, to, int(r.Width()), 1)
	runs := 0
	for row, cpu := range []tracefeed.CPU{1, 2, 6} {
		for x := range int(r.Width()) {
			spot, ok := f.Processors.At(r.X0+float32(x)+0.5, r.Y0+r.Height()/3*(float32(row)+0.5))
			start := from + tracefeed.Time(scale.Since(float64(x)))
			end := max(from+tracefeed.Time(scale.Since(float64(x+1))), start+1)
			var in []processor.Stretch
			for _, s := range all[cpu] {
				if s.Kind != processor.Unknown && s.Start < end+spot.Cell && s.End > start-spot.Cell {
					in = append(in, s)
				}
			}
			same := func(s processor.Stretch) bool {
				return s.Start == spot.Start && s.Thread == spot.Thread && (s.End == spot.End || spot.Cut) &&
					(s.Kind == processor.Several) == spot.Several
			}
			if runs += int(spot.Count); !ok || spot.CPU != cpu || spot.Count > 0 && !slices.ContainsFunc(in, same) ||
				spot.Count == 0 && slices.ContainsFunc(in, func(s processor.Stretch) bool { return s.Start <= start && s.End >= end }) {
				t.Fatalf("seed %d, processor %d from %v to %v: %+v, want one of %v", seed, cpu-1, start, end, spot, in)
			}
		}
	}
	if runs == 0 {
		t.Errorf("seed %d: no processor ran a thread", seed)
	}
}

// A trace without processors says so, and pictures without rows are as before.
func TestNoProcessors(t *testing.T) {
	t.Parallel()
	tl := story(t, "0s A start\n10s A end\n")
	look := view.LookAt(tl)
	f := rowsOf(tl, &look, new(Builder))
	if f.Processors.Note == "" || len(f.Views) != 2 || f.LastView() != &f.Views[0] {
		t.Errorf("note %q, %d views", f.Processors.Note, len(f.Views))
	}
	if !slices.ContainsFunc(f.Overlay.Texts, func(x shape.Text) bool { return x.Text == f.Processors.Note }) {
		t.Error("the note is not written")
	}
	for _, kind := range []*view.Kind{view.Free, view.Interaction} {
		look.Kind = kind
		if f := new(Builder).Frame(tl, &look, small); f.Processors != nil || len(f.Views) != 1 {
			t.Errorf("%s: rows of processors", kind)
		}
	}
}
