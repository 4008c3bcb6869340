package scene

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/assets"
	"tiv/internal/reduced"
	"tiv/scene/paint"
	"tiv/scene/place"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
)

// With the camera anywhere, a name that is not faded belongs to the bar under
// its anchor, and covers no bar that is nearer.
func TestNamesBelongToTheirBars(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 6))
	traces := []*timeline.Timeline{story(t, deadlocked), reduced.Busy(t, 9, 300, 1), reduced.Busy(t, 40, 300, 2), threads(t, 150)}
	solid, faded := 0, 0
	for range 150 {
		tl := traces[rng.IntN(len(traces))]
		look := lookAt(tl)
		look.Moment = 1 + tracefeed.Time(rng.Int64N(int64(tl.End)))
		look.Camera.Yaw, look.Camera.Pitch = rng.Float32()*6-3, rng.Float32()*3-1.5
		look.Camera.Zoom = 0.5 + 2*rng.Float32()
		_, f := pictureOf(tl, &look)
		for _, n := range f.Names {
			if n.faded {
				faded++
				continue
			}
			solid++
			bar, d := nearestBar(f, n.anchor)
			if bar < 0 || !slices.Contains(f.Threads(n.Pick), f.Threads(f.Views[0].Bars[bar].Pick)[0]) {
				t.Fatalf("yaw %v, pitch %v: the anchor %v of %v is on bar %d", look.Camera.Yaw, look.Camera.Pitch, n.anchor, n.Pick, bar)
			}
			for _, x := range []float32{n.Box.X0, (n.Box.X0 + n.Box.X1) / 2, n.Box.X1} {
				at := mgl32.Vec2{x, n.Box.Y0}
				if k, dk := nearestBar(f, at); k >= 0 && k != bar && dk < d {
					t.Errorf("yaw %v, pitch %v: the name of %v at %v covers the nearer bar %d", look.Camera.Yaw,
						look.Camera.Pitch, n.Pick, n.Box, k)
				}
			}
		}
	}
	if solid < 1000 || faded < 50 {
		t.Errorf("%d names, %d faded", solid, faded)
	}
}

// nearestBar returns the nearest bar at a pixel of the first view, and its
// distance from the eye.
func nearestBar(f *Frame, at mgl32.Vec2) (bar int, distance float32) {
	v := &f.Views[0]
	if !v.Rect.Holds(at[0], at[1]) {
		return -1, 0
	}
	bar, distance = -1, float32(math.Inf(1))
	origin, ray := v.Ray(at[0], at[1])
	for i := range v.Bars {
		space, ok := f.Shares.Box(&v.Bars[i])
		if !ok {
			continue
		}
		if d, ok := space.Meets(origin, ray); ok {
			if d = origin.Add(ray.Mul(d)).Sub(v.Eye).Len(); d < distance {
				bar, distance = i, d
			}
		}
	}
	return bar, distance
}

// A selected bar that others hide has a faded name.
func TestHiddenSelectedIsNamed(t *testing.T) {
	t.Parallel()
	tl := threads(t, 12)
	hidden := 0
	for id := tracefeed.ThreadID(1); id <= 12; id++ {
		look := lookAt(tl)
		look.Camera.Yaw, look.Camera.Pitch = 1.5, 0.02
		look.Selected, look.Selection = id, []tracefeed.ThreadID{id}
		_, f := pictureOf(tl, &look)
		found := false
		for _, n := range f.Names {
			if n.Pick == (shape.PickID{Kind: shape.PickThread, Index: int32(id)}) {
				found = true
				if bar, _ := nearestBar(f, n.anchor); n.faded && bar >= 0 && f.Views[0].Bars[bar].Pick != n.Pick {
					hidden++
				}
			}
		}
		if !found {
			t.Errorf("thread %d is selected and not named", id)
		}
	}
	if hidden == 0 {
		t.Error("no selected bar is hidden")
	}
}

// A name of a cluster that is too long loses a part of the name, and never the number of
// threads.
func TestNamesKeepTheirNumbers(t *testing.T) {
	t.Parallel()
	sh := shape.NewSheet(shape.Canvas{Width: 1280, Height: 800, Scale: 1}, paint.Dark(), &shape.Overlay{})
	for _, s := range []place.Slot{
		{Name: "pool-12-worker-* × 10000", Short: "pool-12-worker-*", Concurrency: ", 17 at once"},
		{Name: "net/http.(*conn).serve * × 10000", Short: "net/http.(*conn).serve *"},
		{Name: "100 calm groups, 10000 threads", Short: "100 calm groups"},
	} {
		number := s.Name[len(s.Short):]
		for wide := assets.TextWidth("m… "+number, sh.Em, false); wide < 300; wide += 5 {
			got := nameText(sh, &s, sh.Em, wide)
			if !strings.Contains(got.Text, number) || assets.TextWidth(got.Text, sh.Em, false) > wide {
				t.Errorf("%s in %v pixels is %q", s.Name, wide, got.Text)
			}
		}
	}
}

// Where the name of a thread has no room, its number has: of 40 threads with long names each has one or
// the other.
func TestNumbersInsteadOfNames(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	for i := range 40 {
		fmt.Fprintf(&text, "0ms T%d start name=%s%%20%d\n", i, []string{"listener", "dispatcher"}[i%2], 100+i)
	}
	tl := story(t, text.String()+"100ms T0 end\n")
	look := lookAt(tl)
	look.Kind, look.Moment, look.Caption = view.Free, 90*tracefeed.Millisecond, true
	f := (&Builder{}).Frame(tl, &look, namingCanvas)
	if len(f.Names) != 40 {
		t.Errorf("%d of 40 threads have a name", len(f.Names))
	}
	numbers := 0
	for i := range 40 {
		if slices.ContainsFunc(f.Overlay.Texts, func(x shape.Text) bool { return x.Text == fmt.Sprint(100+i) }) {
			numbers++
		}
	}
	if numbers == 0 || numbers > 20 {
		t.Errorf("%d of 40 have a number alone", numbers)
	}
}

// A thread of the subject that waits, perhaps for ever, and not for a lock, says for what; others don't.
func TestNamesSayWhyThreadsWait(t *testing.T) {
	t.Parallel()
	tl := story(t, `
0ms A start name=client
0ms B start name=timer
10ms B suspend-start sleep
20ms A suspend-start channel lasts=forever
90ms C start
100ms C end
`)
	look := lookAt(tl)
	look.Kind, look.Moment, look.AllEqual = view.Free, 80*tracefeed.Millisecond, false
	tell(tl, &look)
	for _, want := range []string{"client · waits on a channel", "client"} {
		if want == "client" {
			look.Story.Finding = nil
		}
		f := (&Builder{}).Frame(tl, &look, namingCanvas)
		for _, name := range []string{want, "timer"} {
			if !slices.ContainsFunc(f.Overlay.Texts, func(x shape.Text) bool { return x.Text == name }) {
				t.Errorf("no %q in %s", name, words(f))
			}
		}
	}
}
