package compare

import (
	"slices"

	"tiv/tracefeed"
)

// The methods below are about the first run of a side: 0 before, 1 after.

// first returns the index of the first run of a side.
func (m *matcher) first(side int) int { return side * m.before }

// Threads returns the threads that a row is about, sorted: those of its groups, of the
// group that does most of the waiting for its lock, of its finding, or those that worked
// for its tasks.
func (d *Diff) Threads(side int, r *Row) []tracefeed.ThreadID {
	m, i := d.matcher, d.matcher.first(side)
	switch r.Kind {
	case Finding:
		if f := m.finding(side, r); f != nil {
			return slices.Sorted(slices.Values(f.threads))
		}
	case Task:
		return m.taskThreads(i, r.Name)
	case Group:
		return m.members(i, func(name string) bool { return name == r.Name })
	case Pair:
		return m.members(i, func(name string) bool { return name == r.Name || name == r.Other })
	case Lock:
		waits := map[string]bool{}
		for k := range m.runs[i].locks {
			if m.isLock(i, k, r) {
				for g := range m.runs[i].locks[k].by {
					waits[m.names[i][g]] = true
				}
			}
		}
		return m.members(i, func(name string) bool { return waits[name] && (r.Other == "" || name == r.Other) })
	}
	return nil
}

// find notes the first finding of a row on a side.
func (m *matcher) find(r *Row, side int, f *runFinding) {
	key := [3]string{r.Name, r.Other, r.Lock}
	if m.found[key] == nil {
		m.found[key] = &[2]*runFinding{}
	}
	if of := &m.found[key][side]; *of == nil {
		*of = f
	}
}

// finding returns the first finding of a row on a side; nil if there is none.
func (m *matcher) finding(side int, r *Row) *runFinding {
	if both := m.found[[3]string{r.Name, r.Other, r.Lock}]; both != nil {
		return both[side]
	}
	return nil
}

// isLock reports whether a row is about a lock of a run.
func (m *matcher) isLock(run, lock int, r *Row) bool {
	of := &m.shared.rows[m.shared.of[run][lock]]
	return of.Name == r.Name && of.Was == r.Was && of.More == r.More
}

// members returns the threads of the groups with some names in a run.
func (m *matcher) members(run int, has func(name string) bool) (threads []tracefeed.ThreadID) {
	for t, g := range m.runs[run].groupOf {
		if t != int(tracefeed.NoThread) && has(m.names[run][g]) {
			threads = append(threads, tracefeed.ThreadID(t))
		}
	}
	return threads
}

// Moment returns the most telling moment of a row: the end of the longest wait, or of the
// longest time in the state; of a finding, its costliest hold or its begin; of tasks, the
// start of the longest. It reports false if the side has none.
func (d *Diff) Moment(side int, r *Row) (tracefeed.Time, bool) {
	m, i := d.matcher, d.matcher.first(side)
	run, longest := m.runs[i], tally{}
	switch r.Kind {
	case Finding:
		if f := m.finding(side, r); f != nil {
			return f.moment, true
		}
	case Task:
		if of := run.types[r.Name]; of != nil {
			return of.moment, true
		}
	case Lock:
		for k := range run.locks {
			if m.isLock(i, k, r) {
				longest.add(run.locks[k].waits)
			}
		}
	case Group, Pair:
		state := r.State
		if r.Kind == Pair { // its waits are not kept one by one
			state = tracefeed.Blocking
		}
		for g := range run.groups {
			if m.names[i][g] == r.Name {
				longest.add(run.groups[g].longest[state])
			}
		}
	}
	return longest.end, longest.count > 0
}

// Partners returns the threads of the other side that match a thread: the one with its
// name, where names are the program's own and only one has it, or else all of the group.
func (d *Diff) Partners(side int, t tracefeed.ThreadID) []tracefeed.ThreadID {
	m, i, k := d.matcher, d.matcher.first(side), d.matcher.first(1-side)
	run := m.runs[i]
	if t <= tracefeed.NoThread || int(t) >= len(run.groupOf) {
		return nil
	}
	g := run.groupOf[t]
	name := m.names[i][g]
	group := m.members(k, func(other string) bool { return other == name })
	if run.groups[g].pattern == run.groups[g].function+" *" { // numbered by the runtime
		return group
	}
	var same []tracefeed.ThreadID
	for _, other := range group {
		if m.runs[k].names[other] == run.names[t] {
			same = append(same, other)
		}
	}
	if len(same) == 1 {
		return same
	}
	return group
}
