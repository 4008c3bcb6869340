package groups

import (
	"slices"

	"tiv/timeline"
	"tiv/tracefeed"
)

// ByProcess groups threads by their processes, each parent before its children. There are
// no groups if the trace has no processes; a thread without one is in no group.
func ByProcess(tl *timeline.Timeline, threads []tracefeed.ThreadID) []Group {
	of := make([][]tracefeed.ThreadID, len(tl.Processes))
	for _, t := range threads {
		if p := tl.Threads[t].Process; p != tracefeed.NoProcess {
			of[p] = append(of[p], t)
		}
	}
	var groups []Group
	for _, p := range processOrder(tl.Processes) {
		if len(of[p]) > 0 {
			groups = append(groups, Group{tl.Processes[p].Name, of[p]})
		}
	}
	return groups
}

// processOrder returns the processes in the order of their tree: children follow their
// parent, in the order of the table.
func processOrder(all []tracefeed.Process) (order []tracefeed.ProcessID) {
	children := make([][]tracefeed.ProcessID, len(all))
	for p := 1; p < len(all); p++ {
		children[all[p].Parent] = append(children[all[p].Parent], tracefeed.ProcessID(p))
	}
	if len(all) == 0 {
		return nil
	}
	for next := slices.Clone(children[tracefeed.NoProcess]); len(next) > 0; {
		p := next[0]
		order = append(order, p)
		next = append(slices.Clone(children[p]), next[1:]...)
	}
	return order
}
