package scene

import (
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/lod"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/tracefeed"
)

// frontsIn counts the fronts whose middle is in a view.
func frontsIn(p *picture, v *shape.View) (n int) {
	for i := range p.Layout.Slots {
		if at, ok := v.Project(p.Layout.Slots[i].At.Vec3(0)); ok && v.Rect.Holds(at[0], at[1]) {
			n++
		}
	}
	return n
}

// near are places of the camera in 3D, near to some bars of a large scene.
func near(l view.Look) (looks []view.Look) {
	l.Kind, l.Camera.Zoom = view.Free, 5
	for x := range 5 {
		for y := range 5 {
			l.Camera.Pan = mgl32.Vec2{0.7 * float32(x-2), 0.4 * float32(y-2)}
			looks = append(looks, l)
		}
	}
	return looks
}

// In 3D, the fronts in view decide on the density. Where some are in view, their waits are drawn; where
// none is, the picture says so, and the density stays.
func TestEdgesComeWithTheZoom(t *testing.T) {
	t.Parallel()
	tl := story(t, inTurn(150))
	look := lookAt(tl)
	look.Level, look.History, look.Moment = lod.Auto, look.Steps, tl.End
	const note = "out of view"
	some, none := 0, 0
	for _, l := range near(look) {
		p, f := pictureOf(tl, &l)
		n := frontsIn(p, &f.Views[0])
		missing := strings.Contains(words(f), note)
		switch {
		case n == 0 && len(f.Links) == 0:
			none++
			if !missing {
				t.Errorf("pan %v: no front in view, and no word about it", l.Camera.Pan)
			}
		case n > 0:
			some++
			if p.Density != lod.ChooseDensity(lod.Sparse, n) || len(f.Links) == 0 || missing {
				t.Errorf("pan %v: %d fronts, density %v, %d links", l.Camera.Pan, n, p.Density, len(f.Links))
			}
		}
	}
	if some < 3 || none < 3 {
		t.Errorf("%d pictures have fronts, %d have none", some, none)
	}
	var b Builder
	look.Kind = view.Free
	canvas := shape.Canvas{Width: 1280, Height: 720, Scale: 1}
	b.Frame(tl, &look, canvas)
	before := b.detail.Density
	look.Camera.Zoom, look.Camera.Pan = 30, mgl32.Vec2{3, 0}
	if f := b.Frame(tl, &look, canvas); b.detail.Density != before || before != lod.Dense || !strings.Contains(words(f), note) {
		t.Errorf("beside the moment: density %v, before %v", b.detail.Density, before)
	}
}

// An edge that leaves the view has the name of the thread or the lock at its other end at the
// border, once.
func TestEdgesNameWhatIsOutOfView(t *testing.T) {
	t.Parallel()
	tl := story(t, inTurn(60))
	look := lookAt(tl)
	look.Level, look.History, look.Moment = lod.Auto, look.Steps, tl.End
	named, atLock := 0, 0
	for _, direct := range []bool{true, false} {
		look.DirectWaits = direct
		looks := near(look)
		flat := look
		flat.Kind, flat.Camera.Zoom = view.Interaction, 4
		for _, l := range append(looks, flat) {
			p, f := pictureOf(tl, &l)
			r, done, outside := f.Views[0].Rect, map[string]bool{}, map[string]bool{}
			for i := range p.Layout.Slots {
				at, ok := f.Views[0].Project(p.Layout.Slots[i].At.Vec3(0))
				outside[p.Layout.Slots[i].Name] = !ok || !r.Holds(at[0], at[1])
			}
			for _, text := range f.Overlay.Texts {
				name, ok := strings.CutPrefix(text.Text, "to ")
				if !ok {
					name, ok = strings.CutPrefix(text.Text, "from ")
				}
				if !ok {
					continue
				}
				if strings.HasPrefix(name, "lock ") {
					atLock++
				} else if !outside[name] {
					t.Errorf("%v, pan %v: %q is in view", l.Kind, l.Camera.Pan, name)
				}
				if named++; done[name] || !r.Holds(text.X, text.Y) || text.Text == "" {
					t.Errorf("%v, pan %v: %q again, or out of view", l.Kind, l.Camera.Pan, text.Text)
				}
				done[name] = true
			}
			if len(done) > mostExits {
				t.Errorf("%v, pan %v: %d names at the border", l.Kind, l.Camera.Pan, len(done))
			}
		}
	}
	if named < 20 || atLock < 3 {
		t.Errorf("%d names at the border, %d of them of locks", named, atLock)
	}
}

// A lock behind the camera has its place among the bars, and edges that lead there can be picked.
func TestLockBehindTheCamera(t *testing.T) {
	t.Parallel()
	tl := story(t, inTurn(60))
	look := lookAt(tl)
	look.Level, look.History, look.Moment, look.DirectWaits = lod.Auto, look.Steps, tl.End, false
	behind, picked := 0, 0
	for _, l := range near(look) {
		l.Camera.Zoom = 8
		p, f := pictureOf(tl, &l)
		v := &f.Views[0]
		placeLocks(v, p.graph, 13, map[tracefeed.MonitorID]mgl32.Vec2{}, nil)
		for i := range p.graph.locks {
			e := &p.graph.ends[p.graph.locks[i].end]
			if _, ok := v.Project(e.At.Vec3(0)); ok {
				continue
			}
			behind++
			low, high := p.Layout.Low.Sub(p.Layout.Cell.Mul(2)), p.Layout.High.Add(p.Layout.Cell.Mul(2))
			if e.At[0] < low[0] || e.At[0] > high[0] || e.At[1] < low[1] || e.At[1] > high[1] || e.Half[1] > p.Layout.Half[1] {
				t.Errorf("pan %v: the lock is at %v, %v large, beside bars from %v to %v", l.Camera.Pan, e.At, e.Half, low, high)
			}
			for _, h := range v.Hits {
				if h.Pick.Kind == shape.PickEdge {
					picked++
				}
			}
		}
	}
	if behind < 3 || picked == 0 {
		t.Errorf("%d locks are behind the camera, %d edges can be picked", behind, picked)
	}
}

// What is picked ends before the camera.
func TestHitIsCutAtTheCamera(t *testing.T) {
	v := shape.View{Rect: shape.Rect{X1: 100, Y1: 100}, Camera: mgl32.Perspective(1, 1, 0.1, 100).Mul4(
		mgl32.LookAtV(mgl32.Vec3{0, 0, 1}, mgl32.Vec3{1, 0, 0.5}, shape.Up))}
	v.AddHit([]mgl32.Vec2{{1, -0.1}, {1, 0.1}, {-9, 0.1}, {-9, -0.1}}, shape.PickID{Kind: shape.PickEdge}, true)
	v.AddHit([]mgl32.Vec2{{-5, -0.1}, {-5, 0.1}, {-9, 0.1}}, shape.PickID{Kind: shape.PickEdge}, true)
	if len(v.Hits) != 1 {
		t.Fatalf("%d shapes", len(v.Hits))
	}
	if at, ok := v.Project(mgl32.Vec3{0.8, 0, 0}); !ok || !shape.Inside(v.Hits[0].Outline, at) {
		t.Errorf("%v is not in %v", at, v.Hits[0].Outline)
	}
}

// Zooming in 3D keeps the moment in view: from the thread in the middle of the interaction view one comes to its
// front, however near, and back.
func TestZoomKeepsTheMoment(t *testing.T) {
	t.Parallel()
	tl := story(t, inTurn(60))
	look := lookAt(tl)
	look.Moment = tl.End
	front := func(k *view.Kind, c view.Camera, slot int) (at mgl32.Vec2, scale float32) {
		l := look
		l.Kind, l.Camera = k, c
		p, f := pictureOf(tl, &l)
		s := &p.Layout.Slots[slot]
		at, ok := f.Views[0].Project(s.At.Vec3(0))
		top, _ := f.Views[0].Project(s.At.Add(mgl32.Vec2{0, 0.1 / c.Zoom}).Vec3(0))
		if r := f.Views[0].Rect; !ok || !r.Holds(at[0], at[1]) {
			t.Fatalf("%v: thread %d is out of view at zoom %v, at %v", k, slot, c.Zoom, at)
		}
		return at, top.Sub(at).Len() * c.Zoom
	}
	c := look.Camera
	for slot := 0; slot < len(look.Threads); slot += 7 {
		l := look
		l.Kind = view.Interaction
		p, _ := pictureOf(tl, &l)
		way := p.Layout.Slots[slot].At.Sub(p.Layout.Low.Add(p.Layout.High).Mul(0.5))
		c.Pan = way.Mul(-1 / (p.Layout.High[1] - p.Layout.Low[1]))
		var last mgl32.Vec2
		var small float32 // its scale at zoom 1
		for i, zoom := range []float32{1, 4, 30} {
			c.Zoom = zoom
			at, scale := front(view.Free, c.For(view.Interaction, view.Free), slot)
			if i == 0 {
				small, last = scale, at
			}
			if at.Sub(last).Len() > 1 {
				t.Errorf("thread %d moves from %v to %v at zoom %v", slot, last, at, zoom)
			}
			if scale < 0.9*zoom*small || scale > 1.1*zoom*small {
				t.Errorf("thread %d has a scale of %v at zoom %v, and of %v at zoom 1", slot, scale, zoom, small)
			}
			last = at
			if back := c.For(view.Interaction, view.Free).For(view.Free, view.Interaction); back.Pan.Sub(c.Pan).Len() > 1e-4 {
				t.Errorf("back from %v in the interaction view the pan is %v", c.Pan, back.Pan)
			}
		}
	}
}
