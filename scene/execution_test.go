package scene

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"tiv/execution"
	"tiv/execution/slice"
	"tiv/internal/looks"
	"tiv/lod"
	"tiv/scene/lane"
	"tiv/scene/paint"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
)

// calling returns a trace of threads with random calls.
func calling(t testing.TB, rng *rand.Rand, threads, events int) *timeline.Timeline {
	var b strings.Builder
	open := make([][]string, threads)
	for i := range threads {
		fmt.Fprintf(&b, "0ns t%d start\n", i)
	}
	for now := range events {
		i := rng.IntN(threads)
		switch n := len(open[i]); {
		case n > 0 && rng.IntN(2) == 0:
			fmt.Fprintf(&b, "%dns t%d call-exit %s\n", 7*now, i, open[i][n-1])
			open[i] = open[i][:n-1]
		case n < 12:
			name := fmt.Sprint("pkg", rng.IntN(3), ".(*T).f", rng.IntN(5))
			fmt.Fprintf(&b, "%dns t%d call-enter %s\n", 7*now, i, name)
			open[i] = append(open[i], name)
		}
	}
	fmt.Fprintf(&b, "%dns t0 end\n", 7*events)
	return story(t, b.String())
}

// lookAtCalls is the execution view of a part of a trace.
func lookAtCalls(tl *timeline.Timeline, from, to tracefeed.Time) view.Look {
	look := view.LookAt(tl)
	look.Kind, look.Level = view.Execution, lod.Near
	look.Step, look.Steps = 1, int(to-from)
	look.Moment, look.Ahead = to, 0
	return look
}

// callsOf returns all calls of a trace, by thread and depth.
func callsOf(t *testing.T, tl *timeline.Timeline) map[[2]int][]execution.TreeCall {
	q := execution.Query{Of: make([]bool, len(tl.Threads)), To: tl.End}
	for i := range q.Of {
		q.Of[i] = i > 0
	}
	calls := map[[2]int][]execution.TreeCall{}
	execution.EachTreeCall(t.Context(), tl, q, func(c *execution.TreeCall) {
		lane := [2]int{int(c.Thread), c.Depth}
		calls[lane] = append(calls[lane], *c)
	})
	return calls
}

// Each pixel of a lane shows the longest call of its thread and depth that overlaps it, and
// is drawn if there is one.
func TestPixelsShowLongestCalls(t *testing.T) {
	t.Parallel()
	compared := 0
	for seed := range uint64(12) {
		rng := rand.New(rand.NewPCG(seed, 3))
		tl := calling(t, rng, 1+rng.IntN(6), 600)
		from := tracefeed.Time(rng.IntN(2000))
		look := lookAtCalls(tl, from, from+1+tracefeed.Time(rng.IntN(2000)))
		look.Camera.Zoom = 1 + 3*rng.Float32()
		var b Builder
		f := b.Frame(tl, &look, shape.Canvas{Width: 500, Height: 400, Scale: 1})
		calls, raster := callsOf(t, tl), f.Views[0].Raster
		start, end := look.Window()
		for i := range f.Calls.rows {
			row := &f.Calls.rows[i]
			for depth := range row.Count {
				y := lane.Round(row.Lanes+float32(depth)*row.High) + 0.5
				for column := 0; column < raster.Width; column += 1 + rng.IntN(4) {
					x := raster.Rect.X0 + float32(column) + 0.5
					if !raster.Rect.Holds(x, y) {
						continue
					}
					at := func(column int) float64 {
						return float64(start) + float64(column)*float64(end-start)/float64(raster.Width)
					}
					var longest tracefeed.Time = -1
					for _, c := range calls[[2]int{int(f.Calls.slots[row.Slot].Thread), depth}] {
						if float64(c.Start) < at(column+1) && float64(c.End) > at(column) {
							longest = max(longest, c.End-c.Start)
						}
					}
					call, _, ok := f.CallAt(x, y)
					drawn := raster.Pixels[int(y-raster.Rect.Y0)*raster.Width+column].A > 0
					if ok != (longest >= 0) || drawn != (longest >= 0) {
						t.Fatalf("seed %d: %s at depth %d, column %d: %+v, %t, drawn %t, want one of %v", seed,
							tl.Threads[f.Calls.slots[row.Slot].Thread].Name, depth, column, call, ok, drawn, longest)
					}
					if ok && call.End-call.Start != longest {
						t.Fatalf("seed %d: depth %d, column %d: %+v, want one of %v", seed, depth, column, call, longest)
					}
					compared++
				}
			}
		}
	}
	if compared < 10_000 {
		t.Errorf("only %d pixels were compared", compared)
	}
}

// A window gets the picture of a file, once its calls have been read.
func TestCallsAreRead(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 3))
	tl := calling(t, rng, 5, 3000)
	for i, length := range []tracefeed.Time{tl.End, tl.End / 20, tl.End, tl.End / 20} {
		look := lookAtCalls(tl, tl.End/3, tl.End/3+length)
		if i > 1 { // on bars
			look.Kind, look.Lanes, look.Moment = view.Free, true, min(look.Moment, tl.End)
		}
		var whole Builder
		want := encoded(t, whole.Frame(tl, &look, shape.Canvas{Width: 800, Height: 600, Scale: 1}))
		window := Builder{MaxEvents: 1}
		better := make(chan struct{}, 1)
		notify := func() {
			select {
			case better <- struct{}{}:
			default:
			}
		}
		f := window.Frame(tl, &look, shape.Canvas{Width: 800, Height: 600, Scale: 1})
		if !f.Calls.Pending || f.Views[0].Raster != nil || len(f.Views[0].Walls.List) > 0 {
			t.Error("calls were read for the frame")
		}
		for f.Calls.Pending || f.Approximate || f.LinksPartial {
			if !window.Refine(notify) {
				select {
				case <-better:
				case <-time.After(time.Minute):
					t.Fatal("the calls were not read")
				}
			}
			f = window.Frame(tl, &look, shape.Canvas{Width: 800, Height: 600, Scale: 1})
		}
		if f.Calls.progress = 1; !bytes.Equal(encoded(t, f), want) {
			t.Error("another picture")
		}
		window.Stop()
	}
}

// Opened rows are higher; all keep their order and their place in the picture together.
func TestOpenedRows(t *testing.T) {
	t.Parallel()
	tl := calling(t, rand.New(rand.NewPCG(1, 3)), 20, 500)
	look := lookAtCalls(tl, 0, tl.End)
	rows := func() (order []int, rows []lane.Row) {
		var b Builder
		f := b.Frame(tl, &look, shape.Canvas{Width: 800, Height: 600, Scale: 1})
		rows = slices.Clone(f.Calls.rows)
		slices.SortFunc(rows, func(a, b lane.Row) int { return int(a.Top - b.Top) })
		for _, r := range rows {
			order = append(order, r.Slot)
		}
		return order, rows
	}
	order, before := rows()
	look.Opened = []tracefeed.ThreadID{tracefeed.ThreadID(7), 9}
	opened, after := rows()
	if !slices.Equal(order, opened) || len(order) != 20 {
		t.Errorf("rows %v become %v", order, opened)
	}
	high := 0
	for i := range after {
		if after[i].Bottom-after[i].Top > 3*(before[i].Bottom-before[i].Top) {
			high++
		}
		if i > 0 && after[i].Top < after[i-1].Bottom {
			t.Errorf("row %d begins at %v, the one before ends at %v", i, after[i].Top, after[i-1].Bottom)
		}
	}
	if high != 2 {
		t.Errorf("%d rows are high, want 2", high)
	}
}

// Of a row without room for all lanes, the deepest are left out.
func TestFoldedLanes(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	for i := range 100 {
		fmt.Fprintf(&text, "%dns A call-enter f%d\n", i, i)
	}
	text.WriteString("1000ns A end\n")
	tl := story(t, text.String())
	look := lookAtCalls(tl, 0, tl.End)
	look.Caption = true
	var b Builder
	f := b.Frame(tl, &look, shape.Canvas{Width: 800, Height: 110, Scale: 1})
	row := f.Calls.rows[0]
	if row.Count < 10 || row.Count+f.Calls.deeper != 100 || row.Lanes+float32(row.Count)*row.High > row.Bottom+0.5 {
		t.Errorf("%+v, %d deeper", row, f.Calls.deeper)
	}
	f = b.Frame(tl, &look, shape.Canvas{Width: 800, Height: 600, Scale: 1})
	if !slices.ContainsFunc(f.Overlay.Texts, func(x shape.Text) bool { return strings.Contains(x.Text, "deeper calls not drawn") }) {
		t.Error("the caption does not say that calls are missing")
	}
	look.Kind, look.Lanes = view.Free, true
	w := &b.Frame(tl, &look, shape.Canvas{Width: 800, Height: 600, Scale: 1}).Views[0].Walls.List[0]
	if w.Lanes < 10 || w.Tall/float32(w.Lanes) < 3 {
		t.Errorf("on the bar, %d lanes in %v pixels", w.Lanes, w.Tall)
	}
}

// A function has the same colour in each trace, and functions of a package share one.
func TestCallColorsAreStable(t *testing.T) {
	t.Parallel()
	tl := calling(t, rand.New(rand.NewPCG(1, 3)), 3, 500)
	look := lookAtCalls(tl, 0, tl.End)
	var b Builder
	for by, kinds := range map[view.CallColors]int{view.ByFunction: 15, view.ByPackage: 3, view.ByState: 0} {
		look.CallColors = by
		f := b.Frame(tl, &look, shape.Canvas{Width: 800, Height: 600, Scale: 1})
		if len(f.Calls.Kinds) != kinds {
			t.Errorf("by %v: %+v", by, f.Calls.Kinds)
		}
		for _, k := range f.Calls.Kinds {
			if k.Color != look.Palette.CallColor(k.Name) {
				t.Errorf("%s has the colour %v", k.Name, k.Color)
			}
		}
	}
}

// While bars have the colours of slices, calls have them, too, at once.
func TestCallsBySlice(t *testing.T) {
	t.Parallel()
	tl := story(t, "0us A start\n0us A call-enter main.f\n100us A call-exit main.f\n100us A end\n")
	look := lookAtCalls(tl, 0, tl.End)
	look.Step, look.Steps, look.SliceColours, look.Caption = tracefeed.Microsecond, 100, true, true
	var b Builder
	for _, colour := range []uint32{0xC02040, 0x2040C0} {
		look.Slicing = looks.Sliced(tl, slice.Definition{Name: "late", Colour: colour, Of: slice.Threads, Extent: slice.Whole,
			From: 50_000, To: 100_000})
		look.Slices = look.Slicing.Definitions
		f := b.Frame(tl, &look, shape.Canvas{Width: 800, Height: 600, Scale: 1})
		raster, row := f.Views[0].Raster, f.Calls.rows[0]
		line := raster.Pixels[(int(row.Lanes-raster.Rect.Y0)+1)*raster.Width:][:raster.Width]
		if got := line[raster.Width*3/4]; got != paint.Hex(colour) {
			t.Errorf("a call in the slice has the colour %v, want %v", got, paint.Hex(colour))
		}
		if got := line[raster.Width/4]; got == paint.Hex(colour) {
			t.Error("a call outside of the slice has its colour")
		}
		if !slices.Contains(f.Calls.Facts(), "calls by slice") {
			t.Errorf("the picture says %v", f.Calls.Facts())
		}
	}
}

// A slice of calls colours these and what they make, not the calls that lead to them, unless it
// takes callers.
func TestCallsAroundSlice(t *testing.T) {
	t.Parallel()
	tl := story(t, "0us A start\n0us A call-enter main.f\n20us A call-enter main.g\n40us A call-enter main.h\n60us A "+
		"call-exit main.h\n80us A call-exit main.g\n100us A call-exit main.f\n100us A end\n")
	look := lookAtCalls(tl, 0, tl.End)
	look.Step, look.Steps, look.SliceColours = tracefeed.Microsecond, 100, true
	for extent, want := range map[slice.Extent][3]bool{slice.Callees: {false, true, true}, slice.Self: {false, false, false},
		slice.Callers: {false, false, false}} {
		look.Slicing = looks.Sliced(tl, slice.Definition{Name: "g", Colour: 0xC02040, Of: slice.Calls, Where: `function == "main.g"`,
			Extent: extent})
		look.Slices = look.Slicing.Definitions
		var b Builder
		f := b.Frame(tl, &look, shape.Canvas{Width: 800, Height: 600, Scale: 1})
		raster, row := f.Views[0].Raster, f.Calls.rows[0]
		color := func(depth, at int) paint.Color {
			y := row.Lanes + (float32(depth)+0.5)*row.High - raster.Rect.Y0
			return raster.Pixels[int(y)*raster.Width+raster.Width*at/100]
		}
		for depth := range want {
			if got := color(depth, 50) == paint.Hex(0xC02040); got != want[depth] {
				t.Errorf("%v: at depth %d, in the slice: %v", extent, depth, got)
			}
		}
		if got := color(0, 30) == paint.Hex(0xC02040); got != (extent == slice.Callers) || color(1, 30) != paint.Hex(0xC02040) {
			t.Errorf("%v: f in g's own time has %v, g has %v", extent, color(0, 30), color(1, 30))
		}
	}
}

// A call has the colour of its slice also if the slice covers hardly any of the step, in a
// row of several threads, too.
func TestShortCallsBySlice(t *testing.T) {
	t.Parallel()
	tl := story(t, "0us A start\n0us B start\n300us A call-enter main.f\n310us A call-exit main.f\n600us B "+
		"call-enter main.g\n610us B call-exit main.g\n1000us A end\n1000us B end\n")
	look := lookAtCalls(tl, 0, tl.End)
	look.Step, look.Steps, look.SliceColours = 500*tracefeed.Microsecond, 2, true
	look.Slicing = looks.Sliced(tl, slice.Definition{Name: "g", Colour: 0xC02040, Of: slice.Calls, Where: `function == "main.g"`})
	look.Slices = look.Slicing.Definitions
	for _, folded := range []bool{false, true} {
		look.Clusters = []view.Cluster{{Name: "both", Threads: []tracefeed.ThreadID{1, 2}, Folded: folded}}
		var b Builder
		f := b.Frame(tl, &look, shape.Canvas{Width: 800, Height: 600, Scale: 1})
		raster, found := f.Views[0].Raster, map[string]bool{}
		for _, row := range f.Calls.rows {
			line := raster.Pixels[(int(row.Lanes-raster.Rect.Y0)+1)*raster.Width:][:raster.Width]
			for name, at := range map[string]int{"f": 305, "g": 605} {
				if c := line[raster.Width*at/1000]; c.A > 0 {
					// The pixel is full, unless it is one of two threads.
					in := colourDistance(c, paint.Hex(0xC02040)) < colourDistance(c, look.Palette.NoSlice())
					if found[name] = true; in != (name == "g") {
						t.Errorf("folded %v: %s has the colour %v", folded, name, c)
					}
				}
			}
		}
		if len(found) != 2 {
			t.Errorf("folded %v: found %v", folded, found)
		}
	}
}

// Calls that have the colours of functions are faint outside of the base, in the execution
// view and on bars.
func TestCallsInBase(t *testing.T) {
	t.Parallel()
	tl := story(t, "0us A start\n0us A call-enter main.f\n100us A call-exit main.f\n100us A end\n")
	for _, kind := range []*view.Kind{view.Execution, view.Free} {
		look := lookAtCalls(tl, 0, tl.End)
		look.Kind, look.Lanes, look.Base = kind, true, "late"
		look.Step, look.Steps = tracefeed.Microsecond, 100
		look.Slicing = looks.Sliced(tl, slice.Definition{Name: "late", Of: slice.Threads, Extent: slice.Whole, From: 50_000, To: 100_000})
		look.Slices = look.Slicing.Definitions
		var b Builder
		f := b.Frame(tl, &look, shape.Canvas{Width: 800, Height: 600, Scale: 1})
		v := &f.Views[0]
		var line []paint.Color
		if kind == view.Free {
			line = v.Walls.Texels[:v.Walls.List[0].Columns]
		} else {
			line = v.Raster.Pixels[(int(f.Calls.rows[0].Lanes-v.Raster.Rect.Y0)+1)*v.Raster.Width:][:v.Raster.Width]
		}
		full := look.Palette.CallColor("main.f")
		faint := look.Palette.Ground.Toward(full, 0.3)
		if line[len(line)-5] != full || line[len(line)/10] != faint {
			t.Errorf("%v: a call has the colour %v outside of the base and %v in it, want %v and %v", kind, line[len(line)/10],
				line[len(line)-5], faint, full)
		}
	}
}

func colourDistance(a, b paint.Color) (d int) {
	for _, x := range [3]int{int(a.R) - int(b.R), int(a.G) - int(b.G), int(a.B) - int(b.B)} {
		d += x * x
	}
	return d
}

// A pixel of a view with a time axis has the time of its column, whatever is drawn there: a
// call, the ground beside it, or a strip of states.
func TestTimesOfColumns(t *testing.T) {
	t.Parallel()
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 9))
		tl := calling(t, rng, 1+rng.IntN(6), 600)
		from := tracefeed.Time(rng.IntN(2000))
		look := lookAtCalls(tl, from, from+100+tracefeed.Time(rng.IntN(2000)))
		look.Kind = []*view.Kind{view.Execution, view.CodeSplit, view.Timeline, view.Split}[rng.IntN(4)]
		var b Builder
		f := b.Frame(tl, &look, shape.Canvas{Width: 700, Height: 400, Scale: 1})
		v := &f.Views[0]
		start, end := look.Window()
		for range 100 {
			share := rng.Float64()
			x, y := v.Time.X0+float32(share)*v.Time.Width(), v.Rect.Y0+1+rng.Float32()*(v.Rect.Height()-2)
			want := start + tracefeed.Time(share*float64(end-start))
			if got, ok := f.TimeAt(x, y); !ok || got < want-1 || got > want+1 {
				t.Fatalf("seed %d, %s: %v, %t at %v of %v; want %v", seed, look.Kind.Name, got, ok, x, v.Time, want)
			}
		}
	}
}

// Names of times differ from those a step away, and are short while a step is long.
func TestTimeNames(t *testing.T) {
	t.Parallel()
	const ms = tracefeed.Millisecond
	for _, c := range []struct {
		at, step tracefeed.Time
		want     string
	}{
		{1360 * ms, 10 * ms, "1.36 s"},
		{1360 * ms, 20 * tracefeed.Microsecond, "1.36000 s"},
		{1360*ms + 12345, 1, "1.360 s +12.345 µs"},
		{1360*ms + 12345, 130, "1.360 s +12.3 µs"},
		{0, 1, "0 ns"},
		{999, 1, "999 ns"},
		{26 * tracefeed.Hour, 10 * tracefeed.Minute, "1 d 02:00"},
	} {
		if got := view.Clock(c.at).Name(c.at, c.step); got != c.want {
			t.Errorf("%d in steps of %d: %q; want %q", c.at, c.step, got, c.want)
		}
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for range 10_000 {
		step := tracefeed.Time(1 + rng.Int64N(1<<rng.IntN(30)))
		at := tracefeed.Time(rng.Int64N(1 << (1 + rng.IntN(45))))
		if a, b := view.Clock(at).Name(at, step), view.Clock(at).Name(at+2*step, step); a == b {
			t.Fatalf("%d and %d, in steps of %d, are both %q", at, at+2*step, step, a)
		}
	}
	var names []string
	add := func(_ tracefeed.Time, name string) { names = append(names, name) }
	view.Clock(2*tracefeed.Second).EachTick(1360*ms+999_990, 1361*ms+15, 5, add)
	if want := []string{"1.360 s +999.990 µs", "+999.995 µs", "1.361 s", "+5 ns", "+10 ns", "+15 ns"}; !slices.Equal(names, want) {
		t.Errorf("ticks %q; want %q", names, want)
	}
	if got, want := view.Clock(0).Span(1360*ms+1000, 1360*ms+4000), "1.360 s +1.00 µs to +4.00 µs"; got != want {
		t.Errorf("%q; want %q", got, want)
	}
}
