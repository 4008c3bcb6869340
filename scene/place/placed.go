package place

import (
	"cmp"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/view"
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

// place moves bars to the places that the user chose, or next to those if they would cover
// others that were moved. Bars that were not moved make room: they step aside in their rows.
func (l *Layout) place(of *view.State) {
	wants := wantsOf(of, l)
	if len(wants) == 0 {
		return
	}
	var taken []obstacle
	for i := range l.Slots {
		if _, moved := wants[i]; !moved {
			taken = append(taken, obstacle{l.Slots[i].At, true})
		}
	}
	by := map[int]mgl32.Vec2{}
	for i := range l.Slots {
		if want, moved := wants[i]; moved {
			at := l.free(want, taken)
			by[i] = at.Sub(l.Slots[i].At)
			l.Slots[i].At = at
			taken = append(taken, obstacle{at, false})
		}
	}
	keepTogether(by, l)
	makeRoom(wants, l)
}

// keepTogether marks slots next to each other that were moved by nearly the same distance: they keep
// their lines. Others that were moved are in none.
func keepTogether(by map[int]mgl32.Vec2, l *Layout) {
	for i := 0; i < len(l.Slots); {
		first, moved := by[i]
		end := i + 1
		for ; moved && end < len(l.Slots); end++ {
			d, also := by[end]
			if d = d.Sub(first); !also || mgl32.Abs(d[0]) > l.Half[0] || mgl32.Abs(d[1]) > l.Half[1] {
				break
			}
		}
		for k := i; moved && k < end; k++ {
			if s := &l.Slots[k]; end-i < leastAlike {
				s.Line, s.Column = 0, 0
			} else {
				s.together = i + 1
			}
		}
		i = end
	}
}

// wantsOf returns the place that the user wants for each slot, by its index: that of a thread or
// group, or that in a cluster that was moved as a whole.
func wantsOf(of *view.State, l *Layout) map[int]mgl32.Vec2 {
	wants := map[int]mgl32.Vec2{}
	if len(of.Places)+len(of.GroupPlaces) == 0 {
		return wants
	}
	blocks := make([][]int, len(of.Clusters)+1) // slots of threads by cluster
	for i := range l.Slots {
		s := &l.Slots[i]
		part, ok := of.Places[s.Thread]
		switch {
		case s.Members != nil && s.User > 0:
			part, _, ok = of.ClusterPlace(&of.Clusters[s.User-1])
		case s.Members != nil:
			part, ok = of.GroupPlaces[s.group]
		case !ok && s.User > 0:
			blocks[s.User] = append(blocks[s.User], i)
		}
		if ok {
			wants[i] = l.Unmoved.at(part)
		}
	}
	for user, block := range blocks[1:] {
		part, byThreads, ok := of.ClusterPlace(&of.Clusters[user])
		if !ok || byThreads || len(block) == 0 {
			continue
		}
		var middle mgl32.Vec2
		for _, i := range block {
			middle = middle.Add(l.Slots[i].At.Mul(1 / float32(len(block))))
		}
		for _, i := range block {
			wants[i] = l.Slots[i].At.Add(l.Unmoved.at(part).Sub(middle))
		}
	}
	return wants
}

// makeRoom moves bars that are covered by moved ones to the nearest free place in their rows.
func makeRoom(moved map[int]mgl32.Vec2, l *Layout) {
	over := l.Half.Mul(2 * hardly)
	covers := func(i, k int) bool {
		d := l.Slots[i].At.Sub(l.Slots[k].At)
		return mgl32.Abs(d[0]) < over[0] && mgl32.Abs(d[1]) < over[1]
	}
	var covered []int
	for i := range l.Slots {
		if _, ok := moved[i]; ok {
			continue
		}
		for k := range moved {
			if covers(k, i) {
				covered = append(covered, i)
				break
			}
		}
	}
	for _, i := range covered {
		s := &l.Slots[i]
		var beside []float32
		for k := range l.Slots {
			if k != i && mgl32.Abs(l.Slots[k].At[1]-s.At[1]) < over[1] {
				beside = append(beside, l.Slots[k].At[0])
			}
		}
		slices.Sort(beside)
		s.At[0] = nearestFree(s.At[0], float32(math.Inf(1)), beside, over[0])
		s.Line, s.Column = 0, 0
	}
}

// obstacle is a bar in the way of another. One that yields makes room for it, but keeps its row.
type obstacle struct {
	at     mgl32.Vec2
	yields bool
}

// farthest is the largest distance at which threads can be placed. Beyond it
// the other threads would be too small.
const farthest = 10

// rowApart is the smallest difference in height between two threads, so that
// each has a row of its own in the timeline view.
const rowApart = 0.4

// hardly keeps fronts from touching.
const hardly = 1.01

// free returns the place nearest to want, but not too far away, at which a bar covers none of
// those that do not yield, and has a row of its own.
func (l *Layout) free(want mgl32.Vec2, taken []obstacle) mgl32.Vec2 {
	for k := range want {
		middle, most := l.Unmoved.middle[k], farthest*l.Unmoved.reach[k]
		want[k] = mgl32.Clamp(want[k], middle-most, middle+most)
	}
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
func (l *Layout) freeWithin(within float32, want mgl32.Vec2, taken []obstacle) (best mgl32.Vec2, least float32) {
	over := 2 * hardly * l.Half[1]
	heights := []float32{want[1]}
	for _, t := range taken {
		for _, d := range [4]float32{rowApart, -rowApart, over, -over} {
			if y := t.at[1] + d*hardly; mgl32.Abs(y-want[1]) <= within {
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

// level lists the x of the bars that do not yield less than over above or below a height, from
// left to right. free is false if the row of one is too near.
func level(y, over float32, taken []obstacle, list []float32) (beside []float32, free bool) {
	for _, t := range taken {
		d := mgl32.Abs(t.at[1] - y)
		if d < rowApart {
			return list, false
		}
		if d < over && !t.yields {
			list = append(list, t.at[0])
		}
	}
	slices.Sort(list)
	return list, true
}
