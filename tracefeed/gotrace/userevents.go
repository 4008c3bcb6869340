package gotrace

import (
	"strings"

	"tiv/tracefeed"
	"tiv/tracefeed/gotrace/wire"
)

// userNames interns the names of user tasks, regions and functions in the tables.
type userNames struct {
	tables *tracefeed.Tables
	ids    map[string]tracefeed.NameID
	types  map[string]bool // that were added, as in the trace
}

// addType adds a type and its supertypes, by their names with spaces between, unless it is there.
func (n *userNames) addType(text string) {
	words := strings.Fields(text)
	if len(words) < 2 || n.types[text] {
		return
	}
	if n.types == nil {
		n.types = map[string]bool{}
	}
	n.types[text] = true
	is := tracefeed.Type{Name: n.id(words[0])}
	for _, word := range words[1:] {
		is.Supertypes = append(is.Supertypes, n.id(word))
	}
	n.tables.AddType(is)
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
	switch {
	case ev.Kind == wire.TypeNamed:
		m.userNames.addType(m.names.User().Name)
		return
	case ev.Kind >= wire.ItemPut:
		m.move(ev)
		return
	}
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
	wire.CallBegin: tracefeed.CallEnter, wire.CallEnd: tracefeed.CallExit, wire.CallTyped: tracefeed.TaskType,
}
