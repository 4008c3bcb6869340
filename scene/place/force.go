package place

import (
	"cmp"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/tracefeed"
)

// target is the place that a slot is attracted to, from -1 to 1 in both
// directions, and the number of its attracted threads.
type target struct {
	at      mgl32.Vec2
	threads int
}

// targetsOf returns the target of each slot: the mean of the places that its
// threads are attracted to.
func targetsOf(slots []Slot, places map[tracefeed.ThreadID]mgl32.Vec2) []target {
	targets := make([]target, len(slots))
	one := make([]tracefeed.ThreadID, 1)
	for i := range slots {
		members := slots[i].Members
		if members == nil {
			one[0] = slots[i].Thread
			members = one
		}
		for _, t := range members {
			if at, ok := places[t]; ok {
				targets[i].at = targets[i].at.Add(at)
				targets[i].threads++
			}
		}
		targets[i].at = targets[i].at.Mul(1 / float32(max(targets[i].threads, 1)))
	}
	return targets
}

// mean returns the common target of several slots.
func mean(targets []target) (sum target) {
	for _, p := range targets {
		sum.at = sum.at.Add(p.at.Mul(float32(p.threads)))
		sum.threads += p.threads
	}
	sum.at = sum.at.Mul(1 / float32(max(sum.threads, 1)))
	return sum
}

// force puts slots at the targets of their attraction, from the top to the
// bottom each at a height of its own, and moves them sideways until no front
// covers another. Slots without attraction are in columns below. Blocks of a
// cluster have adjacent heights.
func (l *Layout) force(blocks []block, targets []target, aspect float32) {
	order := downwards(blocks, targets)
	for rank, i := range order {
		l.Slots[i].At = mgl32.Vec2{0, -float32(rank)}
	}
	l.center()
	columns := columnsFor([]block{{0, len(order), false}})
	dx := l.size(columns, float32(columns), aspect)
	reach := dx * float32(columns-1) / 2
	l.separate(order, reach, func(rank int) float32 {
		if p := targets[order[rank]]; p.threads > 0 {
			return p.at[0] * reach
		}
		return (float32(rank%columns) - float32(columns-1)/2) * dx
	})
}

// separate sets the x of slots, from the top to the bottom, as near as possible
// to the wanted x, from -reach to reach, so that no front covers one above.
func (l *Layout) separate(order []int, reach float32, want func(rank int) float32) {
	const room = 1.15
	var near []float32 // x of the slots a little above, sorted
	passed := 0
	for rank, i := range order {
		for ; l.Slots[order[passed]].At[1]-l.Slots[i].At[1] > 2*room*l.Half[1]; passed++ {
			k, _ := slices.BinarySearch(near, l.Slots[order[passed]].At[0])
			near = slices.Delete(near, k, k+1)
		}
		x := nearestFree(want(rank), reach, near, 2*room*l.Half[0])
		k, _ := slices.BinarySearch(near, x)
		near = slices.Insert(near, k, x)
		l.Slots[i].At[0] = x
	}
}

// downwards returns the order of slots from the top to the bottom.
func downwards(blocks []block, targets []target) []int {
	type key struct {
		loose     bool
		high, own float32
		group     int
	}
	keys, order := make([]key, len(targets)), make([]int, len(targets))
	for _, b := range blocks {
		all := mean(targets[b.first:b.last])
		for i := b.first; i < b.last; i++ {
			p := targets[i]
			order[i], keys[i] = i, key{p.threads == 0, p.at[1], p.at[1], i}
			if b.cluster {
				keys[i] = key{all.threads == 0, all.at[1], p.at[1], b.first}
			}
		}
	}
	slices.SortFunc(order, func(i, j int) int {
		a, b := keys[i], keys[j]
		if a.loose != b.loose {
			if a.loose {
				return 1
			}
			return -1
		}
		return cmp.Or(cmp.Compare(b.high, a.high), cmp.Compare(a.group, b.group), cmp.Compare(b.own, a.own), cmp.Compare(i, j))
	})
	return order
}

// nearestFree returns the position nearest to x, from -reach to reach, with a
// distance of at least apart to all of taken, which is sorted; x if there is
// none.
func nearestFree(x, reach float32, taken []float32, apart float32) float32 {
	best, found := x, false
	try := func(from, to float32) {
		if from > to {
			return
		}
		at := min(max(x, from), to)
		if !found || mgl32.Abs(at-x) < mgl32.Abs(best-x) {
			best, found = at, true
		}
	}
	low := -reach
	for _, t := range taken {
		try(low, min(t-apart, reach))
		low = max(low, t+apart)
	}
	try(low, reach)
	return best
}
