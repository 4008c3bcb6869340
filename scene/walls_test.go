package scene

import (
	"bytes"
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/assets"
	"tiv/execution"
	"tiv/internal/reduced"
	"tiv/lod"
	"tiv/scene/lane"
	"tiv/scene/paint"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
)

// callsOnBars is the 3D view of a part of a trace, with calls on the bars.
func callsOnBars(tl *timeline.Timeline, from, moment, to tracefeed.Time) view.Look {
	look := view.LookAt(tl)
	look.Level, look.Lanes = lod.Near, true
	look.Step, look.Steps = 1, int(to-from)
	look.Moment, look.Ahead = moment, float64(to-moment)/float64(to-from)
	look.After = moment < to
	return look
}

// randomCamera turns and moves the camera.
func randomCamera(rng *rand.Rand, c *view.Camera) {
	c.Yaw, c.Pitch = rng.Float32()*4-2, rng.Float32()*1.6-0.5
	c.Zoom = 0.7 + 5*rng.Float32()*rng.Float32()
	c.Pan = mgl32.Vec2{rng.Float32() - 0.5, rng.Float32() - 0.5}
}

// surface is what a line of sight meets: a call, or a place of a wall near the end of one.
type surface struct {
	call     view.Call
	distance float32
	unsure   bool
}

// surfaces returns the calls that the line of sight of a pixel meets, from the layout of the
// bars and all calls of the trace.
func surfaces(f *Frame, calls map[[2]int][]execution.TreeCall, x, y float32) (met []surface) {
	v := &f.Views[0]
	origin, ray := v.Ray(x, y)
	for i := range v.Walls.List {
		w := &v.Walls.List[i]
		b := &v.Bars[w.Bar]
		side := b.Center[0] + b.HalfWidth
		if v.Eye[0] < b.Center[0] {
			side = b.Center[0] - b.HalfWidth
		}
		d := (side - origin[0]) / ray[0]
		p := origin.Add(ray.Mul(d))
		up := (p[1] - b.Center[1] + b.HalfHeight) / (2 * b.HalfHeight) // of the bar
		lane := float64((3*up-1)/2) * float64(w.Lanes)
		time := float64(f.depths.Grid.Moment) + float64(p[2])/f.depths.PerTime
		column := float64(w.Near-w.Far) / f.depths.PerTime / float64(w.Columns) * float64(max(w.Bend, 1/w.Bend))
		if d < 0 || lane < 0 || int(lane) >= int(w.Lanes) || p[2] < w.Far || p[2] > w.Near {
			continue
		}
		edge := math.Abs(lane-math.Round(lane)) < 0.01 || up < 0.34
		for _, c := range calls[[2]int{int(b.Pick.Index), int(lane)}] {
			if from, to := float64(c.Start), float64(c.End); from < time+column && to > time-column {
				met = append(met, surface{view.Call{Thread: c.Thread, Function: c.Name, Depth: int(lane), Start: c.Start, End: c.End},
					ray.Mul(d).Len(), edge || from > time-column || to < time+column})
			}
		}
		if edge {
			met = append(met, surface{distance: ray.Mul(d).Len(), unsure: true})
		}
	}
	slices.SortFunc(met, func(a, b surface) int { return cmp.Compare(a.distance, b.distance) })
	return met
}

// With the camera anywhere, the call at a pixel is the one that the trace has for the thread,
// the depth and the time there, unless a bar or another call is before it.
func TestPixelsOfWallsNameCalls(t *testing.T) {
	t.Parallel()
	found, none := 0, 0
	for seed := range uint64(25) {
		rng := rand.New(rand.NewPCG(seed, 5))
		tl := calling(t, rng, 1+rng.IntN(9), 500)
		from := tracefeed.Time(rng.IntN(1500))
		to := from + 200 + tracefeed.Time(rng.IntN(1500))
		look := callsOnBars(tl, from, to-tracefeed.Time(rng.IntN(2)*100), to)
		randomCamera(rng, &look.Camera)
		look.NoSentence = true
		var b Builder
		f := b.Frame(tl, &look, shape.Canvas{Width: 700, Height: 500, Scale: 1})
		calls, r := callsOf(t, tl), f.Views[0].Rect
		for range 4000 {
			x, y := r.X0+rng.Float32()*r.Width(), r.Y0+rng.Float32()*r.Height()
			met := surfaces(f, calls, x, y)
			if bar, d := nearestBar(f, mgl32.Vec2{x, y}); bar >= 0 {
				origin, _ := f.Views[0].Ray(x, y)
				d -= origin.Sub(f.Views[0].Eye).Len() // the ray begins nearer
				met = slices.DeleteFunc(met, func(s surface) bool { return s.distance > d })
			}
			if _, named := f.NameAt(x, y); named {
				met = nil
			}
			got, _, ok := f.CallAt(x, y)
			switch {
			case len(met) == 0 && !ok:
				none++
			case len(met) > 0 && met[0].unsure:
			case len(met) > 0 && ok && met[0].call == got:
				found++
				if outline := f.CallOutline(&got); !shape.Inside(outline, mgl32.Vec2{x, y}) && !nearOutline(outline, mgl32.Vec2{x, y}) {
					t.Fatalf("seed %d, pixel %v, %v: the outline of %+v is %v", seed, x, y, got, outline)
				}
			default:
				t.Fatalf("seed %d, pixel %v, %v: %+v, %v, want %+v", seed, x, y, got, ok, met)
			}
		}
	}
	if found < 2000 || none < 2000 {
		t.Errorf("only %d pixels with a call and %d without were compared", found, none)
	}
}

// nearOutline reports whether a pixel is within two pixels of a polygon.
func nearOutline(polygon []mgl32.Vec2, at mgl32.Vec2) bool {
	for i, a := range polygon {
		if distanceTo(at, a, polygon[(i+1)%len(polygon)]) < 2 {
			return true
		}
	}
	return false
}

// A column of a wall shows a call if there is one in its time, and columns are about a pixel
// wide, all over the wall.
func TestColumnsOfWalls(t *testing.T) {
	t.Parallel()
	compared := 0
	for seed := range uint64(12) {
		rng := rand.New(rand.NewPCG(seed, 6))
		tl := calling(t, rng, 1+rng.IntN(5), 500)
		look := callsOnBars(tl, 0, tl.End, tl.End)
		look.Camera.Yaw, look.Camera.Pitch = 0.3+rng.Float32(), 0.5*rng.Float32()
		var b Builder
		f := b.Frame(tl, &look, shape.Canvas{Width: 700, Height: 500, Scale: 1})
		calls, v := callsOf(t, tl), &f.Views[0]
		for i := range v.Walls.List {
			w := &v.Walls.List[i]
			at := func(column int) (float64, mgl32.Vec2) {
				p := w.Point(float32(column), 0)
				pixel, _ := v.Project(p)
				return float64(f.depths.Grid.Moment) + float64(p[2])/f.depths.PerTime, pixel
			}
			if high := w.Tall / float32(w.Lanes); high < 3 {
				t.Fatalf("seed %d: lanes are %v pixels high", seed, high)
			}
			for column := range int(w.Columns) {
				from, left := at(column)
				to, right := at(column + 1)
				if wide := mgl32.Abs(right[0] - left[0]); wide < 0.8 || wide > 1.4 {
					t.Fatalf("seed %d: column %d of %d is %v pixels wide", seed, column, w.Columns, wide)
				}
				for lane := range int(w.Lanes) {
					drawn := v.Walls.Texels[int(w.First)+2*lane*int(w.Columns)+column].A > 0
					sure, possible := false, false
					for _, c := range calls[[2]int{int(v.Bars[w.Bar].Pick.Index), lane}] {
						in := min(float64(c.End), to) - max(float64(c.Start), from)
						sure, possible = sure || in > 0.01, possible || in > -0.01
					}
					if sure && !drawn || drawn && !possible {
						t.Fatalf("seed %d: column %d, lane %d: drawn %v, call %v", seed, column, lane, drawn, sure)
					}
					compared++
				}
			}
		}
	}
	if compared < 10_000 {
		t.Errorf("only %d columns were compared", compared)
	}
}

// Without the switch, and with it in a trace without calls, at the level far, and for bars of
// several threads, the bars are whole, and a picture is the same as before.
func TestBarsWithoutLanes(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 7))
	with, without := calling(t, rng, 6, 500), reduced.Busy(t, 6, 300, 1)
	for name, c := range map[string]struct {
		tl   *timeline.Timeline
		look func(*view.Look)
		some bool
	}{
		"on":       {with, func(*view.Look) {}, true},
		"off":      {with, func(l *view.Look) { l.Lanes = false }, false},
		"no calls": {without, func(*view.Look) {}, false},
		"mid":      {with, func(l *view.Look) { l.Level = lod.Mid }, true},
		"far":      {with, func(l *view.Look) { l.Level = lod.Far }, false},
		"folded":   {with, func(l *view.Look) { l.Clusters = []view.Cluster{{Name: "all", Threads: l.Threads, Folded: true}} }, false},
		"timeline": {with, func(l *view.Look) { l.Kind = view.Timeline }, false},
	} {
		look := callsOnBars(c.tl, 0, c.tl.End, c.tl.End)
		c.look(&look)
		var b Builder
		f := b.Frame(c.tl, &look, shape.Canvas{Width: 700, Height: 500, Scale: 1})
		v := &f.Views[0]
		if some := len(v.Walls.List) > 0; some != c.some {
			t.Errorf("%s: %d walls", name, len(v.Walls.List))
		}
		for i := range v.Bars {
			stands := slices.ContainsFunc(v.Walls.List, func(w shape.Wall) bool { return w.Bar == int32(i) })
			if lower := v.Bars[i].Part != 0; lower != stands {
				t.Errorf("%s: bar %d is lower %v, has a wall %v", name, i, lower, stands)
			}
		}
		for i := range v.Walls.List {
			if look.Level == lod.Mid && v.Walls.List[i].Lanes > 3 {
				t.Errorf("%s: %d lanes", name, v.Walls.List[i].Lanes)
			}
		}
		if c.some {
			continue
		}
		f.Calls, look.Lanes = Calls{}, false // which explain the missing lanes
		picture := encoded(t, f)
		var fresh Builder
		if !bytes.Equal(picture, encoded(t, fresh.Frame(c.tl, &look, shape.Canvas{Width: 700, Height: 500, Scale: 1}))) {
			t.Errorf("%s: another picture than without the switch", name)
		}
	}
}

// After a look with the switch on, a builder makes the picture of one that never had it on.
func TestLanesLeaveNothingBehind(t *testing.T) {
	t.Parallel()
	tl := calling(t, rand.New(rand.NewPCG(1, 8)), 6, 500)
	look := callsOnBars(tl, 0, tl.End, tl.End)
	var b, fresh Builder
	on := encoded(t, b.Frame(tl, &look, shape.Canvas{Width: 700, Height: 500, Scale: 1}))
	look.Lanes = false
	off := encoded(t, b.Frame(tl, &look, shape.Canvas{Width: 700, Height: 500, Scale: 1}))
	if bytes.Equal(on, off) || !bytes.Equal(off, encoded(t, fresh.Frame(tl, &look, shape.Canvas{Width: 700, Height: 500, Scale: 1}))) {
		t.Error("the switch left something behind")
	}
}

// The column of a time, in any perspective, has that time.
func TestTimeScale(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 9))
	for range 2000 {
		from := tracefeed.Time(rng.IntN(1e9))
		s := lane.NewTimeScale(from, from+1+tracefeed.Time(rng.IntN(1e9)), 1+rng.IntN(2000),
			[]float64{1, 0.2 + 3*rng.Float64()}[rng.IntN(2)])
		at := from + tracefeed.Time(rng.Int64N(int64(s.To-from)+1))
		x := s.Column(at)
		if back := s.Since(x); math.Abs(back-float64(at-from)) > 1e-6*float64(s.To-from)+1e-3 || x < 0 || x > float64(s.Columns)+1e-9 {
			t.Fatalf("%+v: %v is at %v, which is %v", s, at-from, x, back)
		}
	}
}

// Calls after the moment are fainter.
func TestCallsAfterTheMoment(t *testing.T) {
	t.Parallel()
	tl := story(t, "0us A start\n0us A call-enter main.f\n1us A call-exit main.f\n1us A end\n")
	look := callsOnBars(tl, 0, 500, tl.End)
	var b Builder
	v := &b.Frame(tl, &look, shape.Canvas{Width: 700, Height: 500, Scale: 1}).Views[0]
	w := &v.Walls.List[0]
	full := look.Palette.CallColor("main.f")
	faint := look.Palette.Ground.Toward(full, paint.AfterEmphasis)
	for column := 2; column < int(w.Columns)-2; column++ {
		want := full
		if z := w.Point(float32(column), 0)[2]; z > 0 {
			want = faint
		}
		if before, after := w.Point(float32(column-1), 0)[2],
			w.Point(float32(column+2), 0)[2]; v.Walls.Texels[column] != want && (before > 0 || after < 0) {
			t.Fatalf("column %d has the colour %v, want %v", column, v.Walls.Texels[column], want)
		}
	}
}

// A name on a wall lies within a call of that name, which nothing hides.
func TestNamesOnWalls(t *testing.T) {
	t.Parallel()
	names := 0
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 10))
		tl := calling(t, rng, 1+rng.IntN(6), 60)
		look := callsOnBars(tl, 0, tl.End, tl.End)
		randomCamera(rng, &look.Camera)
		look.NoSentence = true
		var b Builder
		f := b.Frame(tl, &look, shape.Canvas{Width: 900, Height: 700, Scale: 1})
		for _, text := range f.Overlay.Texts {
			if text.Slope == 0 {
				continue // names of bars and times
			}
			names++
			wide := assets.TextWidth(text.Text, text.Size, false)
			for _, part := range []float32{0, 0.5, 1} {
				x, y := text.X+part*wide, text.Y+text.Slope*part*wide-0.3*text.Size
				call, _, ok := f.CallAt(x, y)
				if short := strings.TrimSuffix(text.Text, "…"); !ok || !strings.Contains(call.Function, short) {
					t.Fatalf("seed %d: %q is on %+v, %v", seed, text.Text, call, ok)
				}
			}
		}
	}
	if names < 200 {
		t.Errorf("only %d names", names)
	}
}

// distanceTo returns the distance of a point from the line between two others.
func distanceTo(p, a, b mgl32.Vec2) float32 {
	along := b.Sub(a)
	u := p.Sub(a).Dot(along) / max(along.Dot(along), 1e-9)
	return p.Sub(a.Add(along.Mul(min(max(u, 0), 1)))).Len()
}
