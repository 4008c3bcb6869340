package gotrace

import "tiv/tracefeed"

// userEvent is the details of the begin or end of a user task or region, which a
// reader sets before it maps the event. It is no part of event, because other
// events would pay for that.
type userEvent struct {
	// task is the id of a task, or of the task of a region; parent is the task
	// that a new task is part of. 0 is none.
	task, parent uint64
	name         tracefeed.NameID // of a new task or a region
	names        names
}

func (u *userEvent) set(task, parent uint64, name tracefeed.NameID) {
	u.task, u.parent, u.name = task, parent, name
}

// names interns the names of user tasks and regions in the tables.
type names struct {
	tables *tracefeed.Tables
	ids    map[string]tracefeed.NameID
}

// id returns the id of a name, and adds it if necessary. The empty string is no
// name.
func (n *names) id(name string) tracefeed.NameID {
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
// of a user task or region. It names no thread after the event's stack, because
// the stack of a sample may begin in the runtime.
func (m *mapper) observe(ev *event) {
	stack := m.stacks.intern(ev.stack) // first, because the library may panic
	out := m.emit(observations[ev.kind], m.living(ev.g))
	out.Stack = stack
	if ev.kind == cpuSample {
		out.CPU, out.Value = ev.cpu, 1
	} else {
		out.Name, out.Object, out.Value = m.user.name, int64(m.user.task), int64(m.user.parent)
	}
}

var observations = [numKinds]tracefeed.Kind{
	cpuSample: tracefeed.Sample,
	taskBegin: tracefeed.TaskStart, taskEnd: tracefeed.TaskEnd,
	regionBegin: tracefeed.RegionStart, regionEnd: tracefeed.RegionEnd,
}

// living returns the thread of a goroutine that is alive according to the events
// so far, and NoThread for any other. A sample does not wait for its turn in the
// order of events, so its goroutine may have ended, or not have been created.
func (m *mapper) living(g gnum) tracefeed.ThreadID {
	if int(g) >= len(m.threads) {
		return tracefeed.NoThread
	}
	t := m.threads[g]
	if is := m.gs[t].doing; is == unseen || is == ended {
		return tracefeed.NoThread
	}
	return t
}
