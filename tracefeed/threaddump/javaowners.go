package threaddump

import (
	"slices"
	"strings"

	"tiv/tracefeed"
)

// owners are the owners of monitors in a dump, as far as its stacks and lists name them.
type owners struct {
	byName map[string][]tracefeed.ThreadID // names are not unique
	claims []claim
	// loads are the threads that initialize classes, waiting the threads that have given up
	// a monitor of which their stack says that they have locked it.
	loads   map[string]tracefeed.ThreadID
	waiting map[tracefeed.ThreadID]bool
}

// claim is an owner that the text names.
type claim struct {
	monitor tracefeed.Monitor
	owner   javaOwnerOf
}

// note keeps the facts about owners of a thread that was added.
func (o *owners) note(id tracefeed.ThreadID, th *javaStack) {
	if o.byName == nil {
		*o = owners{map[string][]tracefeed.ThreadID{}, nil, map[string]tracefeed.ThreadID{}, map[tracefeed.ThreadID]bool{}}
	}
	o.byName[th.Name] = append(o.byName[th.Name], id)
	if th.wants.ID != "" && th.owner != (javaOwnerOf{}) {
		o.claims = append(o.claims, claim{th.wants, th.owner})
	}
	for _, class := range th.loads {
		o.loads[class] = id
	}
	o.waiting[id] = th.waitsOnObject() || th.thread.state.Kind == tracefeed.MonitorWait
}

// resolve decides which threads of a dump hold monitors.
func (o *owners) resolve(d *dump, suspects []suspect) {
	if d == nil {
		return
	}
	stated := map[hold]bool{}
	for _, c := range o.claims {
		o.state(d, stated, c)
	}
	for _, s := range suspects {
		o.state(d, stated, claim{s.monitor, javaOwnerOf{name: s.owner}})
		if waiter, ok := o.thread(d, javaOwnerOf{name: s.name}); ok {
			d.blocks(waiter, d.names.monitor(s.monitor))
		}
	}
	d.samples = slices.DeleteFunc(d.samples,
		func(ev tracefeed.Event) bool { return d.stateOf(ev.Thread).event.Kind == tracefeed.MonitorWait })
	for i := range d.states {
		ev := &d.states[i].event
		class, ok := strings.CutPrefix(d.names.tables.Monitors[ev.Monitor].ID, "class ")
		if loader, known := o.loads[class]; ok && known && loader != ev.Thread {
			d.hold(loader, ev.Monitor)
		}
	}
	d.dropContradictions(stated, o.waiting)
}

// state records an owner that the text names.
func (o *owners) state(d *dump, stated map[hold]bool, c claim) {
	if id, ok := o.thread(d, c.owner); ok {
		h := hold{id, d.names.monitor(c.monitor)}
		stated[h] = true
		d.hold(h.thread, h.monitor)
	}
}

// thread returns the thread of an id or a unique name.
func (o *owners) thread(d *dump, of javaOwnerOf) (tracefeed.ThreadID, bool) {
	if id, ok := d.ids[of.id]; ok {
		return id, true
	}
	if same := o.byName[of.name]; len(same) == 1 {
		return same[0], true
	}
	return tracefeed.NoThread, false
}

// blocks makes a thread wait for a monitor, unless the thread waits for one already.
func (d *dump) blocks(t tracefeed.ThreadID, m tracefeed.MonitorID) {
	s := d.stateOf(t)
	if s.event.Kind == tracefeed.MonitorWait && s.event.Monitor != tracefeed.NoMonitor {
		return
	}
	s.event.Kind, s.event.Cause, s.event.Monitor, s.event.Stack = tracefeed.MonitorWait, tracefeed.NoCause, m, s.stack
}

// dropContradictions drops owners of monitors with several: a monitor has one. A named owner
// is right, and a thread that waits is not one. If there are several even so, none is known.
func (d *dump) dropContradictions(stated map[hold]bool, waiting map[tracefeed.ThreadID]bool) {
	of := map[tracefeed.MonitorID][]hold{}
	for _, h := range d.holds {
		of[h.monitor] = append(of[h.monitor], h)
	}
	for _, m := range of {
		left := m
		for _, doubt := range []func(hold) bool{
			func(h hold) bool { return !stated[h] },
			func(h hold) bool { return waiting[h.thread] },
		} {
			if sure := slices.DeleteFunc(slices.Clone(left), doubt); len(left) > 1 && len(sure) > 0 {
				left = sure
			}
		}
		if len(m) < 2 {
			continue
		}
		for _, h := range m {
			if len(left) > 1 || left[0] != h {
				delete(d.held, h)
			}
		}
	}
	d.holds = slices.DeleteFunc(d.holds, func(h hold) bool { return !d.held[h] })
}
