package scene

import (
	"cmp"
	"slices"

	"tiv/tracefeed"
)

// openedPart is the part of the height that opened rows share, and openedLeast the least
// height of one in rows that are not opened.
const (
	openedPart  = 0.7
	openedLeast = 2
)

// open makes the rows of some threads higher, and all others lower. All rows keep their
// order, and together their height.
func (l *layout) open(threads []tracefeed.ThreadID) {
	opened := make([]bool, len(l.slots))
	n := 0
	for _, t := range threads {
		if i, ok := l.slotOf[t]; ok && !opened[i] {
			opened[i] = true
			n++
		}
	}
	if n == 0 || n == len(l.slots) {
		return
	}
	weights, weight := make([]float32, len(l.slots)), max(openedLeast, openedPart/(1-openedPart)*float32(len(l.slots)-n)/float32(n))
	for i := range weights {
		weights[i] = 1
		if opened[i] {
			weights[i] = weight
		}
	}
	stack(l.slots, weights)
}

// stack makes the rows of slots as high as their weights say, relative to each other. All rows
// keep their order, and together their height.
func stack(slots []slot, weights []float32) {
	order, sum := make([]int, len(slots)), float32(0)
	for i := range order {
		order[i] = i
		sum += weights[i]
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(slots[a].at[1], slots[b].at[1]) })
	low, high := slots[order[0]].at[1], slots[order[len(order)-1]].at[1]
	at := low - 0.5
	for _, i := range order {
		s, of := &slots[i], (high-low+1)*weights[i]/sum
		s.at[1] = at + of/2
		s.row = highestRow * of * cmp.Or(s.size, 1)
		at += of
	}
}
