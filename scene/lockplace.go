package scene

import (
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/place"
	"tiv/scene/plate"
	"tiv/scene/shape"
	"tiv/tracefeed"
)

// The sizes of locks: their radius as a part of the height of a bar, its limits in sizes of
// text, the room around them, and the step of a search for a place, in radii.
const (
	lockRadius              = 0.3
	leastRadius, mostRadius = 0.8, 1.6
	lockRoom, lockStep      = 1.4, 0.7
)

// lockPlacer finds places for the locks of a graph. half is half their size, taken are the
// places of those before. kept are the places of the last picture.
type lockPlacer struct {
	g     *linkGraph
	half  mgl32.Vec2
	taken []shape.Face
	kept  map[tracefeed.MonitorID]mgl32.Vec2
	// plates finds places where the plates of locks are seen; nil without plates.
	plates *plate.Painter
	// view is the view if all bars are in it, and radius half the size of locks in pixels.
	view   *shape.View
	radius float32
}

// placeLocks puts the locks of a graph into the plane of the moment of a view. A lock that a
// thread keeps is at its bar: at the end of the wait of a deadlock, or at the border that looks
// at the other threads. Others are in the middle of the threads of the finding, which does not
// depend on the moment: a lock that changes hands stays where it is. em is the size of text.
func placeLocks(v *shape.View, g *linkGraph, em float32, kept map[tracefeed.MonitorID]mgl32.Vec2, plates *plate.Painter) {
	x := lockPlacer{g: g, half: mgl32.Vec2{lockRadius * g.Layout.Half[1], lockRadius * g.Layout.Half[1]}, kept: kept, plates: plates}
	if unit, ok := pixels(v, g.Layout); ok {
		r := max(leastRadius*em, min(lockRadius*g.Layout.Half[1]*unit[1], mostRadius*em))
		x.half = mgl32.Vec2{r / unit[0], r / unit[1]}
		if x.radius = r; showsAll(v, g.Layout) {
			x.view = v
		}
	}
	for i := range g.locks {
		f := shape.Face{At: x.place(&g.locks[i]), Half: x.half}
		g.ends[g.locks[i].end].Face = f
		x.taken = append(x.taken, f)
	}
}

// pixels returns the pixels to a unit of the world in the middle of all bars; ok is false if that
// is behind the camera.
func pixels(v *shape.View, l *place.Layout) (unit mgl32.Vec2, ok bool) {
	middle := l.Low.Add(l.High).Mul(0.5)
	at, ok := v.Project(middle.Vec3(0))
	for k, axis := range []mgl32.Vec2{shape.Right.Vec2(), shape.Up.Vec2()} {
		end, seen := v.Project(middle.Add(axis).Vec3(0))
		unit[k], ok = max(end.Sub(at).Len(), 1e-6), ok && seen
	}
	return unit, ok
}

// showsAll reports whether the fronts of all bars are in a view.
func showsAll(v *shape.View, l *place.Layout) bool {
	for _, corner := range []mgl32.Vec2{l.Low, l.High, {l.Low[0], l.High[1]}, {l.High[0], l.Low[1]}} {
		if at, ok := v.Project(corner.Vec3(0)); !ok || !v.Rect.Holds(at[0], at[1]) {
			return false
		}
	}
	return true
}

// inView reports whether a lock at a place is in the view, if all bars are: a lock among bars that the
// user has moved out of view is, too.
func (x *lockPlacer) inView(place mgl32.Vec2) bool {
	if x.view == nil {
		return true
	}
	at, ok := x.view.Project(place.Vec3(0))
	r := x.radius
	return ok && x.view.Rect.Holds(at[0]-r, at[1]-r) && x.view.Rect.Holds(at[0]+r, at[1]+r)
}

// place returns the place of a lock.
func (x *lockPlacer) place(o *lockObject) mgl32.Vec2 {
	w, ok := x.ringEnd(o)
	switch {
	case ok:
		at, _ := w.At(0.9)
		return at
	case o.keeper >= 0:
		at := besideFace(x.g.Layout.Face(o.keeper), x.middleOf(o), x.half)
		if x.plates != nil {
			at = x.seenSpot(at)
		}
		return at
	}
	monitor := o.Monitors[0]
	at, ok := x.kept[monitor]
	if !ok || x.g.course.overFront(at, x.half) || covers(x.taken, at, x.half.Mul(lockRoom)) {
		at = x.freeSpot(x.middleOf(o))
		if x.plates != nil {
			at = x.seenSpot(at)
		}
		x.kept[monitor] = at
	}
	return at
}

// middleOf returns the middle of the threads of a lock, without its keeper.
func (x *lockPlacer) middleOf(o *lockObject) (at mgl32.Vec2) {
	l, n, done := x.g.Layout, float32(0), make(map[int]bool, len(o.Threads))
	for _, t := range o.Threads {
		if i, ok := l.SlotOf[t]; ok && i != o.keeper && !done[i] {
			at, n, done[i] = at.Add(l.Slots[i].At), n+1, true
		}
	}
	if n == 0 {
		return l.Low.Add(l.High).Mul(0.5)
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
func (x *lockPlacer) freeSpot(want mgl32.Vec2) mgl32.Vec2 {
	const rings = 40
	room := x.half.Mul(lockRoom)
	for ring := range rings {
		parts := max(1, 6*ring)
		for part := range parts {
			turn := 2 * math.Pi * float64(part) / float64(parts)
			out := mgl32.Vec2{x.half[0] * float32(math.Cos(turn)), x.half[1] * float32(math.Sin(turn))}
			at := want.Add(out.Mul(lockStep * float32(ring)))
			if !x.g.course.overFront(at, room) && !covers(x.taken, at, room) && x.inView(at) {
				return at
			}
		}
	}
	return want
}

// seenSpot returns a free place where the plate of a lock is seen: one that is not much farther from a
// free place than others.
func (x *lockPlacer) seenSpot(want mgl32.Vec2) mgl32.Vec2 {
	const step = 1.5 // of rings, in sizes of the lock
	room := x.half.Mul(lockRoom)
	apart := mgl32.Vec2{room[0], max(room[1], x.plates.Height())}
	cost := func(at mgl32.Vec2) float32 {
		up := mgl32.Vec2{0, x.plates.Height() / 2}
		return x.plates.Cost(at, x.g.course.overFront(at.Add(up), mgl32.Vec2{0.3 * x.half[0], up[1]}))
	}
	best, least := want, cost(want)
	for ring := float32(1); ring*step < least; ring++ {
		parts := 4 * ring
		for part := range int(parts) {
			turn := 2 * math.Pi * float64(part) / float64(parts)
			at := want.Add(mgl32.Vec2{x.half[0] * float32(math.Cos(turn)), x.half[1] * float32(math.Sin(turn))}.Mul(step * ring))
			if x.g.course.overFront(at, room) || covers(x.taken, at, apart) || !x.inView(at) {
				continue
			}
			if c := ring*step + cost(at); c < least {
				best, least = at, c
			}
		}
	}
	return best
}

// covers reports whether a disc at a point, with room around it, covers one of others.
func covers(taken []shape.Face, at, room mgl32.Vec2) bool {
	return slices.ContainsFunc(taken, func(f shape.Face) bool {
		d := at.Sub(f.At)
		return mgl32.Abs(d[0]) < 2*room[0] && mgl32.Abs(d[1]) < 2*room[1]
	})
}

// ringEnd returns the wait of a deadlock that leads to the keeper of a lock; ok is false if
// there is none.
func (x *lockPlacer) ringEnd(o *lockObject) (w shape.Wedge, ok bool) {
	if !o.Ring || o.keeper < 0 {
		return w, false
	}
	for _, d := range x.g.Deadlocks {
		for k := range d.Slots {
			if d.Slots[(k+1)%len(d.Slots)] == o.keeper {
				return x.g.deadlockRing(d.Slots)[k], true
			}
		}
	}
	return w, false
}
