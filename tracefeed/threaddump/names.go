package threaddump

import (
	"fmt"
	"strings"

	"tiv/tracefeed"
)

// names are the threads, monitors and stacks of all dumps of a text. A thread is the same
// in two dumps if its id and its name are.
type names struct {
	tables   *tracefeed.Tables
	threads  map[[2]string]tracefeed.ThreadID // by id and name
	ids      map[string]int                   // the number of threads with an id
	monitors map[string]tracefeed.MonitorID
	stacks   *tracefeed.StackIndex
}

func newNames() *names {
	tables := tracefeed.NewTables()
	return &names{tables: tables, threads: map[[2]string]tracefeed.ThreadID{}, ids: map[string]int{},
		monitors: map[string]tracefeed.MonitorID{}, stacks: tracefeed.NewStackIndex(tables)}
}

// thread returns the id of a thread. The ids of the trace are unique, those of two runs
// of a program are not.
func (n *names) thread(th tracefeed.Thread) tracefeed.ThreadID {
	key := [2]string{th.ID, th.Name}
	id, ok := n.threads[key]
	if !ok {
		of := th
		if n.ids[th.ID]++; n.ids[th.ID] > 1 {
			of.ID = fmt.Sprintf("%s/%d", th.ID, n.ids[th.ID])
		}
		id = n.tables.AddThread(of)
		n.threads[key] = id
	}
	return id
}

// monitor returns the id of a monitor. A name that goes on where the known one ends
// replaces that: it has the place of a wait.
func (n *names) monitor(m tracefeed.Monitor) tracefeed.MonitorID {
	id, ok := n.monitors[m.ID]
	if !ok {
		id = n.tables.AddMonitor(m)
		n.monitors[m.ID] = id
	} else if strings.HasPrefix(m.Name, n.tables.Monitors[id].Name+" ") {
		n.tables.NameMonitor(id, m)
	}
	return id
}
