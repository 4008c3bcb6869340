package workspace

import (
	"cmp"
	"slices"

	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
)

// chooseThreads derives the visible threads from the trace and the state: the
// threads shown, in their order, and the dimmed ones.
func (w *Workspace) chooseThreads() {
	threads := view.ProgramThreads(w.Timeline)
	if w.Runtime {
		threads = view.AllThreads(w.Timeline)
	}
	w.listable = len(threads)
	w.unhidden = inOrder(ofShownProcesses(without(threads, w.Hidden), w.HiddenProcesses, w.Timeline), w.Look.Clusters, w.Aside)
	w.filter.generation++
	FilteringOf(w).evaluate()
}

// ofShownProcesses returns the threads that are not of a hidden process, by its id.
func ofShownProcesses(threads []tracefeed.ThreadID, hidden []string, tl *timeline.Timeline) []tracefeed.ThreadID {
	if len(hidden) == 0 {
		return threads
	}
	var shown []tracefeed.ThreadID
	for _, t := range threads {
		of := tl.Threads[t].Process
		if of == 0 || !slices.Contains(hidden, tl.Processes[of].ID) {
			shown = append(shown, t)
		}
	}
	return shown
}

// inOrder sorts threads so that the members of a cluster are neighbours, and
// those put aside are behind all others. The order is kept otherwise.
func inOrder(threads []tracefeed.ThreadID, clusters []view.Cluster, aside []tracefeed.ThreadID) []tracefeed.ThreadID {
	cluster := map[tracefeed.ThreadID]int{} // from 1
	for i, c := range clusters {
		for _, t := range c.Threads {
			cluster[t] = i + 1
		}
	}
	first := make([]int, len(clusters)+1) // the place of a cluster's first thread, from 1
	place := make(map[tracefeed.ThreadID]int, len(threads))
	for i, t := range threads {
		c, at := cluster[t], i+1
		if c > 0 {
			if first[c] == 0 {
				first[c] = at
			}
			at = first[c]
		}
		if view.Has(aside, t) {
			at += len(threads)
		}
		place[t] = at
	}
	order := slices.Clone(threads)
	slices.SortStableFunc(order, func(a, b tracefeed.ThreadID) int { return cmp.Compare(place[a], place[b]) })
	return order
}
