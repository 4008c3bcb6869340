package tracefeed

import "slices"

// TableDelta is a set of changes of a feed's tables: new entries, and new names
// of old ones. A goroutine that reads a feed sends deltas to another, which must
// not read the growing tables themselves. A delta does not change.
type TableDelta struct {
	threads  []named[ThreadID, Thread]
	monitors []named[MonitorID, Monitor]
	// frames, stacks, names, processes and types are whole tables; their entries never change.
	frames    []Frame
	stacks    [][]FrameID
	names     []string
	processes []Process
	types     []Type
}

type named[ID, T any] struct {
	id ID
	is T
}

// DeltaEncoder encodes the changes of tables since its last delta. The receiver
// of the deltas starts with empty tables. The zero value is ready to use.
type DeltaEncoder struct {
	threads, monitors int // number of each in the changes so far
	// Number of each table's renamings in the changes so far.
	renamedThreads, renamedMonitors int
}

// Next returns the entries that were added or renamed since the last call. Its
// cost follows their number.
func (e *DeltaEncoder) Next(t *Tables) *TableDelta {
	out := &TableDelta{frames: t.Frames, stacks: t.Stacks, names: t.Names, processes: t.Processes, types: t.Types}
	out.threads = changedEntries(t.Threads, t.renamedThreads[e.renamedThreads:], e.threads)
	out.monitors = changedEntries(t.Monitors, t.renamedMonitors[e.renamedMonitors:], e.monitors)
	e.threads, e.renamedThreads = len(t.Threads), len(t.renamedThreads)
	e.monitors, e.renamedMonitors = len(t.Monitors), len(t.renamedMonitors)
	return out
}

// changedEntries returns the entries in changed and those from first on.
func changedEntries[ID ~int32, T any](table []T, changed []ID, first int) (list []named[ID, T]) {
	if n := len(table) - first; n > 0 {
		list = make([]named[ID, T], 0, len(changed)+n)
	}
	for _, id := range changed {
		if int(id) < first {
			list = append(list, named[ID, T]{id, table[id]})
		}
	}
	for i, is := range table[first:] {
		list = append(list, named[ID, T]{ID(first + i), is})
	}
	return list
}

// FullDelta returns all entries of t, as a delta from empty tables.
func FullDelta(t *Tables) *TableDelta { return new(DeltaEncoder).Next(t) }

// Each calls functions for the threads and monitors of the delta, new ones in the order of
// their ids. The other tables are not part of that: their entries never change.
func (d *TableDelta) Each(thread func(ThreadID, Thread), monitor func(MonitorID, Monitor)) {
	for _, th := range d.threads {
		thread(th.id, th.is)
	}
	for _, m := range d.monitors {
		monitor(m.id, m.is)
	}
}

// Apply applies a delta. The tables t then share frames, stacks, names, processes and
// types with the tables that were encoded.
func (t *Tables) Apply(d *TableDelta) {
	for _, th := range d.threads {
		t.Threads = reaching(t.Threads, int(th.id))
		t.NameThread(th.id, th.is)
	}
	for _, m := range d.monitors {
		t.Monitors = reaching(t.Monitors, int(m.id))
		t.NameMonitor(m.id, m.is)
	}
	t.Frames, t.Stacks, t.Names, t.Processes, t.Types = d.frames, d.stacks, d.names, d.processes, d.types
}

// reaching returns a table with an entry id. It at least doubles the capacity
// when it reallocates, because millions of entries come one by one.
func reaching[T any](table []T, id int) []T {
	if id < len(table) {
		return table
	}
	if id >= cap(table) {
		table = slices.Grow(table, id+1)
	}
	return table[:id+1]
}
