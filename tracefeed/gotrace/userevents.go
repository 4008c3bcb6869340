package gotrace

import (
	"tiv/tracefeed"
	"tiv/tracefeed/gotrace/wire"
)

// userNames interns the names of user tasks, regions and functions in the tables.
type userNames struct {
	tables *tracefeed.Tables
	ids    map[string]tracefeed.NameID
}

// id returns the id of a name, and adds it if necessary. The empty string is no
// name.
func (n *userNames) id(name string) tracefeed.NameID {
	if name == "" {
		return tracefeed.NoName
	}
	id, ok := n.ids[name]
	if !ok {
		if n.ids == nil {
			n.ids = make(map[string]tracefeed.NameID)
		}
		id = n.tables.AddName(name)
		n.ids[name] = id
	}
	return id
}

// observe maps an event that changes no state: a CPU sample, or the begin or end
// of a user task, a region or a call. It names no thread after the event's stack, because
// the stack of a sample may begin in the runtime.
func (m *mapper) observe(ev *wire.Event) {
	stack := m.stacks.intern(ev.Stack) // first, because the library may panic
	out := m.out.emit(observations[ev.Kind], m.gs.living(ev.G))
	out.Stack = stack
	if ev.Kind == wire.CPUSample {
		out.CPU, out.Value = ev.CPU, 1
	} else {
		user := m.names.User()
		out.Name, out.Object, out.Value = m.userNames.id(user.Name), int64(user.Task), int64(user.Parent)
	}
}

var observations = [wire.NumKinds]tracefeed.Kind{
	wire.CPUSample: tracefeed.Sample,
	wire.TaskBegin: tracefeed.TaskStart, wire.TaskEnd: tracefeed.TaskEnd,
	wire.RegionBegin: tracefeed.RegionStart, wire.RegionEnd: tracefeed.RegionEnd,
	wire.CallBegin: tracefeed.CallEnter, wire.CallEnd: tracefeed.CallExit,
}
