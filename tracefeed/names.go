package tracefeed

import "slices"

// Names are entries of tables that somebody does not know yet: what one
// goroutine tells another, because tables change while a feed is read.
type Names struct {
	threads  []named[ThreadID, Thread]
	monitors []named[MonitorID, Monitor]
	// frames, stacks and names are whole tables, whose entries never change.
	frames []Frame
	stacks [][]FrameID
	names  []string
}

type named[ID, T any] struct {
	id ID
	is T
}

// Namer collects Names for somebody who began with empty tables.
type Namer struct {
	threads, monitors int // how many of each it has told
	// How many changes of each table's entries it has told.
	renamedThreads, renamedMonitors int
}

// Tell returns what is new in the tables, and what has changed.
func (n *Namer) Tell(t *Tables) *Names {
	out := &Names{frames: t.Frames, stacks: t.Stacks, names: t.Names}
	out.threads = told(t.Threads, t.renamedThreads[n.renamedThreads:], n.threads)
	out.monitors = told(t.Monitors, t.renamedMonitors[n.renamedMonitors:], n.monitors)
	n.threads, n.renamedThreads = len(t.Threads), len(t.renamedThreads)
	n.monitors, n.renamedMonitors = len(t.Monitors), len(t.renamedMonitors)
	return out
}

// told returns the entries of a table that changed, and those from first on.
func told[ID ~int32, T any](table []T, changed []ID, first int) (list []named[ID, T]) {
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

// AllNames returns all names there are.
func AllNames(t *Tables) *Names { return new(Namer).Tell(t) }

// Learn takes over names. The tables share those of frames, stacks and names
// with where they come from.
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

// reaching returns a table with an entry id. Where it has to be moved, it gets
// twice the room: millions of entries come one by one.
func reaching[T any](table []T, id int) []T {
	if id < len(table) {
		return table
	}
	if id >= cap(table) {
		table = slices.Grow(table, id+1)
	}
	return table[:id+1]
}
