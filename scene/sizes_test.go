package scene

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/interaction"
	"tiv/internal/generate"
	"tiv/internal/reduced"
	"tiv/lod"
	"tiv/scene/paint"
	"tiv/scene/place"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
)

// made returns the timeline of a program that never ran.
func made(t testing.TB, scenario string, threads int, events int64) *timeline.Timeline {
	t.Helper()
	feed, err := generate.New(generate.Options{Scenario: scenario, Seed: 1, Threads: threads, Events: events, Sched: true})
	if err != nil {
		t.Fatal(err)
	}
	tl, err := reduced.Timeline(feed, timeline.Tuning{})
	if err != nil {
		t.Fatal(err)
	}
	return tl
}

// sizes are sizes of pictures: common ones, those for print and with large
// texts, and small ones.
var sizes = []shape.Canvas{{Width: 1280, Height: 800, Scale: 1}, {Width: 2560, Height: 1440, Scale: 1},
	{Width: 2560, Height: 1440, Scale: 1.6}, {Width: 1280, Height: 800, Scale: 2}, {Width: 1280, Height: 800, Scale: 3}, {Width: 1280,
		Height: 800, Scale: 4}, {Width: 640, Height: 400, Scale: 1}}

// eachPicture calls f for pictures of 5 to 10 000 threads, of all kinds, sizes
// and levels.
func eachPicture(t *testing.T, f func(what string, p *Frame, look *view.Look, canvas shape.Canvas)) {
	for i, scenario := range generate.Scenarios() {
		for k, threads := range []int{5, 50, 200, 2000, 10_000} {
			tl := made(t, scenario, threads, 20_000+4*int64(threads))
			for n, canvas := range sizes {
				look := view.LookAt(tl)
				look.Title, look.Caption = scenario, true
				look.Palette = paint.Palettes()[(i+n)%len(paint.Palettes())]
				look.Level = []lod.Level{lod.Auto, lod.Auto, lod.Near, lod.Mid, lod.Far, lod.Crowd}[(i+k+n)%6]
				for _, look.Kind = range kinds {
					var b Builder
					what := fmt.Sprintf("%s of %d, %v, %v, level %v", scenario, threads, look.Kind, canvas, look.Level)
					f(what, b.Frame(tl, &look, canvas), &look, canvas)
				}
			}
		}
	}
}

// For any number of threads and any size of the picture: no text overlaps
// another or leaves the picture, the caption is not cut, and names are spread
// over the picture and not in a corner of it.
func TestPicturesOfAllSizes(t *testing.T) {
	t.Parallel()
	eachPicture(t, func(what string, f *Frame, look *view.Look, canvas shape.Canvas) {
		checkTexts(t, f, look.Kind, canvas)
		for _, x := range f.Overlay.Texts[:3] {
			if strings.HasSuffix(x.Text, "…") && canvas.Width > 1000 && canvas.Scale < 4 {
				t.Errorf("%s: cut: %q", what, x.Text)
			}
		}
		for i := range f.Views {
			if v := &f.Views[i]; v.Time == (shape.Rect{}) {
				checkSpread(t, what, f, v)
			}
		}
		if t.Failed() {
			t.Fatal(what)
		}
	})
}

// checkSpread reports quarters of a view from the front that have no name though
// they have their share of bars, of more than a few.
func checkSpread(t *testing.T, what string, f *Frame, v *shape.View) {
	t.Helper()
	middle := f.Low.Add(f.High).Mul(0.5)
	at, _ := v.Project(middle.Vec3(0))
	quarter := func(x, y float32) int {
		q := 0
		if x > at[0] {
			q = 1
		}
		if y > at[1] {
			q += 2
		}
		return q
	}
	var bars, names [4]int
	for _, b := range v.Bars {
		if p, ok := v.Project(b.Center); ok {
			bars[quarter(p[0], p[1])]++
		}
	}
	all := 0
	for _, x := range f.Overlay.Texts {
		if v.Rect.Holds(x.X, x.Y) && strings.ContainsAny(x.Text, "-…") {
			names[quarter(x.X, x.Y)]++
			all++
		}
	}
	for q := range bars {
		if len(v.Bars) >= 40 && all >= 16 && 8*bars[q] > len(v.Bars) && 24*names[q] < all {
			t.Errorf("%s: of %v bars in each quarter, %v have names", what, bars, names)
			return
		}
	}
}

// A picture that is larger, at the same size of texts, names more bars.
func TestLargerPicturesNameMore(t *testing.T) {
	t.Parallel()
	var text strings.Builder // of threads that share no names
	for i := range 200 {
		fmt.Fprintf(&text, "0s t%d start name=%s\n", i, strings.Repeat(string(rune('a'+i%26)), 3+i/26))
	}
	tl := story(t, text.String()+"1s - gc-start\n1s - gc-end\n")
	look := view.LookAt(tl)
	look.Kind = view.Interaction
	var named [2]int
	for i, canvas := range []shape.Canvas{{Width: 1280, Height: 800, Scale: 1}, {Width: 2560, Height: 1440, Scale: 1}} {
		var b Builder
		f := b.Frame(tl, &look, canvas)
		named[i] = len(f.Overlay.Texts)
	}
	if named[1] < 2*named[0] {
		t.Errorf("%d names at 1280 pixels, %d at 2560", named[0], named[1])
	}
}

// Names of edges keep off the bars, and each monitor has one.
func TestEdgeNamesKeepOffBars(t *testing.T) {
	t.Parallel()
	tl := made(t, "pool", 5, 50_000)
	look := view.LookAt(tl)
	look.Kind = view.Interaction
	var b Builder
	f := b.Frame(tl, &look, shape.Canvas{Width: 1280, Height: 800, Scale: 1})
	v := &f.Views[0]
	found := map[string]int{}
	for i, x := range boxes(f) {
		if !strings.Contains(f.Overlay.Texts[i].Text, "lock") {
			continue
		}
		found[f.Overlay.Texts[i].Text]++
		for _, bar := range v.Bars {
			low, _ := v.Project(bar.Center.Sub(mgl32.Vec3{bar.HalfWidth, bar.HalfHeight}))
			high, _ := v.Project(bar.Center.Add(mgl32.Vec3{bar.HalfWidth, bar.HalfHeight}))
			if x.X0 < high[0] && low[0] < x.X1 && x.Y0 < low[1] && high[1] < x.Y1 {
				t.Errorf("%q at %v lies over a bar", f.Overlay.Texts[i].Text, x)
			}
		}
	}
	if len(found) == 0 {
		t.Error("no edge is named")
	}
	for name, n := range found {
		if n > 1 {
			t.Errorf("%q is there %d times", name, n)
		}
	}
}

// In small pictures with large texts, names get smaller rather than cover the
// bars above them.
func TestNamesMakeRoomForBars(t *testing.T) {
	t.Parallel()
	tl := made(t, "pool", 50, 20_000)
	look := view.LookAt(tl)
	look.Kind = view.Interaction
	for _, canvas := range []shape.Canvas{{Width: 1280, Height: 800, Scale: 1}, {Width: 1280, Height: 800, Scale: 3}} {
		var b Builder
		f := b.Frame(tl, &look, canvas)
		least := slices.MinFunc(f.Overlay.Texts, func(x, y shape.Text) int { return int(x.Size - y.Size) }).Size
		if small := least < shape.Em(canvas.Scale); small != (canvas.Scale > 1) || least < 0.7*shape.Em(canvas.Scale) {
			t.Errorf("%v: the smallest name is %v pixels high", canvas, least)
		}
	}
}

// If no thread waits for a lock of another, a picture without edges says so.
func TestNoWaitsAreSaid(t *testing.T) {
	t.Parallel()
	for scenario, want := range map[string]bool{"pool": false, "pipeline": true} {
		tl := made(t, scenario, 5, 20_000)
		look := view.LookAt(tl)
		look.Caption, look.Kind = true, view.Interaction
		var b Builder
		f := b.Frame(tl, &look, shape.Canvas{Width: 1280, Height: 800, Scale: 1})
		waits := slices.ContainsFunc(f.Links, func(l Link) bool { return l.Kind == interaction.Lock })
		if said := strings.Contains(f.Overlay.Texts[1].Text, "waits for locks: none in"); said != want || waits == want {
			t.Errorf("%s: %q, and there are waits: %v", scenario, f.Overlay.Texts[1].Text, waits)
		}
	}
}

// Waits without known holders have no edges, but a picture does not say that there are
// none.
func TestUnknownHoldersAreSaid(t *testing.T) {
	t.Parallel()
	tl := story(t, "0s A start\n0s B start\n0s C start\n1ms A monitor-wait M\n2ms B monitor-wait M\n"+
		"9ms C suspend-start sleep\n10ms C end\n")
	look := view.LookAt(tl)
	look.Caption, look.Kind = true, view.Interaction
	for _, c := range []struct {
		threads []tracefeed.ThreadID
		want    string
	}{{look.Threads, "waits for locks: 2, holders unknown"},
		{[]tracefeed.ThreadID{3, 1}, "waits for locks: 1, holders unknown"},
		{[]tracefeed.ThreadID{3}, "waits for locks: none in the last"}} {
		look.Threads = c.threads
		var b Builder
		if said := b.Frame(tl, &look, shape.Canvas{Width: 1280, Height: 800, Scale: 1}).Overlay.Texts[1].Text; !strings.Contains(said,
			c.want) {
			t.Errorf("%v: %q does not say %q", c.threads, said, c.want)
		}
	}
	tl.Header.Kind = tracefeed.Dump
	var b Builder
	if said := b.Frame(tl, &look, shape.Canvas{Width: 1280, Height: 800, Scale: 1}).Overlay.Texts[1].Text; !strings.HasSuffix(said,
		" · 1 thread · waits for locks: none") {
		t.Errorf("a dump: %q has a history", said)
	}
}

// If more threads are selected than names fit, the names are spread over the
// picture.
func TestNamesOfManySelectedAreSpread(t *testing.T) {
	t.Parallel()
	tl := made(t, "server", 500, 20_000)
	for _, kind := range []*view.Kind{view.Interaction, view.Free} {
		look := view.LookAt(tl)
		look.Kind, look.Level, look.Selected = kind, lod.Near, 7
		look.Selection = slices.Sorted(slices.Values(look.Threads))
		var b Builder
		f := b.Frame(tl, &look, shape.Canvas{Width: 1280, Height: 800, Scale: 1})
		checkSpread(t, "selected", f, &f.Views[0])
		if !slices.ContainsFunc(f.Overlay.Texts, func(x shape.Text) bool { return x.Text == tl.Threads[7].Name }) {
			t.Errorf("%v: what panels tell about has no name", kind)
		}
	}
}

// A window that was small for a while shows the same picture as before.
func TestLevelIsThatOfTheSize(t *testing.T) {
	t.Parallel()
	tl := made(t, "pool", 200, 20_000)
	look := view.LookAt(tl)
	look.Kind = view.Timeline
	var b Builder
	var levels []lod.Level
	for _, canvas := range []shape.Canvas{{Width: 1280, Height: 800, Scale: 1}, {Width: 200, Height: 200, Scale: 1},
		{Width: 1280, Height: 800, Scale: 1}} {
		levels = append(levels, b.Frame(tl, &look, canvas).Level)
	}
	if want := []lod.Level{lod.Near, lod.Far, lod.Near}; !slices.Equal(levels, want) {
		t.Errorf("levels %v, want %v", levels, want)
	}
}

// Threads that many edges lead to have their names, also where clusters have
// theirs.
func TestHubsAreNamedAmongClusters(t *testing.T) {
	t.Parallel()
	tl := made(t, "pool", 50, 1_000_000)
	look := view.LookAt(tl)
	look.Kind, look.DirectWaits = view.Interaction, true
	for _, c := range place.ByName(tl, look.Threads) {
		look.Clusters = append(look.Clusters, view.Cluster{Name: c.Name, Threads: c.Threads, Color: paint.ClusterColors[0]})
	}
	for _, canvas := range []shape.Canvas{{Width: 1280, Height: 800, Scale: 1}, {Width: 540, Height: 740, Scale: 1}} {
		var b Builder
		f := b.Frame(tl, &look, canvas)
		into := map[tracefeed.ThreadID]int{}
		for _, l := range f.Links {
			into[l.Blocker]++
		}
		hubs := 0
		for hub, n := range into {
			if n < 10 {
				continue
			}
			hubs++
			if !slices.ContainsFunc(f.Overlay.Texts, func(x shape.Text) bool { return x.Text == tl.Threads[hub].Name }) {
				t.Errorf("%v: %s, which %d edges lead to, has no name", canvas, tl.Threads[hub].Name, n)
			}
		}
		if hubs < 2 {
			t.Errorf("%v: %d hubs", canvas, hubs)
		}
	}
}
