package scene

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/internal/reduced"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/tracefeed"
)

// A click on a bar gets its thread, in every view.
func TestPickThreads(t *testing.T) {
	t.Parallel()
	for _, n := range []int{1, 2, 5, 60, 200} {
		tl := threads(t, n)
		for _, kind := range kinds {
			look := lookAt(tl)
			look.Kind, look.Caption = kind, true
			var b Builder
			f := b.Frame(tl, &look, shape.Canvas{Width: 1280, Height: 720, Scale: 1})
			for i := range f.Views {
				v := &f.Views[i]
				side := v.Bars[0].HalfWidth < 0.02
				for k, bar := range v.Bars {
					at, ok := v.Project(pickPoint(bar, side))
					if !ok || !v.Rect.Holds(at[0], at[1]) {
						t.Fatalf("%d threads, %v: bar %d is at %v, outside the view %v", n, kind, k, at, v.Rect)
					}
					if got, view := f.At(at[0], at[1]); got != bar.Pick || view != i {
						t.Fatalf("%d threads, %v: bar %d is drawn at %v, where %v of view %d is picked, not %v",
							n, kind, k, at, got, view, bar.Pick)
					}
				}
			}
		}
	}
}

// pickPoint returns a visible point of a bar: the middle of its front, or of
// its row in the timeline view.
func pickPoint(b shape.Bar, side bool) mgl32.Vec3 {
	at := b.Center
	if side {
		at[2] -= b.Depth / 2
	}
	return at
}

func TestPickCrowd(t *testing.T) {
	t.Parallel()
	tl := reduced.Busy(t, 20, 400, 2)
	look := lookAt(tl)
	look.Kind, look.Level = view.Interaction, 4
	var b Builder
	f := b.Frame(tl, &look, shape.Canvas{Width: 1280, Height: 720, Scale: 1})
	if len(f.Clusters) != 4 || len(f.Views[0].Bars) != 4 {
		t.Fatalf("%d clusters, %d bars, want 4", len(f.Clusters), len(f.Views[0].Bars))
	}
	members := 0
	for i, bar := range f.Views[0].Bars {
		at, _ := f.Views[0].Project(bar.Center)
		got, _ := f.At(at[0], at[1])
		if got.Kind != shape.PickCluster && got.Kind != shape.PickEdge || got.Kind == shape.PickCluster && int(got.Index) != i {
			t.Errorf("cluster %d picks as %v", i, got)
		}
		members += len(f.Clusters[i].Threads)
	}
	if members != len(look.Threads) {
		t.Errorf("clusters have %d members, want %d", members, len(look.Threads))
	}
}

func TestPickEdges(t *testing.T) {
	t.Parallel()
	tl := story(t, inTurns)
	for _, kind := range []*view.Kind{view.Interaction, view.Split, view.Free} {
		look := lookAt(tl)
		look.Kind, look.History = kind, look.Steps
		_, f := pictureOf(tl, &look)
		v := &f.Views[len(f.Views)-1]
		if len(v.Hits) != 2 {
			t.Fatalf("%v: %d shapes to hit, want 2", kind, len(v.Hits))
		}
		for _, h := range v.Hits {
			var mid mgl32.Vec2
			for _, p := range h.Outline {
				mid = mid.Add(p.Mul(1 / float32(len(h.Outline))))
			}
			if got, _ := f.At(mid[0], mid[1]); got != h.Pick || got.Kind != shape.PickEdge {
				t.Errorf("%v: in the middle of an edge, %v, one picks %v, want %v", kind, mid, got, h.Pick)
			}
		}
	}
}

// The arcs of a deadlock and the steps of a chain are picked as the waits that they show.
func TestPickWaitsOfDeadlock(t *testing.T) {
	t.Parallel()
	tl := story(t, deadlocked)
	for _, kind := range []*view.Kind{view.Interaction, view.Free} {
		for _, chain := range [][]tracefeed.ThreadID{nil, {1, 2, 3}} {
			look := lookAt(tl)
			look.Kind, look.Moment, look.Chain = kind, 80*milli, chain
			_, f := pictureOf(tl, &look)
			var got []string
			for _, h := range f.Views[0].Hits {
				if h.Pick.Kind != shape.PickEdge {
					t.Fatalf("%v: a shape is picked as %v", kind, h.Pick)
				}
				l := f.Links[h.Pick.Index]
				got = append(got, fmt.Sprint(l.Blocked, l.Blocker))
			}
			slices.Sort(got)
			if !slices.Equal(got, []string{"1 2", "2 3", "3 1"}) {
				t.Errorf("%v, chain %v: the arcs are %v", kind, chain, got)
			}
		}
	}
}

// An edge wins over the bar below it some pixels around, but not over a bar before it.
func TestPickNearEdges(t *testing.T) {
	t.Parallel()
	// The line of sight leads to higher z.
	edge, bar := shape.PickID{Kind: shape.PickEdge, Index: 0}, shape.PickID{Kind: shape.PickThread, Index: 1}
	v := shape.View{Rect: shape.Rect{X0: 0, Y0: 0, X1: 100, Y1: 100}, Camera: mgl32.Ident4(), Eye: mgl32.Vec3{0, 0, 1e6},
		Hits: []shape.Hit{{Outline: []mgl32.Vec2{{20, 50}, {80, 49}, {80, 51}}, Pick: edge, Between: false}}}
	for _, c := range []struct {
		y, before float32
		want      shape.PickID
	}{{50, 0, edge}, {53.5, 0, edge}, {46.5, 0, edge}, {56, 0, bar}, {44, 0, bar}, {50, 0.5, bar}} {
		v.Bars = []shape.Bar{{HalfWidth: 1, HalfHeight: 1, Depth: c.before, Flat: true, Pick: bar}}
		f := Frame{Scale: 1, Views: []shape.View{v}}
		if got, _ := f.At(60, c.y); got != c.want {
			t.Errorf("at %v, with a bar %v before it, one picks %v, want %v", c.y, c.before, got, c.want)
		}
	}
}

func TestPickNothing(t *testing.T) {
	t.Parallel()
	tl := story(t, deadlocked)
	look := lookAt(tl)
	look.Caption = true
	for _, kind := range kinds {
		look.Kind = kind
		_, f := pictureOf(tl, &look)
		for _, at := range []mgl32.Vec2{{-1, 100}, {100, -1}, {1280, 100}, {100, 720}, {5, 5}, {5, 715}} {
			if got, view := f.At(at[0], at[1]); got.Kind != shape.PickNothing || view != -1 {
				t.Errorf("%v: at %v, outside all views, one picks %v of view %d", kind, at, got, view)
			}
		}
		for i, v := range f.Views {
			if got, view := f.At(v.Rect.X1-1, v.Rect.Y0+1); got.Kind != shape.PickNothing || view != i {
				t.Errorf("%v: in the empty corner of view %d one picks %v of view %d", kind, i, got, view)
			}
		}
	}
}

// The way from the plane of the moment to the picture and back leads home.
func TestOnMomentInvertsProject(t *testing.T) {
	t.Parallel()
	tl := threads(t, 10)
	rng := rand.New(rand.NewPCG(1, 1))
	for _, kind := range []*view.Kind{view.Free, view.Interaction, view.Split} {
		for range 100 {
			look := lookAt(tl)
			look.Kind = kind
			look.Camera.Yaw, look.Camera.Pitch = 2*rng.Float32()-1, 2*rng.Float32()-1
			look.Camera.Zoom = 0.5 + rng.Float32()
			_, f := pictureOf(tl, &look)
			v := &f.Views[len(f.Views)-1]
			want := mgl32.Vec2{rng.Float32()*8 - 4, rng.Float32()*8 - 4}
			at, ok := v.Project(want.Vec3(0))
			if !ok {
				t.Fatalf("%v: %v is behind the camera", kind, want)
			}
			if got, ok := v.OnMoment(at[0], at[1]); !ok || got.Sub(want).Len() > 0.02 {
				t.Errorf("%v, yaw %v, pitch %v: %v is drawn at %v, where %v is picked", kind, look.Camera.Yaw,
					look.Camera.Pitch, want, at, got)
			}
		}
	}
	look := lookAt(tl)
	look.Kind = view.Timeline
	_, f := pictureOf(tl, &look)
	if at, ok := f.Views[0].OnMoment(300, 300); ok {
		t.Errorf("the timeline view, from the side, finds a place on the moment: %v", at)
	}
}

// The emphasis of bars follows the look: hovered, selected and dimmed.
func TestEmphasis(t *testing.T) {
	t.Parallel()
	tl := story(t, deadlocked)
	look := lookAt(tl)
	look.Selected = tracefeed.ThreadID(2)
	look.Hovered = shape.PickID{Kind: shape.PickThread, Index: 3}
	_, f := pictureOf(tl, &look)
	for _, b := range f.Views[0].Bars {
		selected, hovered := b.Pick.Index == 2, b.Pick.Index == 3
		if b.Outlined != (selected || hovered) || selected != (b.Emphasis > 1) || b.Emphasis <= 0.3 {
			t.Errorf("thread %d: outlined %v, emphasis %v", b.Pick.Index, b.Outlined, b.Emphasis)
		}
	}
}

// A band around some bars selects just these, in every view; around all, all.
func TestWithin(t *testing.T) {
	t.Parallel()
	tl := threads(t, 30)
	for _, kind := range kinds {
		look := lookAt(tl)
		look.Kind = kind
		var b Builder
		f := b.Frame(tl, &look, shape.Canvas{Width: 1280, Height: 720, Scale: 1})
		for i := range f.Views {
			r := f.Views[i].Rect
			all := []mgl32.Vec2{{r.X0, r.Y0}, {r.X1, r.Y0}, {r.X1, r.Y1}, {r.X0, r.Y1}}
			if got := f.Within(i, all); len(got) != 30 {
				t.Errorf("%v: %d of 30 threads in all of the picture", kind, len(got))
			}
			bar := f.Views[i].Bars[7]
			at, _ := f.Views[i].Project(bar.Center)
			one := []mgl32.Vec2{at.Add(mgl32.Vec2{-2, -2}), at.Add(mgl32.Vec2{2, -2}), at.Add(mgl32.Vec2{0, 2})}
			if got := f.Within(i, one); len(got) != 1 || got[0] != tracefeed.ThreadID(bar.Pick.Index) {
				t.Errorf("%v: around thread %d are %v", kind, bar.Pick.Index, got)
			}
			if got := f.Within(i, nil); len(got) != 0 {
				t.Errorf("%v: nothing holds %v", kind, got)
			}
		}
	}
}

// The sentence above the views belongs to them: nothing is there, and a drag from there moves
// the view.
func TestPickAtSentence(t *testing.T) {
	t.Parallel()
	look := lookAt(story(t, deadlocked))
	look.Kind, look.Story.Sentence = view.Split, "A waits"
	_, f := pictureOf(story(t, deadlocked), &look)
	for i, v := range f.Views {
		if v.Rect.Y0 < 10 {
			t.Fatalf("no room for a sentence above %+v", v.Rect)
		}
		middle := (v.Rect.X0 + v.Rect.X1) / 2
		if pick, view := f.At(middle, v.Rect.Y0-5); pick.Kind != shape.PickNothing || view != i {
			t.Errorf("above view %d: %v of view %d", i, pick, view)
		}
	}
}
