package shape

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// Face is the rectangle of a bar's front, or of a shared endpoint of several
// bars.
type Face struct{ At, Half mgl32.Vec2 }

// Border returns the point at which the line from a point in a face to a point
// outside leaves it.
func (f Face) Border(from, to mgl32.Vec2) mgl32.Vec2 {
	d, within := to.Sub(from), from.Sub(f.At)
	scale := float32(1)
	for k := range d {
		if d[k] > 0 {
			scale = min(scale, (f.Half[k]-within[k])/d[k])
		} else if d[k] < 0 {
			scale = min(scale, (-f.Half[k]-within[k])/d[k])
		}
	}
	return from.Add(d.Mul(max(scale, 0)))
}

// Meets reports whether a line from a point to another one crosses the face.
func (f Face) Meets(a, b mgl32.Vec2) bool {
	in, out := float32(0), float32(1)
	for k := range a {
		low, high, d := f.At[k]-f.Half[k]-a[k], f.At[k]+f.Half[k]-a[k], b[k]-a[k]
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

// corners returns the corners of the face, one after the other around it.
func (f Face) corners() [4]mgl32.Vec2 {
	aside := mgl32.Vec2{f.Half[0], -f.Half[1]}
	return [4]mgl32.Vec2{f.At.Sub(f.Half), f.At.Add(aside), f.At.Add(f.Half), f.At.Sub(aside)}
}

// Round returns the corners of a disc in a face.
func (f Face) Round() []mgl32.Vec2 {
	pts := make([]mgl32.Vec2, 24)
	for i := range pts {
		turn := 2 * math.Pi * float64(i) / float64(len(pts))
		pts[i] = f.At.Add(mgl32.Vec2{f.Half[0] * float32(math.Cos(turn)), f.Half[1] * float32(math.Sin(turn))})
	}
	return pts
}
