// Package groups proposes which threads belong together.
//
// A timeline goes in, or who waited for whom; out come named groups of threads:
// by name, by what they run, by who waits for whom, by how they spend their
// time. The same trace gives the same groups. Nothing here knows what a user
// makes of them or how they are drawn.
package groups

import "tiv/tracefeed"

// Group is threads that belong together.
type Group struct {
	// Name says what they have in common.
	Name string
	// Threads are in the order in which they were given; no thread is in two
	// groups of one proposal.
	Threads []tracefeed.ThreadID
}

// Several leaves out the groups of one thread.
func Several(all []Group) []Group {
	var several []Group
	for _, g := range all {
		if len(g.Threads) > 1 {
			several = append(several, g)
		}
	}
	return several
}

// gather puts threads with the same key together, in the order of the first of
// each. Those for which key says no are left out.
func gather[K comparable](threads []tracefeed.ThreadID, key func(i int, t tracefeed.ThreadID) (K, bool)) (keys []K, all [][]tracefeed.ThreadID) {
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
