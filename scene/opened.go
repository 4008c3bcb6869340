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
	weight := max(openedLeast, openedPart/(1-openedPart)*float32(len(l.slots)-n)/float32(n))
	order := make([]int, len(l.slots))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(l.slots[a].at[1], l.slots[b].at[1]) })
	low, high := l.heights()
	unit := (high - low + 1) / (float32(len(l.slots)-n) + weight*float32(n))
	at := low - 0.5
	for _, i := range order {
		s, of := &l.slots[i], unit
		if opened[i] {
			of *= weight
		}
		s.at[1] = at + of/2
		s.row = highestRow * of * cmp.Or(s.size, 1)
		at += of
	}
}
