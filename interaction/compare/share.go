package compare

import (
	"cmp"
	"slices"

	"tiv/interaction/lockname"
	"tiv/tracefeed"
)

// sharedLocks are the locks of all runs, matched.
type sharedLocks struct {
	// of has the index of each lock of a run, by run and its index there.
	of [][]int32
	// rows are the names.
	rows []Row
}

// shareLocks matches the locks of runs: those with a common handle are one. Of the
// rest, a lock that only runs before have and one that only runs after have are one if
// they are the only ones with waits in some function: its lines have moved.
func shareLocks(runs []*Run, before int) (s sharedLocks) {
	var sets joined
	for _, r := range runs {
		for i := range r.locks {
			handles := r.locks[i].handles
			for _, h := range handles {
				sets.add(h)
				sets.join(handles[0], h)
			}
		}
	}
	joinMoved(&sets, runs, before)
	members := map[int]*lockMembers{}
	var roots []int
	for i, r := range runs {
		for k := range r.locks {
			l := &r.locks[k]
			root := sets.find(l.handles[0])
			if members[root] == nil {
				members[root] = &lockMembers{}
				roots = append(roots, root)
			}
			members[root].add(l, min(1, i/before))
		}
	}
	index := make(map[int]int32, len(roots))
	for i, root := range roots {
		index[root] = int32(i)
		s.rows = append(s.rows, members[root].row())
	}
	for _, r := range runs {
		of := make([]int32, len(r.locks))
		for k := range r.locks {
			of[k] = index[sets.find(r.locks[k].handles[0])]
		}
		s.of = append(s.of, of)
	}
	return s
}

// joinMoved joins locks of different sides that are alone in a function.
func joinMoved(sets *joined, runs []*Run, before int) {
	sides := map[int]int{} // by set: 1 before, 2 after
	for i, r := range runs {
		for k := range r.locks {
			sides[sets.find(r.locks[k].handles[0])] |= 1 << min(1, i/before)
		}
	}
	type alone struct{ sets [2][]int }
	functions := map[string]*alone{}
	handles := map[int]handle{}
	for _, h := range sets.all {
		root := sets.find(h)
		if h.line == wordLine || h == (handle{}) || sides[root] == 3 {
			continue
		}
		handles[root] = h
		if functions[h.name] == nil {
			functions[h.name] = &alone{}
		}
		side := &functions[h.name].sets[sides[root]-1]
		if !slices.Contains(*side, root) {
			*side = append(*side, root)
		}
	}
	for _, f := range functions {
		if len(f.sets[0]) == 1 && len(f.sets[1]) == 1 {
			sets.join(handles[f.sets[0][0]], handles[f.sets[1][0]])
		}
	}
}

// lockMembers adds up the locks of runs that are one.
type lockMembers struct {
	kind  lockname.Kind
	times [2]map[handle]tracefeed.Time // by side
}

func (l *lockMembers) add(of *runLock, side int) {
	l.kind = max(l.kind, of.kind)
	if l.times[side] == nil {
		l.times[side] = map[handle]tracefeed.Time{}
	}
	for _, h := range of.handles {
		l.times[side][h] += of.at[h]
	}
}

// row returns the names of the lock: the place of both sides with the longest waits, or
// else that after, and that before.
func (l *lockMembers) row() Row {
	both := map[handle]tracefeed.Time{}
	for h, t := range l.times[0] {
		if after, known := l.times[1][h]; known {
			both[h] = t + after
		}
	}
	r := Row{Kind: Lock, More: max(len(l.times[0]), len(l.times[1])) - 1}
	switch {
	case len(both) > 0:
		r.Name = l.named(longest(both))
	case len(l.times[1]) > 0 && len(l.times[0]) > 0:
		r.Name, r.Was = l.named(longest(l.times[1])), longest(l.times[0]).String()
	case len(l.times[1]) > 0:
		r.Name = l.named(longest(l.times[1]))
	default:
		r.Name = l.named(longest(l.times[0]))
	}
	return r
}

func (l *lockMembers) named(h handle) string { return l.kind.String() + " " + h.String() }

// longest returns the key with the longest time, the first by name if there are several.
func longest(times map[handle]tracefeed.Time) (best handle) {
	first := true
	for h, t := range times {
		if first || cmp.Or(cmp.Compare(t, times[best]), cmp.Compare(best.name, h.name), cmp.Compare(best.line, h.line)) > 0 {
			best, first = h, false
		}
	}
	return best
}

// locks returns the rows of the locks with waits.
func (m *matcher) locks() []Row {
	t := newTable[int32](m)
	by := map[int32]map[string]float64{} // time by lock and group
	for i, r := range m.runs {
		units := m.per.units(r)
		for k := range r.locks {
			l, id := &r.locks[k], m.shared.of[i][k]
			if l.waits.count == 0 {
				continue
			}
			_, c := t.in(i, id, func() Row { return m.shared.rows[id] })
			c.addWaits(&l.waits, units)
			c.locks += float64(l.monitors)
			if by[id] == nil {
				by[id] = map[string]float64{}
			}
			for g, time := range l.by {
				by[id][m.names[i][g]] += float64(time) / units
			}
		}
	}
	rows := t.rows()
	for i, id := range t.keys {
		rows[i].Other = most(by[id])
	}
	return rows
}

// most returns the group with at least four fifths of the time, "" if there is none.
func most(by map[string]float64) string {
	sum := 0.0
	for _, t := range by {
		sum += t
	}
	for name, t := range by {
		if t >= 0.8*sum {
			return name
		}
	}
	return ""
}
