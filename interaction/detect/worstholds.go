package detect

import (
	"cmp"
	"container/heap"
	"slices"
)

// worstHolds are the holds with the most time charged to them: a heap, the one with the
// least time first.
type worstHolds struct {
	list []chainHold
}

// manyHolds is the number of holds that worstHolds keeps.
const manyHolds = 2048

// add adds a hold.
func (w *worstHolds) add(h chainHold) {
	switch {
	case len(w.list) < manyHolds:
		heap.Push(w, h)
	case w.list[0].compare(&h) > 0:
		w.list[0] = h
		heap.Fix(w, 0)
	}
}

// sorted returns the holds, the one with the most time first.
func (w *worstHolds) sorted() []chainHold {
	slices.SortFunc(w.list, func(a, b chainHold) int { return a.compare(&b) })
	return w.list
}

// compare orders holds by time, most first.
func (h *chainHold) compare(o *chainHold) int {
	return cmp.Or(-cmp.Compare(h.charged, o.charged), cmp.Compare(h.start, o.start), cmp.Compare(h.monitor, o.monitor))
}

// The methods below are those of a heap.Interface.

func (w *worstHolds) Len() int           { return len(w.list) }
func (w *worstHolds) Less(i, j int) bool { return w.list[i].compare(&w.list[j]) > 0 }
func (w *worstHolds) Swap(i, j int)      { w.list[i], w.list[j] = w.list[j], w.list[i] }
func (w *worstHolds) Push(h any)         { w.list = append(w.list, h.(chainHold)) }
func (w *worstHolds) Pop() any           { panic("worst holds only grow") }
