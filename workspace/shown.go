package workspace

import (
	"cmp"
	"slices"

	"tiv/scene"
	"tiv/tracefeed"
)

// chooseThreads finds out what of the look follows from the trace and the
// state: which threads are shown, in the order in which they stand, and which of
// them stay in the background.
func (w *Workspace) chooseThreads() {
	w.standing = w.inOrder(without(scene.Shown(w.Timeline, w.Runtime), w.Hidden))
	w.filter.turn++
	w.sift()
}

// inOrder sorts threads in a way that those of a cluster stand together, and
// those put aside behind all others. Else they stay in order.
func (w *Workspace) inOrder(threads []tracefeed.ThreadID) []tracefeed.ThreadID {
	cluster := map[tracefeed.ThreadID]int{} // from 1
	for i, c := range w.Look.Clusters {
		for _, t := range c.Threads {
			cluster[t] = i + 1
		}
	}
	first := make([]int, len(w.Look.Clusters)+1) // where a cluster's first thread stands, from 1
	place := make(map[tracefeed.ThreadID]int, len(threads))
	for i, t := range threads {
		c, at := cluster[t], i+1
		if c > 0 {
			if first[c] == 0 {
				first[c] = at
			}
			at = first[c]
		}
		if scene.Has(w.Aside, t) {
			at += len(threads)
		}
		place[t] = at
	}
	order := slices.Clone(threads)
	slices.SortStableFunc(order, func(a, b tracefeed.ThreadID) int { return cmp.Compare(place[a], place[b]) })
	return order
}
