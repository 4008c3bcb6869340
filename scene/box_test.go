package scene

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/internal/reduced"
	"tiv/lod"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/tracefeed"
)

func TestAlive(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		top        []uint16 // the last layer of each step
		first, end int
	}{
		{nil, 0, 0},
		{[]uint16{0, 0}, 0, 0},
		{[]uint16{5, 0, 9}, 0, 3},
		{[]uint16{0, 0, 1, 65535, 0}, 2, 4},
	} {
		s := shape.Shares{Rows: 2, Steps: len(c.top), Layers: shape.LayerUnit, Cum: make([]uint16, 2*len(c.top)*shape.LayerUnit)}
		for i, v := range c.top {
			s.Cum[(len(c.top)+i+1)*shape.LayerUnit-1] = v
		}
		if first, end := s.Alive(1); first != c.first || end != c.end {
			t.Errorf("alive of %v is %d, %d, want %d, %d", c.top, first, end, c.first, c.end)
		}
	}
}

// The time under a pixel is the time of the point of the bar that is drawn
// there, with the camera anywhere.
func TestTimeAt(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(4, 4))
	seen, after := 0, 0
	for range 60 {
		tl := reduced.Busy(t, 2+rng.IntN(12), 300, rng.Uint64N(9))
		look := lookAt(tl)
		look.Kind = []*view.Kind{view.Free, view.Free, view.Timeline}[rng.IntN(3)]
		look.Moment = 1 + tracefeed.Time(rng.Int64N(int64(tl.End)))
		look.Camera.Yaw, look.Camera.Pitch = rng.Float32()*6-3, rng.Float32()*3-1.5
		look.Camera.Zoom = 0.5 + 2*rng.Float32()
		look.After = rng.IntN(2) == 0
		st, f := pictureOf(tl, &look)
		from, to := look.Window()
		for range 100 {
			b := f.Views[0].Bars[rng.IntN(len(f.Views[0].Bars))]
			want := max(0, from) + tracefeed.Time(rng.Int64N(int64(to-max(0, from))))
			face := mgl32.Vec3{1, 2*rng.Float32() - 1}
			if rng.IntN(2) == 0 {
				face[0] = -1
			}
			if rng.IntN(3) == 0 {
				face[0], face[1] = face[1], face[0] // the top or the bottom
			}
			at, ok := f.Views[0].Project(mgl32.Vec3{b.Center[0] + face[0]*b.HalfWidth, b.Center[1] + face[1]*b.HalfHeight,
				st.Depths.Of(want)})
			if !ok {
				continue
			}
			got, onBar := f.TimeAt(at[0], at[1])
			if pick, _ := f.At(at[0], at[1]); pick != b.Pick || !onBar || hidden(f, b, face, st.Depths.Of(want)) {
				continue
			}
			seen++
			if look.Kind == view.Free && want > look.Moment {
				after++
			}
			if d := got - want; d > look.Step || d < -look.Step {
				t.Errorf("%v, yaw %v, pitch %v: thread %d at %v is drawn at %v, where the time is %v", look.Kind, look.Camera.Yaw,
					look.Camera.Pitch, b.Pick.Index, want, at, got)
			}
		}
	}
	if seen < 800 || after < 60 {
		t.Errorf("only %d points were seen, %d of them after the moment in the 3D view", seen, after)
	}
}

// hidden reports whether a face of a bar looks away from the viewer, or ends
// before a depth. Faces are numbered by their outward direction; the timeline
// view looks along x.
func hidden(f *Frame, b shape.Bar, face mgl32.Vec3, z float32) bool {
	if space, ok := f.Shares.Box(&b); !ok || z > space.High[2] || z < space.Low[2] {
		return true
	}
	if b.Flat {
		return false
	}
	k := 0
	if mgl32.Abs(face[1]) == 1 {
		k = 1
	}
	half := mgl32.Vec2{b.HalfWidth, b.HalfHeight}
	return (f.Views[0].Eye[k]-b.Center[k])*face[k] <= half[k]
}

// The front of a bar shows the moment.
func TestTimeAtFront(t *testing.T) {
	t.Parallel()
	tl := story(t, deadlocked)
	for _, kind := range []*view.Kind{view.Free, view.Interaction} {
		look := lookAt(tl)
		look.Kind, look.Moment = kind, 35*tracefeed.Millisecond
		_, f := pictureOf(tl, &look)
		for _, b := range f.Views[0].Bars {
			at, _ := f.Views[0].Project(b.Center)
			if got, ok := f.TimeAt(at[0], at[1]); !ok || got != look.Moment {
				t.Errorf("%v: the front of %d is at %v, %v", kind, b.Pick.Index, got, ok)
			}
		}
	}
}

// A cell contains the times that it is said to, and shows the states of its time.
func TestCellAt(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(8, 8))
	for range 200 {
		tl := story(t, deadlocked)
		look := lookAt(tl)
		look.Kind, look.Level, look.Ahead = view.Timeline, lod.Near, rng.Float64()
		look.Step, look.Steps = 1+tracefeed.Time(rng.Int64N(int64(tl.End))), 1+rng.IntN(50)
		look.Moment = 1 + tracefeed.Time(rng.Int64N(int64(tl.End)))
		st, f := pictureOf(tl, &look)
		from, to := look.Window()
		at := from + tracefeed.Time(rng.Int64N(int64(to-from)))
		cell, start, end := f.depths.CellAt(f.Shares, 0, at)
		if at < start || at > end || start < look.Moment && end > look.Moment {
			t.Errorf("moment %v, step %v: %v is in a cell from %v to %v", look.Moment, look.Step, at, start, end)
		}
		sum := tl.Lane(st.Layout.Slots[0].Thread).Sum(start, end)
		below := 0.0
		for k, layer := range lod.Near.Layers() {
			for _, state := range layer.States {
				below += float64(sum[state]) / float64(end-start)
			}
			if math.Abs(float64(cell[k])/65535-below) > 1.0/65535 {
				t.Errorf("%v to %v: layer %d reaches to %v, want %v", start, end, k, float64(cell[k])/65535, below)
			}
		}
	}
}

// A mark of a depth has the time of the bar under the pixel, and its lines are
// behind no bar. The front has none.
func TestDepthMark(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(9, 4))
	lines := 0
	for range 30 {
		tl := reduced.Busy(t, 2+rng.IntN(12), 300, rng.Uint64N(9))
		look := lookAt(tl)
		look.Camera.Yaw, look.Camera.Pitch = rng.Float32()*6-3, rng.Float32()*3-1.5
		_, f := pictureOf(tl, &look)
		for range 30 {
			x, y := 1280*rng.Float32(), 720*rng.Float32()
			m, ok := f.DepthMark(x, y)
			at, onBar := f.TimeAt(x, y)
			if ok && (!onBar || m.Time != at) || onBar && at != look.Moment && !ok {
				t.Errorf("at %v, %v the time is %v (%v), the mark's %v (%v)", x, y, at, onBar, m.Time, ok)
			}
			for _, l := range m.Lines {
				lines++
				for _, p := range l {
					back, ray := f.Views[0].Ray(p[0], p[1])
					z := (f.depths.Of(m.Time) - back[2]) / ray[2]
					far := back.Add(ray.Mul(z)).Sub(f.Views[0].Eye).Len()
					if bar, d := nearestBar(f, p); bar >= 0 && d < 0.95*far {
						t.Errorf("the mark of %v at %v is behind bar %d: %v, %v", m.Time, p, bar, d, far)
					}
				}
			}
		}
	}
	if lines < 100 {
		t.Errorf("%d lines", lines)
	}
	tl := story(t, deadlocked)
	look := lookAt(tl)
	_, f := pictureOf(tl, &look)
	at, _ := f.Views[0].Project(f.Views[0].Bars[0].Center)
	if m, ok := f.DepthMark(at[0], at[1]); ok {
		t.Errorf("the front has the mark %+v", m)
	}
}
