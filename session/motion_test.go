package session

import (
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/tracefeed"
	"tiv/workspace"
)

// A motion begins where the camera was, ends where it was sent and is over
// then.
func TestMotion(t *testing.T) {
	f := &scene.Frame{Contents: scene.Contents{Low: mgl32.Vec2{-2, -1}, High: mgl32.Vec2{2, 1}}}
	from := view.Camera{Yaw: 0.5, Zoom: 4, Pan: mgl32.Vec2{0.5, 0}}
	to := view.Camera{Yaw: 0.1, Zoom: 1}
	var m Motion
	if m.on() || m.Camera(to) != to {
		t.Error("without a motion, the camera is not where it should be")
	}
	m.start(from, to, f)
	if c := m.at(to, m.began); mgl32.Abs(c.Zoom-from.Zoom) > 1e-4 || c.Pan != from.Pan || c.Yaw != from.Yaw {
		t.Errorf("it began at %+v, want %+v", c, from)
	}
	if c := m.at(to, m.began.Add(glideTime/2)); c.Zoom < 1.99 || c.Zoom > 2.01 {
		t.Errorf("half way, the zoom is %v, want 2", c.Zoom)
	}
	if c := m.at(to, m.began.Add(glideTime)); c != to || m.on() {
		t.Errorf("it ended at %+v, want %+v", c, to)
	}
	m.start(to, to, f)
	if m.on() {
		t.Error("a motion to where the camera is goes on")
	}
}

// The thread that the camera is centred on changes immediately; the camera's
// target glides.
func TestMotionToAThread(t *testing.T) {
	thread := shape.PickID{Kind: shape.PickThread, Index: 3}
	f := &scene.Frame{Contents: scene.Contents{Low: mgl32.Vec2{-2, -1}, High: mgl32.Vec2{2, 1}}, Views: []shape.View{{
		Bars: []shape.Bar{{Pick: thread, Center: mgl32.Vec3{1, 0.5, 0}}}}}}
	var m Motion
	m.start(view.Camera{Zoom: 1}, view.Camera{Zoom: 1, Target: 3}, f)
	c := m.at(view.Camera{Zoom: 1, Target: 3}, m.began)
	if at := (mgl32.Vec2{1, 0.5}).Sub(c.Pan.Mul(2)); at.Len() > 1e-4 || c.Target != 3 {
		t.Errorf("it began looking at %v, want the middle", at)
	}
}

// resting returns a session with a trace whose picture is at rest, a time, and a function that makes the frame that
// comes some time after that.
func resting(t *testing.T) (s *Session, frame func(after time.Duration)) {
	t.Helper()
	s = opened(t, phases)
	start, canvas := time.Now(), shape.Canvas{Width: 800, Height: 600, Scale: 1}
	frame = func(after time.Duration) {
		s.Advance(start.Add(after), 0, false)
		Build(canvas, start.Add(after), s.Shown.Document)
	}
	for s.Shown.working() {
		frame(0)
	}
	return s, frame
}

// The window is at rest only when the camera has arrived at another view, or at once if nothing is animated.
func TestRestAfterTheTurn(t *testing.T) {
	s, frame := resting(t)
	want := func(what string, moves bool) {
		t.Helper()
		if d := s.Shown; d.Moving() != moves || d.working() != moves {
			t.Errorf("%s: moves %t, works %t", what, d.Moving(), d.working())
		}
	}
	s.Shown.Send(workspace.SetView{Kind: view.Interaction})
	frame(0)
	want("at the begin", true)
	frame(transitionTime - time.Millisecond)
	want("before the end", true)
	if s.Shown.Frame.Views[0].Bright == 0 {
		t.Error("before the end, the view is not on its way")
	}
	frame(transitionTime)
	want("at the end", false)
	if v := &s.Shown.Frame.Views[0]; v.Bright != 0 || !v.Bars[0].Flat {
		t.Error("at the end, it is not the interaction view")
	}
	s.settings.Abrupt = true
	s.Shown.Send(workspace.SetView{Kind: view.Free})
	frame(2 * transitionTime)
	want("without animation", false)
	if v := &s.Shown.Frame.Views[0]; v.Bright != 0 || v.Bars[0].Flat {
		t.Error("without animation, it is not the 3D view")
	}
}

// Changes that nobody has caused are short and end in time, also if others follow; the user's own are not interrupted
// by them. Where the user drags something, or has just placed it, nothing moves.
func TestEase(t *testing.T) {
	s, frame := resting(t)
	d := s.Shown
	others := d.Workspace.Look.Threads[1:]
	all := d.Workspace.Look.Threads
	of := func(list []tracefeed.ThreadID) {
		d.Workspace.Look.Threads = list // as a growing trace does
		d.Stale = true
	}
	want := func(what string, moves bool) {
		t.Helper()
		if d.Moving() != moves {
			t.Errorf("%s: moves %t", what, d.Moving())
		}
	}
	of(others)
	frame(0)
	want("fewer threads", true)
	frame(easeTime / 4)
	of(all)
	frame(easeTime / 2)
	want("all threads again", true)
	frame(easeTime - time.Millisecond)
	want("before the end", true)
	frame(easeTime)
	want("at the end", false)

	start, canvas := time.Now(), shape.Canvas{Width: 800, Height: 600, Scale: 1}
	of(others)
	s.Advance(start, 0, true)
	Build(canvas, start, d.Document)
	want("during a drag", false)

	of(all)
	d.Send(workspace.Place{Places: map[tracefeed.ThreadID]mgl32.Vec2{others[0]: {0.5, 0.5}}})
	frame(time.Second)
	want("placed", false)

	d.caused = true
	of(others)
	frame(2 * time.Second)
	want("the user's own", true)
	frame(2*time.Second + transitionTime - time.Millisecond)
	want("before the end of it", true)
	frame(2*time.Second + transitionTime)
	want("at the end of it", false)

	of(all)
	frame(3 * time.Second)
	frame(3*time.Second + easeTime/2)
	want("on the way", true)
	d.jump()
	frame(3*time.Second + easeTime/2)
	want("after a jump", false)
	end := new(scene.Builder).Frame(d.Workspace.Timeline, &d.Workspace.Look, canvas)
	for i, b := range d.Frame.Views[0].Bars {
		if at := end.Views[0].Bars[i].Center; b.Center != at {
			t.Errorf("after a jump, bar %d is at %v, not at %v", i, b.Center, at)
		}
	}
}

// A change that is laid out after the time of the one before it is over, because a frame took long, ends with the
// next frame.
func TestEaseOfALateFrame(t *testing.T) {
	s := opened(t, phases)
	d, start, canvas := s.Shown, time.Now(), shape.Canvas{Width: 800, Height: 600, Scale: 1}
	frame := func(begins, builds time.Duration) {
		s.Advance(start.Add(begins), 0, false)
		Build(canvas, start.Add(builds), d.Document)
	}
	for d.working() {
		frame(0, 0)
	}
	all := d.Workspace.Look.Threads
	of := func(list []tracefeed.ThreadID) {
		d.Workspace.Look.Threads = list
		d.Stale = true
	}
	of(all[1:])
	frame(0, 0)
	frame(easeTime/4, easeTime/4)
	of(all)
	frame(easeTime-time.Millisecond, easeTime+time.Millisecond)
	if !d.Moving() {
		t.Error("the second change is there at once")
	}
	for _, at := range []time.Duration{easeTime + 2*time.Millisecond, 2 * easeTime} {
		if frame(at, at); d.Moving() {
			t.Errorf("at %v it still moves", at)
		}
	}
}
