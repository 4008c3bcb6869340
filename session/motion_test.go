package session

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene"
	"tiv/scene/shape"
	"tiv/scene/view"
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
