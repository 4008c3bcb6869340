package scene

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/lod"
	"tiv/scene/place"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/tracefeed"
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
	b.Eased = true
	for i, part := range []float32{0, 0.25, 0.5, 1, 0.5} {
		b.Progress = part
		if i == 4 {
			part = 1 // it has arrived
		}
		f := b.Frame(tl, &ring, canvas)
		if (b.Begun == place.Shift) != (i == 0) {
			t.Errorf("picture %d begins %v", i, b.Begun)
		}
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
	b.Eased = true
	for pick, at := range places(b.Frame(tl, &all, canvas)) {
		if at != bar.Vec2() {
			t.Errorf("thread %d comes from %v, its cluster's bar is at %v", pick.Index, at, bar)
		}
	}
	b.Progress = 0.5
	half := places(b.Frame(tl, &all, canvas))
	for pick, at := range places(b.Frame(tl, &few, canvas)) {
		if at != half[pick] {
			t.Errorf("thread %d goes on from %v, it was at %v", pick.Index, at, half[pick])
		}
	}
	b.Progress = 1
	b.Frame(tl, &few, canvas)
	var fresh Builder
	want, got := places(fresh.Frame(tl, &all, canvas)), places(b.Frame(tl, &all, canvas))
	for _, t8 := range all.Threads[5:] {
		if pick := (shape.PickID{Kind: shape.PickThread, Index: int32(t8)}); got[pick] != want[pick] {
			t.Errorf("thread %d, which was not there, stands at %v and not at %v", t8, got[pick], want[pick])
		}
	}
}

// Bars move although nobody has asked for it: those that ended share a bar of their own as soon as nothing
// of theirs is in view.
func TestEndedThreadsGlide(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	for i := range 12 {
		fmt.Fprintf(&text, "0ms t%d start\n", i)
	}
	for i := range 8 {
		fmt.Fprintf(&text, "10ms t%d end\n", i)
	}
	tl := story(t, text.String()+"1s t9 io-start net\n1s t9 end\n")
	look := lookAt(tl)
	look.Kind, look.Moment, look.Step, look.Steps = view.Interaction, 5*tracefeed.Millisecond, tracefeed.Millisecond, 5
	later := look
	later.Moment = 500 * tracefeed.Millisecond
	canvas := shape.Canvas{Width: 800, Height: 600, Scale: 1}
	var fresh Builder
	from, to := places(fresh.Frame(tl, &look, canvas)), places(fresh.Frame(tl, &later, canvas))
	if len(from) != 12 || len(to) != 5 {
		t.Fatalf("%d bars, then %d", len(from), len(to))
	}
	b := Builder{Eased: true}
	b.Frame(tl, &look, canvas)
	for i := range 5 {
		b.Progress = float32(i) / 4
		got := places(b.Frame(tl, &later, canvas))
		if (b.Begun == place.Shift) != (i == 0) {
			t.Errorf("picture %d begins %v", i, b.Begun)
		}
		for pick, end := range to {
			if start, ok := from[pick]; ok {
				if want := start.Add(end.Sub(start).Mul(b.Progress)); got[pick].Sub(want).Len() > 1e-3 {
					t.Errorf("picture %d: thread %d is at %v, not at %v", i, pick.Index, got[pick], want)
				}
			}
		}
	}
	if got := places(b.Frame(tl, &later, canvas)); !reflect.DeepEqual(got, to) {
		t.Errorf("it ended at %v, want %v", got, to)
	}
}

// Bars are in their places at once if a picture is not eased, if it has another size, and if they move in every
// picture.
func TestNoGlide(t *testing.T) {
	t.Parallel()
	tl := threads(t, 12)
	look := func(n int) *view.Look {
		l := view.LookAt(tl)
		l.Kind, l.Threads = view.Interaction, l.Threads[:n]
		return &l
	}
	canvas := shape.Canvas{Width: 800, Height: 600, Scale: 1}
	large := shape.Canvas{Width: 900, Height: 600, Scale: 1}
	for _, c := range []struct {
		what   string
		eased  bool
		canvas shape.Canvas
		first  []int // the numbers of threads of the pictures before
		begins bool
	}{
		{"eased", true, canvas, []int{9}, true},
		{"at once", false, canvas, []int{9}, false},
		{"another size", true, large, []int{9}, false},
		{"in every picture", true, canvas, []int{8, 9}, false},
		{"the first picture", true, canvas, nil, false},
	} {
		b := Builder{Eased: c.eased}
		for _, n := range c.first {
			b.Frame(tl, look(n), canvas)
		}
		got, want := places(b.Frame(tl, look(5), c.canvas)), places(new(Builder).Frame(tl, look(5), c.canvas))
		if begins := b.Begun == place.Shift; begins != c.begins || reflect.DeepEqual(got, want) == c.begins {
			t.Errorf("%s: begins %t, places %v, in the end %v", c.what, begins, got, want)
		}
	}
}

// posed are the views that the camera moves between.
var posed = []*view.Kind{view.Free, view.Timeline, view.Interaction}

// seen returns the pixels at the middle of a bar's near end, of its far end, and of its near end's upper edge.
func seen(v *shape.View, b *shape.Bar) (at [3]mgl32.Vec2) {
	far, top := b.Center.Sub(mgl32.Vec3{0, 0, b.Depth}), b.Center.Add(mgl32.Vec3{0, b.HalfHeight, 0})
	for i, p := range []mgl32.Vec3{b.Center, far, top} {
		at[i], _ = v.Project(p)
	}
	return at
}

// The camera moves from what one view shows to what another one shows. The selected thread goes straight, the bars
// show what they have shown, and in the end the picture is as without a motion.
func TestTurn(t *testing.T) {
	t.Parallel()
	tl := story(t, inTurn(12))
	canvas := shape.Canvas{Width: 900, Height: 600, Scale: 1}
	rng := rand.New(rand.NewPCG(4, 2))
	for range 40 {
		look := lookAt(tl)
		look.Moment = tl.End/2 + tracefeed.Time(rng.Int64N(int64(tl.End/2)))
		look.Selected = look.Threads[rng.IntN(len(look.Threads))]
		look.Kind = posed[rng.IntN(len(posed))]
		look.Camera.Yaw, look.Camera.Pitch = 8*rng.Float32()-4, rng.Float32()-0.5
		look.Camera.Zoom = 1 + rng.Float32()
		look.Camera.Pan = mgl32.Vec2{0.2 * rng.Float32(), 0.2 * rng.Float32()}
		look.After = rng.IntN(2) == 0
		to := look
		for to.Kind == look.Kind {
			to.Kind = posed[rng.IntN(len(posed))]
		}
		to.Camera = look.Camera.For(look.Kind, to.Kind)
		name := fmt.Sprintf("from %v to %v, %+v", look.Kind, to.Kind, look.Camera)
		b := Builder{Eased: true}
		before := b.Frame(tl, &look, canvas).Views[0]
		want := new(Builder).Frame(tl, &to, canvas)
		slot := slices.IndexFunc(before.Bars, func(b shape.Bar) bool {
			return b.Pick == shape.PickID{Kind: shape.PickThread, Index: int32(look.Selected)}
		})
		start, end := seen(&before, &before.Bars[slot])[0], seen(&want.Views[0], &want.Views[0].Bars[slot])[0]
		for _, part := range []float32{0, 0.2, 0.5, 0.9} {
			b.Progress = part
			f := b.Frame(tl, &to, canvas)
			if (b.Begun == place.Turn) != (part == 0) {
				t.Fatalf("%s: at %v, %v begins", name, part, b.Begun)
			}
			v := &f.Views[0]
			if at, on := seen(v, &v.Bars[slot])[0], start.Add(end.Sub(start).Mul(part)); at.Sub(on).Len() > 1 {
				t.Errorf("%s: at %v the selected thread is at %v, not at %v", name, part, at, on)
			}
			for i := range v.Bars {
				is, was := &v.Bars[i], &before.Bars[i]
				if is.Center != was.Center || is.Depth != was.Depth || is.Step != was.Step || is.Row != was.Row || is.Pick != was.Pick {
					t.Fatalf("%s: at %v bar %d is %+v, it was %+v", name, part, i, is, was)
				}
				a, b := seen(v, is), seen(&before, was)
				for k := range a {
					if part == 0 && b[k].Len() < 3000 && a[k].Sub(b[k]).Len() > 1.5 {
						t.Errorf("%s: bar %d begins at %v, it was at %v", name, i, a, b)
						break
					}
				}
			}
			for row := range f.Shares.Rows {
				for step := range f.Shares.Steps {
					if !slices.Equal(f.Shares.Cell(row, step), want.Shares.Cell(row, step)) {
						t.Fatalf("%s: at %v row %d shows something else", name, part, row)
					}
				}
			}
		}
		b.Progress = 1
		f := b.Frame(tl, &to, canvas)
		if !reflect.DeepEqual(f.Views[0].Bars, want.Views[0].Bars) || f.Views[0].Camera != want.Views[0].Camera || f.Views[0].Bright != 0 {
			t.Errorf("%s: the last picture is not as without a motion", name)
		}
	}
}

// To and from the execution view the camera moves, too, as the room of the picture changes by that of the
// sentence: bars begin at the pixels where they were, in perspective about. Between it and the timeline view nothing moves.
func TestTurnToCalls(t *testing.T) {
	t.Parallel()
	tl := story(t, inTurn(12))
	canvas := shape.Canvas{Width: 900, Height: 600, Scale: 1}
	for _, x := range []struct {
		from, to *view.Kind
		begins   place.Change
	}{{view.Free, view.Execution, place.Turn}, {view.Execution, view.Interaction, place.Turn},
		{view.Interaction, view.Execution, place.Turn},
		{view.Timeline, view.Execution, place.Nothing}, {view.Execution, view.Timeline, place.Nothing}} {
		look := lookAt(tl)
		look.Kind, look.Moment = x.from, tl.End/2
		to := look
		to.Kind = x.to
		b := Builder{Eased: true}
		before := b.Frame(tl, &look, canvas).Views[0]
		v := b.Frame(tl, &to, canvas).Views[0]
		if b.Begun != x.begins {
			t.Errorf("from %v to %v: %v begins", x.from, x.to, b.Begun)
		}
		for i := range v.Bars {
			was, is := seen(&before, &before.Bars[i])[0], seen(&v, &v.Bars[i])[0]
			most := float32(1.5)
			if x.from == view.Free {
				most = 8
			}
			if x.from != view.Execution && x.begins == place.Turn && was.Sub(is).Len() > most {
				t.Errorf("from %v to %v: bar %d begins at %v, it was at %v", x.from, x.to, i, is, was)
			}
		}
		b.Progress = 1
		f, want := b.Frame(tl, &to, canvas), new(Builder).Frame(tl, &to, canvas)
		if !reflect.DeepEqual(f.Views[0].Bars, want.Views[0].Bars) || f.Views[0].Camera != want.Views[0].Camera {
			t.Errorf("from %v to %v: the last picture is not as without a motion", x.from, x.to)
		}
	}
}

// A turn back, before the camera has arrived, begins where it is; views of two parts come at once.
func TestTurnBack(t *testing.T) {
	t.Parallel()
	tl := threads(t, 12)
	look := func(k *view.Kind) *view.Look {
		l := view.LookAt(tl)
		l.Kind = k
		return &l
	}
	canvas := shape.Canvas{Width: 800, Height: 600, Scale: 1}
	b := Builder{Eased: true}
	b.Frame(tl, look(view.Free), canvas)
	b.Frame(tl, look(view.Timeline), canvas)
	b.Progress = 0.4
	there := b.Frame(tl, look(view.Timeline), canvas).Views[0]
	back := b.Frame(tl, look(view.Free), canvas).Views[0]
	if b.Begun != place.Turn || b.Progress != 0 {
		t.Fatalf("%v begins, at %v", b.Begun, b.Progress)
	}
	for i := range back.Bars {
		if a, b := seen(&there, &there.Bars[i]), seen(&back, &back.Bars[i]); a[0].Sub(b[0]).Len() > 1 || a[2].Sub(b[2]).Len() > 1 {
			t.Errorf("bar %d begins at %v, it was at %v", i, b, a)
		}
	}
	b.Progress = 0.4
	b.Frame(tl, look(view.Free), canvas)
	if f := b.Frame(tl, look(view.Split), canvas); b.Begun != place.Nothing || len(f.Views) != 2 {
		t.Errorf("%v begins, with %d views", b.Begun, len(f.Views))
	}
}
