package scene

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/lod"
	"tiv/scene/shape"
	"tiv/scene/view"
)

// places returns the places of a frame's bars, by their threads and clusters.
func places(f *Frame) map[shape.PickID]mgl32.Vec2 {
	at := map[shape.PickID]mgl32.Vec2{}
	for _, b := range f.Views[0].Bars {
		at[b.Pick] = b.Center.Vec2()
	}
	return at
}

// Bars move from their old places to the new ones, and nothing else changes on
// the way.
func TestGlide(t *testing.T) {
	t.Parallel()
	tl := threads(t, 12)
	rows := view.LookAt(tl)
	rows.Kind = view.Interaction
	ring := rows
	ring.Arrangement = view.Ring
	canvas := shape.Canvas{Width: 800, Height: 600, Scale: 1}
	var b, fresh Builder
	from, to := places(b.Frame(tl, &rows, canvas)), places(fresh.Frame(tl, &ring, canvas))
	b.StartTransition()
	for i, part := range []float32{0, 0.25, 0.5, 1, 0.5} {
		b.Progress = part
		if i == 4 {
			part = 1 // it has arrived
		}
		f := b.Frame(tl, &ring, canvas)
		for pick, at := range places(f) {
			want := from[pick].Mul(1 - part).Add(to[pick].Mul(part))
			if at.Sub(want).Len() > 1e-3 {
				t.Fatalf("at %v, thread %d stands at %v; it goes from %v to %v", part, pick.Index, at, from[pick], to[pick])
			}
		}
		if len(f.Views[0].Bars) != 12 {
			t.Fatalf("at %v there are %d bars", part, len(f.Views[0].Bars))
		}
	}
}

// A transition that starts during another one continues from the intermediate
// places; new bars are at their final places; threads come out of their
// cluster's bar.
func TestGlideOn(t *testing.T) {
	t.Parallel()
	tl := threads(t, 8)
	all := view.LookAt(tl)
	all.Kind, all.Level = view.Interaction, lod.Near
	few, crowd := all, all
	few.Threads = all.Threads[:5]
	crowd.Level = lod.Crowd
	canvas := shape.Canvas{Width: 800, Height: 600, Scale: 1}
	var b Builder
	bar := b.Frame(tl, &crowd, canvas).Views[0].Bars[0].Center
	b.StartTransition()
	for pick, at := range places(b.Frame(tl, &all, canvas)) {
		if at != bar.Vec2() {
			t.Errorf("thread %d comes from %v, its cluster's bar is at %v", pick.Index, at, bar)
		}
	}
	b.Progress = 0.5
	half := places(b.Frame(tl, &all, canvas))
	b.StartTransition()
	for pick, at := range places(b.Frame(tl, &few, canvas)) {
		if at != half[pick] {
			t.Errorf("thread %d goes on from %v, it was at %v", pick.Index, at, half[pick])
		}
	}
	b.Progress = 1
	b.Frame(tl, &few, canvas)
	b.StartTransition()
	var fresh Builder
	want, got := places(fresh.Frame(tl, &all, canvas)), places(b.Frame(tl, &all, canvas))
	for _, t8 := range all.Threads[5:] {
		if pick := (shape.PickID{Kind: shape.PickThread, Index: int32(t8)}); got[pick] != want[pick] {
			t.Errorf("thread %d, which was not there, stands at %v and not at %v", t8, got[pick], want[pick])
		}
	}
}
