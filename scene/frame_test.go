package scene

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/internal/reduced"
	"tiv/lod"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
)

// All of a trace is in view when it opens, and fills it.
func TestFreeViewFits(t *testing.T) {
	t.Parallel()
	for _, n := range []int{1, 2, 5, 10, 60, 199} {
		tl := threads(t, n)
		for _, size := range [][2]int{{1920, 1080}, {640, 400}, {400, 1000}, {3000, 300}} {
			look := lookAt(tl)
			var b Builder
			f := b.Frame(tl, &look, shape.Canvas{Width: size[0], Height: size[1], Scale: 1})
			low, high := mgl32.Vec2{math.MaxFloat32, math.MaxFloat32}, mgl32.Vec2{}
			v := &f.Views[0]
			for _, bar := range v.Bars {
				for corner := range 8 {
					at, ok := v.Project(cornerOf(bar, corner))
					if !ok || !v.Rect.Holds(at[0], at[1]) {
						t.Fatalf("%d threads, %v: a corner of bar %v is drawn at %v", n, size, bar.Pick, at)
					}
					for k := range at {
						low[k], high[k] = min(low[k], at[k]), max(high[k], at[k])
					}
				}
			}
			if d := high.Sub(low); d[0] < 0.8*v.Rect.Width() && d[1] < 0.7*v.Rect.Height() {
				t.Errorf("%d threads: the bars take %v of %v", n, d, size)
			}
		}
	}
}

func cornerOf(b shape.Bar, corner int) mgl32.Vec3 {
	p := b.Center.Sub(mgl32.Vec3{b.HalfWidth, b.HalfHeight, b.Depth})
	for k, size := range [3]float32{2 * b.HalfWidth, 2 * b.HalfHeight, b.Depth} {
		if corner>>k&1 != 0 {
			p[k] += size
		}
	}
	return p
}

// Side by side, a thread has the same height in both views, for any camera and
// places.
func TestSplitViewsLineUp(t *testing.T) {
	t.Parallel()
	tl := reduced.Busy(t, 12, 300, 4)
	rng := rand.New(rand.NewPCG(8, 8))
	for range 100 {
		look := randomLook(rng, tl)
		look.Kind = view.Split
		var b Builder
		f := b.Frame(tl, &look, shape.Canvas{Width: 1280, Height: 720, Scale: 1})
		if len(f.Views) != 2 || f.Views[0].Rect.X1 > f.Views[1].Rect.X0+20 {
			t.Fatalf("%d views", len(f.Views))
		}
		for i := range f.Views[0].Bars {
			left, _ := f.Views[0].Project(f.Views[0].Bars[i].Center)
			right, _ := f.Views[1].Project(f.Views[1].Bars[i].Center)
			if mgl32.Abs(left[1]-right[1]) > 0.05 {
				t.Fatalf("bar %d is at height %v on the left and %v on the right", i, left[1], right[1])
			}
		}
	}
}

// In the timeline view the moment is at the right edge and time runs evenly.
func TestTimelineViewShowsTimeAlongX(t *testing.T) {
	t.Parallel()
	tl := threads(t, 3)
	look := lookAt(tl)
	look.Kind = view.Timeline
	p, f := pictureOf(tl, &look)
	v := &f.Views[0]
	from, to := look.Window()
	for i := range 11 {
		at := from + (to-from)*tracefeed.Time(i)/10
		got, _ := v.Project(mgl32.Vec3{0, 0, p.Depths.Of(at)})
		if want := v.Time.X0 + v.Time.Width()*float32(i)/10; mgl32.Abs(got[0]-want) > 0.5 {
			t.Errorf("%v is drawn at x %v, want %v", at, got[0], want)
		}
	}
}

// encoded returns a frame as bytes, without version counters.
func encoded(t *testing.T, f *Frame) []byte {
	t.Helper()
	shares := *f.Shares
	shares.Version, shares.CutVersion = 0, 0
	g := *f
	g.Shares, g.Views = &shares, slices.Clone(f.Views)
	for i := range g.Views {
		g.Views[i].Walls.Version = 0
		if r := g.Views[i].Raster; r != nil {
			own := *r
			own.Version = 0
			g.Views[i].Raster = &own
		}
	}
	var b bytes.Buffer
	out := gob.NewEncoder(&b)
	for _, of := range []any{g, g.Contents} {
		for name, v := range reflect.ValueOf(of).Fields() {
			if !name.IsExported() || name.Name == "Contents" || v.Kind() == reflect.Pointer && v.IsNil() {
				continue
			}
			if err := out.EncodeValue(v); err != nil {
				t.Fatal(err)
			}
		}
	}
	return b.Bytes()
}

// The same input makes the same frame, by a fresh builder and a used one.
func TestFramesAreDeterministic(t *testing.T) {
	t.Parallel()
	tl := reduced.Busy(t, 30, 1500, 5)
	rng := rand.New(rand.NewPCG(10, 10))
	var used Builder
	for range 40 {
		look := randomLook(rng, tl)
		look.Level = lod.Near + lod.Level(rng.IntN(4))
		canvas := shape.Canvas{Width: 800, Height: 600, Scale: 1}
		var fresh, other Builder
		a := encoded(t, fresh.Frame(tl, &look, canvas))
		if !bytes.Equal(a, encoded(t, other.Frame(tl, &look, canvas))) {
			t.Fatal("two builders make different frames of the same")
		}
		if !bytes.Equal(a, encoded(t, used.Frame(tl, &look, canvas))) {
			t.Fatal("a used builder makes a different frame")
		}
	}
}

// The size of a frame depends on the screen, not on the trace.
func TestFrameIsBounded(t *testing.T) {
	t.Parallel()
	collections := story(t, "0s A start\n")
	collections.End = 10 * tracefeed.Second
	for i := range tracefeed.Time(100_000) {
		collections.GC = append(collections.GC, timeline.Interval{Start: i * 100_000, End: i*100_000 + 50_000})
	}
	var text strings.Builder
	const n = 320
	for i := range n {
		fmt.Fprintf(&text, "1ms t%d start\n1ms t%d monitor-enter M%d\n", i, i, i)
	}
	for now := 2; now < 2+n; now++ { // each waits for each
		for i := range n {
			fmt.Fprintf(&text, "%dms t%d monitor-wait M%d\n", now, i, (i+now)%n)
		}
	}
	edges := story(t, text.String())
	for name, tl := range map[string]*timeline.Timeline{"collections": collections, "edges": edges} {
		for _, kind := range kinds {
			look := view.LookAt(tl)
			look.Kind, look.Caption, look.History, look.Level = kind, true, look.Steps, lod.Near
			var b Builder
			f := b.Frame(tl, &look, shape.Canvas{Width: 1920, Height: 1080, Scale: 1})
			if name == "edges" && (kind.Moment || kind.Turns) && f.LinksOmitted < 50_000 {
				t.Errorf("%v: only %d edges were left out", kind, f.LinksOmitted)
			}
			vertices := 0
			for _, v := range f.Views {
				vertices += len(v.Below) + len(v.Between) + len(v.Above)
			}
			if vertices > 120_000 || len(f.Overlay.Texts) > 500 || len(f.Links) > maxLinks {
				t.Errorf("%v of %s: %d vertices, %d texts, %d links", kind, name, vertices, len(f.Overlay.Texts), len(f.Links))
			}
		}
	}
}

func TestCollectionsMerge(t *testing.T) {
	t.Parallel()
	const ms = tracefeed.Millisecond
	tl := story(t, "0s A start\n1s A end\n")
	tl.GC = []timeline.Interval{{Start: 100 * ms, End: 110 * ms}, {Start: 111 * ms, End: 120 * ms}, {Start: 400 * ms, End: 500 * ms},
		{Start: 990 * ms, End: 1000 * ms}}
	look := view.LookAt(tl)
	p, _ := pictureOf(tl, &look)
	bands := func(least tracefeed.Time) (got []timeline.Interval) {
		p.EachCollection(0, 995*ms, least, func(from, to tracefeed.Time) { got = append(got, timeline.Interval{Start: from, End: to}) })
		return got
	}
	if got, want := fmt.Sprint(bands(0)),
		fmt.Sprint([]timeline.Interval{tl.GC[0], tl.GC[1], tl.GC[2], {Start: 990 * ms, End: 995 * ms}}); got != want {
		t.Errorf("bands are %v, want %v", got, want)
	}
	if got, want := fmt.Sprint(bands(5*ms)),
		fmt.Sprint([]timeline.Interval{{Start: 100 * ms, End: 120 * ms}, tl.GC[2], {Start: 990 * ms, End: 995 * ms}}); got != want {
		t.Errorf("bands are %v, want %v", got, want)
	}
}

// The totals are the time of the threads shown in the window, and the sum of
// the layers does not depend on the level.
func TestTotals(t *testing.T) {
	t.Parallel()
	tl := reduced.Busy(t, 8, 500, 6)
	for _, level := range []lod.Level{lod.Near, lod.Mid, lod.Far, lod.Crowd} {
		look := view.LookAt(tl)
		look.Level, look.Moment, look.Steps = level, tl.End*2/3, 20
		_, f := pictureOf(tl, &look)
		from, to := look.Window()
		var want, got tracefeed.Time
		for _, id := range look.Threads {
			want += tl.Lane(id).Sum(from, to).Alive()
		}
		for _, total := range f.Totals {
			got += total.Time
		}
		if got != want || len(f.Totals) != len(level.Layers()) {
			t.Errorf("level %v: %d in all, want %d", level, got, want)
		}
	}
}

// For any number of threads and any level, the number of bars is bounded, and
// no thread is left out.
func TestBarsAreBounded(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	const mostBars = 4096
	for i := range 3 * mostBars {
		name := fmt.Sprintf("%c%c%c", 'a'+i%26, 'a'+i/26%26, 'a'+i/676)
		fmt.Fprintf(&text, "0s %s start\n", name)
	}
	tl := story(t, text.String()+"10us aaa end\n")
	for _, level := range []lod.Level{lod.Auto, lod.Near, lod.Far, lod.Crowd} {
		look := view.LookAt(tl)
		look.Level = level
		_, f := pictureOf(tl, &look)
		members := 0
		for _, c := range f.Clusters {
			members += len(c.Threads)
		}
		if len(f.Views[0].Bars) != mostBars || f.Shares.Rows != mostBars || members != 3*mostBars || f.Level != lod.Crowd ||
			level == lod.Far && f.states != lod.Far || level == lod.Near && f.states != lod.Near {
			t.Errorf("level %v: %d bars of %d threads, level %v", level, len(f.Views[0].Bars), members, f.Level)
		}
	}
}
