package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/shape"
)

// The sizes of locks: their radius as a part of the height of a bar, its limits in sizes of
// text, the room around them, and the step of a search for a place, in radii.
const (
	lockRadius              = 0.3
	leastRadius, mostRadius = 0.8, 1.6
	lockRoom, lockStep      = 1.4, 0.7
)

// placeLocks puts the locks into the plane of the moment of a view. A lock that a thread keeps
// is at its bar: at the end of the wait of a deadlock, or at the border that looks at the
// other threads. Others are in the middle of the threads of the finding, which does not depend
// on the moment: a lock that changes hands stays where it is.
func (g *linkGraph) placeLocks(v *shape.View, em float32) {
	if len(g.locks) == 0 {
		return
	}
	unit := g.unit(v)
	r := max(leastRadius*em, min(lockRadius*g.layout.Half[1]*unit[1], mostRadius*em))
	half := mgl32.Vec2{r / unit[0], r / unit[1]}
	var taken []shape.Face
	for i := range g.locks {
		o := &g.locks[i]
		at := g.middleOf(o)
		switch w, ok := g.ringEnd(o); {
		case ok:
			at, _ = w.At(0.9)
		case o.keeper >= 0:
			at = besideFace(g.layout.Face(o.keeper), at, half)
		default:
			at = g.freeSpot(at, half, taken)
		}
		g.ends[o.end].Face = shape.Face{At: at, Half: half}
		taken = append(taken, g.ends[o.end].Face)
	}
}

// unit returns the pixels to a unit of the world in the middle of a view.
func (g *linkGraph) unit(v *shape.View) (unit mgl32.Vec2) {
	middle := g.layout.Low.Add(g.layout.High).Mul(0.5)
	at, _ := v.Project(middle.Vec3(0))
	for k, axis := range []mgl32.Vec2{shape.Right.Vec2(), shape.Up.Vec2()} {
		end, _ := v.Project(middle.Add(axis).Vec3(0))
		unit[k] = max(end.Sub(at).Len(), 1e-6)
	}
	return unit
}

// middleOf returns the middle of the threads of a lock, without its keeper.
func (g *linkGraph) middleOf(o *lockObject) (at mgl32.Vec2) {
	n, done := float32(0), make(map[int]bool, len(o.Threads))
	for _, t := range o.Threads {
		if i, ok := g.layout.SlotOf[t]; ok && i != o.keeper && !done[i] {
			at, n, done[i] = at.Add(g.layout.Slots[i].At), n+1, true
		}
	}
	if n == 0 {
		return g.layout.Low.Add(g.layout.High).Mul(0.5)
	}
	return at.Mul(1 / n)
}

// besideFace returns the place of a disc outside of a face, on the side that looks at a point.
func besideFace(f shape.Face, to, half mgl32.Vec2) mgl32.Vec2 {
	at := f.Border(f.At, to)
	away := at.Sub(f.At)
	k := 1
	if mgl32.Abs(mgl32.Abs(away[0])-f.Half[0]) < mgl32.Abs(mgl32.Abs(away[1])-f.Half[1]) {
		k = 0
	}
	at[k] += lockRoom * float32(math.Copysign(float64(half[k]), float64(away[k])))
	return at
}

// freeSpot returns the place nearest to a point where a disc covers no front and no other disc;
// the point itself if there is none near it.
func (g *linkGraph) freeSpot(want, half mgl32.Vec2, taken []shape.Face) mgl32.Vec2 {
	const rings = 40
	room := half.Mul(lockRoom)
	for ring := range rings {
		parts := max(1, 6*ring)
		for part := range parts {
			turn := 2 * math.Pi * float64(part) / float64(parts)
			out := mgl32.Vec2{half[0] * float32(math.Cos(turn)), half[1] * float32(math.Sin(turn))}
			at := want.Add(out.Mul(lockStep * float32(ring)))
			if !g.course.overFront(at, room) && !covers(taken, at, room) {
				return at
			}
		}
	}
	return want
}

// covers reports whether a disc at a point, with room around it, covers one of others.
func covers(taken []shape.Face, at, room mgl32.Vec2) bool {
	for _, f := range taken {
		if d := at.Sub(f.At); mgl32.Abs(d[0]) < 2*room[0] && mgl32.Abs(d[1]) < 2*room[1] {
			return true
		}
	}
	return false
}

// ringEnd returns the wait of a deadlock that leads to the keeper of a lock; ok is false if
// there is none.
func (g *linkGraph) ringEnd(o *lockObject) (w shape.Wedge, ok bool) {
	if !o.Ring || o.keeper < 0 {
		return w, false
	}
	for _, d := range g.deadlocks {
		for k := range d.slots {
			if d.slots[(k+1)%len(d.slots)] == o.keeper {
				return g.deadlockRing(d.slots)[k], true
			}
		}
	}
	return w, false
}
