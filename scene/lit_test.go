package scene

import (
	"context"
	"slices"
	"testing"

	"tiv/interaction/detect"
	"tiv/lod"
	"tiv/scene/stage"
	"tiv/scene/view"
	"tiv/tracefeed"
)

// A chosen finding dims the bars of all other threads in every view, shades its interval in
// the timeline, and marks the links of its monitor alone.
func TestLit(t *testing.T) {
	t.Parallel()
	tl := story(t, `0s A start
0s B start
0s C start
0s D start
1s A monitor-enter M
1s C monitor-enter N
2s B monitor-wait M
2s D monitor-wait N
5s A monitor-exit M
5s B monitor-enter M
9s C monitor-exit N
9s D monitor-enter N
10s D end
`)
	found := detect.Find(context.Background(), tl, nil).Findings
	i := slices.IndexFunc(found, func(f detect.Finding) bool { return f.End == 5*tracefeed.Second })
	if i < 0 {
		t.Fatalf("%+v", found)
	}
	lit := view.LitBy(&found[i])
	if want := []tracefeed.ThreadID{1, 2}; !slices.Equal(lit.Threads, want) {
		t.Fatalf("%v is lit, want %v", lit.Threads, want)
	}
	for _, kind := range kinds {
		look := view.LookAt(tl)
		look.Kind, look.Moment, look.History = kind, 4*tracefeed.Second, 100
		_, plain := pictureOf(tl, &look)
		look.Lit = lit
		_, f := pictureOf(tl, &look)
		for k, v := range f.Views {
			for n, b := range v.Bars {
				want := float32(stage.Bystander)
				if view.Has(lit.Threads, tracefeed.ThreadID(b.Pick.Index)) {
					want = 1
				}
				if b.Emphasis != want || plain.Views[k].Bars[n].Emphasis != 1 {
					t.Errorf("%s: bar %d has the emphasis %v, want %v", kind.Name, b.Pick.Index, b.Emphasis, want)
				}
			}
			if shaded := len(v.Above) > len(plain.Views[k].Above); kind == view.Timeline && !shaded {
				t.Errorf("the timeline does not shade the interval")
			}
		}
	}
	g := &linkGraph{Stage: &stage.Stage{Look: &view.Look{}}}
	g.Look.Lit, g.Density = lit, lod.Sparse
	g.ends = []endpoint{{lit: true}, {lit: true}, {}}
	for _, c := range []struct {
		link Link
		want bool
	}{{Link{blocked: 1, Monitor: lit.Monitors[0]}, true}, {Link{blocked: 1}, true},
		{Link{blocked: 1, Monitor: lit.Monitors[0] + 1}, false}, {Link{blocked: 2, Monitor: lit.Monitors[0]}, false}} {
		if got := g.isMarked(&c.link); got != c.want {
			t.Errorf("%+v is marked: %t", c.link, got)
		}
	}
}
