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
	shown := w.inOrder(without(scene.Shown(w.Timeline, w.Runtime), w.Hidden))
	matching := w.filter.match(w, shown)
	w.Look.Threads, w.Look.Dimmed = shown, w.Back
	switch {
	case len(matching) == len(shown):
	case w.Filter.Hide:
		w.Look.Threads = matching
	default:
		w.Look.Dimmed = w.set(w.Back, without(shown, w.set(matching)))
	}
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
	type place struct {
		thread tracefeed.ThreadID
		aside  bool
		at     int
	}
	first := make([]int, len(w.Look.Clusters)+1) // where a cluster's first thread stands, from 1
	places := make([]place, len(threads))
	for i, t := range threads {
		c := cluster[t]
		if c > 0 && first[c] == 0 {
			first[c] = i + 1
		}
		places[i] = place{t, has(w.Aside, t), i + 1}
		if c > 0 {
			places[i].at = first[c]
		}
	}
	slices.SortStableFunc(places, func(a, b place) int {
		if a.aside != b.aside {
			if a.aside {
				return 1
			}
			return -1
		}
		return cmp.Compare(a.at, b.at)
	})
	order := make([]tracefeed.ThreadID, len(places))
	for i, p := range places {
		order[i] = p.thread
	}
	return order
}
