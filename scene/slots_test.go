package scene

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tiv/internal/reduced"
	"tiv/lod"
	"tiv/scene/place"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
)

// crew is a pool of five and two others.
func crew(t *testing.T) *timeline.Timeline {
	return story(t, `0ms w1 start name=pool-1
0ms w2 start name=pool-2
0ms w3 start name=pool-3
0ms m start name=main
0ms w4 start name=pool-4
0ms w5 start name=pool-5
0ms t start name=timer
10ms w1 io-start net
20ms t end
100ms m end
`)
}

func names(slots []place.Slot) string {
	var all []string
	for _, s := range slots {
		name := s.Name
		if s.Close {
			name += "!"
		}
		all = append(all, name)
	}
	return strings.Join(all, ", ")
}

func TestSlots(t *testing.T) {
	t.Parallel()
	tl := crew(t)
	of := func(names ...string) (ids []tracefeed.ThreadID) {
		for id, thread := range tl.Threads {
			if slices.Contains(names, thread.ID) {
				ids = append(ids, tracefeed.ThreadID(id))
			}
		}
		return ids
	}
	folded := []view.Cluster{{Name: "odd", Threads: of("w1", "w3", "m"), Folded: true}}
	open := []view.Cluster{{Name: "odd", Threads: of("w1", "w3", "t")}}
	for _, c := range []struct {
		level    lod.Level
		clusters []view.Cluster
		close    []tracefeed.ThreadID
		want     string
	}{
		{lod.Far, nil, nil, "pool-1, pool-2, pool-3, pool-4, pool-5, main, timer"},
		{lod.Far, nil, of("w2", "t"), "pool-1, pool-2!, pool-3, pool-4, pool-5, main, timer!"},
		{lod.Mid, folded, nil, "odd × 3, pool-2, pool-4, pool-5, timer"},
		{lod.Mid, folded, of("w3", "w4"), "odd × 2 + 1 shown, pool-2, pool-3!, pool-4!, pool-5, timer"},
		{lod.Mid, folded, of("w1", "w3", "m"), "pool-1!, pool-2, pool-3!, pool-4, pool-5, main!, timer"},
		{lod.Mid, open, nil, "pool-1, pool-3, timer, pool-2, pool-4, pool-5, main"},
		{lod.Crowd, nil, nil, "pool × 5, main, timer"},
		{lod.Crowd, nil, of("w2", "m"), "pool-2!, main!, pool × 4 + 1 shown, timer"},
		{lod.Crowd, open, nil, "odd × 3, pool × 3, main"},
		{lod.Crowd, folded, of("w1"), "pool-1!, odd × 2 + 1 shown, pool × 3, timer"},
	} {
		look := view.LookAt(tl)
		look.Clusters, look.Detailed = c.clusters, c.close
		look.Level = c.level
		p, _ := pictureOf(tl, &look)
		if got := names(p.Layout.Slots); got != c.want {
			t.Errorf("level %v, clusters %v, close %v:\n got %s\nwant %s", c.level, c.clusters, c.close, got, c.want)
		}
	}
}

// Every shown thread is in one bar, and the bars of clusters match the list of
// clusters.
func TestEveryThreadHasOneBar(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 6))
	for seed := range uint64(8) {
		tl := reduced.Busy(t, 25, 300, seed)
		for range 25 {
			look := randomLook(rng, tl)
			look.Threads = slices.DeleteFunc(look.Threads, func(tracefeed.ThreadID) bool { return rng.IntN(4) == 0 })
			look.Level = lod.Level(rng.IntN(5))
			p, f := pictureOf(tl, &look)
			var all []tracefeed.ThreadID
			for i, s := range p.Layout.Slots {
				if s.Members == nil {
					all = append(all, s.Thread)
				} else if all = append(all, s.Members...); !slices.Equal(f.Clusters[s.Cluster].Threads, s.Members) {
					t.Fatalf("bar %d is of cluster %v, has %v", i, f.Clusters[s.Cluster], s.Members)
				}
				if bar := f.Views[0].Bars[i]; bar.Detailed != (f.states != lod.Near && s.Members == nil &&
					view.Has(look.Detailed, s.Thread)) {
					t.Fatalf("level %v: bar %d is close: %v", f.Level, i, bar.Detailed)
				}
			}
			slices.Sort(all)
			want := slices.Sorted(slices.Values(look.Threads))
			if !slices.Equal(all, want) {
				t.Fatalf("level %v: bars are of %v, want %v", f.Level, all, want)
			}
		}
	}
}

// The legend lists the categories of bars, those of close bars apart, and no time
// is lost.
func TestLegendOfMixedLevels(t *testing.T) {
	t.Parallel()
	tl := crew(t)
	for _, c := range []struct {
		level lod.Level
		close []tracefeed.ThreadID
		want  string
	}{
		{lod.Far, nil, "executing suspended non-runnable unknown"},
		{lod.Near, []tracefeed.ThreadID{1}, "running runnable suspended blocking IO unknown"},
		{lod.Crowd, []tracefeed.ThreadID{1}, "running runnable suspended blocking IO unknown"},
		{lod.Mid, []tracefeed.ThreadID{1}, "executing suspended blocking IO unknown running runnable suspended blocking IO unknown"},
		{lod.Mid, []tracefeed.ThreadID{99}, "executing suspended blocking IO unknown"},
	} {
		look := view.LookAt(tl)
		look.Level, look.Detailed = c.level, c.close
		_, f := pictureOf(tl, &look)
		var got []string
		var sum tracefeed.Time
		for _, total := range f.Totals {
			got = append(got, total.Name)
			sum += total.Time
		}
		if s := strings.Join(got, " "); s != c.want || sum != 620*tracefeed.Millisecond {
			t.Errorf("level %v, close %v: %s of %v, want %s", c.level, c.close, s, sum, c.want)
		}
		if mixed := strings.Contains(c.want, "executing") && strings.Contains(c.want, "running "); mixed != (f.DetailLayers != nil) {
			t.Errorf("level %v, close %v: close layers %v", c.level, c.close, f.DetailLayers)
		}
	}
}

// Highlighted bars, dimmed bars, and the others.
func TestStandingOut(t *testing.T) {
	t.Parallel()
	tl := crew(t)
	look := view.LookAt(tl)
	bright := func() (all []float32) {
		_, f := pictureOf(tl, &look)
		for _, b := range f.Views[0].Bars {
			all = append(all, b.Emphasis)
			if b.Outlined != (b.Emphasis == brightness) {
				t.Errorf("emphasis %v, outlined %v", b.Emphasis, b.Outlined)
			}
		}
		return all
	}
	look.Threads = []tracefeed.ThreadID{1, 2, 3, 4}
	look.Dimmed = []tracefeed.ThreadID{2, 4}
	if got := bright(); !slices.Equal(got, []float32{1, faintness, 1, faintness}) {
		t.Errorf("dimmed: %v", got)
	}
	look.Selected, look.Selection = 2, []tracefeed.ThreadID{2, 3}
	if got := bright(); !slices.Equal(got, []float32{dimness, brightness, brightness, faintness}) {
		t.Errorf("selection: %v", got)
	}
	look.Chain = []tracefeed.ThreadID{2, 1}
	if got := bright(); !slices.Equal(got, []float32{1, brightness, brightness, faintness}) {
		t.Errorf("chain: %v", got)
	}
	look.Level = lod.Crowd // pool × 3, main
	if got := bright(); !slices.Equal(got, []float32{brightness, faintness}) {
		t.Errorf("crowd: %v", got)
	}
}

// Zooming in slowly gives more detail and never less for a while; zooming out,
// less and never more.
func TestZoomsDoNotFlicker(t *testing.T) {
	t.Parallel()
	for _, n := range []int{8, 70, 300, 900} {
		tl := threads(t, n)
		for _, kind := range kinds {
			look := view.LookAt(tl)
			look.Kind = kind
			var b Builder
			next := func() place.Detail {
				b.Frame(tl, &look, shape.Canvas{Width: 1280, Height: 800, Scale: 1})
				return b.detail
			}
			now := next()
			seen := map[lod.Density]bool{now.Density: true}
			for step := range 200 {
				in := step < 100
				if look.Camera.Zoom *= 1.05; !in {
					look.Camera.Zoom /= 1.05 * 1.05
				}
				last := now
				now = next()
				if in && now.Density > last.Density || !in && now.Density < last.Density {
					t.Errorf("%d threads, %v, zoom %v: from density %v to %v", n, kind, look.Camera.Zoom, last.Density, now.Density)
				}
				if now.Density == last.Density && (in && now.Level > last.Level || !in && now.Level < last.Level) {
					t.Errorf("%d threads, %v, zoom %v: from level %v to %v", n, kind, look.Camera.Zoom, last.Level, now.Level)
				}
				seen[now.Density] = true
			}
			if n == 900 && len(seen) != 4 {
				t.Errorf("%d threads, %v: only the densities %v", n, kind, seen)
			}
		}
	}
}
