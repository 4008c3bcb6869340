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
	weights, weight := make([]float32, len(l.Slots)), max(openedLeast, openedPart/(1-openedPart)*float32(len(l.Slots)-n)/float32(n))
	for i := range weights {
		weights[i] = 1
		if opened[i] {
			weights[i] = weight
		}
	}
	Stack(l.Slots, weights)
}

// Stack makes the rows of slots as high as their weights say, relative to each other. All
// rows keep their order, and together their height.
func Stack(slots []Slot, weights []float32) {
	order, sum := make([]int, len(slots)), float32(0)
	for i := range order {
		order[i] = i
		sum += weights[i]
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(slots[a].At[1], slots[b].At[1]) })
	low, high := slots[order[0]].At[1], slots[order[len(order)-1]].At[1]
	at := low - 0.5
	for _, i := range order {
		s, of := &slots[i], (high-low+1)*weights[i]/sum
		s.At[1] = at + of/2
		s.Row = highestRow * of * cmp.Or(s.size, 1)
		at += of
	}
}

// Space is the mean height that rows take with the gaps between them.
func Space(l *Layout) float32 {
	low, high := l.heights()
	return (high - low + 1) / float32(len(l.Slots))
}

// SpaceFor returns the height that a row of a height takes with the gap to the next.
func (s *Slot) SpaceFor(row float32) float32 { return row / (highestRow * cmp.Or(s.size, 1)) }
