package chains

import (
	"cmp"
	"container/heap"
	"slices"

	"tiv/tracefeed"
)

// worstHolds are the holds with the most time charged to them: a heap, the one with the
// least time first.
type worstHolds struct {
	list []Hold
}

// manyHolds is the number of holds that worstHolds keeps.
const manyHolds = 2048

// end ends a hold, and adds it if threads waited behind it.
func (w *worstHolds) end(h *Hold, at tracefeed.Time) {
	if h.Charged > 0 && h.Thread != tracefeed.NoThread {
		h.End = at
		w.add(*h)
	}
}

// add adds a hold.
func (w *worstHolds) add(h Hold) {
	switch {
	case len(w.list) < manyHolds:
		heap.Push(w, h)
	case w.list[0].compare(&h) > 0:
		w.list[0] = h
		heap.Fix(w, 0)
	}
}

// sorted returns the holds, the one with the most time first.
func (w *worstHolds) sorted() []Hold {
	slices.SortFunc(w.list, func(a, b Hold) int { return a.compare(&b) })
	return w.list
}

// compare orders holds by time, most first.
func (h *Hold) compare(o *Hold) int {
	return cmp.Or(-cmp.Compare(h.Charged, o.Charged), cmp.Compare(h.Start, o.Start), cmp.Compare(h.Monitor, o.Monitor))
}

// The methods below are those of a heap.Interface.

func (w *worstHolds) Len() int           { return len(w.list) }
func (w *worstHolds) Less(i, j int) bool { return w.list[i].compare(&w.list[j]) > 0 }
func (w *worstHolds) Swap(i, j int)      { w.list[i], w.list[j] = w.list[j], w.list[i] }
func (w *worstHolds) Push(h any)         { w.list = append(w.list, h.(Hold)) }
func (w *worstHolds) Pop() any           { panic("worst holds only grow") }
