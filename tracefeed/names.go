package tracefeed

import "slices"

// Names are changes of a feed's tables: new entries, and new names of old ones.
// A goroutine that reads a feed sends them to another, which must not read the
// growing tables themselves.
type Names struct {
	threads  []named[ThreadID, Thread]
	monitors []named[MonitorID, Monitor]
	// frames, stacks and names are whole tables; their entries never change.
	frames []Frame
	stacks [][]FrameID
	names  []string
}

type named[ID, T any] struct {
	id ID
	is T
}

// Namer collects the changes of tables since its last Tell. The receiver of the
// changes starts with empty tables.
type Namer struct {
	threads, monitors int // number of each in the changes so far
	// Number of each table's renamings in the changes so far.
	renamedThreads, renamedMonitors int
}

// Tell returns the entries that were added or renamed since the last call.
func (n *Namer) Tell(t *Tables) *Names {
	out := &Names{frames: t.Frames, stacks: t.Stacks, names: t.Names}
	out.threads = changedEntries(t.Threads, t.renamedThreads[n.renamedThreads:], n.threads)
	out.monitors = changedEntries(t.Monitors, t.renamedMonitors[n.renamedMonitors:], n.monitors)
	n.threads, n.renamedThreads = len(t.Threads), len(t.renamedThreads)
	n.monitors, n.renamedMonitors = len(t.Monitors), len(t.renamedMonitors)
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

// AllNames returns all entries of t as changes.
func AllNames(t *Tables) *Names { return new(Namer).Tell(t) }

// Learn applies changes. The tables t then share frames, stacks and names with
// the tables from which the changes were collected.
func (t *Tables) Learn(n *Names) {
	for _, th := range n.threads {
		t.Threads = reaching(t.Threads, int(th.id))
		t.NameThread(th.id, th.is)
	}
	for _, m := range n.monitors {
		t.Monitors = reaching(t.Monitors, int(m.id))
		t.NameMonitor(m.id, m.is)
	}
	t.Frames, t.Stacks, t.Names = n.frames, n.stacks, n.names
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
