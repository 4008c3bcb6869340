package joined

import (
	"fmt"

	"tiv/tracefeed"
)

// tables are the names of a join. Its parts fill them.
type tables struct {
	*tracefeed.Tables
	stacks *tracefeed.StackIndex
	names  map[string]tracefeed.NameID
	types  map[string]bool // as text
}

func newTables() *tables {
	t := &tables{Tables: tracefeed.NewTables(), names: map[string]tracefeed.NameID{}, types: map[string]bool{}}
	t.stacks = tracefeed.NewStackIndex(t.Tables)
	return t
}

// name returns the id of a name.
func (t *tables) name(text string) tracefeed.NameID {
	if text == "" {
		return tracefeed.NoName
	}
	id, ok := t.names[text]
	if !ok {
		id = t.AddName(text)
		t.names[text] = id
	}
	return id
}

// addType adds a type, unless another part has added it with the same supertypes.
func (t *tables) addType(is tracefeed.Type) {
	key := fmt.Sprint(is)
	if !t.types[key] {
		t.types[key] = true
		t.AddType(is)
	}
}

// rules give the threads and monitors of a part their place in the join.
type rules interface {
	// addThread returns the thread of the join for a new one, NoThread for none.
	addThread(id tracefeed.ThreadID, th tracefeed.Thread) tracefeed.ThreadID
	// renameThread is called when the name of a thread has changed.
	renameThread(id, joined tracefeed.ThreadID, th tracefeed.Thread)
	// addMonitor returns the monitor of the join for a new one.
	addMonitor(m tracefeed.Monitor) tracefeed.MonitorID
	// renameMonitor is called when the name of a monitor has changed.
	renameMonitor(joined tracefeed.MonitorID, m tracefeed.Monitor)
}

// importer copies the tables of a part into the tables of the join, and translates ids.
type importer struct {
	to     *tables
	rules  rules
	deltas tracefeed.DeltaEncoder

	threads  []tracefeed.ThreadID
	monitors []tracefeed.MonitorID
	stackIDs []tracefeed.StackID
	nameIDs  []tracefeed.NameID
	types    int               // number of them that were copied
	frames   []tracefeed.Frame // spare memory
}

// update copies the names that are new or have changed.
func (x *importer) update(from *tracefeed.Tables) {
	x.deltas.Next(from).Each(func(id tracefeed.ThreadID, th tracefeed.Thread) {
		switch {
		case id == tracefeed.NoThread && len(x.threads) == 0:
			x.threads = append(x.threads, tracefeed.NoThread)
		case int(id) >= len(x.threads):
			x.threads = append(x.threads, x.rules.addThread(id, th))
		case x.threads[id] != tracefeed.NoThread:
			x.rules.renameThread(id, x.threads[id], th)
		}
	}, func(id tracefeed.MonitorID, m tracefeed.Monitor) {
		switch {
		case id == tracefeed.NoMonitor && len(x.monitors) == 0:
			x.monitors = append(x.monitors, tracefeed.NoMonitor)
		case int(id) >= len(x.monitors):
			x.monitors = append(x.monitors, x.rules.addMonitor(m))
		default:
			x.rules.renameMonitor(x.monitors[id], m)
		}
	})
	for i := len(x.stackIDs); i < len(from.Stacks); i++ {
		x.frames = x.frames[:0]
		for _, f := range from.Stacks[i] {
			x.frames = append(x.frames, from.Frames[f])
		}
		x.stackIDs = append(x.stackIDs, x.to.stacks.Add(x.frames))
	}
	for i := len(x.nameIDs); i < len(from.Names); i++ {
		x.nameIDs = append(x.nameIDs, x.to.name(from.Names[i]))
	}
	for ; x.types < len(from.Types); x.types++ {
		x.addType(&from.Types[x.types])
	}
}

// addType copies a type, with the names of the join.
func (x *importer) addType(is *tracefeed.Type) {
	if is.Name == tracefeed.NoName {
		return
	}
	joint := tracefeed.Type{Name: x.nameIDs[is.Name]}
	for _, super := range is.Supertypes {
		joint.Supertypes = append(joint.Supertypes, x.nameIDs[super])
	}
	x.to.addType(joint)
}

// unnamedText is the remark on events that translate refuses.
const unnamedText = "events of threads or locks that the trace does not name are left out"

// thread returns the thread of the join for a thread of the part; NoThread if the tables do not
// have it.
func (x *importer) thread(id tracefeed.ThreadID) tracefeed.ThreadID {
	if !has(x.threads, id) {
		return tracefeed.NoThread
	}
	return x.threads[id]
}

// translate replaces the ids of an event. It returns false, and changes nothing, if the tables
// of the part do not have one of them.
func (x *importer) translate(ev *tracefeed.Event) bool {
	if !has(x.threads, ev.Thread) || !has(x.threads, ev.Other) || !has(x.monitors, ev.Monitor) || !has(x.stackIDs, ev.Stack) ||
		!has(x.nameIDs, ev.Name) {
		return false
	}
	ev.Thread, ev.Other = x.threads[ev.Thread], x.threads[ev.Other]
	ev.Monitor, ev.Stack, ev.Name = x.monitors[ev.Monitor], x.stackIDs[ev.Stack], x.nameIDs[ev.Name]
	return true
}

// has reports whether a list has an index.
func has[ID ~int32 | ~uint32, T any](list []T, id ID) bool { return uint64(id) < uint64(len(list)) }
