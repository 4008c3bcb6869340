package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// box is a cuboid along the axes of the world.
type box struct{ low, high mgl32.Vec3 }

// box returns the space that a bar takes: in a view straight on its whole row,
// in the 3D view the steps in which its threads were alive, as far as it shows them. ok is false if there
// are none.
func (f *Frame) box(b *Bar) (x box, ok bool) {
	center, high := b.Solid()
	size := mgl32.Vec3{b.HalfWidth, high}
	x = box{center.Sub(size), center.Add(size)}
	if b.Flat {
		x.low[2] -= b.Depth
		x.high[2] += b.Ahead
		return x, true
	}
	first, end := f.Shares.Alive(int(b.Row))
	from, to := f.Shares.Extent(b, false, first, end)
	if b.Ahead > 0 {
		begin, until := f.Shares.Extent(b, true, first, end)
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
	moment := f.Shares.position()
	x.high[2] -= b.Step * (from - moment)
	x.low[2] -= b.Step * (to - moment)
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
		living, near = alive(s.part(int(b.Row), part)) > 0, moment
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
	top := func(step int) uint16 { return alive(s.cell(row, step)) }
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

// meets returns the distance along a ray to the box, by its three pairs of
// planes. It is negative if the ray begins inside.
func (x box) meets(origin, ray mgl32.Vec3) (float32, bool) {
	in, out := float32(math.Inf(-1)), float32(math.Inf(1))
	for k := range ray {
		if ray[k] == 0 {
			if origin[k] < x.low[k] || origin[k] > x.high[k] {
				return 0, false
			}
			continue
		}
		t0, t1 := (x.low[k]-origin[k])/ray[k], (x.high[k]-origin[k])/ray[k]
		in, out = max(in, min(t0, t1)), min(out, max(t0, t1))
	}
	return in, in <= out && out >= 0
}

// snap moves a point that is on the front but for rounding onto the front.
func (x box) snap(p mgl32.Vec3) mgl32.Vec3 {
	if x.high[2]-p[2] < 1e-4*(x.high[2]-x.low[2]) {
		p[2] = x.high[2]
	}
	return p
}
