package place

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

// Open makes the rows of some threads higher, and all others lower. All rows keep their
// order, and together their height.
func (l *Layout) Open(threads []tracefeed.ThreadID) {
	opened := make([]bool, len(l.Slots))
	n := 0
	for _, t := range threads {
		if i, ok := l.SlotOf[t]; ok && !opened[i] {
			opened[i] = true
			n++
		}
	}
	if n == 0 || n == len(l.Slots) {
		return
	}
	weight := max(openedLeast, openedPart/(1-openedPart)*float32(len(l.Slots)-n)/float32(n))
	order := make([]int, len(l.Slots))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(l.Slots[a].At[1], l.Slots[b].At[1]) })
	low, high := l.heights()
	unit := (high - low + 1) / (float32(len(l.Slots)-n) + weight*float32(n))
	at := low - 0.5
	for _, i := range order {
		s, of := &l.Slots[i], unit
		if opened[i] {
			of *= weight
		}
		s.At[1] = at + of/2
		s.Row = highestRow * of * cmp.Or(s.size, 1)
		at += of
	}
}
