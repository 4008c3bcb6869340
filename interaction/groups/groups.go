package groups

import "tiv/tracefeed"

// Group is a set of related threads.
type Group struct {
	// Name describes the common property.
	Name string
	// Threads are in the order of the input; groups of one proposal are disjoint.
	Threads []tracefeed.ThreadID
}

// Several returns the groups with more than one thread.
func Several(all []Group) []Group {
	var several []Group
	for _, g := range all {
		if len(g.Threads) > 1 {
			several = append(several, g)
		}
	}
	return several
}

// gather groups threads by key, in the order of the first of each. It leaves out
// threads for which key returns false.
func gather[K comparable](
	threads []tracefeed.ThreadID, key func(i int, t tracefeed.ThreadID) (K, bool),
) (keys []K, all [][]tracefeed.ThreadID) {
	index := map[K]int{}
	for i, t := range threads {
		k, ok := key(i, t)
		if !ok {
			continue
		}
		at, known := index[k]
		if !known {
			at = len(all)
			index[k] = at
			keys, all = append(keys, k), append(all, nil)
		}
		all[at] = append(all[at], t)
	}
	return keys, all
}
