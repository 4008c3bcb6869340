package ending

import (
	"cmp"
	"slices"

	"tiv/interaction/detect/place"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Queue is open waits with the same cause.
type Queue []Wait

// Sorted returns a copy in order of start and thread.
func (q Queue) Sorted() Queue {
	q = slices.Clone(q)
	slices.SortFunc(q, func(a, b Wait) int { return cmp.Or(cmp.Compare(a.Since, b.Since), cmp.Compare(a.Thread, b.Thread)) })
	return q
}

// BySite groups waits by their place in the code and the entry function of their
// threads, in the order of the first wait of each group.
func BySite(tl *timeline.Timeline, waits []Wait) []Queue {
	type site struct{ place, root tracefeed.FrameID }
	return GroupBy(waits, func(w Wait) (s site) {
		if stack := tl.Stacks[w.Span.Stack]; len(stack) > 0 {
			s = site{stack[place.UserCall(tl, stack)], stack[len(stack)-1]}
		}
		return s
	})
}

// byMonitor groups waits by their monitor, in the order of the first wait of each
// group.
func byMonitor(waits []Wait) []Queue {
	return GroupBy(waits, func(w Wait) tracefeed.MonitorID { return w.Span.Monitor })
}

// GroupBy groups waits with the same key, in the order of the first wait of each
// group.
func GroupBy[K comparable](waits []Wait, key func(Wait) K) []Queue {
	index := map[K]int{}
	var groups []Queue
	for _, w := range waits {
		k := key(w)
		i, ok := index[k]
		if !ok {
			i = len(groups)
			index[k] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], w)
	}
	for i := range groups {
		groups[i] = groups[i].Sorted()
	}
	return groups
}

// threads returns the threads that wait.
func (q Queue) threads() (list []tracefeed.ThreadID) {
	for i := range q {
		list = append(list, q[i].Thread)
	}
	return list
}
