package timeline

import (
	"slices"

	"tiv/tracefeed"
)

// settled returns the number of pages that all later snapshots have, too, of which the first
// ones are full: full pages before the last instant.
func (r *Reducer) settled(pages pageList) int {
	n := len(r.pages)
	for n > 0 && pages[n].start >= r.now {
		n--
	}
	return n
}

// Extends reports whether tl is a later snapshot of the trace of an older timeline, or the
// same one, and the settled pages of that mean the same in both. They do not if a
// monitor turns out to be handed over, a thread changes its role or lives again, or the
// first call stack appears. The cost is a small part of the numbers of pages, threads and
// monitors.
func (tl *Timeline) Extends(older *Timeline) bool {
	return tl.Continues(older) && tl.handedOver.sameUpTo(older.handedOver, len(older.Monitors)) &&
		tl.lives.extend(&older.lives) && (len(older.Stacks) > 1) == (len(tl.Stacks) > 1)
}

// Continues is Extends for those who need only the events and the states of threads: the settled
// pages of an older timeline have the same ones, and all of its threads have the same role.
func (tl *Timeline) Continues(older *Timeline) bool {
	n := older.Settled
	return n <= tl.Settled && tl.End >= older.End && slices.Equal(tl.pages[:n], older.pages[:n]) &&
		sameRoles(older.Threads, tl.Threads)
}

// sameRoles reports whether threads have the processes that they had before, and the same of
// them are the runtime's own.
func sameRoles(before, now []tracefeed.Thread) bool {
	if len(now) < len(before) { // it is another trace
		return false
	}
	for id := range before {
		if before[id].System != now[id].System || before[id].Process != now[id].Process {
			return false
		}
	}
	return true
}

// sameUpTo reports whether two sets have the same monitors with ids below n.
func (s monitorSet) sameUpTo(o monitorSet, n int) bool {
	s, o = s[:min(len(s), n)], o[:min(len(o), n)]
	m := min(len(s), len(o))
	return slices.Equal(s[:m], o[:m]) && !slices.Contains(s[m:], true) && !slices.Contains(o[m:], true)
}

// extend reports whether all threads that have ended in an older table are as they were.
func (l *lifeTable) extend(older *lifeTable) bool {
	if l.len < older.len {
		return false
	}
	for i, part := range older.parts {
		if part == l.parts[i] {
			continue
		}
		for k := range part {
			if part[k].died != forever && part[k].died != l.parts[i][k].died {
				return false
			}
		}
	}
	return true
}
