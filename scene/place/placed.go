package place

import (
	"cmp"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/tracefeed"
)

// Plane is the bounding box of all bars of a layout before the user moves any.
// Places chosen by the user are stored relative to it, so that they stay where
// they are in the window when the layout, the window or the number of threads
// changes.
type Plane struct{ middle, reach mgl32.Vec2 }

// Part returns a point relative to the box: from -1 to 1 within it.
func (p Plane) Part(at mgl32.Vec2) mgl32.Vec2 {
	d := at.Sub(p.middle)
	return mgl32.Vec2{d[0] / p.reach[0], d[1] / p.reach[1]}
}

// at is the way back.
func (p Plane) at(part mgl32.Vec2) mgl32.Vec2 {
	return p.middle.Add(mgl32.Vec2{part[0] * p.reach[0], part[1] * p.reach[1]})
}

// place moves threads to the places that the user chose, or next to those if
// they would cover others.
func (l *Layout) place(places map[tracefeed.ThreadID]mgl32.Vec2) {
	if len(places) == 0 {
		return
	}
	var moved []int
	var taken []mgl32.Vec2
	for i, s := range l.Slots {
		if _, ok := places[s.Thread]; ok && s.Members == nil {
			moved = append(moved, i)
		} else {
			taken = append(taken, s.At)
		}
	}
	for _, i := range moved {
		s := &l.Slots[i]
		part := places[s.Thread]
		for k := range part {
			part[k] = mgl32.Clamp(part[k], -farthest, farthest)
		}
		s.At = l.free(l.Unmoved.at(part), taken)
		s.Line, s.Column = 0, 0
		taken = append(taken, s.At)
	}
}

// farthest is the largest distance at which threads can be placed. Beyond it
// the other threads would be too small.
const farthest = 10

// rowApart is the smallest difference in height between two threads, so that
// each has a row of its own in the timeline view.
const rowApart = 0.4

// hardly keeps fronts from touching.
const hardly = 1.01

// free returns the place nearest to want at which a bar covers none of those at
// taken places, and has a row of its own.
func (l *Layout) free(want mgl32.Vec2, taken []mgl32.Vec2) mgl32.Vec2 {
	for within := 4 * l.Half[1]; within < math.MaxFloat32; within *= 4 {
		if at, far := l.freeWithin(within, want, taken); far <= within {
			return at
		}
	}
	return want
}

// freeWithin returns the nearest free place to want, considering only bars
// within a distance; if it is farther than that, a nearer one may exist. The
// place is as high as want, or just above or below an obstacle.
func (l *Layout) freeWithin(within float32, want mgl32.Vec2, taken []mgl32.Vec2) (best mgl32.Vec2, least float32) {
	over := 2 * hardly * l.Half[1]
	heights := []float32{want[1]}
	for _, t := range taken {
		for _, d := range [4]float32{rowApart, -rowApart, over, -over} {
			if y := t[1] + d*hardly; mgl32.Abs(y-want[1]) <= within {
				heights = append(heights, y)
			}
		}
	}
	slices.SortFunc(heights, func(a, b float32) int { return cmp.Compare(mgl32.Abs(a-want[1]), mgl32.Abs(b-want[1])) })
	least = float32(math.Inf(1))
	var beside []float32 // from the left to the right
	for _, y := range heights {
		if mgl32.Abs(y-want[1]) >= least {
			break
		}
		var free bool
		if beside, free = level(y, over, taken, beside[:0]); !free {
			continue
		}
		at := mgl32.Vec2{nearestFree(want[0], float32(math.Inf(1)), beside, 2*hardly*l.Half[0]), y}
		if far := at.Sub(want).Len(); far < least {
			best, least = at, far
		}
	}
	return best, least
}

// level lists the x of the bars less than over above or below a height, from
// left to right. free is false if the row of one is too near.
func level(y, over float32, taken []mgl32.Vec2, list []float32) (beside []float32, free bool) {
	for _, t := range taken {
		d := mgl32.Abs(t[1] - y)
		if d < rowApart {
			return list, false
		}
		if d < over {
			list = append(list, t[0])
		}
	}
	slices.Sort(list)
	return list, true
}
