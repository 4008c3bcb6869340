package scene

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/internal/reduced"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
)

// While a trace plays for a second, with or without threads being selected, no bar and no name of threads
// that live all the time moves by more than a pixel, and names hardly come and go.
func TestNothingMovesWithoutCause(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 9))
	for _, tl := range []*timeline.Timeline{made(t, "pool", 40, 20_000), made(t, "pool", 150, 50_000), reduced.Busy(t, 25, 3000, 3)} {
		for _, kind := range []*view.Kind{view.Free, view.Interaction} {
			playForASecond(t, tl, kind, func(*view.Look) {})
			playForASecond(t, tl, kind, func(look *view.Look) {
				look.Selected = look.Threads[rng.IntN(len(look.Threads))]
				look.Selection = []tracefeed.ThreadID{look.Selected}
			})
		}
	}
}

// playForASecond plays a part of a trace and reports what moves. change is called before each frame.
func playForASecond(t *testing.T, tl *timeline.Timeline, kind *view.Kind, change func(*view.Look)) {
	t.Helper()
	const frames = 30
	look := lookAt(tl)
	look.Kind, look.AllEqual, look.DirectWaits = kind, false, false
	b := Builder{Animating: true}
	var before standing
	checked, changes := 0, 0
	for i := range frames {
		look.Moment = tl.End/2 + tracefeed.Time(i)*look.Step
		change(&look)
		tell(tl, &look)
		now := placesIn(b.Frame(tl, &look, namingCanvas), tl, tl.End/2, look.Moment)
		for what, at := range now {
			was, ok := before[what]
			switch {
			case !ok && i > 0 && what.pick.Index != int32(look.Selected):
				changes++
			case ok && was.Sub(at).Len() > 1:
				t.Errorf("%v, %d threads, frame %d: %+v moves from %v to %v", kind, len(look.Threads), i, what, was, at)
			case ok && what.name:
				checked++
			}
		}
		before = now
	}
	if checked < 3*frames || 20*changes > checked {
		t.Errorf("%v, %d threads: %d names, and %d that came", kind, len(look.Threads), checked, changes)
	}
}

// standing are the places of bars and their names.
type standing map[named]mgl32.Vec2

// named is a bar or its name.
type named struct {
	pick shape.PickID
	name bool
}

// placesIn returns the places of the bars in a frame, and of their names, if the threads live from a time
// to another.
func placesIn(f *Frame, tl *timeline.Timeline, from, to tracefeed.Time) standing {
	p := standing{}
	lives := func(pick shape.PickID) bool {
		for _, t := range f.Threads(pick) {
			if born, died := tl.Lane(t).Life(); born >= from || died <= to {
				return false
			}
		}
		return true
	}
	v := &f.Views[0]
	for i := range v.Bars {
		if at, ok := v.Project(v.Bars[i].Center); ok && lives(v.Bars[i].Pick) {
			p[named{v.Bars[i].Pick, false}] = at
		}
	}
	for _, n := range f.Names {
		if lives(n.Pick) {
			p[named{n.Pick, true}] = mgl32.Vec2{n.Box.X0, n.Box.Y0}
		}
	}
	return p
}

// While the camera turns, names stay at the corners of their bars, and hardly come and go.
func TestNamesTurnWithTheirBars(t *testing.T) {
	t.Parallel()
	tl := made(t, "pool", 40, 20_000)
	look := lookAt(tl)
	look.Kind, look.Moment = view.Free, tl.End/2
	var b Builder
	var before, offsets standing
	same, other, came := 0, 0, 0
	for range 60 {
		look.Camera.Yaw += 0.01
		f := b.Frame(tl, &look, namingCanvas)
		before, offsets = offsets, standing{}
		for _, n := range f.Names {
			for i := range f.Views[0].Bars {
				if bar := &f.Views[0].Bars[i]; bar.Pick == n.Pick {
					at, _ := f.Views[0].Project(bar.Center.Add(mgl32.Vec3{-bar.HalfWidth, bar.HalfHeight, 0}))
					offsets[named{n.Pick, true}] = mgl32.Vec2{n.Box.X0, n.Box.Y0}.Sub(at)
				}
			}
		}
		for what, at := range offsets {
			switch was, ok := before[what]; {
			case !ok:
				came++
			case was.Sub(at).Len() > 1:
				other++
			default:
				same++
			}
		}
	}
	if same < 1000 || 10*other > same || 20*(came-len(offsets)) > same {
		t.Errorf("%d names stayed with their bars, %d did not, %d came", same, other, came-len(offsets))
	}
}

// A name that is shown stays when a thread is selected, unless the name of that thread needs its
// place.
func TestSelectingKeepsNames(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 6))
	checked := 0
	for _, tl := range []*timeline.Timeline{made(t, "pool", 40, 20_000), made(t, "pool", 150, 50_000), reduced.Busy(t, 25, 3000, 3),
		made(t, "server", 70, 30_000)} {
		for _, kind := range []*view.Kind{view.Free, view.Interaction} {
			for range 12 {
				look := lookAt(tl)
				look.Kind, look.AllEqual, look.DirectWaits = kind, false, false
				look.Moment = tl.End/4 + tracefeed.Time(rng.Int64N(int64(tl.End/2)))
				var b Builder
				tell(tl, &look)
				before := slices.Clone(b.Frame(tl, &look, namingCanvas).Names)
				look.Selected = look.Threads[rng.IntN(len(look.Threads))]
				look.Selection = []tracefeed.ThreadID{look.Selected}
				tell(tl, &look)
				f := b.Frame(tl, &look, namingCanvas)
				of := func(pick shape.PickID) int {
					return slices.IndexFunc(f.Names, func(n Name) bool { return n.Pick == pick })
				}
				own := slices.IndexFunc(f.Names, func(n Name) bool {
					return n.Pick.Kind != shape.PickAlike && slices.Contains(f.Threads(n.Pick), look.Selected)
				})
				for _, n := range before {
					checked++
					if of(n.Pick) < 0 && (own < 0 || !meet(f.Names[own].Box, n.Box)) {
						t.Errorf("%v, %d threads, %d selected: the name of %v is gone", kind, len(look.Threads), look.Selected, n.Pick)
					}
				}
			}
		}
	}
	if checked < 1000 {
		t.Errorf("%d names", checked)
	}
}

// meet reports whether rectangles have a part in common.
func meet(a, b shape.Rect) bool { return a.X0 < b.X1 && b.X0 < a.X1 && a.Y0 < b.Y1 && b.Y0 < a.Y1 }
