package timeline

import "slices"

// SettledPages returns the number of pages at the start of the trace that all later
// snapshots of it have, too, with the same end and the same events: full pages before the
// last instant. Of a complete timeline, these are all pages.
func (tl *Timeline) SettledPages() int {
	if tl.Complete {
		return len(tl.pages)
	}
	n := tl.full
	for n > 0 && tl.pageEnd(n-1) >= tl.End {
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
	n := older.SettledPages()
	return n <= tl.SettledPages() && tl.End >= older.End && slices.Equal(tl.pages[:n], older.pages[:n]) &&
		tl.sameRoles(older) && tl.handedOver.sameUpTo(older.handedOver, len(older.Monitors)) &&
		tl.lives.extend(&older.lives) && (len(older.Stacks) > 1) == (len(tl.Stacks) > 1)
}

// sameRoles reports whether the threads of an older timeline have the same processes, and the
// same of them are the runtime's own.
func (tl *Timeline) sameRoles(older *Timeline) bool {
	for id := range older.Threads {
		if a, b := &older.Threads[id], &tl.Threads[id]; a.System != b.System || a.Process != b.Process {
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
