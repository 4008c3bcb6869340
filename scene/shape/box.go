package shape

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// box is a cuboid along the axes of the world.
type box struct{ Low, High mgl32.Vec3 }

// Box returns the space that a bar takes: in a view straight on its whole row,
// in the 3D view the steps in which its threads were alive, as far as it shows them. ok is false if there
// are none.
func (s *Shares) Box(b *Bar) (x box, ok bool) {
	center, high := b.Solid()
	size := mgl32.Vec3{b.HalfWidth, high}
	x = box{center.Sub(size), center.Add(size)}
	if b.Flat {
		x.Low[2] -= b.Depth
		x.High[2] += b.Ahead
		return x, true
	}
	first, end := s.Alive(int(b.Row))
	from, to := s.Extent(b, false, first, end)
	if b.Ahead > 0 {
		begin, until := s.Extent(b, true, first, end)
		switch {
		case begin >= until:
		case from >= to:
			from, to = begin, until
		default:
			from = begin
		}
	}
	if from >= to {
		return box{}, false
	}
	moment := s.position()
	x.High[2] -= b.Step * (from - moment)
	x.Low[2] -= b.Step * (to - moment)
	return x, true
}

// Extent returns the steps of a bar, before the moment or after it, in which its
// threads were alive. first and last are the result of Alive for its row.
func (s *Shares) Extent(b *Bar, after bool, first, last int) (from, to float32) {
	moment := s.position()
	cut, living, near := int(moment), s.Cut == nil, max(float32(first), moment)
	if s.Cut != nil {
		part := UpToMoment
		if after {
			part = AfterMoment
		}
		living, near = AliveShare(s.Part(int(b.Row), part)) > 0, moment
	}
	switch {
	case b.Step <= 0:
		return 0, 0
	case after && s.Cut != nil:
		from, to = max(float32(first), moment-b.Ahead/b.Step), min(float32(last), float32(cut))
		if living {
			to = moment
		}
	case after:
		return 0, 0
	case living:
		from, to = near, min(float32(last), moment+b.Depth/b.Step)
	default:
		from, to = max(float32(first), float32(cut+1)), min(float32(last), moment+b.Depth/b.Step)
	}
	return from, to
}

// position returns the position of the moment in steps.
func (s *Shares) position() float32 {
	if s.Cut == nil {
		return 1 - s.First
	}
	return s.Moment
}

// Alive returns the first step of a row in which its threads were alive, and the
// step after the last one; both are 0 if there is none.
func (s *Shares) Alive(row int) (first, end int) {
	top := func(step int) uint16 { return AliveShare(s.Cell(row, step)) }
	for first, end = 0, s.Steps; first < end && top(first) == 0; {
		first++
	}
	for end > first && top(end-1) == 0 {
		end--
	}
	if first == end {
		return 0, 0
	}
	return first, end
}

// Meets returns the distance along a ray to the box, by its three pairs of
// planes. It is negative if the ray begins inside.
func (x box) Meets(origin, ray mgl32.Vec3) (float32, bool) {
	in, out := float32(math.Inf(-1)), float32(math.Inf(1))
	for k := range ray {
		if ray[k] == 0 {
			if origin[k] < x.Low[k] || origin[k] > x.High[k] {
				return 0, false
			}
			continue
		}
		t0, t1 := (x.Low[k]-origin[k])/ray[k], (x.High[k]-origin[k])/ray[k]
		in, out = max(in, min(t0, t1)), min(out, max(t0, t1))
	}
	return in, in <= out && out >= 0
}

// snap moves a point that is on the front but for rounding onto the front.
func (x box) snap(p mgl32.Vec3) mgl32.Vec3 {
	if x.High[2]-p[2] < 1e-4*(x.High[2]-x.Low[2]) {
		p[2] = x.High[2]
	}
	return p
}

// Around returns the lines at a depth on the sides of a box that look at an eye.
func (x box) Around(eye mgl32.Vec3, z float32) (lines [][2]mgl32.Vec3) {
	for axis := range 2 {
		from, to := x.Low, x.High
		switch {
		case eye[axis] > x.High[axis]:
			from[axis] = x.High[axis]
		case eye[axis] < x.Low[axis]:
			to[axis] = x.Low[axis]
		default:
			continue
		}
		from[2], to[2] = z, z
		lines = append(lines, [2]mgl32.Vec3{from, to})
	}
	return lines
}
