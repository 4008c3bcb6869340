package session

import (
	"math"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene"
	"tiv/scene/place"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/tracefeed"
)

// glideTime is the duration of a camera motion.
const glideTime = 220 * time.Millisecond

// transitionTime is the duration of a transition of threads, or from one view to another. It is
// longer because there are many to follow.
const transitionTime = 350 * time.Millisecond

// easeTime is the duration of a transition that the user has not caused: because time goes by, for
// example.
const easeTime = 150 * time.Millisecond

// eased maps a share of the time of a motion to a share of its path.
func eased(t float32) float32 { return t * t * (3 - 2*t) }

// clock measures the progress of a motion. The zero clock is at rest.
type clock struct{ began time.Time }

// startedClock returns the clock of a motion that begins now.
func startedClock() clock { return clock{time.Now()} }

// on reports whether the motion is on its way.
func (c *clock) on() bool { return !c.began.IsZero() }

// part returns the share of its path that a motion of some length has covered, from 0 to 1. It is 1
// once, and then the motion ends. A motion whose time is over already has a length of 0 or less.
func (c *clock) part(now time.Time, length time.Duration) float32 {
	passed := max(0, now.Sub(c.began))
	if passed >= length {
		c.began = time.Time{}
		return 1
	}
	return eased(float32(passed) / float32(length))
}

// Motion moves the camera from one place to another.
type Motion struct {
	from, to view.Camera
	clock
}

// start begins a motion. The frame has the positions of things.
func (m *Motion) start(from, to view.Camera, f *scene.Frame) {
	*m = Motion{}
	if from == to {
		return
	}
	// The path is in coordinates around the new centre.
	if h := f.High[1] - f.Low[1]; h > 0 && from.Target != to.Target {
		way := Centre(f, to.Target).Sub(Centre(f, from.Target))
		if len(f.Views) > 0 && f.Views[0].Turns {
			way = from.Seen(way)
		}
		from.Pan = from.Pan.Add(way.Mul(1 / h))
	}
	from.Target = to.Target
	*m = Motion{from, to, startedClock()}
}

// Centre returns the point that a camera centred on a thread looks at.
func Centre(f *scene.Frame, on tracefeed.ThreadID) mgl32.Vec2 {
	if on != tracefeed.NoThread && len(f.Views) > 0 {
		for _, b := range f.Views[0].Bars {
			if b.Pick == (shape.PickID{Kind: shape.PickThread, Index: int32(on)}) {
				return b.Center.Vec2()
			}
		}
	}
	return f.Low.Add(f.High).Mul(0.5)
}

// Camera returns the present camera on its way to a place.
func (m *Motion) Camera(to view.Camera) view.Camera { return m.at(to, time.Now()) }

func (m *Motion) at(to view.Camera, now time.Time) view.Camera {
	if !m.on() {
		return to
	}
	t := m.part(now, glideTime)
	if t == 1 {
		return to
	}
	mix := func(a, b float32) float32 { return a + (b-a)*t }
	c := to
	c.Yaw, c.Pitch = mix(m.from.Yaw, to.Yaw), mix(m.from.Pitch, to.Pitch)
	c.Zoom = float32(math.Exp(float64(mix(logZoom(m.from), logZoom(to)))))
	c.Pan = m.from.Pan.Add(to.Pan.Sub(m.from.Pan).Mul(t))
	return c
}

func logZoom(c view.Camera) float32 {
	if c.Zoom <= 0 {
		return 0
	}
	return float32(math.Log(float64(c.Zoom)))
}

// Transition is a transition of bars from their old places to the new ones, or of the camera from
// one view to another.
type Transition struct {
	clock
	length time.Duration
}

// begin starts the time of a change that a frame begins: a long one if the user has caused it, else
// a short one. A transition that was on its way ends when it would have.
func (m *Transition) begin(c place.Change, caused bool, now time.Time) {
	switch {
	case c == place.Nothing:
		return
	case c == place.Turn || caused:
		m.length = transitionTime
	case m.on():
		m.length -= now.Sub(m.began)
	default:
		m.length = easeTime
	}
	m.began = now
}

// Build makes the frame of a canvas if the last one is out of date, and reports whether it did.
func Build(canvas shape.Canvas, now time.Time, d *Document) bool {
	p := &d.Picture
	if f := p.Frame; !p.Stale && f != nil && f.Width == canvas.Width && f.Height == canvas.Height {
		return false
	}
	look := d.Workspace.Look
	look.Camera = p.Motion.at(look.Camera, now)
	p.zooming.at(&look, now)
	if p.cut {
		p.Builder.Eased, p.Builder.Progress = false, 1
	}
	p.Frame = p.Builder.Frame(d.Workspace.Timeline, &look, canvas)
	p.transition.begin(p.Builder.Begun, p.caused, now)
	p.Stale, p.caused, p.cut = false, false, false
	return true
}
