package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// face is the rectangle of a bar's front, or of a shared endpoint of several
// bars.
type face struct{ at, half mgl32.Vec2 }

// face returns the face of a slot: that of its box, below lanes.
func (l *layout) face(i int) face {
	s := &l.slots[i]
	f := face{s.at, l.halfOf(s)}
	if s.laned {
		f.at[1] -= (1 - statesPart) * f.half[1]
		f.half[1] *= statesPart
	}
	return f
}

// border returns the point at which the line from a point in a face to a point
// outside leaves it.
func (f face) border(from, to mgl32.Vec2) mgl32.Vec2 {
	d, within := to.Sub(from), from.Sub(f.at)
	scale := float32(1)
	for k := range d {
		if d[k] > 0 {
			scale = min(scale, (f.half[k]-within[k])/d[k])
		} else if d[k] < 0 {
			scale = min(scale, (-f.half[k]-within[k])/d[k])
		}
	}
	return from.Add(d.Mul(max(scale, 0)))
}

// meets reports whether a line from a point to another one crosses the face.
func (f face) meets(a, b mgl32.Vec2) bool {
	in, out := float32(0), float32(1)
	for k := range a {
		low, high, d := f.at[k]-f.half[k]-a[k], f.at[k]+f.half[k]-a[k], b[k]-a[k]
		if d == 0 {
			if low > 0 || high < 0 {
				return false
			}
			continue
		}
		in, out = max(in, min(low/d, high/d)), min(out, max(low/d, high/d))
	}
	return in <= out
}

// round returns the corners of a disc in a face.
func (f face) round() []mgl32.Vec2 {
	pts := make([]mgl32.Vec2, 24)
	for i := range pts {
		turn := 2 * math.Pi * float64(i) / float64(len(pts))
		pts[i] = f.at.Add(mgl32.Vec2{f.half[0] * float32(math.Cos(turn)), f.half[1] * float32(math.Sin(turn))})
	}
	return pts
}
