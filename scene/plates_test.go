package scene

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/internal/generate"
	"tiv/internal/oracle"
	"tiv/internal/reduced"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
)

// platesOf returns a look at a trace in the 3D view with the plates of locks.
func platesOf(tl *timeline.Timeline) view.Look {
	look := view.LookAt(tl)
	look.LockPlates, look.History = true, 1000
	return look
}

// differPlates compares the heights of plates with the queues of the oracle: in each step, the rail and the mean number of
// threads that wait for the lock, in one scale for all plates.
func differPlates(trace oracle.Trace, rng *rand.Rand) (steps int, err error) {
	tl, err := reduced.Timeline(trace.Feed(), timeline.Tuning{PageEvents: rng.IntN(40)})
	if err != nil || tl.End < 1000 { // depths are too coarse for steps of some nanoseconds
		return 0, err
	}
	h, look := oracle.Replay(trace), platesOf(tl)
	look.Step = tl.End / tracefeed.Time(1+rng.IntN(30))
	look.Moment = 1 + tracefeed.Time(rng.Int64N(int64(tl.End)))
	var b Builder
	f := b.Frame(tl, &look, small)
	scale := float32(0)
	for _, p := range f.Views[0].Plates {
		monitors := f.Locks[p.Pick.Index].Monitors
		for i, s := range p.Steps {
			parts := p.Of(i)
			middle := f.depths.Time((s.Far + s.Near) / 2)
			from, to := middle/look.Step*look.Step, min((middle/look.Step+1)*look.Step, look.Moment)
			queue := float32(0)
			for _, e := range h.Window(from, to).Edges() {
				if !e.Signal && slices.Contains(monitors, e.Monitor) {
					queue += float32(e.Time) / float32(to-from)
				}
			}
			high := parts[len(parts)-1].High - p.Low - railOf(f)
			if queue == 0 && high > 1e-4 || queue > 0 && high <= 0 {
				return steps, fmt.Errorf("lock %v from %v to %v: %v waiting threads are %v high", monitors, from, to, queue, high)
			}
			if queue == 0 {
				continue
			}
			if scale == 0 {
				scale = high / queue
			}
			if d := mgl32.Abs(high/queue/scale - 1); d > 0.01 {
				return steps, fmt.Errorf("lock %v from %v to %v: %v waiting threads are %v high, by the scale %v", monitors, from, to,
					queue, high, scale*queue)
			}
			steps++
		}
	}
	return steps, nil
}

// railOf returns the height of rails: that of the part of a plate below its queue.
func railOf(f *Frame) float32 {
	l := f.High.Sub(f.Low)
	return railShare * max(2.4*halfOf(f), 0.15*l[1])
}

const railShare = 0.14

// halfOf returns half the height of bars.
func halfOf(f *Frame) (half float32) {
	for i := range f.Views[0].Bars {
		half = max(half, f.Views[0].Bars[i].HalfHeight)
	}
	return half
}

// Plates of random traces are as high as the queues are long, at all steps.
func TestPlatesAreAsHighAsQueues(t *testing.T) {
	t.Parallel()
	steps := 0
	for seed := range oracle.Seeds(120) {
		rng := rand.New(rand.NewPCG(seed, 41))
		shape := oracle.Small(rng)
		shape.Events += 40
		oracle.Check(t, seed, oracle.Random(rng, shape), func(trace oracle.Trace) error {
			n, err := differPlates(trace, rand.New(rand.NewPCG(seed, 42)))
			steps += n
			return err
		})
	}
	if steps < oracle.Least(100) {
		t.Errorf("only %d steps have a queue", steps)
	}
}

// convoy is a lock that A holds for long, and B and C after that; D has no part in it.
const convoy = `
0ms A start
0ms B start
0ms C start
0ms D start
0ms A monitor-enter M
10ms B monitor-wait M
20ms C monitor-wait M
60ms A monitor-exit M
60ms B monitor-enter M
80ms B monitor-exit M
80ms C monitor-enter M
100ms C monitor-exit M
100ms D end
`

// onPlate returns a pixel of a plate at a time and height, between its lock and the top.
func onPlate(t *testing.T, f *Frame, at tracefeed.Time, up float32) mgl32.Vec2 {
	t.Helper()
	p := &f.Views[0].Plates[0]
	pixel, ok := f.Views[0].Project(mgl32.Vec3{p.X, p.Low + up, f.depths.Of(at)})
	if !ok {
		t.Fatal("the plate is behind the camera")
	}
	return pixel
}

// A pixel of a plate is its lock, with the turns and the time of its step.
func TestPlatesArePicked(t *testing.T) {
	tl := story(t, convoy)
	look := platesOf(tl)
	look.Step, look.Moment = 10*tracefeed.Millisecond, 100*tracefeed.Millisecond
	var b Builder
	f := b.Frame(tl, &look, small)
	if len(f.Views[0].Plates) != 1 || !f.Plates() {
		t.Fatalf("plates %v", f.Views[0].Plates)
	}
	at := 45 * tracefeed.Millisecond
	pixel := onPlate(t, f, at, 1.5*railOf(f))
	pick, _ := f.At(pixel[0], pixel[1])
	if pick.Kind != shape.PickLock {
		t.Fatalf("on the plate is %v", pick)
	}
	s, ok := f.TurnsAt(pixel[0], pixel[1])
	if !ok || s.From != 40*tracefeed.Millisecond || s.To != 50*tracefeed.Millisecond ||
		!slices.Equal(s.Threads(), []tracefeed.ThreadID{1}) {
		t.Errorf("turns %v, %v", s, ok)
	}
	if got, ok := f.TimeAt(pixel[0], pixel[1]); !ok || got < at-look.Step/10 || got > at+look.Step/10 {
		t.Errorf("the time there is %v, want %v", got, at)
	}
	if m, ok := f.DepthMark(pixel[0], pixel[1]); !ok || m.Time < at-look.Step/10 || m.Time > at+look.Step/10 {
		t.Errorf("the depth of %v is marked", m.Time)
	}
	above := onPlate(t, f, 5*tracefeed.Millisecond, 2*railOf(f)) // nobody waits yet
	if _, ok := f.TurnsAt(above[0], above[1]); ok {
		t.Error("a plate is picked above its queue")
	}
}

// Only the 3D view has plates, and only if the look has them.
func TestPlatesAreAChoice(t *testing.T) {
	tl := story(t, convoy)
	look := platesOf(tl)
	var b Builder
	for _, kind := range kinds {
		look.Kind = kind
		if f := b.Frame(tl, &look, small); f.Plates() != (kind == view.Free) {
			t.Errorf("%v: plates %v", kind, f.Plates())
		}
	}
	look.Kind, look.LockPlates = view.Free, false
	if f := b.Frame(tl, &look, small); f.Plates() {
		t.Error("there are plates that the look does not have")
	}
}

// Plates stand beside the bars of a pool, not in them, and most of them is not behind the sides of bars.
func TestPlatesStandBesideBars(t *testing.T) {
	feed, err := generate.Pool(60, 30_000)
	if err != nil {
		t.Fatal(err)
	}
	tl, err := reduced.Timeline(feed, timeline.Tuning{})
	if err != nil {
		t.Fatal(err)
	}
	look := view.LookAt(tl)
	look.LockPlates = true
	seen, all := 0, 0
	for _, yaw := range []float32{0.56, -0.56, 0.9} {
		look.Camera.Yaw = yaw
		var b Builder
		f := b.Frame(tl, &look, shape.Canvas{Width: 1280, Height: 800, Scale: 1})
		v := &f.Views[0]
		if len(v.Plates) == 0 {
			t.Fatal("there are no plates")
		}
		sight := shape.NewSight(f.Shares, v)
		for _, p := range v.Plates {
			for i, s := range p.Steps {
				parts := p.Of(i)
				at := mgl32.Vec3{p.X, (p.Low + parts[len(parts)-1].High) / 2, (s.Far + s.Near) / 2}
				for _, x := range sight.Boxes[:len(v.Bars)] {
					if at[0] > x.Low[0] && at[0] < x.High[0] && at[1] > x.Low[1] && at[1] < x.High[1] {
						t.Fatalf("yaw %v: the plate of lock %d is in a bar", yaw, p.Pick.Index)
					}
				}
				if pixel, ok := v.Project(at); ok && !sight.Hidden(at, pixel) {
					seen++
				}
				all++
			}
		}
	}
	if 2*seen < all {
		t.Errorf("of %d steps of plates %d are seen", all, seen)
	}
}
